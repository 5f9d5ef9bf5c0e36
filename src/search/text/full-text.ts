import type { KindIndex } from '../../kinds/kinds.ts';
import type { Alternative, Term } from '../../text/query.ts';
import type { Database } from '../sqlite.ts';
import { FieldLengths } from './field-lengths.ts';
import { InvertedIndex } from './inverted-index.ts';
import {
  countRows,
  fieldShift,
  inSequence,
  type Occurrences,
  readOccurrences,
  unite,
} from './occurrences.ts';
import { type Hits, Ranking } from './ranking.ts';
import { textFields, textTable } from './text-table.ts';

/** The variant column's weight; a variant is worth a little less than the word as it stands. */
const variantWeight = 3;
/** Lists of common words are asked for again and again: so many numbers of them are kept. */
const numbersKept = 500_000;
/** Words of strangers are not kept without bound. */
const countsKept = 50_000;

/**
 * Full-text search of one kind. All that ranking knows of the whole index is the snapshot's, whatever was added
 * since: a score depends neither on that nor on when it was first asked for.
 */
export class FullText {
  private readonly table: string;
  private readonly fields: readonly string[];
  private readonly weights: readonly number[];
  private readonly index: InvertedIndex;
  private readonly lengths: FieldLengths;
  private readonly stored: number;
  private readonly counts = new Map<string, number>();
  private readonly kept = new Map<string, Occurrences>();
  private numbers = 0;
  private ranking: Ranking | undefined;

  /** `stored` is the number of records in the snapshot; rows behind them were added since. */
  constructor(db: Database, index: KindIndex, stored: number) {
    this.table = textTable(index.kind);
    this.fields = textFields(index);
    this.weights = [...index.text.map((field) => field.weight), variantWeight];
    this.index = new InvertedIndex(db, this.table);
    this.lengths = new FieldLengths(db, index.kind, this.fields.length);
    this.stored = stored;
  }

  /** In how many rows of the snapshot a word stands; 1 if only rows that were added have it, 0 if none. */
  count(word: string): number {
    let count = this.counts.get(word);
    if (count === undefined) {
      const doclists = this.index.doclists(word);
      count = Math.max(countRows(doclists, this.stored), doclists.length > 0 ? 1 : 0);
      if (this.counts.size >= countsKept) this.counts.clear();
      this.counts.set(word, count);
    }
    return count;
  }

  /** True if some row has a word that begins so. */
  hasPrefix(prefix: string): boolean {
    return this.index.hasPrefix(prefix);
  }

  /** Rows in which every term is found. */
  every(terms: readonly Term[]): Hits {
    return this.rank(terms, true);
  }

  /** Rows in which at least one term is found. */
  some(terms: readonly Term[]): Hits {
    return this.rank(terms, false);
  }

  /** Rows whose field has the word; the variants of names stand in the field `variants`. */
  inField(field: string, word: string): number[] {
    const wanted = this.fields.indexOf(field);
    if (wanted === -1) throw new Error(`${this.table} has no field ${field}`);
    const { rows, starts, places } = this.ofWord(word);
    const found: number[] = [];
    rows.forEach((row, i) => {
      const end = starts[i + 1] as number;
      for (let p = starts[i] as number; p < end; p++) {
        if ((places[p] as number) >> fieldShift !== wanted) continue;
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
      for (const alternative of alternatives) for (const row of this.of(alternative).rows) found.add(row);
    }
    return found;
  }

  /** Rows in which the words stand next to each other. */
  withPhrase(words: readonly string[]): Int32Array {
    return this.of({ words, prefix: false }).rows;
  }

  /** To be called when rows were added. */
  forget(): void {
    this.index.forget();
    this.counts.clear();
    this.kept.clear();
    this.numbers = 0;
  }

  private rank(terms: readonly Term[], needsEvery: boolean): Hits {
    this.ranking ??= this.createRanking();
    const phrases = terms.map(({ alternatives }) =>
      alternatives.map((alternative) => ({
        weight: alternative.weight,
        // A phrase stands in no more records than its rarest word; a prefix in as many as it likes.
        records: alternative.prefix ? 1 : Math.min(...alternative.words.map((word) => this.count(word))),
        occurrences: this.of(alternative),
      })),
    );
    return this.ranking.rank(phrases, needsEvery);
  }

  private createRanking(): Ranking {
    const { fields, stored } = this;
    const lengths = this.lengths.upTo(stored);
    const meanLengths = fields.map((_, field) => {
      let words = 0;
      for (let row = 1; row <= stored; row++) words += lengths[row * fields.length + field] as number;
      return stored === 0 ? 1 : Math.round(words / stored);
    });
    const statistics = { records: stored, weights: this.weights, meanLengths };
    return new Ranking(statistics, (row) => this.lengths.upTo(row));
  }

  private of({ words, prefix }: Pick<Alternative, 'words' | 'prefix'>): Occurrences {
    const last = words.length - 1;
    return inSequence(
      words.map((word, i) => (prefix && i === last ? this.ofPrefix(word) : this.ofWord(word))),
    );
  }

  private ofPrefix(prefix: string): Occurrences {
    return unite(this.index.doclistsOfPrefix(prefix).map((doclist) => readOccurrences([doclist])));
  }

  private ofWord(word: string): Occurrences {
    const known = this.kept.get(word);
    if (known !== undefined) return known;
    const read = readOccurrences(this.index.doclists(word));
    this.numbers += 2 * read.rows.length + read.places.length;
    if (this.numbers > numbersKept) {
      this.kept.clear();
      this.numbers = 2 * read.rows.length + read.places.length;
    }
    this.kept.set(word, read);
    return read;
  }
}
