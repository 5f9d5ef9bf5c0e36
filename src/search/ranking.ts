import { type FieldLengths, gainsOf } from './field-lengths.ts';
import { FIELD_SHIFT, type Postings } from './postings.ts';
import {
  FEW_OF,
  type Phrase,
  rowsOf,
  rowsWithEvery,
  satisfying,
  type Weighed,
  weigh,
} from './weighed-terms.ts';
import { CONFIRMATION, K1 } from './weights.ts';

/** Rows that match a text, ascending, each with its score (higher is better). */
export interface Scored {
  readonly rows: Int32Array;
  readonly scores: Float64Array;
}

export interface Hits extends Scored {
  /** The share of the query that the row matches, weighted by information: 1 if it has every term as written. */
  readonly coverage: Float64Array;
}

/**
 * BM25F (Robertson and Zaragoza, 2009), term at a time, into accumulator vectors with an entry per row that are
 * reused.
 */
export class Ranking {
  readonly #records: number;
  readonly #weights: readonly number[];
  readonly #lengthsNow: () => FieldLengths;
  #lengths: Uint16Array = new Uint16Array(0);
  /** What one occurrence adds to the frequency: in field `f` of `n` words at `f * #stride + n`. */
  #gains: Float32Array = new Float32Array(0);
  #stride = 0;
  /** What a row has of the current term: the weight of its best phrase, or 0. */
  #found = new Float64Array(0);
  /** What a row scores by the current term. */
  #best = new Float64Array(0);
  #score = new Float64Array(0);
  #covered = new Float64Array(0);
  /** 1 for a row that is scored. */
  #isSeen = new Uint8Array(0);
  /** The rows that are scored, and their number. */
  #seen = new Int32Array(0);
  #seenCount = 0;
  /** The rows of the current term. */
  #current = new Int32Array(0);

  /** `records` are those of the snapshot, `weights` those of the fields; `lengths` is asked again when rows were added. */
  constructor(records: number, weights: readonly number[], lengths: () => FieldLengths) {
    this.#records = records;
    this.#weights = weights;
    this.#lengthsNow = lengths;
  }

