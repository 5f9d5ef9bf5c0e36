import { compact, fold } from '../../text/fold.ts';
import { endings, type KnownName, type NameIndex, type Spelling } from './name-index.ts';

/** The known entities that a title names. */
export interface Entities {
  /** Names as our records have them, in the order of the title. */
  readonly names: readonly string[];
  /** Of the companies and of the robots' makers; ISO 3166-1 alpha-2, sorted. */
  readonly countries: readonly string[];
}

interface Token {
  readonly text: string;
  readonly folded: string;
  /** A possessive follows it. */
  readonly owns: boolean;
  /** A small word is joined to it, as in `Elephant-trunk`, which is no company's, unlike `Unitree-made`. */
  readonly isJoined: boolean;
}

interface Hit {
  readonly start: number;
  /** Index after its last token. */
  readonly end: number;
  readonly spelling: Spelling;
}

/** What companies do, as headlines say it. */
const companyVerbs = new Set(
  'raises raised announces announced unveils unveiled launches launched signs signed opens opened adds added says said plans planned tests gets got wins won sues sued partners partnered acquires acquired secures secured closes closed files filed ships shipped deploys deployed begins starts started names named buys bought introduces introduced reveals revealed presents presented expands expanded hires hired cuts lands landed nabs bags debuts debuted releases released joins joined teams eyes seeks targets completes completed hits reaches inks taps brings moves sells sold receives received appoints unites doubles emerges exits faces sees expects ends sends reviews recalls reports lays picks takes claims wants hopes aims goes builds makes offers shows ceo founder founders cofounder chief robotaxi and'.split(
    ' ',
  ),
);
/** Words behind which a company's name may stand. */
const beforeCompany = new Set(
  'by from with backs buys acquires at against sues joins and startup maker firm company rival competitor supplier investor unicorn'.split(
    ' ',
  ),
);
const robotWords = new Set(
  'robot robots humanoid humanoids quadruped quadrupeds robodog drone drones cobot cobots arm exoskeleton exosuit amr rover mower'.split(
    ' ',
  ),
);

/** The makers, startups and robots of ours that a title names. Where a name might be a mere word, it is left out. */
export function recognise(title: string, index: NameIndex): Entities {
  const tokens = tokenise(title);
  const hits = findHits(tokens, index);
  const companies = hits.flatMap((hit) => chooseCompany(hit, tokens));
  const makers = new Set(companies.map(({ name }) => name.name));
  const robots = hits
    .filter((hit) => !companies.some(({ start }) => start === hit.start))
    .flatMap((hit) => chooseRobot(hit, tokens, makers));
  const chosen = [...companies, ...robots].sort((a, b) => a.start - b.start);
  return {
    names: [...new Set(chosen.map(({ name }) => name.name))],
    countries: [...new Set(chosen.map(({ name }) => name.country))].sort(),
  };
}

interface Chosen {
  readonly start: number;
  readonly name: KnownName;
}

