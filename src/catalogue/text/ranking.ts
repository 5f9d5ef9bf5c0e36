import { fieldShift, type Occurrences } from './occurrences.ts';

/** Rows that match a text, rising, each with its score (higher is better). */
export interface Hits {
  readonly rows: Int32Array;
  readonly scores: Float64Array;
  /** The part of what was asked that the row has, by information: 1 if it has every term as written. */
  readonly coverage: Float64Array;
}

/** One way to satisfy a term. */
export interface Phrase {
  readonly weight: number;
  /** In how many records it stands, as far as that is known. */
  readonly records: number;
  readonly occurrences: Occurrences;
}

/** What BM25 needs to know of the whole index. */
export interface Statistics {
  readonly records: number;
  /** By field. */
  readonly weights: readonly number[];
  /** By field, in words. */
  readonly meanLengths: readonly number[];
}

const k1 = 1.2;
const b = 0.75;
/** What a further alternative of a term adds, as a part of its own score. */
const confirmation = 0.5;

/**
 * BM25 (Robertson and Zaragoza, 2009), weighted by field: a term after the other, into vectors with an entry a row
 * that are used again and again.
 */
export class Ranking {
  private readonly statistics: Statistics;
  private readonly lengthsUpTo: (row: number) => Uint32Array;
  private readonly divisors: readonly number[];
  /** What a row has of the current term: the weight of its best phrase, or 0. */
  private found = new Float64Array(0);
  /** What a row scores by the current term. */
  private best = new Float64Array(0);
  private score = new Float64Array(0);
  private covered = new Float64Array(0);
  /** How many terms a row has. */
  private having = new Uint16Array(0);

  /** `lengthsUpTo` gives the field lengths, row after row from 0, at least up to a row. */
  constructor(statistics: Statistics, lengthsUpTo: (row: number) => Uint32Array) {
    this.statistics = statistics;
    this.lengthsUpTo = lengthsUpTo;
    this.divisors = statistics.meanLengths.map((length) => Math.max(1, length));
  }

  /** Rows that have every term, or else any; a term is a list of phrases that say the same. */
  rank(terms: readonly (readonly Phrase[])[], needsEvery: boolean): Hits {
    const last = lastRow(terms);
    this.reserve(last + 1);
    const lengths = this.lengthsUpTo(last);
    const idfs = terms.map((phrases) => this.informationOf(phrases));
    const told = terms.map((phrases, t) => tellsOf(phrases, idfs[t] as number[]));
    const all = told.reduce((sum, value) => sum + value, 0);
    const seen: number[] = [];
    terms.forEach((phrases, t) => {
      const rows = this.findTerm(phrases, idfs[t] as number[], needsEvery ? t : undefined, lengths);
      const share = all === 0 ? 0 : (told[t] as number) / all;
      for (const row of rows) this.settle(row, share, seen);
    });
    return this.take(seen, needsEvery ? terms.length : 1);
  }

  /** The rows of a term; where `having` is given, of those rows alone that have so many terms already. */
  private findTerm(
    phrases: readonly Phrase[],
    idfs: readonly number[],
    having: number | undefined,
    lengths: Uint32Array,
  ): number[] {
    const found: number[] = [];
    phrases.forEach(({ weight, occurrences }, p) => {
      const { rows } = occurrences;
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i] as number;
        if (having !== undefined && this.having[row] !== having) continue;
        const frequency = this.frequencyOf(occurrences, i, lengths);
        const score = weight * (idfs[p] as number) * ((frequency * (k1 + 1)) / (frequency + k1));
        if (this.found[row] === 0) found.push(row);
        // Alternatives are one term said differently: the best counts, and the others confirm it a little.
        const best = this.best[row] as number;
        this.best[row] = Math.max(best, score) + confirmation * Math.min(best, score);
        this.found[row] = Math.max(this.found[row] as number, weight);
      }
    });
    return found;
  }

  /**
   * Weighted term frequency of all fields is saturated once (BM25F), so that a word in the name and in the
   * description does not count as two independent findings.
   */
  private frequencyOf({ rows, starts, places }: Occurrences, i: number, lengths: Uint32Array): number {
    const { weights } = this.statistics;
    const ownLengths = (rows[i] as number) * weights.length;
    const end = starts[i + 1] as number;
    let frequency = 0;
    for (let p = starts[i] as number; p < end; ) {
      const field = (places[p] as number) >> fieldShift;
      let count = 1;
      while (++p < end && (places[p] as number) >> fieldShift === field) count++;
      const length = (lengths[ownLengths + field] as number) / (this.divisors[field] as number);
      frequency += ((weights[field] as number) * count) / (1 - b + b * length);
    }
    return frequency;
  }

  /** Adds what a row has of the current term. */
  private settle(row: number, share: number, seen: number[]): void {
    if (this.having[row] === 0) seen.push(row);
    this.having[row] = (this.having[row] as number) + 1;
    this.score[row] = (this.score[row] as number) + (this.best[row] as number);
    this.covered[row] = (this.covered[row] as number) + share * (this.found[row] as number);
    this.best[row] = 0;
    this.found[row] = 0;
  }

  /** The rows that have so many terms at least; leaves the vectors empty. */
  private take(seen: readonly number[], having: number): Hits {
    let count = 0;
    const kept = new Int32Array(seen.length);
    for (let i = 0; i < seen.length; i++) {
      const row = seen[i] as number;
      if ((this.having[row] as number) >= having) kept[count++] = row;
      this.having[row] = 0;
    }
    const rows = kept.subarray(0, count).sort();
    const scores = new Float64Array(count);
    const coverage = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const row = rows[i] as number;
      // Four decimals are finer than any difference that matters, and keep cursors short.
      scores[i] = Math.round((this.score[row] as number) * 1e4) / 1e4;
      coverage[i] = this.covered[row] as number;
    }
    for (let i = 0; i < seen.length; i++) {
      this.score[seen[i] as number] = 0;
      this.covered[seen[i] as number] = 0;
    }
    return { rows, scores, coverage };
  }

  private reserve(rows: number): void {
    if (rows <= this.having.length) return;
    this.found = new Float64Array(rows);
    this.best = new Float64Array(rows);
    this.score = new Float64Array(rows);
    this.covered = new Float64Array(rows);
    this.having = new Uint16Array(rows);
  }

  /** No alternative tells more than the word as it was written, however rare it is itself. */
  private informationOf(phrases: readonly Phrase[]): number[] {
    const idfs = phrases.map(({ records }) => inverseFrequency(this.statistics.records, records));
    const [written] = phrases;
    const [own = 0] = idfs;
    const most = written === undefined || written.records === 0 ? Number.POSITIVE_INFINITY : own;
    return idfs.map((idf) => Math.min(most, idf));
  }
}

function lastRow(terms: readonly (readonly Phrase[])[]): number {
  let last = 0;
  for (const { occurrences } of terms.flat()) last = Math.max(last, occurrences.rows.at(-1) ?? 0);
  return last;
}

function inverseFrequency(records: number, having: number): number {
  return Math.log(1 + Math.max(0, records - having + 0.5) / (having + 0.5));
}

/** A term tells as much as its commonest phrase that stands anywhere. */
function tellsOf(phrases: readonly Phrase[], idfs: readonly number[]): number {
  const known = idfs.filter((_, p) => (phrases[p]?.records ?? 0) > 0);
  return known.length === 0 ? 0 : Math.min(...known);
}