  /** Rows that match every term; a term is a list of equivalent phrases. */
  every(terms: readonly (readonly Phrase[])[]): Scored {
    const rows = rowsWithEvery(satisfying(terms));
    if (rows.length === 0) return { rows, scores: new Float64Array(0) };
    this.#reserve(lastRow(terms));
    for (let i = 0; i < rows.length; i++) this.#see(rows[i] as number);
    for (const term of weigh(terms, this.#records)) this.#add(term, false);
    return { rows, scores: this.#take(rows).scores };
  }

  /** Rows that match at least the rarest of the terms, or one with no more than `most` rows. */
  some(terms: readonly (readonly Phrase[])[], most: number): Hits {
    this.#reserve(lastRow(terms));
    // Rarest first: for the common terms only rows that have a rare one are scored.
    for (const [place, term] of weigh(terms, this.#records).entries()) {
      this.#add(term, place === 0 || rowsOf(term.phrases) <= most);
    }
    const rows = this.#scored();
    return { rows, ...this.#take(rows) };
  }

  /** The rows that are scored, ascending. */
  #scored(): Int32Array {
    const rows = this.#seen.slice(0, this.#seenCount);
    if (rows.length * FEW_OF < this.#isSeen.length) return rows.sort();
    for (let row = 0, count = 0; count < rows.length; row++) if (this.#isSeen[row] === 1) rows[count++] = row;
    return rows;
  }

  #see(row: number): void {
    this.#isSeen[row] = 1;
    this.#seen[this.#seenCount++] = row;
  }

  /** Adds what rows score by a term; `isOpen` if it brings in rows of its own. */
  #add(term: Weighed, isOpen: boolean): void {
    const [only, another] = term.phrases;
    if (only !== undefined && another === undefined) this.#addPhrase(only, term, isOpen);
    else this.#settle(this.#findTerm(term, isOpen), term.share);
  }

  /** Many terms have one phrase: `findTerm` and `settle` in one pass. */
  #addPhrase({ weight, postings }: Phrase, { idfs, share }: Weighed, isOpen: boolean): void {
    const isSeen = this.#isSeen;
    const score = this.#score;
    const covered = this.#covered;
    const { rows } = postings;
    const most = weight * (idfs[0] as number);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      if (isSeen[row] === 0) {
        if (!isOpen) continue;
        this.#see(row);
      }
      score[row] = (score[row] as number) + most * saturated(this.#frequencyOf(postings, i));
      covered[row] = (covered[row] as number) + share * weight;
    }
  }

  /** How many rows a term has, which are the first of the current ones; unless it is open only those that are scored. */
  #findTerm({ phrases, idfs }: Weighed, isOpen: boolean): number {
    const isSeen = this.#isSeen;
    const found = this.#found;
    const best = this.#best;
    const current = this.#current;
    let count = 0;
    for (const [p, { weight, postings }] of phrases.entries()) {
      const { rows } = postings;
      const most = weight * (idfs[p] as number);
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i] as number;
        if (!isOpen && isSeen[row] === 0) continue;
        const score = most * saturated(this.#frequencyOf(postings, i));
        const known = found[row] as number;
        if (known === 0) {
          current[count++] = row;
          best[row] = score;
          found[row] = weight;
          continue;
        }
        // Alternatives say one term differently: the best counts, and the others add a little.
        const other = best[row] as number;
        best[row] = other > score ? other + CONFIRMATION * score : score + CONFIRMATION * other;
        if (weight > known) found[row] = weight;
      }
    }
    return count;
  }

  /**
   * Weighted term frequency of all fields, saturated once (BM25F), so that a word in the name and in the
   * description does not count as two independent findings.
   */
  #frequencyOf({ rows, starts, positions }: Postings, i: number): number {
    // Of an index term nothing is known but that it is there.
    if (positions.length === 0) return 1;
    const gains = this.#gains;
    const lengths = this.#lengths;
    const row = (rows[i] as number) * this.#weights.length;
    const end = starts[i + 1] as number;
    let frequency = 0;
    for (let p = starts[i] as number; p < end; p++) {
      const field = (positions[p] as number) >> FIELD_SHIFT;
      frequency += gains[field * this.#stride + (lengths[row + field] as number)] as number;
    }
    return frequency;
  }

  /** Adds what the first of the current rows, so many, have of the current term. */
  #settle(count: number, share: number): void {
    const current = this.#current;
    const found = this.#found;
    const best = this.#best;
    for (let i = 0; i < count; i++) {
      const row = current[i] as number;
      if (this.#isSeen[row] === 0) this.#see(row);
      this.#score[row] = (this.#score[row] as number) + (best[row] as number);
      this.#covered[row] = (this.#covered[row] as number) + share * (found[row] as number);
      best[row] = 0;
      found[row] = 0;
    }
  }

  /** What the rows score and cover; clears the vectors. `rows` are all that are scored. */
  #take(rows: Int32Array): Omit<Hits, 'rows'> {
    const score = this.#score;
    const covered = this.#covered;
    const scores = new Float64Array(rows.length);
    const coverage = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      scores[i] = score[row] as number;
      coverage[i] = covered[row] as number;
      score[row] = 0;
      covered[row] = 0;
      this.#isSeen[row] = 0;
    }
    this.#seenCount = 0;
    return { scores, coverage };
  }

  /** Grows the vectors to hold every row up to this one. */
  #reserve(last: number): void {
    if (last < this.#isSeen.length) return;
    const lengths = this.#lengthsNow();
    this.#lengths = lengths.numbers;
    this.#gains = gainsOf(lengths, this.#weights);
    this.#stride = lengths.longest + 1;
    const rows = Math.max(last + 1, this.#lengths.length / this.#weights.length);
    this.#found = new Float64Array(rows);
    this.#best = new Float64Array(rows);
    this.#score = new Float64Array(rows);
    this.#covered = new Float64Array(rows);
    this.#isSeen = new Uint8Array(rows);
    this.#seen = new Int32Array(rows);
    this.#current = new Int32Array(rows);
  }
}

function saturated(frequency: number): number {
  return (frequency * (K1 + 1)) / (frequency + K1);
}

function lastRow(terms: readonly (readonly Phrase[])[]): number {
  let last = 0;
  for (const { postings } of terms.flat()) last = Math.max(last, postings.rows.at(-1) ?? 0);
  return last;
}
