import type { TextQuery } from '../text/query.ts';
import type { WordColumn } from './columns.ts';
import { Top } from './top.ts';

/** One condition on a record; `index` counts rows from 0. */
export interface Filter {
  /** The argument that asked for it. */
  readonly name: string;
  test(index: number): boolean;
  /** Where it is known: exactly the rows that pass, rising, so that no other need be tested. */
  readonly rows?: readonly number[];
  /** As `test` says of many rows: in one loop, since a call for each of them costs more than the answer. */
  passing?(indexes: readonly number[]): readonly number[];
  /** For a row that fails: the count it belongs to, such as `excluded_unknown_price`, if it is counted apart. */
  apart?(index: number): string | undefined;
  /** How to be rid of it, where that is not to leave the argument out: `With include_closed true`. */
  readonly remedy?: string;
  /** What a reader must know of how it was understood, or that nothing has its value. */
  readonly note?: string;
}

/** Smaller comes first; rows that are equal under every key are ordered by id. */
export interface SortKey {
  (index: number): number;
  /** Where the key is read off numbers, one a row, turned by the sign: far faster than a call for each of many rows. */
  readonly vector?: { readonly numbers: ArrayLike<number>; readonly sign: 1 | -1 };
}

/** The key that these numbers, one a row, are. */
export function keyOf(numbers: ArrayLike<number>, sign: 1 | -1): SortKey {
  const key = (index: number) => sign * (numbers[index] as number);
  return Object.assign(key, { vector: { numbers, sign } });
}

export interface Facet {
  readonly name: string;
  readonly column: WordColumn;
  /** The filter over the same dimension, under which this facet is not counted. */
  readonly filter: string;
}

export interface SearchRequest {
  readonly text?: TextQuery;
  readonly filters: readonly Filter[];
  /** Undefined asks for relevance. */
  readonly sort?: readonly SortKey[];
  readonly facets: readonly Facet[];
  readonly limit: number;
  readonly after?: Position;
}

