import type { Filter } from './filters/filters.ts';
import { rowsBeside } from './masks.ts';
import type { WordColumn } from './word-column.ts';

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

interface FilteredRows {
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
  const [ofCandidates, ofMatches] = [counterOf(candidates), counterOf(matches)];
  const count = ({ column, filter }: Facet): FacetCount[] => {
    const own = filters.findIndex(({ name }) => name === filter);
    // A single filter excludes every other candidate.
    if (own === 0 && filters.length === 1) return facetCounts(column, ofCandidates(column));
    const counts = ofMatches(column);
    column.count(rejected.rowsBy(own), counts);
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

/** Counts the words of rows; where they are most of all rows, by those that are not among them. */
function counterOf(rows: Int32Array): (column: WordColumn) => Uint32Array {
  let others: Int32Array | undefined;
  return (column) => {
    const counts = new Uint32Array(column.dictionary.length);
    if (rows.length * 2 < column.size) {
      column.count(rows, counts);
      return counts;
    }
    others ??= rowsBeside(rows, column.size);
    column.count(others, counts);
    const { totals } = column;
    return counts.map((count, code) => (totals[code] as number) - count);
  };
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
    if (failed[i] === 0) matches[count++] = candidates[i] as number;
  }
  if (count < candidates.length) rejected.read(candidates, failed);
  return matches.subarray(0, count);
}

/** For each candidate the filters that it fails, a bit each: one pass over a mask is far faster than one over the filters of each row. */
function failures(candidates: Int32Array, filters: readonly Filter[]): Int32Array {
  const failed = new Int32Array(candidates.length);
  for (const [f, { pass }] of filters.entries()) {
    for (let i = 0; i < candidates.length; i++) {
      failed[i] = (failed[i] as number) | (((pass[candidates[i] as number] as number) ^ 1) << f);
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
  readonly #byOne: Int32Array[];
  readonly #isListed: readonly boolean[];
  readonly unknownCounts: Record<string, number> = {};
  readonly examples: Record<string, number[]> = {};

  constructor(filters: readonly Filter[], facets: readonly Facet[]) {
    this.#filters = filters;
    this.#labelled = filters.reduce(
      (bits, one, f) => (one.unknownCounts === undefined ? bits : bits | (1 << f)),
      0,
    );
    this.byOneCount = filters.map(() => 0);
    this.#byOne = filters.map(() => noRows);
    // The only filter excludes every other candidate, which need not be listed.
    const listed = filters.length > 1 ? facets : [];
    this.#isListed = filters.map(({ name }) => listed.some(({ filter }) => filter === name));
  }

  /** The rows that only this filter excludes, where a facet wants to count them. */
  rowsBy(filter: number): Int32Array {
    return this.#byOne[filter] ?? noRows;
  }

  /** `failed` has for each candidate a bit for each filter that it fails. */
  read(candidates: Int32Array, failed: Int32Array): void {
    for (let f = 0; f < this.#filters.length; f++) {
      const bit = 1 << f;
      let count = 0;
      for (let i = 0; i < failed.length; i++) count += failed[i] === bit ? 1 : 0;
      this.byOneCount[f] = count;
      if (this.#isListed[f]) this.#byOne[f] = rowsFailing(candidates, failed, bit, count);
    }
    if (this.#labelled === 0) return;
    for (let i = 0; i < failed.length; i++) {
      // A row is counted only if every filter that it fails does so for an unknown value.
      const bits = failed[i] as number;
      if (bits !== 0 && (bits & ~this.#labelled) === 0) this.#countUnknown(candidates[i] as number, bits);
    }
  }

  #countUnknown(index: number, failed: number): void {
    const labels = new Set<string>();
    for (let rest = failed; rest !== 0; rest &= rest - 1) {
      const label = labelOf(this.#filters[31 - Math.clz32(rest & -rest)] as Filter, index);
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

const noRows = new Int32Array(0);

/** The candidates, so many, that fail exactly this. */
function rowsFailing(candidates: Int32Array, failed: Int32Array, bits: number, count: number): Int32Array {
  const rows = new Int32Array(count);
  for (let i = 0, found = 0; found < count; i++) {
    if (failed[i] === bits) rows[found++] = candidates[i] as number;
  }
  return rows;
}

function labelOf({ unknownCounts }: Filter, index: number): string | undefined {
  return unknownCounts?.find(({ mask }) => mask[index] === 1)?.label;
}

function facetCounts(column: WordColumn, counts: Uint32Array): FacetCount[] {
  const codes: number[] = [];
  for (let code = 0; code < counts.length; code++) if ((counts[code] as number) > 0) codes.push(code);
  const { dictionary } = column;
  const word = (code: number) => dictionary[code] as string;
  codes.sort((a, b) => (counts[b] as number) - (counts[a] as number) || (word(a) < word(b) ? -1 : 1));
  return codes.map((code) => ({ value: word(code), count: counts[code] as number }));
}
