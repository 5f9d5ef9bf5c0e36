import { FIELD_SHIFT, type Postings } from './postings.ts';
import { B, CONFIRMATION, K1 } from './weights.ts';

/** Rows that match a text, ascending, each with its score (higher is better). */
export interface Hits {
  readonly rows: Int32Array;
  readonly scores: Float64Array;
  /** The share of the query that the row matches, weighted by information: 1 if it has every term as written. */
  readonly coverage: Float64Array;
}

/** One way to satisfy a term. */
export interface Phrase {
  readonly weight: number;
  /** Document frequency, as far as it is known. */
  readonly records: number;
  readonly postings: Postings;
}

/** The collection statistics that BM25 needs. */
export interface Statistics {
  readonly records: number;
  /** By field. */
  readonly weights: readonly number[];
  /** By field: mean length in words. */
  readonly meanLengths: readonly number[];
}

/** In place of a number of terms: any. */
const FOUND = -1;

/**
 * BM25F (Robertson and Zaragoza, 2009), term at a time, into accumulator vectors with an entry per row that are
 * reused.
 */
export class Ranking {
  readonly #statistics: Statistics;
  readonly #lengths: () => Uint32Array;
  /** What one occurrence in a field of a row adds to the frequency, row after row from 0. */
  #gains = new Float32Array(0);
  /** What a row has of the current term: the weight of its best phrase, or 0. */
  #found = new Float64Array(0);
  /** What a row scores by the current term. */
  #best = new Float64Array(0);
  #score = new Float64Array(0);
  #covered = new Float64Array(0);
  /** How many terms a row has. */
  #having = new Uint16Array(0);

  /** `lengths` holds the lengths of all fields, row by row from 0. */
  constructor(statistics: Statistics, lengths: () => Uint32Array) {
    this.#statistics = statistics;
    this.#lengths = lengths;
  }