/** Where a page ended: the sort keys and the id of its last row. */
export interface Position {
  readonly keys: readonly number[];
  readonly id: string;
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** What a text found, before any filter; its scores hold until the next text is matched. */
export interface TextMatch {
  readonly rows: readonly number[];
  /** By row index; higher is better, 0 for rows that were not found. */
  readonly scores: Float64Array;
  /** Rows that the text names exactly. */
  readonly exact: ReadonlySet<number>;
  /** Rows that stand in although they lack a word; few. */
  readonly partial: ReadonlySet<number>;
  /** Words that no record has. */
  readonly unknown: readonly string[];
  /** Of these, what was looked for instead. */
  readonly corrected: Readonly<Record<string, string>>;
}

export interface SearchOutcome {
  /** Row indexes of this page, best first. */
  readonly page: readonly number[];
  readonly total: number;
  readonly next?: Position;
  readonly facets: Readonly<Record<string, readonly FacetCount[]>>;
  /** Rows that fail one filter alone and are counted apart there. */
  readonly apart: Readonly<Record<string, number>>;
  /** Some of them, by row index. */
  readonly apartExamples: Readonly<Record<string, readonly number[]>>;
  /** For each filter, the rows that it alone keeps out. */
  readonly withoutFilter: Readonly<Record<string, number>>;
  /** Rows that the text found under no filter at all; every row if there is no text. */
  readonly textTotal: number;
  /** How many of the matches lack a word of the text. */
  readonly partial: number;
  readonly unknown: readonly string[];
  readonly corrected: Readonly<Record<string, string>>;
}

/** What the rows of one kind offer to a search. */
export interface Rows {
  readonly size: number;
  isLive(index: number): boolean;
  /** True if every row is. */
  readonly allLive: boolean;
  idOf(index: number): string;
  /** Orders rows by id. */
  compareIds(a: number, b: number): number;
  /** The order where neither a text nor a sort decides, smaller first. */
  readonly standing: SortKey;
  /** Smaller for records whose facts are better confirmed. */
  readonly confidence: SortKey;
}

/**
 * Filters, counts, sorts and cuts: a row that passes all filters is a match and counts in every facet; a row that
 * fails exactly one counts in that filter's own facets and tells what removing the filter would find.
 */
export function search(rows: Rows, request: SearchRequest, match: TextMatch | undefined): SearchOutcome {
  const candidates = candidateRows(rows, match);
  const sieve = new Sieve(request.filters, request.facets);
  const matches = sieve.sift(candidates, match === undefined && rows.allLive);
  const keys = sortKeys(rows, request, match);
  const rest = request.after === undefined ? matches : after(rows, keys, matches, request.after);
  const page = firstOf(rows, keys, rest, request.limit + 1);
  const more = page.length > request.limit;
  if (more) page.pop();
  const last = page.at(-1);
  return {
    page,
    total: matches.length,
    ...(more && last !== undefined && { next: { keys: keys.map((key) => key(last)), id: rows.idOf(last) } }),
    ...sieve.result(),
    textTotal: candidates.length,
    partial: countIn(match?.partial, matches),
    unknown: match?.unknown ?? [],
    corrected: match?.corrected ?? {},
  };
}

function candidateRows(rows: Rows, match: TextMatch | undefined): readonly number[] {
  const all = match?.rows ?? everyRow(rows.size);
  return rows.allLive ? all : all.filter((index) => rows.isLive(index));
}

/** All rows that a kind was ever seen to have; a search takes the beginning. */
const counted: number[] = [];

function everyRow(size: number): readonly number[] {
  while (counted.length < size) counted.push(counted.length);
  return counted.length === size ? counted : counted.slice(0, size);
}

function countIn(wanted: ReadonlySet<number> | undefined, matches: readonly number[]): number {
  if (wanted === undefined || wanted.size === 0) return 0;
  return matches.reduce((count, index) => count + (wanted.has(index) ? 1 : 0), 0);
}

/** The first rows in the order of the keys. */
function firstOf(rows: Rows, keys: readonly SortKey[], matches: readonly number[], limit: number): number[] {
  // Where no row is named exactly, the key that tells is the second of relevance.
  const key = keys.find((candidate) => candidate !== nobodyExact) ?? nobodyExact;
  const top = new Top<number>(limit, (a, b) => compareRows(rows, keys, a, b));
  const { vector } = key;
  let bound = Number.POSITIVE_INFINITY;
  const { length } = matches;
  const step = strideThrough(length);
  for (let seen = 0, at = 0; seen < length; seen++) {
    const index = matches[at] as number;
    // Dividing for the remainder would cost more than all the rest.
    at += step;
    if (at >= length) at -= length;
    // Most rows are behind the page by this key alone.
    const value = vector === undefined ? key(index) : vector.sign * (vector.numbers[index] as number);
    if (value > bound) continue;
    top.add(index);
    if (top.last !== undefined) bound = key(top.last);
  }
  return top.sorted();
}

/**
 * Ids rise with dates, and with other things that are sorted by: in long strides hardly a row comes in once the first
 * are seen, where one behind the other each might. A prime that does not divide the length meets every row once.
 */
function strideThrough(length: number): number {
  return (length % 7919 === 0 ? 7927 : 7919) % length;
}

const nobodyExact: SortKey = () => Number.MAX_SAFE_INTEGER;

function sortKeys(rows: Rows, request: SearchRequest, match: TextMatch | undefined): readonly SortKey[] {
  if (request.sort !== undefined) return request.sort;
  if (match === undefined) return [rows.standing];
  const { confidence } = rows;
  const isExact = (index: number) => (match.exact.has(index) ? confidence(index) : Number.MAX_SAFE_INTEGER);
  return [match.exact.size === 0 ? nobodyExact : isExact, keyOf(match.scores, -1), rows.standing];
}

function compareRows(rows: Rows, keys: readonly SortKey[], a: number, b: number): number {
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k] as SortKey;
    const left = key(a);
    const right = key(b);
    // Unequal infinities apart, a plain difference would be NaN for two unknown values.
    if (left !== right) return left < right ? -1 : 1;
  }
  return rows.compareIds(a, b);
}

