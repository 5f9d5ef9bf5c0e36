import type { Kind, KindIndex, RecordOf } from '../kinds/kinds.ts';
import { compact, fold, saidSigns, words } from '../text/fold.ts';
import { identifiersIn } from './identifiers.ts';
import {
  deleteKeys,
  KEY_LENGTH,
  namesBeginning,
  nearNames,
  prepareKeyInsert,
  type SortedNames,
  toKeyRows,
} from './names.ts';
import type { SortedTexts } from './packed/sorted-texts.ts';
import { mayBeShortName, rowsCalled } from './short-names.ts';
import { all, allOf, type Database, type Statement } from './sqlite.ts';

/** A name in Chinese, Japanese or Korean characters is one word: its beginning is a part of it (`川崎`). */
const otherScript = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]{2,}$/u;
const hasOtherScript = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Of names that begin alike so many are meant. */
export const MAX_NAMED = 10;

/** Names that are further from a text are not what was meant. */
const MAX_SLIPS = 4;

/** A text with so much of a title behind the same short name is that title, with a slip. */
const MOST_OF_TITLE = 0.7;
const LONGEST_TITLE = 300;

/** The records that names are looked for in; rows are counted from 0. */
export interface NamedRecords<K extends Kind> {
  readonly size: number;
  isLive(index: number): boolean;
  idOf(index: number): string;
  record(index: number): RecordOf<K>;
}

/** Finds the records of a kind by their names: ids, aliases and titles. */
export class KindNames<K extends Kind> {
  readonly #db: Database;
  readonly #index: KindIndex<K>;
  readonly #records: NamedRecords<K>;
  readonly #texts: SortedTexts | undefined;
  readonly #byKey: Statement;
  #native: { readonly rows: number; readonly names: ReadonlySet<string> } | undefined;

  /** `texts` are names that stand in no table of keys. */
  constructor(db: Database, index: KindIndex<K>, records: NamedRecords<K>, texts: SortedTexts | undefined) {
    this.#db = db;
    this.#index = index;
    this.#records = records;
    this.#texts = texts;
    this.#byKey = db.prepare(`SELECT "row" FROM "${index.kind}_keys" WHERE "key" = ?`);
  }

  /** The index of an id, or else of the one record with this alias. */
  indexOf(idOrAlias: string): number | undefined {
    const index = this.ofId(idOrAlias);
    if (index !== undefined) return index;
    const [only, another] = this.named(idOrAlias);
    return another === undefined ? only : undefined;
  }

  /** The index of an id, which is among the keys of its record. */
  ofId(id: string): number | undefined {
    return this.#withKey(compact(id).slice(0, KEY_LENGTH)).find((index) => this.#records.idOf(index) === id);
  }

