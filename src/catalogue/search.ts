import type { TextQuery } from '../text/query.ts';
import type { WordColumn } from './columns.ts';
import { topOf } from './top.ts';

/** One condition on a record; `index` counts rows from 0. */
export interface Filter {
  /** The argument that asked for it. */
  readonly name: string;
  test(index: number): boolean;
  /** For a row that fails: the count it belongs to, such as `excluded_unknown_price`, if it is counted apart. */
  apart?(index: number): string | undefined;
  /** How to be rid of it, where that is not to leave the argument out: `With include_closed true`. */
  readonly remedy?: string;
  /** What a reader must know of how it was understood, or that nothing has its value. */
  readonly note?: string;
}

/** Smaller comes first; rows that are equal under every key are ordered by id. */
export type SortKey = (index: number) => number;

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

/** What a text found, before any filter. */
export interface TextMatch {
  readonly rows: readonly number[];
  /** By row index; higher is better, 0 for rows that were not found. */
  readonly scores: Float64Array;
  /** Rows that the text names exactly. */
  readonly exact: ReadonlySet<number>;
  /** True for a row that stands in although it lacks a word. */
  isPartial(index: number): boolean;
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
  idOf(index: number): string;
  /** Orders rows by id. */
  compareIds(a: number, b: number): number;
  /** The order where neither a text nor a sort decides, smaller first. */
  readonly standing: SortKey;
  /** Smaller for records whose facts are better confirmed. */
  readonly confidence: SortKey;
}

/**
 * Filters, counts, sorts and cuts in one pass over the candidates: a row that passes all filters is a match
 * and counts in every facet; a row that fails exactly one counts in that filter's own facets and tells what
 * removing the filter would find.
 */
export function search(rows: Rows, request: SearchRequest, match: TextMatch | undefined): SearchOutcome {
  const tally = new Tally(request.filters, request.facets);
  const matches: number[] = [];
  let candidates = 0;
  for (const index of match?.rows ?? everyRow(rows)) {
    if (!rows.isLive(index)) continue;
    candidates++;
    if (tally.add(index)) matches.push(index);
  }
  const keys = sortKeys(rows, request, match);
  const compare = (a: number, b: number) => compareRows(rows, keys, a, b);
  const rest = request.after === undefined ? matches : after(rows, keys, matches, request.after);
  const page = topOf(rest, request.limit + 1, compare);
  const more = page.length > request.limit;
  if (more) page.pop();
  const last = page.at(-1);
  return {
    page,
    total: matches.length,
    ...(more && last !== undefined && { next: { keys: keys.map((key) => key(last)), id: rows.idOf(last) } }),
    ...tally.result(),
    textTotal: candidates,
    partial: match === undefined ? 0 : matches.filter((index) => match.isPartial(index)).length,
    unknown: match?.unknown ?? [],
    corrected: match?.corrected ?? {},
  };
}

function* everyRow(rows: Rows): Iterable<number> {
  for (let index = 0; index < rows.size; index++) yield index;
}

function sortKeys(rows: Rows, request: SearchRequest, match: TextMatch | undefined): readonly SortKey[] {
  if (request.sort !== undefined) return request.sort;
  if (match === undefined) return [rows.standing];
  const { confidence } = rows;
  return [
    (index) => (match.exact.has(index) ? confidence(index) : Number.MAX_SAFE_INTEGER),
    (index) => -(match.scores[index] ?? 0),
    rows.standing,
  ];
}

function compareRows(rows: Rows, keys: readonly SortKey[], a: number, b: number): number {
  for (const key of keys) {
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

class Tally {
  private readonly filters: readonly Filter[];
  private readonly facets: readonly { facet: Facet; counts: Uint32Array; filter: number }[];
  private readonly removable: number[];
  private readonly apart: Record<string, number> = {};
  private readonly examples: Record<string, number[]> = {};

  constructor(filters: readonly Filter[], facets: readonly Facet[]) {
    this.filters = filters;
    this.facets = facets.map((facet) => ({
      facet,
      counts: new Uint32Array(facet.column.dictionary.length),
      filter: filters.findIndex((filter) => filter.name === facet.filter),
    }));
    this.removable = filters.map(() => 0);
  }

  /** Counts a row; true if it passes every filter. */
  add(index: number): boolean {
    for (let f = 0; f < this.filters.length; f++) {
      if ((this.filters[f] as Filter).test(index)) continue;
      this.reject(index, f);
      return false;
    }
    this.countFacets(index, -1);
    return true;
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
    for (const name of labels ?? (label === undefined ? [] : [label])) {
      this.apart[name] = (this.apart[name] ?? 0) + 1;
      const examples = this.examples[name] ?? [];
      this.examples[name] = examples;
      if (examples.length < examplesKept) examples.push(index);
    }
    if (labels !== undefined) return;
    this.removable[first] = (this.removable[first] ?? 0) + 1;
    this.countFacets(index, first);
  }

  /** `own` is the filter that the row fails alone; -1 for a match. */
  private countFacets(index: number, own: number): void {
    for (const { facet, counts, filter } of this.facets) {
      if (own === -1 || filter === own) facet.column.count(index, counts);
    }
  }

  result(): Pick<SearchOutcome, 'facets' | 'apart' | 'apartExamples' | 'withoutFilter'> {
    return {
      facets: Object.fromEntries(
        this.facets.map(({ facet, counts }) => [facet.name, facetCounts(facet.column, counts)]),
      ),
      apart: this.apart,
      apartExamples: this.examples,
      withoutFilter: Object.fromEntries(this.filters.map(({ name }, i) => [name, this.removable[i] ?? 0])),
    };
  }
}

function facetCounts(column: WordColumn, counts: Uint32Array): FacetCount[] {
  const found: FacetCount[] = [];
  counts.forEach((count, code) => {
    if (count > 0) found.push({ value: column.dictionary[code] as string, count });
  });
  return found.sort((a, b) => b.count - a.count || compareWords(a.value, b.value));
}