function compareWords(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The rows behind a position. Where its row is still among them, its place of now counts. */
function after(
  rows: Rows,
  keys: readonly SortKey[],
  matches: readonly number[],
  position: Position,
): number[] {
  const known = matches.find(
    (index) => keys[0]?.(index) === position.keys[0] && rows.idOf(index) === position.id,
  );
  if (known !== undefined) return matches.filter((index) => compareRows(rows, keys, known, index) < 0);
  return matches.filter((index) => {
    for (const [i, key] of keys.entries()) {
      const value = key(index);
      const bound = position.keys[i] ?? 0;
      if (value !== bound) return value > bound;
    }
    return rows.idOf(index) > position.id;
  });
}

/** Rows remembered of each count apart, so that a reader can look at some. */
const examplesKept = 200;

/** Sorts rows by the filters that they fail: none, one, or more that are of no further interest. */
class Sieve {
  private candidates: readonly number[] = [];
  private matches: readonly number[] = [];
  private readonly filters: readonly Filter[];
  private readonly facets: readonly Facet[];
  /** Rows that a filter alone keeps out, where a facet wants to count them. */
  private readonly keptOut: readonly (number[] | undefined)[];
  private readonly removable: number[];
  private readonly apart: Record<string, number> = {};
  private readonly examples: Record<string, number[]> = {};

  constructor(filters: readonly Filter[], facets: readonly Facet[]) {
    this.filters = filters;
    this.facets = facets;
    // What one filter alone keeps out is every other candidate, which need not be listed.
    const listed = filters.length > 1 ? facets : [];
    this.keptOut = filters.map(({ name }) => (listed.some(({ filter }) => filter === name) ? [] : undefined));
    this.removable = filters.map(() => 0);
  }

  /** The rows that pass every filter; `isAll` where the candidates are all rows that there are. */
  sift(candidates: readonly number[], isAll: boolean): readonly number[] {
    this.candidates = candidates;
    const [only, another] = this.filters;
    if (only !== undefined && another === undefined && only.apart === undefined) {
      this.matches =
        (isAll ? only.rows : undefined) ??
        only.passing?.(candidates) ??
        candidates.filter((index) => only.test(index));
      this.removable[0] = candidates.length - this.matches.length;
    } else if (this.filters.length > 0) {
      const passed: number[] = [];
      for (let i = 0; i < candidates.length; i++) {
        const index = candidates[i] as number;
        const failed = this.firstFailed(index);
        if (failed === -1) passed.push(index);
        else this.reject(index, failed);
      }
      this.matches = passed;
    } else this.matches = candidates;
    return this.matches;
  }

  private firstFailed(index: number): number {
    const { filters } = this;
    for (let f = 0; f < filters.length; f++) if (!(filters[f] as Filter).test(index)) return f;
    return -1;
  }

  /** Counts a row that fails a filter and perhaps later ones, where there is something to say of it. */
  private reject(index: number, first: number): void {
    const label = this.filters[first]?.apart?.(index);
    let labels: Set<string> | undefined;
    for (let f = first + 1; f < this.filters.length; f++) {
      const filter = this.filters[f] as Filter;
      if (filter.test(index)) continue;
      const other = filter.apart?.(index);
      // Only what is merely unknown under every filter that it fails is still worth a count.
      if (label === undefined || other === undefined) return;
      labels = (labels ?? new Set([label])).add(other);
    }
    if (labels !== undefined) for (const name of labels) this.setApart(name, index);
    else if (label !== undefined) this.setApart(label, index);
    if (labels !== undefined) return;
    this.removable[first] = (this.removable[first] as number) + 1;
    this.keptOut[first]?.push(index);
  }

  private setApart(name: string, index: number): void {
    this.apart[name] = (this.apart[name] ?? 0) + 1;
    const examples = this.examples[name] ?? [];
    this.examples[name] = examples;
    if (examples.length < examplesKept) examples.push(index);
  }

  result(): Pick<SearchOutcome, 'facets' | 'apart' | 'apartExamples' | 'withoutFilter'> {
    return {
      facets: Object.fromEntries(this.facets.map((facet) => [facet.name, this.count(facet)])),
      apart: this.apart,
      apartExamples: this.examples,
      withoutFilter: Object.fromEntries(this.filters.map(({ name }, i) => [name, this.removable[i] ?? 0])),
    };
  }

  private count({ column, filter }: Facet): FacetCount[] {
    const counts = new Uint32Array(column.dictionary.length);
    const own = this.filters.findIndex(({ name }) => name === filter);
    if (own === 0 && this.filters.length === 1) column.count(this.candidates, counts);
    else {
      column.count(this.matches, counts);
      column.count(this.keptOut[own] ?? [], counts);
    }
    return facetCounts(column, counts);
  }
}

function facetCounts(column: WordColumn, counts: Uint32Array): FacetCount[] {
  const codes: number[] = [];
  for (let code = 0; code < counts.length; code++) if ((counts[code] as number) > 0) codes.push(code);
  const { dictionary } = column;
  const word = (code: number) => dictionary[code] as string;
  codes.sort((a, b) => (counts[b] as number) - (counts[a] as number) || compareWords(word(a), word(b)));
  return codes.map((code) => ({ value: word(code), count: counts[code] as number }));
}
