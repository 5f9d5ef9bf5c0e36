import type { KindIndex } from '../kinds/kinds.ts';
import { lazily } from '../lib/lazily.ts';
import type { Alternative, Term } from '../text/query.ts';
import { BoundedCache } from './bounded-cache.ts';
import { fieldLengths } from './field-lengths.ts';
import { IndexTermReader } from './index-terms.ts';
import { FIELD_SHIFT, hasRow, type Postings, phrasePostings } from './postings.ts';
import { type Hits, Ranking, type Scored } from './ranking.ts';
import type { Database } from './sqlite.ts';
import { TermIndex, textFields } from './term-index.ts';
import { type Phrase, rowsWithEvery, satisfying } from './weighed-terms.ts';
import { fieldWeight, INDEX_TERM_WEIGHT, originWeights } from './weights.ts';

/** More than the phrases of one search, mostly. */
const PHRASES_KEPT = 64;
/** Rows by field and word are asked for again and again by names and related terms: so many of them are cached. */
const CACHED_ROWS = 250_000;

/**
 * Full-text search of one kind. The collection statistics of ranking are those of the snapshot, whatever was added
 * since: a score depends neither on additions nor on when it was first computed.
 */
export class FullText {
  readonly #kind: string;
  readonly #fields: readonly string[];
  readonly #weights: readonly number[];
  readonly #index: TermIndex;
  readonly #hints: IndexTermReader;
  readonly #stored: number;
  /** The place of the field that says nothing of the record itself; -1 where there is none. */
  readonly #ofOthers: number;
  #ranking: Ranking | undefined;
  /** Postings of the phrases that were looked for last: one search asks for the same ones several times. */
  readonly #phrases = new BoundedCache<string, Postings>(PHRASES_KEPT);
  /** By field and word. */
  readonly #inField = new Map<string, Int32Array>();
  #rowsCached = 0;

  /** `stored` is the number of records in the snapshot; rows after them were added since. */
  constructor(db: Database, index: KindIndex, stored: number) {
    this.#kind = index.kind;
    this.#fields = textFields(index);
    this.#ofOthers = index.text.findIndex(({ saidOf }) => saidOf !== undefined);
    this.#weights = this.#fields.map((field) => fieldWeight(index.kind, field));
    this.#index = new TermIndex(db, index.kind, this.#fields.length);
    this.#hints = new IndexTermReader(db, index.kind);
    this.#stored = stored;
  }

  /** Appends a row with the words of each field. */
  add(row: number, fields: readonly (readonly string[])[]): void {
    this.#phrases.clear();
    this.#inField.clear();
    this.#rowsCached = 0;
    this.#index.add(row, fields);
  }

  /** Document frequency of a word in the snapshot; 1 if only added rows have it, 0 if none. */
  count(word: string): number {
    return this.#index.count(word);
  }

  /** The words that a prefix stands for, the commonest first; `isCut` if there are more. */
  beginning(prefix: string): { readonly words: readonly string[]; readonly isCut: boolean } {
    return this.#index.beginning(prefix);
  }

  /** How many entries of postings an alternative reads. */
  cost({ words, prefix }: Alternative): number {
    const read = prefix ? [...words.slice(0, -1), ...this.beginning(words.at(-1) ?? '').words] : words;
    return read.reduce((sum, word) => sum + this.count(word), 0);
  }

  /** Rows that match every term. */
  every(terms: readonly Term[]): Scored {
    return this.#ranks().every(this.#phrasesOf(terms));
  }

