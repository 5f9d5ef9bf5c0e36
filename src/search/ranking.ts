import { FIELD_SHIFT, type Postings } from './postings.ts';
import { B, CONFIRMATION, K1 } from './weights.ts';

/** Rows that match a text, ascending, each with its score (higher is better). */
export interface Scored {
  readonly rows: Int32Array;
  readonly scores: Float64Array;
}

export interface Hits extends Scored {
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

/** A term and what it is worth. */
interface Weighed {
  readonly phrases: readonly Phrase[];
  /** By phrase. */
  readonly idfs: readonly number[];
  /** Of the information of all terms. */
  readonly share: number;
}

/** Where rows are few beside all there are, they are sorted instead of looked for among all. */
const FEW_OF = 16;

/**
 * BM25F (Robertson and Zaragoza, 2009), term at a time, into accumulator vectors with an entry per row that are
 * reused.
 */
export class Ranking {
  readonly #statistics: Statistics;
  readonly #lengthsNow: () => Uint16Array;
  #lengths: Uint16Array = new Uint16Array(0);
  /** What one occurrence adds to the frequency: in field `f` of `n` words at `f * #longest + n`. */
  #gains = new Float32Array(0);
  #longest = 0;
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

  /** `lengths` holds the lengths of all fields, row by row from 0. */
  constructor(statistics: Statistics, lengths: () => Uint16Array) {
    this.#statistics = statistics;
    this.#lengthsNow = lengths;
  }

  /** Rows that match every term; a term is a list of equivalent phrases. */
  every(terms: readonly (readonly Phrase[])[]): Scored {
    const rows = rowsWithEvery(terms.map((phrases) => phrases.map(({ postings }) => postings)));
    if (rows.length === 0) return { rows, scores: new Float64Array(0) };
    this.#reserve(lastRow(terms));
    for (let i = 0; i < rows.length; i++) this.#see(rows[i] as number);
    for (const term of this.#weigh(terms)) this.#add(term, false);
    return { rows, scores: this.#take(rows).scores };
  }

  /** Rows that match at least the rarest of the terms, or one with no more than `most` rows. */
  some(terms: readonly (readonly Phrase[])[], most: number): Hits {
    this.#reserve(lastRow(terms));
    // Rarest first: for the common terms only rows that have a rare one are scored.
    for (const [place, term] of this.#weigh(terms).entries()) {
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

  /** The terms with what each is worth, those in the fewest rows first. */
  #weigh(terms: readonly (readonly Phrase[])[]): Weighed[] {
    const idfs = terms.map((phrases) => this.#informationOf(phrases));
    const information = terms.map((phrases, t) => informationOf(phrases, idfs[t] as number[]));
    const all = information.reduce((sum, value) => sum + value, 0);
    return byRarity(terms).map((t) => ({
      phrases: terms[t] as readonly Phrase[],
      idfs: idfs[t] as number[],
      share: all === 0 ? 0 : (information[t] as number) / all,
    }));
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
    const row = (rows[i] as number) * this.#statistics.weights.length;
    const end = starts[i + 1] as number;
    let frequency = 0;
    for (let p = starts[i] as number; p < end; p++) {
      const field = (positions[p] as number) >> FIELD_SHIFT;
      frequency += gains[field * this.#longest + (lengths[row + field] as number)] as number;
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
    const { weights, meanLengths } = this.#statistics;
    this.#lengths = this.#lengthsNow();
    const rows = Math.max(last + 1, this.#lengths.length / weights.length);
    this.#found = new Float64Array(rows);
    this.#best = new Float64Array(rows);
    this.#score = new Float64Array(rows);
    this.#covered = new Float64Array(rows);
    this.#isSeen = new Uint8Array(rows);
    this.#seen = new Int32Array(rows);
    this.#current = new Int32Array(rows);
    this.#longest = 1 + longestOf(this.#lengths);
    this.#gains = new Float32Array(this.#longest * weights.length);
    for (const [field, weight] of weights.entries()) {
      const mean = Math.max(1, meanLengths[field] as number);
      for (let words = 0; words < this.#longest; words++) {
        this.#gains[field * this.#longest + words] = weight / (1 - B + (B * words) / mean);
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

/** The rows, ascending, that each term has by at least one of its postings. */
export function rowsWithEvery(terms: readonly (readonly Postings[])[]): Int32Array {
  const bySize = [...terms].sort((a, b) => sizeOf(a) - sizeOf(b));
  const [first = []] = bySize;
  const [only, another] = first;
  if (only === undefined) return new Int32Array(0);
  if (another === undefined && terms.length === 1) return only.rows;
  const last = Math.max(...first.map(({ rows }) => rows.at(-1) ?? 0));
  // How many terms a row has, as long as it has all so far.
  const having = new Uint8Array(last + 1);
  for (const [place, term] of bySize.entries()) {
    for (const { rows } of term) {
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i] as number;
        if (having[row] === place) having[row] = place + 1;
      }
    }
  }
  return marked(having, terms.length, first);
}

/** The rows with this mark, ascending; all are in the postings. */
function marked(marks: Uint8Array, mark: number, postings: readonly Postings[]): Int32Array {
  const size = sizeOf(postings);
  const found = new Int32Array(Math.min(size, marks.length));
  let count = 0;
  if (size * FEW_OF > marks.length) {
    for (let row = 0; row < marks.length; row++) if (marks[row] === mark) found[count++] = row;
    return found.subarray(0, count);
  }
  for (const { rows } of postings) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      if (marks[row] !== mark) continue;
      marks[row] = 0;
      found[count++] = row;
    }
  }
  return found.subarray(0, count).sort();
}

function sizeOf(postings: readonly Postings[]): number {
  return postings.reduce((sum, { rows }) => sum + rows.length, 0);
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

function longestOf(lengths: Uint16Array): number {
  let longest = 0;
  for (let at = 0; at < lengths.length; at++) {
    const length = lengths[at] as number;
    if (length > longest) longest = length;
  }
  return longest;
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
