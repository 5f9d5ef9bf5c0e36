import type { TextQuery } from '../text/query.ts';
import { type Counts, type Facet, filterRows } from './filter-rows.ts';
import type { Filter } from './filters/filters.ts';
import { type Mask, rowsOutside, rowsWhere } from './masks.ts';
import type { WordCount } from './matcher.ts';
import { compareByKeys, keyAt, notBehind, roundScore, type SortKey, topOf } from './sort.ts';

export interface SearchRequest {
  readonly text?: TextQuery;
  /** The words by whose meaning rows are found beside; those of the text if left out. */
  readonly meant?: string;
  /** The text with words that a match need not have; what has some of them comes near. */
  readonly wider?: TextQuery;
  /** Words that a record need not have, and which rank those that do. */
  readonly ranksBy?: TextQuery;
  /** Rows that are like a record, instead of those that a text means. */
  readonly like?: (filters: readonly Filter[]) => TextMatch;
  readonly filters: readonly Filter[];
  /** Rows that come before the others by relevance, whatever words these have. */
  readonly first?: Mask;
  /** True where rows that lack a word are not wanted. */
  readonly isStrict?: boolean;
  /** Undefined asks for relevance. */
  readonly sort?: readonly SortKey[];
  /** True where rows that a text hardly means come behind the others, whatever the sort. */
  readonly isTiered?: boolean;
  readonly facets: readonly Facet[];
  readonly limit: number;
  readonly after?: CursorPosition;
}

/** The end of a page: the sort keys and the id of its last row. */
export interface CursorPosition {
  readonly keys: readonly number[];
  readonly id: string;
}

/** What the bounds on the cost of a query left out of it. */
export interface LeftOut {
  /** Words, prefixes and exclusions beyond those that a query may have. */
  readonly beyond: readonly string[];
  /** Words and exclusions that too many records have beside the others. */
  readonly tooCommon: readonly string[];
  /** Prefixes that stand for their commonest words only. */
  readonly cut: readonly string[];
}

export const noneLeftOut: LeftOut = { beyond: [], tooCommon: [], cut: [] };

/** The matches of a text, before any filter; the scores are valid until the next text is matched. */
export interface TextMatch {
  /** Those that have every word, or the name. */
  readonly rows: Int32Array;
  /** By row index; higher is better, 0 for rows that were not found. */
  readonly scores: Float64Array;
  /** Rows whose name is exactly the text. */
  readonly exact: ReadonlySet<number>;
  /** Rows that the text names and the filters keep out. */
  readonly keptOut: readonly number[];
  /** Rows that lack a word, or are found by what they mean, and pass the filters, the best; none of them is among `rows`. */
  readonly nearest: readonly number[];
  /** Those of them that have a word only as all of their category have it. */
  readonly byCategory: readonly number[];
  /** Words without each of which so many rows would match, where none has all. */
  readonly emptiedBy: readonly WordCount[];
  /** True for a row that matches by words of its abstract, which nobody sees, where nothing else explains it. */
  isByAbstract?(index: number): boolean;
  /** Words that no record has. */
  readonly unknown: readonly string[];
  /** For some of these, what was searched for instead. */
  readonly corrected: Readonly<Record<string, string>>;
  readonly leftOut: LeftOut;
}

/** Rows that were found otherwise than by words, each with its score. */
export function matchOf(rows: readonly number[], scores: Float64Array): TextMatch {
  return {
    rows: Int32Array.from(rows),
    scores,
    exact: new Set(),
    keptOut: [],
    nearest: [],
    byCategory: [],
    emptiedBy: [],
    unknown: [],
    corrected: {},
    leftOut: noneLeftOut,
  };
}

const nothingMatched = matchOf([], new Float64Array(0));

/** Every row, with what it scores by words that it need not have. */
export function matchOfEvery(scores: Float64Array): TextMatch {
  return { ...matchOf([], scores.map(roundScore)), rows: everyRow(scores.length) };
}

export interface SearchOutcome extends Counts {
  /** Row indexes of this page, best first. */
  readonly page: readonly number[];
  /** All matches, in no order. */
  readonly matches: Int32Array;
  readonly total: number;
  readonly next?: CursorPosition;
  /** Rows that match the text without any filter; every row if there is no text. */
  readonly textTotal: number;
  /** Row indexes of records that the text names and a filter keeps out. */
  readonly keptOut: readonly number[];
  /** Those of the matches whose name the text is, or that it lists. */
  readonly named: readonly number[];
  /** How many records are listed that lack a word of the text, or have others that mean the same; `total` does not count them. */
  readonly related: number;
  /** Row indexes of those related that have a word only as all of their category have it. */
  readonly byCategory: readonly number[];
  /** Words without each of which so many records would match, where none has all. */
  readonly emptiedBy: readonly WordCount[];
  /** Row indexes of this page that match by words of their abstracts, which nobody sees. */
  readonly byAbstract: readonly number[];
  readonly unknown: readonly string[];
  readonly corrected: Readonly<Record<string, string>>;
  readonly leftOut: LeftOut;
  /** The same with so many rows on its page, which has more. */
  cutTo(length: number): SearchOutcome;
}

/** What a search needs of the rows of one kind. */
export interface Rows {
  readonly size: number;
  isLive(index: number): boolean;
  /** True if every row is. */
  readonly allLive: boolean;
  idOf(index: number): string;
  /** Orders rows by id. */
  compareIds(a: number, b: number): number;
  /** Static rank: the order where neither a text nor a sort decides. */
  readonly staticRank: SortKey;
  /** Smaller for records whose facts are better confirmed, where a kind tells. */
  readonly confidence: SortKey | undefined;
}