  /** The same without scores, which cost more than the rows. */
  rowsWithEvery(terms: readonly Term[]): Int32Array {
    return rowsWithEvery(satisfying(this.#phrasesOf(terms)));
  }

  /** Rows that match at least one term; of terms in more than `most` rows, only the rarest brings in a row. */
  some(terms: readonly Term[], most = Number.POSITIVE_INFINITY): Hits {
    return this.#ranks().some(this.#phrasesOf(terms), most);
  }

  /**
   * Rows whose field has the word; the variants of names are in the field `variants`. Shared: they must not be written to.
   */
  inField(field: string, word: string): Int32Array {
    const key = `${field} ${word}`;
    const known = this.#inField.get(key);
    if (known !== undefined) return known;
    const found = this.#findInField(field, word);
    this.#rowsCached += found.length;
    if (this.#rowsCached > CACHED_ROWS || this.#inField.size > CACHED_ROWS / 100) {
      this.#inField.clear();
      this.#rowsCached = found.length;
    }
    this.#inField.set(key, found);
    return found;
  }

  #findInField(field: string, word: string): Int32Array {
    const wanted = this.#fields.indexOf(field);
    if (wanted === -1) throw new Error(`${this.#kind} has no field ${field}`);
    const { rows, starts, positions } = this.#index.postings(word);
    const found = new Int32Array(rows.length);
    let count = 0;
    for (let i = 0; i < rows.length; i++) {
      const end = starts[i + 1] as number;
      let p = starts[i] as number;
      while (p < end && (positions[p] as number) >> FIELD_SHIFT !== wanted) p++;
      if (p < end) found[count++] = rows[i] as number;
    }
    return found.slice(0, count);
  }

  /** The index terms of rows. */
  get indexTerms(): IndexTermReader {
    return this.#hints;
  }

  /**
   * Tells rows that nothing visible explains: a term of the query stands in the terms of the abstract alone, or of a row
   * that lacks some, all that it has. What the terms stand for is looked up once, whatever the number of rows.
   */
  byAbstract(terms: readonly Term[]): (row: number, isComplete: boolean) => boolean {
    const read = terms.map((term) => ({
      hinted: lazily(() => this.#hintsOf(term).map(({ postings }) => postings)),
      seen: lazily(() => term.alternatives.map((alternative) => this.#of(alternative))),
    }));
    const isIn = (lists: readonly Postings[], row: number) => lists.some((one) => hasRow(one, row));
    return (row, isComplete) => {
      const isHidden = read.some(({ hinted, seen }) => isIn(hinted(), row) && !isIn(seen(), row));
      return isHidden && (isComplete || !read.some(({ seen }) => isIn(seen(), row)));
    };
  }

  /** How many words the field has in a row. */
  lengthsOf(field: string): (row: number) => number {
    const [at, fields] = [this.#fields.indexOf(field), this.#fields.length];
    const lengths = this.#index.lengths();
    return (row) => lengths[row * fields + at] ?? 0;
  }

  /** Of rows that have every term those whose own text says each of them. */
  sayingEvery(terms: readonly Term[], rows: Int32Array): Int32Array {
    if (this.#ofOthers === -1 || rows.length === 0) return rows;
    const saying = terms.map(({ alternatives }) => {
      const own = new Set<number>();
      // What somebody may mean by an everyday phrase is not said.
      const said = alternatives.filter(({ origin }) => origin !== 'everyday');
      for (const alternative of said.length > 0 ? said : alternatives)
        this.#eachSaying(this.#of(alternative), (row) => own.add(row));
      return own;
    });
    return rows.filter((row) => saying.every((own) => own.has(row)));
  }

  #eachSaying({ rows, starts, positions }: Postings, take: (row: number) => void): void {
    for (let i = 0; i < rows.length; i++) {
      const end = starts[i + 1] as number;
      let p = starts[i] as number;
      while (p < end && (positions[p] as number) >> FIELD_SHIFT === this.#ofOthers) p++;
      if (p < end) take(rows[i] as number);
    }
  }

  /** By row up to the last: 1 for those that say at least one term, and for the others given. */
  rowsWith(terms: readonly Term[], others: Iterable<number>, last: number): Uint8Array {
    const found = new Uint8Array(last + 1);
    for (const row of others) found[row] = 1;
    for (const { alternatives } of terms) {
      for (const { words, prefix } of alternatives) {
        // Of a word that stands alone the positions do not matter.
        const lists =
          prefix && words.length === 1
            ? this.beginning(words[0] ?? '').words.map((word) => this.#index.postings(word))
            : [this.#of({ words, prefix })];
        for (const list of lists) this.#mark(list, found);
      }
    }
    return found;
  }

  #mark(list: Postings, found: Uint8Array): void {
    const { rows } = list;
    if (this.#ofOthers === -1) {
      for (let i = 0; i < rows.length; i++) found[rows[i] as number] = 1;
      return;
    }
    this.#eachSaying(list, (row) => {
      found[row] = 1;
    });
  }

  /** Rows in which the words are adjacent. */
  withPhrase(words: readonly string[]): Int32Array {
    return this.#of({ words, prefix: false }).rows;
  }

  #phrasesOf(terms: readonly Term[]): Phrase[][] {
    return terms.map((term) => [
      ...term.alternatives.map((alternative) => ({
        weight: originWeights[alternative.origin],
        // A phrase is in no more records than its rarest word; a prefix has no such bound.
        records: alternative.prefix ? 1 : Math.min(...alternative.words.map((word) => this.count(word))),
        postings: this.#of(alternative),
        ...(alternative.isHint && { isHint: true as const }),
      })),
      ...this.#hintsOf(term),
    ]);
  }

  /** The rows that a word leads to by their index terms: as good as they are rare, and worth little. */
  #hintsOf({ plain, alternatives: [written] }: Term): Phrase[] {
    const [word, another] = written?.words ?? [];
    if (!plain || word === undefined || another !== undefined || written?.prefix === true) return [];
    const postings = this.#hints.postings(word);
    return postings.rows.length === 0
      ? []
      : [{ weight: INDEX_TERM_WEIGHT, records: this.count(word), postings }];
  }

  #ranks(): Ranking {
    this.#ranking ??= new Ranking(this.#stored, this.#weights, () =>
      fieldLengths(this.#index.lengths(), this.#fields.length, this.#stored),
    );
    return this.#ranking;
  }

  #of({ words, prefix }: Pick<Alternative, 'words' | 'prefix'>): Postings {
    const last = words.length - 1;
    if (last === 0 && !prefix) return this.#index.postings(words[0] as string);
    return this.#phrases.get(`${words.join(' ')}${prefix ? '*' : ''}`, () =>
      phrasePostings(
        words.map((word, i) =>
          prefix && i === last ? this.#index.postingsOfPrefix(word) : this.#index.postings(word),
        ),
      ),
    );
  }
}