function tokenise(title: string): Token[] {
  const found = title.matchAll(
    /([\p{L}\p{N}]+(?:[.&+][\p{L}\p{N}]+)*\+?)(['’]s?(?![\p{L}\p{N}]))?(?:-(?!(?:made|led|backed|built|owned|based)\b)(\p{Ll}))?/gu,
  );
  return [...found].flatMap(([, text = '', possessive, joined]) => {
    const owns = possessive !== undefined;
    return { text, folded: fold(text), owns, isJoined: joined !== undefined };
  });
}

/** The longest names, from the left; no token belongs to two. */
function findHits(tokens: readonly Token[], index: NameIndex): Hit[] {
  const hits: Hit[] = [];
  for (let start = 0; start < tokens.length; ) {
    const hit = longestAt(tokens, start, index);
    if (hit !== undefined) hits.push(hit);
    start = hit?.end ?? start + 1;
  }
  return hits;
}

function longestAt(tokens: readonly Token[], start: number, index: NameIndex): Hit | undefined {
  let key = '';
  let found: Hit | undefined;
  for (let end = start; end < tokens.length && end - start < index.longest; end += 1) {
    key += compact(tokens[end]?.text ?? '');
    const spelling = index.find(key);
    if (spelling !== undefined && isWrittenSo(tokens.slice(start, end + 1), spelling)) {
      found = { start, end: end + 1, spelling };
    }
    // A name ends where something is owned.
    if (tokens[end]?.owns === true) break;
  }
  return found;
}

/** Names have capitals or digits, unless they are written small themselves. */
function isWrittenSo(tokens: readonly Token[], { written }: Spelling): boolean {
  if (!/[\p{Lu}\p{N}]/u.test(written)) return true;
  return tokens.some(({ text }) => /[\p{Lu}\p{N}]/u.test(text));
}

function chooseCompany(hit: Hit, tokens: readonly Token[]): Chosen[] {
  const name = hit.spelling.names.find(({ kind }) => kind === 'company');
  if (name === undefined || tokens[hit.end - 1]?.isJoined === true || isOtherCompany(hit, tokens)) return [];
  const isNamed = !hit.spelling.isWeak || actsAsCompany(hit, tokens);
  return isNamed ? [{ start: hit.start, name }] : [];
}

/** `Kraken Robotics` is not `Kraken Technology`: another ending than that of our company is another company. */
function isOtherCompany({ end, spelling }: Hit, tokens: readonly Token[]): boolean {
  const next = tokens[end];
  const isWhole = spelling.names.some(({ name }) => compact(name) === compact(spelling.written));
  const isEnding = next !== undefined && /^\p{Lu}/u.test(next.text) && endings.has(next.folded);
  return !isWhole && isEnding && tokens[end - 1]?.owns === false;
}

/** An everyday word is a company where it owns or does what companies do, and nothing around it says otherwise. */
function actsAsCompany({ start, end }: Hit, tokens: readonly Token[]): boolean {
  const [first, last, next, before] = [tokens[start], tokens[end - 1], tokens[end], tokens[start - 1]];
  if (!/^\p{Lu}/u.test(first?.text ?? '')) return false;
  const isShouted = tokens.every(({ text }) => text === text.toUpperCase());
  if (isShouted) return false;
  if (last?.owns === true) return true;
  if (next !== undefined && companyVerbs.has(next.folded)) return true;
  const standsOut = start > 0 && !isTitleCase(tokens);
  return standsOut && before !== undefined && beforeCompany.has(before.folded);
}

function chooseRobot(hit: Hit, tokens: readonly Token[], makers: ReadonlySet<string>): Chosen[] {
  const robots = hit.spelling.names.filter(({ kind }) => kind === 'robot');
  const ofMaker = robots.find(({ maker }) => maker !== undefined && makers.has(maker));
  if (ofMaker !== undefined) return [{ start: hit.start, name: ofMaker }];
  const [only, ...more] = robots;
  if (only === undefined || more.length > 0) return [];
  if (!hit.spelling.isWeak) return [{ start: hit.start, name: only }];
  // Without its maker, a short name counts only beside a word for robots, and only if it stands out.
  const beside = [tokens[hit.end], tokens[hit.end + 1], tokens[hit.start - 1]];
  const isBeside = beside.some((token) => token !== undefined && robotWords.has(token.folded));
  const isDistinct = compact(hit.spelling.written).length >= 4 && !isTitleCase(tokens);
  return isBeside && isDistinct && tokens[hit.start]?.text !== tokens[0]?.text
    ? [{ start: hit.start, name: only }]
    : [];
}

/** True where most words begin with a capital, so that a capital tells nothing. */
function isTitleCase(tokens: readonly Token[]): boolean {
  const long = tokens.filter(({ text }) => text.length > 3 && /^\p{L}/u.test(text));
  return long.length > 2 && long.filter(({ text }) => /^\p{Lu}/u.test(text)).length > long.length * 0.6;
}
