import { fold, isPlain, singular, words } from './fold.ts';
import { otherSpellings } from './spelling.ts';
import { isMixed, takeUmlautsBack } from './word-forms.ts';

/** How an alternative derives from the query: as written, or as something else that it may mean. */
export type AlternativeOrigin =
  | 'written'
  | 'variant'
  | 'synonym'
  | 'everyday'
  | 'part'
  | 'form'
  | 'correction';

/** One way to satisfy a term: its words next to each other; the last one may be a prefix. */
export interface Alternative {
  readonly words: readonly string[];
  readonly prefix: boolean;
  readonly origin: AlternativeOrigin;
  /** True for what a record may have for the term without satisfying it: it scores, and the term is lacking. */
  readonly isHint?: true;
}

/** One word or phrase of a query: satisfied by any of the alternatives. */
export interface Term {
  /** As the person wrote it, folded. */
  readonly shown: string;
  /** True for a plain word, which may stand for its synonyms and other forms; a phrase means itself. */
  readonly plain: boolean;
  /** True for a word such as `and`, which counts as part of a phrase only. */
  readonly stop: boolean;
  readonly alternatives: readonly Alternative[];
}

export interface TextQuery {
  readonly text: string;
  readonly required: readonly Term[];
  readonly excluded: readonly Term[];
  /** What goes beyond the bounds below, as it was written: it is not searched for. */
  readonly beyond: readonly string[];
}

// What a query may cost is bounded by counts, so that the same question has the same answer on every machine.
export const MAX_TERMS = 32;
export const MAX_EXCLUSIONS = 8;
export const MAX_PREFIXES = 4;

/** Words of one phrase or hyphenated chain that count. */
const MAX_PHRASE_WORDS = MAX_TERMS;

/** Stop words; they count only as part of a phrase. */
const stopWords = new Set(
  [
    'a an the of for with without in on at to and or by from as into onto over under between through off out up down',
    'about above across after again against along among around away back before behind below beside beyond during',
    'except inside near outside since than then toward until upon via versus vs within while',
    'that which who whom whose is are be been being am was were can could should would will shall may might must do',
    'does did done doing has have had having it its itself they them their themselves there these those this here',
    'such not no nor what how when where why me my mine i we us our you your he she his her him one ones each every',
    'any some all most more less many much few lot several both either other another own same so too very just only',
    'even also still yet already always never ever often now today soon later once',
    'show find search compare comparison list give tell please best top good great nice cool new newest latest really quite pretty',
    'want wants wanted need needs looking look like let lets get gets getting got go goes going gone went come put puts take',
    'takes taking make makes making made keep keeps know think say says said ask try trying use uses used using bring',
    'bringing help happen happened seem thing things stuff kind kinds type types sort sorts way ways something',
    'someone somebody anything anyone people person folks else different various',
  ]
    .join(' ')
    .split(' '),
);

/** True for a folded word that says nothing of what is sought: `the`, `find`, `which`. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** What stands between the names of a list. */
export const BETWEEN_NAMES =
  /\s*[,;\n]\s*(?:(?:and|or|vs\.?)\s+)?|\s+(?:and|or|vs\.?|versus|compared (?:to|with)|against)\s+(?:the\s+)?/i;

interface Piece {
  readonly kind: 'phrase' | 'prefix' | 'chain';
  readonly words: string[];
  readonly excluded: boolean;
}

/**
 * Parses a query: words, "phrases in quotes", `prefix*`, `-excluded`. Everything else is punctuation, so that no
 * text is an error or reaches the index as syntax.
 */
export function parseQuery(text: string): TextQuery {
  const pieces = readPieces(text);
  const required: Term[] = [];
  const excluded: Term[] = [];
  pieces.forEach((piece, i) => {
    const isWords = piece.kind === 'chain' && !(piece.excluded && piece.words.length > 1);
    const terms = isWords ? chainTerms(piece, pieces[i - 1], pieces[i + 1]) : [asTerm(piece)];
    (piece.excluded ? excluded : required).push(...terms);
  });
  const words = meaningful(required);
  const wanted = fewPrefixes(words.slice(0, MAX_TERMS));
  const unwanted = fewPrefixes(excluded.slice(0, MAX_EXCLUSIONS));
  const kept = new Set([...wanted, ...unwanted]);
  const beyond = [...words, ...excluded].filter((term) => !term.stop && !kept.has(term));
  return { text, required: wanted, excluded: unwanted, beyond: beyond.map(({ shown }) => shown) };
}

