import type { KindIndex } from '../kinds/kinds.ts';
import type { Alternative, Term } from '../text/query.ts';
import { FIELD_SHIFT, inSequence, type Postings } from './postings.ts';
import { type Hits, Ranking } from './ranking.ts';
import type { Database } from './sqlite.ts';
import { TermIndex, textFields } from './term-index.ts';
import { fieldWeight, originWeights } from './weights.ts';

/**
 * Full-text search of one kind. All that ranking knows of the whole index is the snapshot's, whatever was added
 * since: a score depends neither on that nor on when it was first asked for.
 */
export class FullText {
  readonly #kind: string;
  readonly #fields: readonly string[];
  readonly #weights: readonly number[];
  readonly #index: TermIndex;
  readonly #stored: number;
  #ranking: Ranking | undefined;

  /** `stored` is the number of records in the snapshot; rows behind them were added since. */
  constructor(db: Database, index: KindIndex, stored: number) {
    this.#kind = index.kind;
    this.#fields = textFields(index);
    this.#weights = this.#fields.map((field) => fieldWeight(index.kind, field));
    this.#index = new TermIndex(db, index.kind, this.#fields.length);
    this.#stored = stored;
  }

  /** Adds a row behind all others, with the words of each field. */
  add(row: number, fields: readonly (readonly string[])[]): void {
    this.#index.add(row, fields);
  }

  /** In how many rows of the snapshot a word stands; 1 if only rows that were added have it, 0 if none. */
  count(word: string): number {
    return this.#index.count(word);
  }

  /** True if some row has a word that begins so. */
  hasPrefix(prefix: string): boolean {
    return this.#index.hasPrefix(prefix);
  }

  /** Rows in which every term is found. */
  every(terms: readonly Term[]): Hits {
    return this.#rank(terms, true);
  }

  /** Rows in which at least one term is found. */
  some(terms: readonly Term[]): Hits {
    return this.#rank(terms, false);
  }

  /** Rows whose field has the word; the variants of names stand in the field `variants`. */
  inField(field: string, word: string): number[] {
    const wanted = this.#fields.indexOf(field);
    if (wanted === -1) throw new Error(`${this.#kind} has no field ${field}`);
    const { rows, starts, positions } = this.#index.postings(word);
    const found: number[] = [];
    rows.forEach((row, i) => {
      const end = starts[i + 1] as number;
      for (let p = starts[i] as number; p < end; p++) {
        if ((positions[p] as number) >> FIELD_SHIFT !== wanted) continue;
        found.push(row);
        break;
      }
    });
    return found;
  }

  /** Rows in which at least one term is found, without their scores. */
  rowsWith(terms: readonly Term[]): Set<number> {
    const found = new Set<number>();
    for (const { alternatives } of terms) {
      for (const alternative of alternatives) for (const row of this.#of(alternative).rows) found.add(row);
    }
    return found;
  }

  /** Rows in which the words stand next to each other. */
  withPhrase(words: readonly string[]): Int32Array {
    return this.#of({ words, prefix: false }).rows;
  }

  #rank(terms: readonly Term[], needsEvery: boolean): Hits {
    this.#ranking ??= this.#createRanking();
    const phrases = terms.map(({ alternatives }) =>
      alternatives.map((alternative) => ({
        weight: originWeights[alternative.origin],
        // A phrase stands in no more records than its rarest word; a prefix in as many as it likes.
        records: alternative.prefix ? 1 : Math.min(...alternative.words.map((word) => this.count(word))),
        postings: this.#of(alternative),
      })),
    );
    return this.#ranking.rank(phrases, needsEvery);
  }

  #createRanking(): Ranking {
    const stored = this.#stored;
    const lengths = this.#index.lengths();
    const { length } = this.#fields;
    const meanLengths = this.#fields.map((_, field) => {
      let words = 0;
      for (let row = 1; row <= stored; row++) words += lengths[row * length + field] as number;
      return stored === 0 ? 1 : Math.round(words / stored);
    });
    const statistics = { records: stored, weights: this.#weights, meanLengths };
    return new Ranking(statistics, () => this.#index.lengths());
  }

  #of({ words, prefix }: Pick<Alternative, 'words' | 'prefix'>): Postings {
    const last = words.length - 1;
    const postings = words.map((word, i) =>
      prefix && i === last ? this.#index.postingsOfPrefix(word) : this.#index.postings(word),
    );
    return inSequence(postings);
  }
}
