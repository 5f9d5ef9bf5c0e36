import type { Kind, KindIndex, RecordOf } from '../kinds/kinds.ts';
import { fold, singular } from '../text/fold.ts';
import type { TextQuery } from '../text/query.ts';
import type { DateColumn, NumberColumn } from './columns.ts';
import { KindColumns } from './kind-columns.ts';
import { KindNames } from './kind-names.ts';
import { indexesOf } from './masks.ts';
import { Matcher } from './matcher.ts';
import { RecordMeanings } from './meaning/record-meanings.ts';
import { PackedFields } from './packed/packed-fields.ts';
import {
  completeTable,
  type Heads,
  prepareInsert,
  prepareReader,
  type RecordReader,
  toRow,
} from './records.ts';
import {
  matchOfEvery,
  type Rows,
  type SearchOutcome,
  type SearchRequest,
  search,
  type TextMatch,
} from './search.ts';
import { SharedTexts } from './shared-texts.ts';
import type { SortKey } from './sort.ts';
import { all, type Database, oneOf, runOnce, type Statement } from './sqlite.ts';
import { textWords } from './term-index.ts';
import type { TextColumn } from './text-column.ts';
import { type MatchTextOptions, TextMatcher } from './text-match.ts';
import type { WordColumn } from './word-column.ts';

/** Where the address of a record stands, for kinds whose records have pages of their own. */
const addressFields: { readonly [K in Kind]?: readonly string[] } = {
  robots: ['url'],
  publications: ['url', 'venue_url'],
  startups: ['url'],
  news: ['url'],
  manufacturers: ['url'],
  challenges: ['url'],
};

/** The records of one kind: rows counted from 0 here, from 1 in the tables. */
export class KindStore<K extends Kind> implements Rows {
  readonly #db: Database;
  readonly #index: KindIndex<K>;
  readonly #matcher: Matcher;
  readonly #idByRow: Statement;
  readonly #shared: SharedTexts;
  readonly #packed: PackedFields;
  readonly #whole: RecordReader<Pick<RecordOf<K>, keyof RecordOf<K>>>;
  /** By what is read of a record: `heads`, or else the fields. */
  readonly #parts = new Map<object, RecordReader<object>>();
  /** Rows, counted from 1 as in the tables, that a newer one has replaced. */
  readonly #hidden = new Set<number>();
  readonly #columns: KindColumns<K>;
  readonly #names: KindNames<K>;
  readonly #texts: TextMatcher<K>;
  readonly #meanings: RecordMeanings<K>;
  readonly #stored: number;
  #rows: number;