  /** Rows with a name that is exactly the text, or an identifier in it, however they are spaced or punctuated. */
  named(text: string): number[] {
    const found = new Set([text, ...identifiersIn(text)].flatMap((name) => this.#named(name)));
    if (found.size > 0) return [...found];
    if (otherScript.test(text))
      return [...new Set(this.idsBeginning(text, MAX_NAMED))].flatMap((id) => this.ofId(id) ?? []);
    const called = [this.called(text), this.#namedTwice(text)].find((rows) => rows.length > 0);
    return called ?? this.#nearTitles(text);
  }

  /** Rows that are called by the first word of a text and by the others: `PRM probabilistic roadmaps`. */
  #namedTwice(text: string): number[] {
    const [, first = '', rest = ''] = /^(\S+)\s+(\S.*)$/.exec(text.trim()) ?? [];
    const own = this.#texts === undefined ? [] : this.#named(first);
    const behind = own.length === 0 ? [] : [...this.#named(rest), ...this.called(rest)];
    return own.filter((row) => behind.includes(row));
  }

  /** Rows of titles with the short name before the colon of a text, and most of the words behind it. */
  #nearTitles(text: string): number[] {
    const colon = text.indexOf(':');
    if (this.#texts === undefined || colon < 1 || text.length > LONGEST_TITLE) return [];
    const asked = [...new Set(words(fold(text)))];
    return this.called(text.slice(0, colon)).filter((index) =>
      this.#index.keys(this.#records.record(index)).some((key) => {
        const own = new Set(words(fold(key)));
        return asked.filter((word) => own.has(word)).length >= MOST_OF_TITLE * asked.length;
      }),
    );
  }

  /** True for a kind whose titles have short names before a colon. */
  get hasShortNames(): boolean {
    return this.#texts !== undefined;
  }

  /** Rows of titles that have the text as their short name. */
  called(text: string): number[] {
    if (this.#texts === undefined || !mayBeShortName(text)) return [];
    return rowsCalled(text, this.#texts).flatMap((row) => (this.#records.isLive(row - 1) ? [row - 1] : []));
  }

  #named(name: string): number[] {
    const said = saidSigns(name);
    const bySigns = said === name ? [] : this.#keyed(said);
    return bySigns.length > 0 ? bySigns : this.#keyed(name);
  }

  #keyed(name: string): number[] {
    const key = compact(name);
    if (key === '') return [];
    const wanted = key.slice(0, KEY_LENGTH);
    const texts = (this.#texts?.withKey(wanted) ?? []).map((row) => row - 1);
    const found = [...this.#withKey(wanted), ...texts.filter((index) => this.#records.isLive(index))];
    // Longer names are stored truncated.
    if (key.length <= KEY_LENGTH) return found;
    const isKey = (own: string) => compact(own) === key;
    return found.filter((index) => this.#index.keys(this.#records.record(index)).some(isKey));
  }

  #withKey(key: string): number[] {
    return allOf(this.#byKey, [key]).map(({ row }) => (row as number) - 1);
  }

  /** Ids of records with a name that begins with the typed text, sorted by name. */
  idsBeginning(typed: string, max: number): string[] {
    const wanted = compact(typed).slice(0, KEY_LENGTH);
    const found = namesBeginning(this.#db, this.#index.kind, wanted, max, this.#liveTexts);
    return found.map((row) => this.#records.idOf(row - 1));
  }

  /** Ids of records whose name starts with the text or is a few typos away from it. */
  like(text: string, max: number): string[] {
    const wanted = compact(text).slice(0, KEY_LENGTH);
    if (wanted === '') return [];
    const bound = Math.min(MAX_SLIPS, Math.max(1, Math.floor(wanted.length / 4)));
    const near = nearNames(this.#db, this.#index.kind, wanted, bound, this.#liveTexts);
    const live = near.filter(({ row }) => this.#records.isLive(row - 1));
    return [...new Set(live.map(({ row }) => this.#records.idOf(row - 1)))].slice(0, max);
  }

  /** Packed texts of records that none has replaced. */
  get #liveTexts(): SortedNames | undefined {
    const texts = this.#texts;
    const isLive = (row: number) => this.#records.isLive(row - 1);
    return texts && { size: texts.size, from: (name) => those(texts.from(name), isLive) };
  }

  /** Compact names in Chinese, Japanese or Korean characters, read when a question first has such. */
  get native(): ReadonlySet<string> {
    const { size } = this.#records;
    if (this.#native?.rows !== size) {
      const where = `FROM "${this.#index.kind}_keys" WHERE octet_length("key") > length("key")`;
      const names = all(this.#db, `SELECT DISTINCT "key" ${where}`).map(({ key }) => String(key));
      this.#native = { rows: size, names: new Set(names.filter((key) => hasOtherScript.test(key))) };
    }
    return this.#native.names;
  }

  /** Adds the names of a record in a row, counted from 1. */
  put(record: RecordOf<K>, row: number): void {
    const insert = prepareKeyInsert(this.#db, this.#index.kind);
    for (const keyRow of toKeyRows(this.#index, record, row)) insert.run(keyRow);
    insert.free();
  }

  /** Removes the names of a row, counted from 1. */
  remove(row: number): void {
    deleteKeys(this.#db, this.#index.kind, row);
  }
}

function* those(
  names: Iterable<readonly [string, number]>,
  test: (row: number) => boolean,
): Iterable<readonly [string, number]> {
  for (const entry of names) if (test(entry[1])) yield entry;
}
