import { searchArguments } from '../../golden/draw-filters.ts';
import { type Rows, textOf } from '../../golden/records.ts';
import type { Random } from '../../harness/random.ts';
import { drawNewest } from './newest.ts';

/** One call, and what makes it costly. */
export interface CostlyCall {
  readonly tool: string;
  readonly group: string;
  readonly args: Readonly<Record<string, unknown>>;
}

type Words = (random: Random, rows: Rows) => string;

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
/** Longer queries are refused before any work. */
const LONGEST = 1000;
/** Folds to eighteen letters and spaces. */
const LIGATURE = '\ufdfa';

const repeated = (count: number, word: () => string): string =>
  Array.from({ length: count }, word).join(' ').slice(0, LONGEST);
const anyWord = (random: Random, rows: Rows): string =>
  textOf(
    random,
    random.pick([rows.publications, rows.robots, rows.news]),
    random.pick(['title', 'name', 'headline']),
  )
    .split(' ')
    .pop() ?? 'robot';
const common = 'robot learning control motion planning human visual dynamic model based system sensor'.split(
  ' ',
);
const slip = (random: Random, word: string): string => {
  const at = random.below(word.length);
  return `${word.slice(0, at)}${random.pick(letters)}${word.slice(at + random.below(2))}`;
};

/** What costs most for its length, by what it is made of. */
const costly: Readonly<Record<string, Words>> = {
  'prefixes of one letter': (random) => repeated(32, () => `${random.pick(letters)}*`),
  'prefixes of two letters': (random) => repeated(32, () => `${random.word('aeiorstlnmcp', 2)}*`),
  'excluded prefixes': (random) => `robot ${repeated(32, () => `-${random.pick(letters)}*`)}`,
  'excluded common words': (random) => `robot ${repeated(32, () => `-${random.pick(common)}`)}`,
  'slips of rare words': (random, rows) => repeated(32, () => slip(random, anyWord(random, rows))),
  'letters at random': (random) => repeated(32, () => random.word(letters.join(''), 6 + random.below(6))),
  'common words': (random) => repeated(32, () => random.pick(common)),
  'phrases of common words': (random) =>
    repeated(16, () => `"${random.pick(common)} ${random.pick(common)} ${random.pick(common)}"`),
  'a long phrase': (random) => `"${repeated(150, () => random.pick(common))}"`,
  'titles one behind the other': (random, rows) =>
    repeated(12, () => textOf(random, rows.publications, 'title')),
  'Chinese and Korean': (random) =>
    repeated(40, () =>
      random.word('机器人川崎重工宇树科技中国日本로봇두산로보틱스ロボット', 2 + random.below(20)),
    ),
  'ligatures that unfold': (random) => LIGATURE.repeat(1 + random.below(LONGEST)),
  'a chain of hyphens': (random) => random.word('abcdrst', 400).split('').join('-').slice(0, LONGEST),
  punctuation: (random) => random.word('-"*.,/\'() ar', LONGEST),
  'numbers and units': (random) =>
    repeated(60, () => `${random.pick(['under', 'over', 'carry', 'at least'])} ${random.below(9999)} kg`),
};

/** A call that is meant to cost as much as a call can. */
export function drawCostly(random: Random, rows: Rows): CostlyCall {
  const group = random.pick(Object.keys(costly));
  const words = (costly[group] as Words)(random, rows);
  if (random.chance(0.25)) return drawNewest(random, rows, words);
  const search = random.pick(searchArguments);
  if (random.chance(0.1)) return drawFeatures(random, words);
  const short = words.slice(0, 190);
  const args: Record<string, unknown> = {};
  if (random.chance(0.9)) args.query = words;
  for (const name of Object.keys(search.filters)) if (random.chance(0.15)) args[name] = short;
  if (search.tool === 'search_publications' && random.chance(0.5)) args.topic = short;
  if (random.chance(0.1)) args.ids = Array.from({ length: 10 }, () => short);
  else if (random.chance(0.3)) args.sort = random.pick(search.sorts);
  if (random.chance(0.5)) args.limit = 50;
  if (random.chance(0.3)) args.detail = 'full';
  return { tool: search.tool, group, args };
}

function drawFeatures(random: Random, words: string): CostlyCall {
  const one = random.pick([LIGATURE.repeat(190), words.slice(0, 190), random.word(letters.join(''), 190)]);
  const features = Array.from({ length: 40 }, (_, i) => `${one.slice(i)}${letters[i % 26]}`);
  return {
    tool: 'get_certification_info',
    group: 'features',
    args: { features, ...(random.chance(0.5) && { robot: words.slice(0, 190) }) },
  };
}