/** Filters, counts, sorts and paginates. */
export function search(rows: Rows, request: SearchRequest, match: TextMatch | undefined): SearchOutcome {
  const { nearest, exact, keptOut, ...told } = match ?? nothingMatched;
  const candidates = candidateRows(rows, match);
  const { matches, counts } = filterRows(candidates, request.filters, request.facets);
  const keys = sortKeys(rows, request, match);
  const lacking = new Set(nearest.filter((index) => rows.isLive(index)));
  const list = lacking.size === 0 ? matches : Int32Array.from([...matches, ...lacking]);
  const rest = request.after === undefined ? list : after(rows, keys, list, request.after);
  const page = firstOf(rows, keys, rest, request.limit + 1);
  const more = page.length > request.limit;
  if (more) page.pop();
  const found = {
    matches,
    total: matches.length,
    ...counts,
    textTotal: candidates.length + lacking.size,
    related: lacking.size,
    byCategory: told.byCategory,
    emptiedBy: told.emptiedBy,
    named: exact.size === 0 ? [] : Array.from(matches).filter((index) => exact.has(index)),
    keptOut: keptOut.filter((index) => rows.isLive(index)),
    unknown: told.unknown,
    corrected: told.corrected,
    leftOut: told.leftOut,
  };
  // Read at once: scores are valid until the next text is matched.
  const positions = page.map((index) => keys.map((key) => keyAt(key, index)));
  const outcomeOf = (shown: readonly number[], isLast: boolean): SearchOutcome => {
    const [last, position] = [shown.at(-1), positions[shown.length - 1]];
    return {
      ...found,
      page: shown,
      ...(!isLast &&
        last !== undefined &&
        position !== undefined && { next: { keys: position, id: rows.idOf(last) } }),
      byAbstract: shown.filter((index) => told.isByAbstract?.(index)),
      cutTo: (length) => outcomeOf(shown.slice(0, length), false),
    };
  };
  return outcomeOf(page, !more);
}

function candidateRows(rows: Rows, match: TextMatch | undefined): Int32Array {
  const all = match?.rows ?? everyRow(rows.size);
  return rows.allLive ? all : rowsWhere(all, (index) => rows.isLive(index));
}

/** Row indexes up to the largest size seen; a search takes a prefix. */
let counted: Int32Array = new Int32Array(0);

function everyRow(size: number): Int32Array {
  if (counted.length < size) counted = rowsOutside(undefined, size);
  return counted.subarray(0, size);
}

function sortKeys(rows: Rows, request: SearchRequest, match: TextMatch | undefined): readonly SortKey[] {
  if (request.sort !== undefined) {
    const isTiered = request.isTiered === true && match !== undefined;
    return isTiered ? [hardlyMeantLast(rows, match), ...request.sort] : request.sort;
  }
  const { first } = request;
  const preferred = first === undefined ? [] : [preferredFirst(first, match)];
  if (match === undefined) return [...preferred, rows.staticRank];
  return [exactFirst(rows, match.exact), ...preferred, { values: match.scores, sign: -1 }, rows.staticRank];
}

/** Rows that are preferred come first of those that have every word, and of those that lack one. */
function preferredFirst(first: Mask, match: TextMatch | undefined): SortKey {
  const values = Float64Array.from(first);
  if (match !== undefined && match.nearest.length > 0)
    for (const row of match.rows) values[row] = 2 + (first[row] as number);
  return { values, sign: -1 };
}

/** A row with less than this share of the best score has the words in passing, or other words for them. */
const MEANT_SHARE = 0.4;

function hardlyMeantLast({ size }: Rows, { rows, scores, exact }: TextMatch): SortKey {
  let best = 0;
  for (const row of rows) best = Math.max(best, scores[row] as number);
  const values = new Float64Array(size);
  for (let row = 0; row < size; row++)
    if ((scores[row] as number) < MEANT_SHARE * best && !exact.has(row)) values[row] = 1;
  return { values, sign: 1 };
}

/** A key under which every row is unknown. */
const nothingExact: SortKey = { values: new Float64Array(0), sign: 1 };

/** Exact matches come before all others, the best confirmed of them first. */
function exactFirst({ size, confidence }: Rows, exact: ReadonlySet<number>): SortKey {
  if (exact.size === 0) return nothingExact;
  const values = new Float64Array(size).fill(Number.NaN);
  for (const index of exact) values[index] = confidence === undefined ? 0 : keyAt(confidence, index);
  return { values, sign: 1 };
}

function compareRows(rows: Rows, keys: readonly SortKey[], a: number, b: number): number {
  return compareByKeys(keys, a, b) || rows.compareIds(a, b);
}

/** The first rows in the order of the keys. */
function firstOf(rows: Rows, keys: readonly SortKey[], matches: Int32Array, limit: number): number[] {
  const telling = keys.filter((key) => key !== nothingExact);
  const near = notBehind(matches, telling, limit);
  return topOf(near, limit, (a, b) => compareRows(rows, telling, a, b));
}

/** The rows after a cursor position. If its row is still among them, its current position counts. */
function after(
  rows: Rows,
  keys: readonly SortKey[],
  matches: Int32Array,
  position: CursorPosition,
): Int32Array {
  const [first] = keys;
  const known = matches.find(
    (index) =>
      (first === undefined || keyAt(first, index) === position.keys[0]) && rows.idOf(index) === position.id,
  );
  if (known !== undefined) return rowsWhere(matches, (index) => compareRows(rows, keys, known, index) < 0);
  return rowsWhere(matches, (index) => {
    for (const [i, key] of keys.entries()) {
      const value = keyAt(key, index);
      const bound = position.keys[i] ?? 0;
      if (value !== bound) return value > bound;
    }
    return rows.idOf(index) > position.id;
  });
}