  /**
   * Rows that match every term, or else at least the rarest or one with no more than `most` rows; a term is a list of
   * equivalent phrases.
   */
  rank(terms: readonly (readonly Phrase[])[], needs: 'every' | { readonly most: number }): Hits {
    this.#reserve(lastRow(terms));
    const idfs = terms.map((phrases) => this.#informationOf(phrases));
    const information = terms.map((phrases, t) => informationOf(phrases, idfs[t] as number[]));
    const all = information.reduce((sum, value) => sum + value, 0);
    const shares = information.map((value) => (all === 0 ? 0 : value / all));
    if (terms.length === 1) {
      return this.#rankTerm(terms[0] as readonly Phrase[], idfs[0] as number[], shares[0] as number);
    }
    const seen: number[] = [];
    // Rarest first: for the other terms only rows that have it are scored.
    for (const [place, t] of byRarity(terms).entries()) {
      const [phrases, idf, share] = [terms[t] as readonly Phrase[], idfs[t] as number[], shares[t] as number];
      const isOpen =
        needs !== 'every' && (place === 0 || rowsOf(terms[t] as readonly Phrase[]) <= needs.most);
      const having = needs === 'every' ? place : isOpen ? undefined : FOUND;
      if (phrases.length === 1) this.#addPhrase(phrases[0] as Phrase, idf[0] as number, having, share, seen);
      else for (const row of this.#findTerm(phrases, idf, having)) this.#settle(row, share, seen);
    }
    return this.#take(seen, needs === 'every' ? terms.length : 1);
  }

  /** The query is one term: its rows are those of its postings. */
  #rankTerm(phrases: readonly Phrase[], idfs: readonly number[], share: number): Hits {
    const [only, another] = phrases;
    if (only !== undefined && another === undefined) {
      const { weight, postings } = only;
      const { rows } = postings;
      const scores = new Float64Array(rows.length);
      const most = weight * (idfs[0] as number);
      for (let i = 0; i < rows.length; i++) scores[i] = most * saturated(this.#frequencyOf(postings, i));
      return { rows, scores, coverage: new Float64Array(rows.length).fill(share * weight) };
    }
    const best = this.#best;
    const found = this.#found;
    const rows = Int32Array.from(this.#findTerm(phrases, idfs, undefined)).sort();
    const scores = new Float64Array(rows.length);
    const coverage = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      scores[i] = best[row] as number;
      coverage[i] = share * (found[row] as number);
      best[row] = 0;
      found[row] = 0;
    }
    return { rows, scores, coverage };
  }

  /** Most terms have one phrase: `findTerm` and `settle` in one pass. */
  #addPhrase(
    { weight, postings }: Phrase,
    idf: number,
    wanted: number | undefined,
    share: number,
    seen: number[],
  ): void {
    const having = this.#having;
    const score = this.#score;
    const covered = this.#covered;
    const { rows } = postings;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      const terms = having[row] as number;
      if (wanted === FOUND ? terms === 0 : wanted !== undefined && terms !== wanted) continue;
      if (terms === 0) seen.push(row);
      having[row] = terms + 1;
      score[row] = (score[row] as number) + weight * idf * saturated(this.#frequencyOf(postings, i));
      covered[row] = (covered[row] as number) + share * weight;
    }
  }

  /** The rows of a term; if `wanted` is given, only rows that already have so many terms, or any. */
  #findTerm(phrases: readonly Phrase[], idfs: readonly number[], wanted: number | undefined): number[] {
    const having = this.#having;
    const found = this.#found;
    const best = this.#best;
    const rowsFound: number[] = [];
    for (const [p, { weight, postings }] of phrases.entries()) {
      const { rows } = postings;
      const most = weight * (idfs[p] as number);
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i] as number;
        if (wanted === FOUND ? having[row] === 0 : wanted !== undefined && having[row] !== wanted) continue;
        const score = most * saturated(this.#frequencyOf(postings, i));
        if (found[row] === 0) rowsFound.push(row);
        // Alternatives say one term differently: the best counts, and the others add a little.
        const other = best[row] as number;
        best[row] = Math.max(other, score) + CONFIRMATION * Math.min(other, score);
        found[row] = Math.max(found[row] as number, weight);
      }
    }
    return rowsFound;
  }

  /**
   * Weighted term frequency of all fields, saturated once (BM25F), so that a word in the name and in the
   * description does not count as two independent findings.
   */
  #frequencyOf({ rows, starts, positions }: Postings, i: number): number {
    const gains = this.#gains;
    const row = (rows[i] as number) * this.#statistics.weights.length;
    const end = starts[i + 1] as number;
    // Of an index term nothing is known but that it is there.
    if (positions.length === 0) return 1;
    let frequency = 0;
    for (let p = starts[i] as number; p < end; p++) {
      frequency += gains[row + ((positions[p] as number) >> FIELD_SHIFT)] as number;
    }
    return frequency;
  }

  /** Adds the current term's contribution to a row's score. */
  #settle(row: number, share: number, seen: number[]): void {
    if (this.#having[row] === 0) seen.push(row);
    this.#having[row] = (this.#having[row] as number) + 1;
    this.#score[row] = (this.#score[row] as number) + (this.#best[row] as number);
    this.#covered[row] = (this.#covered[row] as number) + share * (this.#found[row] as number);
    this.#best[row] = 0;
    this.#found[row] = 0;
  }

  /** The rows that have at least so many terms; clears the vectors. */
  #take(seen: readonly number[], wanted: number): Hits {
    const having = this.#having;
    const score = this.#score;
    const covered = this.#covered;
    let count = 0;
    let isRising = true;
    const kept = new Int32Array(seen.length);
    for (let i = 0; i < seen.length; i++) {
      const row = seen[i] as number;
      if ((having[row] as number) >= wanted) {
        isRising &&= count === 0 || (kept[count - 1] as number) < row;
        kept[count++] = row;
      }
      having[row] = 0;
    }
    const rows = kept.subarray(0, count);
    if (!isRising) rows.sort();
    const scores = new Float64Array(count);
    const coverage = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const row = rows[i] as number;
      scores[i] = score[row] as number;
      coverage[i] = covered[row] as number;
    }
    for (let i = 0; i < seen.length; i++) {
      score[seen[i] as number] = 0;
      covered[seen[i] as number] = 0;
    }
    return { rows, scores, coverage };
  }

  /** Grows the vectors to hold every row up to this one. */
  #reserve(last: number): void {
    if (last < this.#having.length) return;
    const { weights, meanLengths } = this.#statistics;
    const lengths = this.#lengths();
    const fields = weights.length;
    const rows = Math.max(last + 1, lengths.length / fields);
    this.#found = new Float64Array(rows);
    this.#best = new Float64Array(rows);
    this.#score = new Float64Array(rows);
    this.#covered = new Float64Array(rows);
    this.#having = new Uint16Array(rows);
    this.#gains = new Float32Array(rows * fields);
    for (let field = 0; field < fields; field++) {
      const mean = Math.max(1, meanLengths[field] as number);
      for (let at = field; at < lengths.length; at += fields) {
        this.#gains[at] = (weights[field] as number) / (1 - B + (B * (lengths[at] as number)) / mean);
      }
    }
  }

  /** No alternative carries more information than the word as written, however rare it is itself. */
  #informationOf(phrases: readonly Phrase[]): number[] {
    const idfs = phrases.map(({ records }) => inverseFrequency(this.#statistics.records, records));
    const [written] = phrases;
    const [own = 0] = idfs;
    const most = written === undefined || written.records === 0 ? Number.POSITIVE_INFINITY : own;
    return idfs.map((idf) => Math.min(most, idf));
  }
}

/** The indexes of the terms, those in the fewest rows first. */
function byRarity(terms: readonly (readonly Phrase[])[]): number[] {
  const rows = terms.map(rowsOf);
  return terms.map((_, t) => t).sort((a, b) => (rows[a] as number) - (rows[b] as number));
}

/** Index terms make no word a common one. */
function rowsOf(phrases: readonly Phrase[]): number {
  return phrases.reduce(
    (sum, { postings: { rows, positions } }) => sum + (positions.length === 0 ? 0 : rows.length),
    0,
  );
}

function saturated(frequency: number): number {
  return (frequency * (K1 + 1)) / (frequency + K1);
}

function lastRow(terms: readonly (readonly Phrase[])[]): number {
  let last = 0;
  for (const { postings } of terms.flat()) last = Math.max(last, postings.rows.at(-1) ?? 0);
  return last;
}

function inverseFrequency(records: number, having: number): number {
  return Math.log(1 + Math.max(0, records - having + 0.5) / (having + 0.5));
}

/** A term carries as much information as its most frequent phrase that occurs at all. */
function informationOf(phrases: readonly Phrase[], idfs: readonly number[]): number {
  const known = idfs.filter((_, p) => (phrases[p]?.records ?? 0) > 0);
  return known.length === 0 ? 0 : Math.min(...known);
}
