import type { Kind, KindIndex, RecordOf } from '../kinds/kinds.ts';
import { withoutMeasures } from '../kinds/vocabularies/measures.ts';
import { compact, singular } from '../text/fold.ts';
import type { TextQuery } from '../text/query.ts';
import { readColumns } from './column-tables.ts';
import { type Column, DateColumn, NumberColumn, WordColumn } from './columns.ts';
import { countUpTo, passes } from './filter-rows.ts';
import type { Filter } from './filters/filters.ts';
import { rowsOutside, withFirst } from './masks.ts';
import { Matcher } from './matcher.ts';
import { type NamedRows, namedIn, noneNamed } from './named.ts';
import {
  deleteKeys,
  identifiersIn,
  KEY_LENGTH,
  namedBy,
  namesBeginning,
  nearNames,
  prepareKeyInsert,
  type SortedNames,
  toKeyRows,
} from './names.ts';
import { PackedFields } from './packed/packed-fields.ts';
import {
  completeTable,
  type Heads,
  prepareInsert,
  prepareReader,
  type RecordReader,
  SharedTexts,
  toRow,
} from './records.ts';
import {
  noneLeftOut,
  type Rows,
  type SearchOutcome,
  type SearchRequest,
  search,
  type TextMatch,
} from './search.ts';
import { isTellingName, mayBeShortName, rowsCalled } from './short-names.ts';
import type { SortKey } from './sort.ts';
import { all, allOf, type Database, oneOf, runOnce, type Statement } from './sqlite.ts';
import { textWords } from './term-index.ts';
import { TextColumn } from './text-column.ts';
import { recencyBonuses, staticRankOf } from './weights.ts';

interface MatchTextOptions {
  /** When rows that lack a word are listed. */
  readonly incomplete?: 'always' | 'if none is complete' | 'never';
  /** Of incomplete matches only rows that pass these are worth adding. */
  readonly filters?: readonly Filter[];
  /** False where scores decide nothing; then they mean nothing. */
  readonly isScored?: boolean;
}

/** A name in Chinese, Japanese or Korean characters is one word: its beginning is a part of it (`川崎`). */
const otherScript = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]{2,}$/u;
const hasOtherScript = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** Of names that begin alike so many are meant. */
const MAX_NAMED = 10;

/** Where so many records have every word, those that lack one are not ranked: they would cost as much again. */
const ENOUGH_COMPLETE = 50;

/** With no more rows that pass the filters, a word that many others have brings in a row too. */
const NARROW = 3000;

/** Of contests that have every word so many at most are meant. */
const FEW_MEANT = 2;

/** Names that are further from a text are not what was meant. */
const MAX_SLIPS = 4;

/** The records of one kind: rows counted from 0 here, from 1 in the tables. */
export class KindStore<K extends Kind> implements Rows {
  readonly #db: Database;
  readonly #index: KindIndex<K>;
  readonly #matcher: Matcher;
  readonly #idByRow: Statement;
  readonly #byKey: Statement;
  readonly #shared: SharedTexts;
  readonly #packed: PackedFields;
  readonly #whole: RecordReader<Pick<RecordOf<K>, keyof RecordOf<K>>>;
  /** By what is read of a record: `heads`, or else the fields. */
  readonly #parts = new Map<object, RecordReader<object>>();
  /** Rows, counted from 1 as in the tables, that a newer one has replaced. */
  readonly #hidden = new Set<number>();
  #bonus = new Float64Array(0);
  #ranks = new Float64Array(0);
  #loaded: ReadonlyMap<string, Column> | undefined;
  readonly #stored: number;
  #rows: number;
  #native: { readonly rows: number; readonly names: ReadonlySet<string> } | undefined;

