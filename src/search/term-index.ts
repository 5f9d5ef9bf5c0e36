import type { Kind, KindIndex, RecordOf } from '../kinds/kinds.ts';
import { fold, stems, words } from '../text/fold.ts';
import { variantWords } from '../text/word-forms.ts';
import { BoundedCache } from './bounded-cache.ts';
import {
  decodePostings,
  encodePostings,
  fieldBitsFor,
  noPostings,
  type Postings,
  PostingsByTerm,
  union,
} from './postings.ts';
import { all, type Database, oneOf, type Statement } from './sqlite.ts';
import { decodeInto, encodeNumbers } from './variable-bytes.ts';

/** The fields of a kind's index; the last one holds the variants of names and titles. */
export function textFields(index: KindIndex): string[] {
  return [...index.text.map((field) => field.name), 'variants'];
}

/** The folded words of every field of a record. */
export function textWords<K extends Kind>(index: KindIndex<K>, record: RecordOf<K>): string[][] {
  const texts = index.text.map((field) => field.of(record));
  const variants = index.text.flatMap(({ variants }, i) => (variants ? variantWords(texts[i] ?? '') : []));
  const fields = index.text.map(({ verbatim }, i) => {
    const text = texts[i] ?? '';
    return verbatim ? words(fold(text)) : stems(text);
  });
  return [...fields, variants];
}

/** DDL of the table that stores the field lengths of each kind in one blob. */
export function createLengthTable(db: Database): void {
  db.run('CREATE TABLE lengths (kind TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID');
}

/** Writes the inverted index of a kind; `records` holds the words of each, in the order of their rows. */
export function writeTerms(
  db: Database,
  kind: Kind,
  records: readonly (readonly (readonly string[])[])[],
): void {
  db.run(
    `CREATE TABLE "${kind}_terms" (term TEXT PRIMARY KEY, records INTEGER, postings BLOB) WITHOUT ROWID`,
  );
  const terms = new PostingsByTerm();
  for (const [i, fields] of records.entries()) terms.add(i + 1, fields);
  const insert = db.prepare(`INSERT INTO "${kind}_terms" VALUES (?, ?, ?)`);
  const fieldBits = fieldBitsFor(records[0]?.length ?? 0);
  for (const term of terms.terms().sort()) {
    const postings = terms.get(term);
    insert.run([term, postings.rows.length, encodePostings(postings, fieldBits)]);
  }
  insert.free();
  const lengths = records.flatMap((fields) => fields.map((own) => Math.min(own.length, LONGEST_FIELD)));
  db.run('INSERT INTO lengths VALUES (?, ?)', [kind, encodeNumbers(lengths)]);
}

/** Words of a longer field count no further: lengths are numbers of 16 bits. */
const LONGEST_FIELD = 0xffff;

/** Bounded, since queries may hold any words. */
const CACHED_COUNTS = 50_000;
/** Postings of common words are read often: up to so many numbers of them are cached. */
const CACHED_NUMBERS = 500_000;

/** A prefix stands for so many words, the commonest with it. */
export const MAX_PREFIX_WORDS = 64;
const CACHED_PREFIXES = 500;

interface Beginning {
  readonly words: readonly string[];
  readonly isCut: boolean;
}

/** The inverted index of a kind: that of the snapshot, and one in memory of the rows that were added since. */
export class TermIndex {
  readonly #db: Database;
  readonly #kind: Kind;
  readonly #fields: number;
  readonly #added = new PostingsByTerm();
  readonly #addedLengths: number[] = [];
  readonly #counts = new BoundedCache<string, number>(CACHED_COUNTS);
  readonly #cached = new Map<string, Postings>();
  readonly #beginnings = new BoundedCache<string, Beginning>(CACHED_PREFIXES);
  #numbers = 0;
  #lengths: Uint16Array | undefined;
  #byTerm: Statement | undefined;
  #countOf: Statement | undefined;

  /** `fields` is their number. */
  constructor(db: Database, kind: Kind, fields: number) {
    this.#db = db;
    this.#kind = kind;
    this.#fields = fields;
  }

