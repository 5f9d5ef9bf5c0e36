import type { WordColumn } from './columns.ts';
import type { Filter } from './filters/filters.ts';

export interface Facet {
  readonly name: string;
  readonly column: WordColumn;
  /** The filter over the same dimension, under which this facet is not counted. */
  readonly filter: string;
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** Examples remembered under each label, so that a reader can look at some. */
const MAX_EXAMPLES = 200;

/** Counts that filtering gives beside the matches. */
export interface Counts {
  readonly facets: Readonly<Record<string, readonly FacetCount[]>>;
  /** By label: rows that fail the filters only because something about them is unknown. */
  readonly unknownCounts: Readonly<Record<string, number>>;
  /** Some of them, by row index. */
  readonly unknownExamples: Readonly<Record<string, readonly number[]>>;
  /** For each filter, the rows that it alone excludes. */
  readonly withoutFilter: Readonly<Record<string, number>>;
}

export interface FilteredRows {
  /** The rows that pass every filter, in the order of the candidates. */
  readonly matches: Int32Array;
  readonly counts: Counts;
}

/**
 * Classifies rows by the filters that they fail. One that passes all is a match and counts in every facet; one
 * that fails exactly one counts in that filter's own facets and shows what removing the filter would find.
 */
export function filterRows(
  candidates: Int32Array,
  filters: readonly Filter[],
  facets: readonly Facet[],
): FilteredRows {
  const rejected = new Rejected(filters, facets);
  const matches = filters.length === 0 ? candidates : passing(candidates, filters, rejected);
  const count = ({ column, filter }: Facet): FacetCount[] => {
    const counts = new Uint32Array(column.dictionary.length);
    const own = filters.findIndex(({ name }) => name === filter);
    // A single filter excludes every other candidate.
    if (own === 0 && filters.length === 1) column.count(candidates, counts);
    else {
      column.count(matches, counts);
      column.count(Int32Array.from(rejected.byOne[own] ?? []), counts);
    }
    return facetCounts(column, counts);
  };
  const counts = {
    facets: Object.fromEntries(facets.map((facet) => [facet.name, count(facet)])),
    unknownCounts: rejected.unknownCounts,
    unknownExamples: rejected.examples,
    withoutFilter: Object.fromEntries(filters.map(({ name }, i) => [name, rejected.byOneCount[i] ?? 0])),
  };
  return { matches, counts };
}

function passing(candidates: Int32Array, filters: readonly Filter[], rejected: Rejected): Int32Array {
  const matches = new Int32Array(candidates.length);
  let count = 0;
  const [only, another] = filters;
  if (only !== undefined && another === undefined && only.unknownCounts === undefined) {
    // Of the others only their number is needed.
    const { pass } = only;
    for (let i = 0; i < candidates.length; i++) {
      const index = candidates[i] as number;
      if (pass[index] === 1) matches[count++] = index;
    }
    rejected.byOneCount[0] = candidates.length - count;
    return matches.subarray(0, count);
  }
  const failed = failures(candidates, filters);
  for (let i = 0; i < candidates.length; i++) {
    const index = candidates[i] as number;
    if (failed[i] === 0) matches[count++] = index;
    else rejected.add(index, failed[i] as number);
  }
  return matches.subarray(0, count);
}

/** For each candidate the filters that it fails, a bit each: one pass over a mask is far faster than one over the filters of each row. */
function failures(candidates: Int32Array, filters: readonly Filter[]): Int32Array {
  const failed = new Int32Array(candidates.length);
  for (const [f, { pass }] of filters.entries()) {
    const bit = 1 << f;
    for (let i = 0; i < candidates.length; i++) {
      if (pass[candidates[i] as number] === 0) failed[i] = (failed[i] as number) | bit;
    }
  }
  return failed;
}

/** True for a row, by its index, that passes every filter. */
export function passes(index: number, filters: readonly Filter[]): boolean {
  for (let f = 0; f < filters.length; f++) if ((filters[f] as Filter).pass[index] === 0) return false;
  return true;
}

/** How many of the rows pass a test, as far as it matters. */
export function countUpTo(most: number, rows: Int32Array, test: (row: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < rows.length && count < most; i++) if (test(rows[i] as number)) count++;
  return count;
}

/** Counts the rows that fail a filter, as far as the answer reports them. */
class Rejected {
  readonly #filters: readonly Filter[];
  /** A bit for each filter that counts rows with an unknown value. */
  readonly #labelled: number;
  /** By filter: how many rows it alone excludes. */
  readonly byOneCount: number[];
  /** These rows, where a facet wants to count them. */
  readonly byOne: readonly (number[] | undefined)[];
  readonly unknownCounts: Record<string, number> = {};
  readonly examples: Record<string, number[]> = {};

  constructor(filters: readonly Filter[], facets: readonly Facet[]) {
    this.#filters = filters;
    this.#labelled = filters.reduce(
      (bits, one, f) => (one.unknownCounts === undefined ? bits : bits | (1 << f)),
      0,
    );
    this.byOneCount = filters.map(() => 0);
    // The only filter excludes every other candidate, which need not be listed.
    const listed = filters.length > 1 ? facets : [];
    this.byOne = filters.map(({ name }) => (listed.some(({ filter }) => filter === name) ? [] : undefined));
  }

  /** `failed` has a bit for each filter that the row fails, at least one. */
  add(index: number, failed: number): void {
    const filters = this.#filters;
    if ((failed & (failed - 1)) === 0) {
      const only = 31 - Math.clz32(failed);
      this.byOneCount[only] = (this.byOneCount[only] as number) + 1;
      this.byOne[only]?.push(index);
      const label = labelOf(filters[only] as Filter, index);
      if (label !== undefined) this.#count(label, index);
      return;
    }
    // A row is counted only if every filter that it fails does so for an unknown value.
    if ((failed & ~this.#labelled) !== 0) return;
    const labels = new Set<string>();
    for (let rest = failed; rest !== 0; rest &= rest - 1) {
      const label = labelOf(filters[31 - Math.clz32(rest & -rest)] as Filter, index);
      if (label === undefined) return;
      labels.add(label);
    }
    for (const each of labels) this.#count(each, index);
  }

  #count(label: string, index: number): void {
    this.unknownCounts[label] = (this.unknownCounts[label] ?? 0) + 1;
    const examples = this.examples[label] ?? [];
    this.examples[label] = examples;
    if (examples.length < MAX_EXAMPLES) examples.push(index);
  }
}

function labelOf({ unknownCounts }: Filter, index: number): string | undefined {
  return unknownCounts?.find(({ mask }) => mask[index] === 1)?.label;
}

function facetCounts(column: WordColumn, counts: Uint32Array): FacetCount[] {
  const codes: number[] = [];
  for (let code = 0; code < counts.length; code++) if ((counts[code] as number) > 0) codes.push(code);
  const { dictionary } = column;
  const word = (code: number) => dictionary[code] as string;
  codes.sort((a, b) => (counts[b] as number) - (counts[a] as number) || compareWords(word(a), word(b)));
  return codes.map((code) => ({ value: word(code), count: counts[code] as number }));
}

function compareWords(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