  constructor(db: Database, index: KindIndex<K>) {
    const { kind } = index;
    this.#db = db;
    this.#index = index;
    completeTable(db, kind);
    this.#idByRow = db.prepare(`SELECT id FROM "${kind}" WHERE "row" = ?`);
    this.#shared = new SharedTexts(db);
    this.#packed = new PackedFields(db, kind, (name) => this.#columns.get(name));
    this.#whole = prepareReader(db, kind, this.#shared.parse, undefined, this.#packed);
    this.#stored = (all(db, `SELECT max("row") AS last FROM "${kind}"`)[0]?.last as number | null) ?? 0;
    this.#rows = this.#stored;
    this.#columns = new KindColumns(db, index, this.#stored, (row) => this.record(row));
    this.#names = new KindNames(db, index, this, this.#packed.texts);
    this.#matcher = new Matcher(db, index as unknown as KindIndex, this.#stored);
    this.#meanings = new RecordMeanings(db, index, this.#stored);
    this.#texts = new TextMatcher({
      index,
      records: this,
      names: this.#names,
      matcher: this.#matcher,
      meanings: this.#meanings,
      hidden: this.#hidden,
      recency: () => this.#columns.recency,
      renown: () => this.#columns.renown,
    });
  }

  get kind(): K {
    return this.#index.kind;
  }

  get size(): number {
    return this.#rows;
  }

  /** Of some rows those whose list field has a name that passes a test; each name is tested once. */
  rowsListing(
    field: keyof RecordOf<K> & string,
    indexes: Iterable<number>,
    test: (name: string) => boolean,
  ): number[] {
    const lists = this.#packed.listsOf(field);
    const known = new Uint8Array(lists?.size ?? 0);
    return Array.from(indexes).filter((index) =>
      lists === undefined || index >= this.#packed.rows
        ? (this.record(index)[field] as readonly string[]).some(test)
        : lists.hasSome(index + 1, known, test),
    );
  }

  /** Live records. */
  get count(): number {
    return this.#rows - this.#hidden.size;
  }

  get allLive(): boolean {
    return this.#hidden.size === 0;
  }

  isLive(index: number): boolean {
    return !this.#hidden.has(index + 1);
  }

  idOf(index: number): string {
    return (oneOf(this.#idByRow, [index + 1])?.id as string | undefined) ?? '';
  }

  compareIds(a: number, b: number): number {
    // The rows of a snapshot are in the order of their ids; only added ones must be compared.
    if (a < this.#stored && b < this.#stored) return a - b;
    const [left, right] = [this.idOf(a), this.idOf(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /** Row index of an id, or else of the one record with this alias. */
  indexOf(idOrAlias: string): number | undefined {
    return this.#names.indexOf(idOrAlias);
  }

  /** Rows with a name that is exactly the text, or an identifier in it, however they are spaced or punctuated. */
  named(text: string): number[] {
    return this.#names.named(text);
  }

  /** Rows that stand at an address, which is in no index: all of them are looked at. */
  withAddress(address: string): number[] {
    const { kind } = this.#index;
    const own = addressFields[kind];
    const [, rest] = /^https?:\/\/(?:www\.)?([^#]+?)\/?(?:#.*)?$/i.exec(address) ?? [];
    if (own === undefined || rest === undefined) return [];
    const forms = ['https://', 'https://www.', 'http://', 'http://www.'].flatMap((before) => [
      before + rest,
      `${before}${rest}/`,
    ]);
    const signs = forms.map(() => '?').join(', ');
    const where = own.map((field) => `"${field}" IN (${signs})`).join(' OR ');
    const values = own.flatMap(() => forms);
    const found = all(this.#db, `SELECT "row" FROM "${kind}" WHERE ${where}`, values);
    return found.map(({ row }) => (row as number) - 1).filter((index) => this.isLive(index));
  }

  /** True for a text that is a name of records, or a list of such names: `UR5e and UR10e`. */
  isNamed(text: string): boolean {
    return this.#texts.isNamed(text);
  }

  /** Ids of records with a name that begins with the typed text, sorted by name. */
  idsBeginning(typed: string, max: number): string[] {
    return this.#names.idsBeginning(typed, max);
  }

  /** Ids of records whose name starts with the text or is a few typos away from it. */
  namesLike(text: string, max: number): string[] {
    return this.#names.like(text, max);
  }

  /** Compact names in Chinese, Japanese or Korean characters. */
  get nativeNames(): ReadonlySet<string> {
    return this.#names.native;
  }

  record(index: number): RecordOf<K> {
    return this.#read(this.#whole, index) as RecordOf<K>;
  }

  /**
   * These fields of a record, and possibly others; pass the same `fields` list each time, since its statement is
   * cached. Of lists in `heads`, also the same each time, only so many entries may be there.
   */
  part<Field extends keyof RecordOf<K> & string>(
    index: number,
    fields: readonly Field[],
    heads?: Heads,
  ): Pick<RecordOf<K>, Field> {
    let reader = this.#parts.get(heads ?? fields) as RecordReader<Pick<RecordOf<K>, Field>> | undefined;
    if (reader === undefined) {
      reader = prepareReader(this.#db, this.#index.kind, this.#shared.parse, fields, this.#packed, heads);
      this.#parts.set(heads ?? fields, reader);
    }
    return this.#read(reader, index);
  }

  #read<R>(reader: RecordReader<R>, index: number): R {
    const record = reader(index + 1);
    if (record === undefined) throw new Error(`${this.#index.kind} has no row ${index}`);
    return record;
  }

  words(name: string): WordColumn {
    return this.#columns.words(name);
  }

  numbers(name: string): NumberColumn {
    return this.#columns.numbers(name);
  }

  dates(name: string): DateColumn {
    return this.#columns.dates(name);
  }

  texts(name: string): TextColumn {
    return this.#columns.texts(name);
  }

  get staticRank(): SortKey {
    return this.#columns.staticRank;
  }

  get confidence(): SortKey | undefined {
    return this.#columns.confidence;
  }

  /** Rows whose name is exactly the text, and rows that match its words. */
  match(query: TextQuery, options?: MatchTextOptions): TextMatch {
    return this.#texts.match(query, options);
  }

  search(request: SearchRequest): SearchOutcome {
    const { text, filters, sort, ranksBy, like } = request;
    const isRanked = ranksBy !== undefined && sort === undefined && like === undefined;
    const ranks = isRanked ? this.#texts.scoresOf(ranksBy) : undefined;
    if (text !== undefined) return search(this, request, this.#matchOf(text, request, ranks));
    return search(this, request, ranks === undefined ? like?.(filters) : matchOfEvery(ranks));
  }

  #matchOf(
    text: TextQuery,
    { meant, wider, filters, sort, isTiered = false, isStrict = false }: SearchRequest,
    ranks?: Float64Array,
  ): TextMatch {
    // Under an explicit sort a record that lacks a word could come first.
    const usual = sort === undefined ? 'always' : 'if none is complete';
    const incomplete = isStrict ? 'never' : usual;
    const isScored = sort === undefined || isTiered;
    const byMeaning = sort === undefined;
    return this.match(text, { incomplete, filters, isScored, ranks, byMeaning, meant, wider });
  }

  /** The names by which all live records are found as a whole, with their rows: titles of papers, read in their order. */
  *allTitles(): Iterable<readonly [title: string, row: number]> {
    const texts = this.#packed.texts;
    for (const [title, place] of texts?.textsFrom('') ?? []) {
      const row = (texts?.rowAt(place) ?? 0) - 1;
      if (this.isLive(row)) yield [title, row];
    }
    for (let row = texts?.size ?? 0; row < this.#rows; row++) {
      const record = this.isLive(row) ? this.record(row) : undefined;
      if (record !== undefined && 'title' in record) yield [record.title, row];
    }
  }

  /** Rows whose text field has the word. */
  inField(field: string, word: string): Int32Array {
    return indexesOf(this.#matcher.text.inField(field, word));
  }

  /** How many rows' text field has the word. */
  countInField(field: string, word: string): number {
    return this.#matcher.text.inField(field, word).length;
  }

  /** True if the text of some record has the word, in the singular or as it stands. */
  hasWord(word: string): boolean {
    const own = fold(word);
    return this.#matcher.count(singular(own)) > 0 || this.#matcher.count(own) > 0;
  }

  /** Rows in which the words are adjacent. */
  withPhrase(words: readonly string[]): Int32Array {
    return indexesOf(this.#matcher.text.withPhrase(words));
  }

  /** Rows with an index term. */
  withIndexTerm(term: string): Int32Array {
    return indexesOf(this.#matcher.text.indexTerms.postings(term).rows);
  }

  indexTermsOf(index: number): string[] {
    return this.#matcher.text.indexTerms.termsOf(index + 1);
  }

  indexTermCount(index: number): number {
    return this.#matcher.text.indexTerms.countOf(index + 1);
  }

  /** The rows that mean the most like one, at most so many, in no order, each with its cosine; none where nothing says what rows mean. */
  meaningLike(index: number, most: number): ReadonlyMap<number, number> {
    if (!this.#meanings.areThere) return new Map();
    const vector = this.#meanings.ofRow(index);
    const rows = this.#meanings.near(vector, most, (row) => row !== index && this.isLive(row));
    return new Map(Array.from(rows, (row) => [row, this.#meanings.cosine(row, vector)]));
  }

  /** How many words a text field has, by row index. */
  lengthsOf(field: string): (index: number) => number {
    const lengthOf = this.#matcher.text.lengthsOf(field);
    return (index) => lengthOf(index + 1);
  }

  /** Adds a record; an older one with the same id is hidden from then on. */
  put(record: RecordOf<K>): void {
    const { kind } = this.#index;
    const older = this.#names.ofId(record.id);
    if (older !== undefined) this.#hide(older + 1);
    const row = ++this.#rows;
    runOnce(prepareInsert(this.#db, kind), toRow(kind, record, row));
    this.#names.put(record, row);
    this.#columns.push(record);
    this.#matcher.add(row, textWords(this.#index, record));
    this.#meanings.add(record);
  }

  #hide(row: number): void {
    this.#hidden.add(row);
    // The texts of the snapshot's rows locate an added one in alphabetical order.
    if (row > this.#stored) this.#db.run(`DELETE FROM "${this.#index.kind}" WHERE "row" = ?`, [row]);
    this.#names.remove(row);
  }
}