function fewPrefixes(terms: readonly Term[]): readonly Term[] {
  const prefixes = terms.filter(({ alternatives }) => alternatives[0]?.prefix);
  const beyond = new Set(prefixes.slice(MAX_PREFIXES));
  return beyond.size === 0 ? terms : terms.filter((term) => !beyond.has(term));
}

const pieceOf =
  /(?<![\p{L}\p{N}])((?<![)\]])-)?(?:"([^"]*)"|([\p{L}\p{N}]+(?:[-–‐'’./][\p{L}\p{N}]+)*)(\*)?)/gu;
/** The same of folded text in ASCII. */
const plainPiece = /(?<![a-z0-9])((?<![)\]])-)?(?:"([^"]*)"|([a-z0-9]+(?:[-'./][a-z0-9]+)*)(\*)?)/g;

function readPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  const folded = fold(text).slice(0, 4000);
  for (const [, minus, quoted, bare, star] of folded.matchAll(isPlain(folded) ? plainPiece : pieceOf)) {
    const found = words(quoted ?? bare ?? '');
    if (found.length === 0) continue;
    // Nobody remembers a longer phrase to the letter.
    const kind = star ? 'prefix' : quoted === undefined ? 'chain' : 'phrase';
    pieces.push({ kind, words: found.slice(0, MAX_PHRASE_WORDS), excluded: minus !== undefined });
  }
  return pieces;
}

/** A query of stop words only searches for them. */
function meaningful(terms: readonly Term[]): readonly Term[] {
  return terms.some((term) => !term.stop) ? terms : terms.map((term) => ({ ...term, stop: false }));
}

function asTerm(piece: Piece): Term {
  const prefix = piece.kind === 'prefix';
  const list = piece.words.map((word, i) => (prefix && i === piece.words.length - 1 ? word : singular(word)));
  return {
    shown: `${piece.words.join(' ')}${prefix ? '*' : ''}`,
    plain: false,
    stop: false,
    alternatives: [
      { words: list, prefix, origin: 'written' },
      ...(piece.kind === 'chain'
        ? [{ words: [singular(piece.words.join(''))], prefix: false, origin: 'written' as const }]
        : []),
    ],
  };
}

/** A term for each word of `state-of-the-art`, each also satisfied by the joined form. */
function chainTerms(piece: Piece, before: Piece | undefined, after: Piece | undefined): Term[] {
  const first = piece.words[0] ?? '';
  const last = piece.words.at(-1) ?? '';
  const whole = piece.words.length > 1 ? piece.words.join('') : undefined;
  const left = neighbour(before, piece)?.words.at(-1);
  const right = neighbour(after, piece)?.words[0];
  return piece.words.map((word) => {
    // People's names are indexed with their final s.
    const forms = new Set([singular(word), word]);
    for (const other of otherSpellings(word)) forms.add(singular(other));
    if (whole !== undefined) forms.add(singular(whole));
    if (word === first && left !== undefined && isMixed(left, word)) forms.add(singular(left + word));
    if (word === last && right !== undefined && isMixed(word, right)) forms.add(singular(word + right));
    forms.add(singular(takeUmlautsBack(word)));
    const alternatives: Alternative[] = [...forms].map((form, i) => ({
      words: [form],
      prefix: false,
      origin: i === 0 ? 'written' : 'variant',
    }));
    const parts = word.match(/\p{L}+|\p{N}+/gu) ?? [];
    if (parts.length > 1) alternatives.push({ words: parts, prefix: false, origin: 'variant' });
    return { shown: word, plain: true, stop: stopWords.has(word), alternatives };
  });
}

function neighbour(piece: Piece | undefined, of: Piece): Piece | undefined {
  return piece?.kind === 'chain' && !piece.excluded && !of.excluded ? piece : undefined;
}
