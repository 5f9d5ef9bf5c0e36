import type { Kind } from '../kinds/kinds.ts';
import { BoundedCache } from './bounded-cache.ts';
import { noPostings, type Postings } from './postings.ts';
import { all, type Database, hasTable, oneOf, type Statement } from './sqlite.ts';
import { decodeNumbers, encodeNumbers } from './variable-bytes.ts';

/**
 * Stems under which records are found beside their own words, by id: those of a paper's abstract. They are never shown,
 * and are no part of the records: neither their hashes nor deltas hold them.
 */
export type IndexTerms = ReadonlyMap<string, readonly string[]>;

/** The only kind that has them. */
const KIND: Kind = 'publications';
const TABLE = 'index_terms';
/** Rows of so many terms are cached. */
const CACHED_TERMS = 500;

/** Writes the terms of records, whose ids stand in the order of their rows. */
export function writeIndexTerms(db: Database, ids: readonly string[], terms: IndexTerms): void {
  if (terms.size === 0) return;
  db.run(`CREATE TABLE ${TABLE} (term TEXT PRIMARY KEY, records INTEGER, rows BLOB) WITHOUT ROWID`);
  const rows = new Map<string, number[]>();
  for (const [i, id] of ids.entries()) {
    for (const term of terms.get(id) ?? []) {
      const own = rows.get(term) ?? [];
      rows.set(term, own);
      own.push(i + 1);
    }
  }
  const insert = db.prepare(`INSERT INTO ${TABLE} VALUES (?, ?, ?)`);
  for (const term of [...rows.keys()].sort()) {
    const own = rows.get(term) ?? [];
    insert.run([term, own.length, encodeNumbers(own.map((row, i) => row - (own[i - 1] ?? 0)))]);
  }
  insert.free();
}

/** The terms that a snapshot holds, each list in alphabetical order: for whoever indexes its records anew. */
export function readIndexTerms(db: Database): IndexTerms {
  const terms = new Map<string, string[]>();
  if (!hasTable(db, TABLE)) return terms;
  const ids = new Map(all(db, `SELECT "row", id FROM "${KIND}"`).map(({ row, id }) => [row, id as string]));
  for (const { term, rows } of all(db, `SELECT term, rows FROM ${TABLE} ORDER BY term`)) {
    for (const row of rowsOf(rows as Uint8Array)) {
      const id = ids.get(row) ?? '';
      const own = terms.get(id) ?? [];
      terms.set(id, own);
      own.push(term as string);
    }
  }
  return terms;
}

/** Finds rows by their index terms. */
export class IndexTermReader {
  readonly #db: Database;
  readonly #isThere: boolean;
  readonly #cached = new BoundedCache<string, Postings>(CACHED_TERMS);
  #byTerm: Statement | undefined;
  #byRow: TermsByRow | undefined;

  constructor(db: Database, kind: string) {
    this.#db = db;
    this.#isThere = kind === KIND && hasTable(db, TABLE);
  }

  /** Postings without positions: a row has the term, and nothing is known of where. */
  postings(term: string): Postings {
    return this.#isThere ? this.#cached.get(term, this.#read) : noPostings;
  }

  readonly #read = (term: string): Postings => {
    this.#byTerm ??= this.#db.prepare(`SELECT rows FROM ${TABLE} WHERE term = ?`);
    const stored = oneOf(this.#byTerm, [term])?.rows;
    const rows = stored instanceof Uint8Array ? rowsOf(stored) : new Int32Array(0);
    return { rows, starts: new Int32Array(rows.length + 1), positions: noPostings.positions };
  };

  /** The terms of a row. The first call reads the terms of all rows, some 2 MB. */
  termsOf(row: number): string[] {
    const { terms, starts, numbers } = this.#ofRows();
    return Array.from(numbers.subarray(starts[row], starts[row + 1]), (number) => terms[number] as string);
  }

  /** How many terms a row has. */
  countOf(row: number): number {
    const { starts } = this.#ofRows();
    return row + 1 < starts.length ? (starts[row + 1] as number) - (starts[row] as number) : 0;
  }

  #ofRows(): TermsByRow {
    this.#byRow ??= this.#isThere
      ? readByRow(this.#db)
      : { terms: [], starts: new Uint32Array(0), numbers: new Uint16Array(0) };
    return this.#byRow;
  }
}

/** The terms of each row, which the table has the other way around; numbers of terms from `starts[row]` on. */
interface TermsByRow {
  readonly terms: readonly string[];
  readonly starts: Uint32Array;
  readonly numbers: Uint16Array;
}

function readByRow(db: Database): TermsByRow {
  const stored = all(db, `SELECT term, rows FROM ${TABLE}`);
  const lists = stored.map(({ rows }) => rowsOf(rows as Uint8Array));
  let last = 0;
  for (const rows of lists) last = Math.max(last, rows.at(-1) ?? 0);
  // Counted a place further on, so that sums are starts.
  const starts = new Uint32Array(last + 2);
  for (const rows of lists) {
    for (let i = 0; i < rows.length; i++)
      starts[(rows[i] as number) + 1] = (starts[(rows[i] as number) + 1] as number) + 1;
  }
  for (let row = 1; row < starts.length; row++)
    starts[row] = (starts[row] as number) + (starts[row - 1] as number);
  const next = starts.slice();
  const numbers = new Uint16Array(starts.at(-1) ?? 0);
  for (const [number, rows] of lists.entries()) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      numbers[next[row] as number] = number;
      next[row] = (next[row] as number) + 1;
    }
  }
  return { terms: stored.map(({ term }) => term as string), starts, numbers };
}

function rowsOf(stored: Uint8Array): Int32Array {
  const rows = new Int32Array(decodeNumbers(stored));
  for (let i = 1; i < rows.length; i++) rows[i] = (rows[i] as number) + (rows[i - 1] as number);
  return rows;
}