  constructor(db: Database, index: KindIndex<K>) {
    const { kind } = index;
    this.#db = db;
    this.#index = index;
    completeTable(db, kind);
    this.#idByRow = db.prepare(`SELECT id FROM "${kind}" WHERE "row" = ?`);
    this.#shared = new SharedTexts(db);
    this.#packed = new PackedFields(db, kind, (name) => this.#columns.get(name));
    this.#whole = prepareReader(db, kind, this.#shared.parse, undefined, this.#packed);
    this.#byKey = db.prepare(`SELECT "row" FROM "${kind}_keys" WHERE "key" = ?`);
    this.#stored = (all(db, `SELECT max("row") AS last FROM "${kind}"`)[0]?.last as number | null) ?? 0;
    this.#rows = this.#stored;
    this.#matcher = new Matcher(db, index as unknown as KindIndex, this.#stored);
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
    const row = this.#rowOf(idOrAlias);
    if (row !== undefined) return row - 1;
    const named = this.named(idOrAlias);
    return named.length === 1 ? named[0] : undefined;
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

  get staticRank(): SortKey {
    if (this.#ranks.length !== this.#rows) {
      const factsOf = (name: string) => {
        const column = this.#columns.get(name);
        return column instanceof DateColumn ? column.numbers : this.numbers(name).numbers;
      };
      this.#ranks = staticRankOf(this.#index.kind, this.#rows, factsOf);
    }
    return { values: this.#ranks, sign: 1 };
  }

  get confidence(): SortKey | undefined {
    if (!this.#columns.has('confidence')) return undefined;
    return { values: this.numbers('confidence').numbers, sign: 1 };
  }

  words(name: string): WordColumn {
    return this.#column(name, WordColumn);
  }

  numbers(name: string): NumberColumn {
    return this.#column(name, NumberColumn);
  }

  dates(name: string): DateColumn {
    return this.#column(name, DateColumn);
  }

  texts(name: string): TextColumn {
    return this.#column(name, TextColumn);
  }

  search(request: SearchRequest): SearchOutcome {
    if (request.text === undefined) return search(this, request, request.like?.(request.filters));
    // Under an explicit sort a record that lacks a word could come first.
    const isScored = request.sort === undefined;
    const incomplete = isScored ? 'always' : 'if none is complete';
    return search(
      this,
      request,
      this.match(request.text, { incomplete, filters: request.filters, isScored }),
    );
  }

  /** Rows whose text field has the word. */
  inField(field: string, word: string): Int32Array {
    return indexesOf(this.#matcher.text.inField(field, word));
  }

  /** How many rows' text field has the word. */
  countInField(field: string, word: string): number {
    return this.#matcher.text.inField(field, word).length;
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

  /** How many words a text field has, by row index. */
  lengthsOf(field: string): (index: number) => number {
    const lengthOf = this.#matcher.text.lengthsOf(field);
    return (index) => lengthOf(index + 1);
  }

  /** Rows whose name is exactly the text, and rows that match its words. */
  match(
    query: TextQuery,
    { incomplete = 'always', filters = [], isScored = true }: MatchTextOptions = {},
  ): TextMatch {
    // Who excludes something names no record by the whole text.
    const exact = new Set(query.excluded.length > 0 ? [] : this.named(query.text));
    const { one, several } =
      exact.size === 0 && query.excluded.length === 0 ? this.#namedIn(query.text) : noneNamed;
    for (const index of [...one, ...several]) exact.add(index);
    let named: readonly number[] = [...exact];
    const found = this.#matcher.match(query, {
      last: this.#rows,
      hidden: this.#hiddenOr(query),
      accepts: (row) => passes(row - 1, filters),
      isNarrow: () => filters.length > 0 && this.#passingUpTo(NARROW + 1, filters) <= NARROW,
      isScored,
      wantsIncomplete: (complete) => {
        // Who names a record wants no other that is somewhat like it.
        if (exact.size > 0 || incomplete === 'never') return false;
        const passing = countUpTo(ENOUGH_COMPLETE, complete, (row) => passes(row - 1, filters));
        if (passing > 0) return incomplete === 'always' && passing < ENOUGH_COMPLETE;
        if (filters.length > 0) named = this.#namedAmong(complete, query.text);
        // What has every word is what was meant, though it is closed by now.
        if (
          named.length === 0 &&
          this.#hasCallingTitles &&
          complete.length > 0 &&
          complete.length <= FEW_MEANT
        )
          named = Array.from(complete, (row) => row - 1);
        return named.length === 0;
      },
    });
    const scores = found.scores.subarray(1);
    const [complete, nearest] = [indexesOf(found.rows), indexesOf(found.nearest)];
    if (isScored) for (const indexes of [complete, nearest]) this.#addRecency(indexes, scores);
    const rows =
      query.required.length === 0 && query.excluded.length > 0
        ? rowsOutside(found.excluded?.subarray(1), this.#rows)
        : // Who lists names wants these records side by side, and nothing else.
          withFirst(exact, several.length > 0 ? complete.subarray(0, 0) : complete);
    const { unknown, corrected, tooCommon, cut } = found;
    const isExact = exact.size > 0;
    return {
      rows,
      scores,
      exact,
      keptOut: named.filter((index) => !passes(index, filters)),
      nearest: [...nearest],
      isByAbstract: (index) => !isExact && found.isByAbstract(index + 1),
      unknown: isExact ? [] : unknown,
      corrected: isExact ? {} : corrected,
      leftOut: isExact ? noneLeftOut : { beyond: query.beyond, tooCommon, cut },
    };
  }

  /** How many rows pass the filters, as far as `most`. */
  #passingUpTo(most: number, filters: readonly Filter[]): number {
    let count = 0;
    for (let index = 0; index < this.#rows && count < most; index++) if (passes(index, filters)) count++;
    return count;
  }

  #addRecency(indexes: Int32Array, scores: Float64Array): void {
    const bonus = this.#recency();
    for (let i = 0; i < indexes.length; i++) {
      const index = indexes[i] as number;
      // Four decimals are precise enough, and keep cursors short.
      scores[index] = Math.round(((scores[index] as number) + (bonus[index] as number)) * 1e4) / 1e4;
    }
  }

  /** The rows of one name with what is asked of it (`speed of H1`), or of several, if the text is nothing but these. */
  #namedIn(text: string): NamedRows {
    const listed = listedNames(text).map((name) => this.named(name));
    if (listed.length > 1 && listed.every((rows) => rows.length > 0))
      return { ...noneNamed, several: [...new Set(listed.flat())] };
    // Standards are called by their numbers, as things are by their names; papers by short names, not by titles.
    const isCalled = this.#packed.texts !== undefined;
    if (!this.#hasNames && !isCalled && this.#index.kind !== 'certification') return noneNamed;
    return namedIn(text, withoutMeasures(this.#index.kind, text), {
      exactly: (name) => (!isCalled ? this.named(name) : isTellingName(name) ? this.#called(name) : []),
      inPart: (word) => {
        if (!this.#hasNames) return [];
        const rows = this.inField('name', singular(word));
        const isName = rows.length <= MAX_NAMED && rows.length * 2 >= this.#matcher.count(singular(word));
        return isName ? [...rows] : [];
      },
    });
  }

  /** Contests are called by the words of their titles, as things are by their names. */
  get #hasCallingTitles(): boolean {
    return this.#index.kind === 'challenges';
  }

  /** True for kinds whose records are things with names, not texts with titles. */
  get #hasNames(): boolean {
    return this.#index.text.some(({ name }) => name === 'name');
  }

  /** Of a few rows those that the text names: all its words stand in one of their names, or in maker and model. */
  #namedAmong(rows: Int32Array, text: string): number[] {
    if (!this.#hasNames || rows.length > MAX_NAMED) return [];
    const isNamed = namedBy(text);
    const indexes = Array.from(rows, (row) => row - 1);
    return indexes.filter((index) => this.#index.keys(this.record(index)).some(isNamed));
  }

  /** Rows that were replaced, and those with a name that is excluded. */
  #hiddenOr({ excluded }: TextQuery): ReadonlySet<number> {
    if (excluded.length === 0) return this.#hidden;
    const named = excluded.flatMap(({ shown }) => this.named(shown)).map((index) => index + 1);
    return new Set([...this.#hidden, ...named]);
  }

  /** Compact names in Chinese, Japanese or Korean characters, read when a question first has such. */
  get nativeNames(): ReadonlySet<string> {
    if (this.#native?.rows !== this.#rows) {
      const found = all(
        this.#db,
        `SELECT DISTINCT "key" FROM "${this.#index.kind}_keys" WHERE octet_length("key") > length("key")`,
      );
      const names = found.map(({ key }) => String(key)).filter((key) => hasOtherScript.test(key));
      this.#native = { rows: this.#rows, names: new Set(names) };
    }
    return this.#native.names;
  }

  /** Ids of records with a name that begins with the typed text, sorted by name. */
  idsBeginning(typed: string, max: number): string[] {
    const wanted = compact(typed).slice(0, KEY_LENGTH);
    const found = namesBeginning(this.#db, this.#index.kind, wanted, max, this.#liveTexts);
    return found.map((row) => this.idOf(row - 1));
  }

  /** Packed texts of records that none has replaced. */
  get #liveTexts(): SortedNames | undefined {
    const { texts } = this.#packed;
    const isHidden = (row: number) => this.#hidden.has(row);
    return texts && { size: texts.size, from: (name) => without(texts.from(name), isHidden) };
  }

  /** Rows with a name that begins with the text. */
  #beginning(text: string, max: number): number[] {
    const ids = [...new Set(this.idsBeginning(text, max))];
    return ids.flatMap((id) => this.#rowOf(id) ?? []).map((row) => row - 1);
  }

  /** Ids of records whose name starts with the text or is a few typos away from it. */
  namesLike(text: string, max: number): string[] {
    const wanted = compact(text).slice(0, KEY_LENGTH);
    if (wanted === '') return [];
    const bound = Math.min(MAX_SLIPS, Math.max(1, Math.floor(wanted.length / 4)));
    const near = nearNames(this.#db, this.#index.kind, wanted, bound, this.#liveTexts);
    const ids = near.filter(({ row }) => this.isLive(row - 1)).map(({ row }) => this.idOf(row - 1));
    return [...new Set(ids)].slice(0, max);
  }

  /** Adds a record; an older one with the same id is hidden from then on. */
  put(record: RecordOf<K>): void {
    const { kind } = this.#index;
    // The columns must hold all rows before this one.
    const columns = this.#columns;
    const older = this.#rowOf(record.id);
    if (older !== undefined) this.#hide(older);
    const row = ++this.#rows;
    runOnce(prepareInsert(this.#db, kind), toRow(kind, record, row));
    const insertKey = prepareKeyInsert(this.#db, kind);
    for (const keyRow of toKeyRows(this.#index, record, row)) insertKey.run(keyRow);
    insertKey.free();
    for (const [name, column] of columns) column.push(this.#index.columns[name]?.of(record));
    this.#matcher.add(row, textWords(this.#index, record));
  }

  /** The row of an id, which is among the keys of its record. */
  #rowOf(id: string): number | undefined {
    const rows = allOf(this.#byKey, [compact(id).slice(0, KEY_LENGTH)]).map(({ row }) => row as number);
    return rows.find((row) => this.idOf(row - 1) === id);
  }

  #hide(row: number): void {
    this.#hidden.add(row);
    // The texts of the snapshot's rows locate an added one in alphabetical order.
    if (row > this.#stored) this.#db.run(`DELETE FROM "${this.#index.kind}" WHERE "row" = ?`, [row]);
    deleteKeys(this.#db, this.#index.kind, row);
  }

  /** Rows with a name that is exactly the text, or an identifier in it, however they are spaced or punctuated. */
  named(text: string): number[] {
    const found = new Set([text, ...identifiersIn(text)].flatMap((name) => this.#named(name)));
    if (found.size > 0) return [...found];
    return otherScript.test(text) ? this.#beginning(text, MAX_NAMED) : this.#called(text);
  }

  /** Rows of titles that have the text as their short name. */
  #called(text: string): number[] {
    const { texts } = this.#packed;
    if (texts === undefined || !mayBeShortName(text)) return [];
    return rowsCalled(text, texts).flatMap((row) => (this.isLive(row - 1) ? [row - 1] : []));
  }

  #named(name: string): number[] {
    const key = compact(name);
    if (key === '') return [];
    const wanted = key.slice(0, KEY_LENGTH);
    const keyed = allOf(this.#byKey, [wanted]).map(({ row }) => (row as number) - 1);
    const texts = (this.#packed.texts?.withKey(wanted) ?? []).map((row) => row - 1);
    const found = [...keyed, ...texts.filter((index) => this.isLive(index))];
    // Longer names are stored truncated.
    if (key.length <= KEY_LENGTH) return found;
    return found.filter((index) => this.#index.keys(this.record(index)).some((own) => compact(own) === key));
  }

  /** What recency adds to the score of a row: less than a word does, enough to order similar rows. */
  #recency(): Float64Array {
    if (this.#bonus.length === this.#rows) return this.#bonus;
    const { recency } = this.#index;
    this.#bonus = recencyBonuses(this.#rows, recency === undefined ? [] : this.dates(recency).numbers);
    return this.#bonus;
  }

  get #columns(): ReadonlyMap<string, Column> {
    this.#loaded ??= readColumns(this.#db, this.#index as unknown as KindIndex, this.#rows, (name, index) =>
      this.#index.columns[name]?.of(this.record(index)),
    );
    return this.#loaded;
  }

  #column<C extends Column>(name: string, type: new (...args: never[]) => C): C {
    const column = this.#columns.get(name);
    if (column instanceof type) return column;
    throw new Error(`${this.#index.kind} has no ${type.name} called ${name}`);
  }
}

function* without(
  names: Iterable<readonly [string, number]>,
  isHidden: (row: number) => boolean,
): Iterable<readonly [string, number]> {
  for (const entry of names) if (!isHidden(entry[1])) yield entry;
}

/** More are no list of names. */
const MOST_LISTED = 10;

/** Names in quotes, or with words and signs of a list between them: titles have several words each. */
function listedNames(text: string): readonly string[] {
  // In a long run of spaces each would be tried as the first of a sign.
  const line = text.replace(/[^\S\n]+/g, ' ');
  const quoted = [...line.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  const parts = quoted.length > 1 ? quoted : line.split(/\s*[;\n]\s*|,?\s+(?:and|or|vs\.?|versus)\s+/i);
  return parts.length > MOST_LISTED ? [] : parts;
}

/** Row indexes of the rows of tables. */
function indexesOf(rows: Int32Array): Int32Array {
  const indexes = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) indexes[i] = (rows[i] as number) - 1;
  return indexes;
}