  /** Appends a row with the words of each field. */
  add(row: number, fields: readonly (readonly string[])[]): void {
    this.#added.add(row, fields);
    this.#addedLengths.push(...fields.map((own) => Math.min(own.length, LONGEST_FIELD)));
    this.#lengths = undefined;
    this.#counts.clear();
    this.#cached.clear();
    this.#beginnings.clear();
    this.#numbers = 0;
  }

  /** Document frequency of a word in the snapshot; 1 if only added rows have it, 0 if none. */
  count(word: string): number {
    return this.#counts.get(word, this.#findCount);
  }

  readonly #findCount = (word: string): number => {
    this.#countOf ??= this.#db.prepare(`SELECT records FROM "${this.#kind}_terms" WHERE term = ?`);
    const stored = oneOf(this.#countOf, [word])?.records as number | undefined;
    return stored ?? (this.#added.has(word) ? 1 : 0);
  };

  postings(word: string): Postings {
    const known = this.#cached.get(word);
    if (known !== undefined) return known;
    const stored = this.count(word) === 0 ? noPostings : this.#stored(word);
    const read = this.#added.has(word) ? union([stored, this.#added.get(word)]) : stored;
    return this.#cache(word, read);
  }

  #cache(key: string, read: Postings): Postings {
    const numbers = 2 * read.rows.length + read.positions.length;
    this.#numbers += numbers;
    if (this.#numbers > CACHED_NUMBERS) {
      this.#cached.clear();
      this.#numbers = numbers;
    }
    this.#cached.set(key, read);
    return read;
  }

  #stored(word: string): Postings {
    this.#byTerm ??= this.#db.prepare(`SELECT records, postings FROM "${this.#kind}_terms" WHERE term = ?`);
    return this.#decode(oneOf(this.#byTerm, [word]));
  }

  /** The postings of the words that a prefix stands for. */
  postingsOfPrefix(prefix: string): Postings {
    const key = `${prefix}*`;
    const read = () => union(this.beginning(prefix).words.map((word) => this.postings(word)));
    return this.#cached.get(key) ?? this.#cache(key, read());
  }

  /** The commonest words with this prefix, and whether there are more. */
  beginning(prefix: string): Beginning {
    return this.#beginnings.get(prefix, this.#findBeginning);
  }

  readonly #findBeginning = (prefix: string): Beginning => {
    // No letter or digit sorts after the last code point.
    const sql = `SELECT term FROM "${this.#kind}_terms" WHERE term >= ? AND term < ? ORDER BY records DESC, term LIMIT ?`;
    const stored = all(this.#db, sql, [prefix, `${prefix}\u{10ffff}`, MAX_PREFIX_WORDS + 1]);
    const found = new Set([...stored.map(({ term }) => term as string), ...this.#addedBeginning(prefix)]);
    const words = [...found].slice(0, MAX_PREFIX_WORDS);
    return { words, isCut: found.size > words.length };
  };

  #addedBeginning(prefix: string): string[] {
    return this.#added.terms().filter((term) => term.startsWith(prefix));
  }

  #decode(row: ReturnType<typeof oneOf>): Postings {
    if (row === undefined) return noPostings;
    return decodePostings(row.postings as Uint8Array, row.records as number, fieldBitsFor(this.#fields));
  }

  /** How many words each field has: that of field `f` of row `r`, counted from 1, at `r * fields + f`. */
  lengths(): Uint16Array {
    this.#lengths ??= this.#readLengths();
    return this.#lengths;
  }

  #readLengths(): Uint16Array {
    const sql = 'SELECT data FROM lengths WHERE kind = ?';
    const data = all(this.#db, sql, [this.#kind])[0]?.data;
    const stored = data instanceof Uint8Array ? data : new Uint8Array(0);
    // A number takes a byte or more.
    const lengths = new Uint16Array(this.#fields + stored.length + this.#addedLengths.length);
    const end = decodeInto(lengths, this.#fields, stored);
    lengths.set(this.#addedLengths, end);
    return lengths.subarray(0, end + this.#addedLengths.length);
  }
}
