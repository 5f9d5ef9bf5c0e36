import type { Kind } from '../../kinds/kinds.ts';
import { BoundedCache } from '../bounded-cache.ts';
import { all, type Database, hasTable, oneOf, type SqlValue, type Statement } from '../sqlite.ts';

/** A table of its own for each field: a part of up to 4,000 bytes is one page then, found by one number. */
function tableOf(kind: Kind, field: string): string {
  return `"${kind}_packed_${field}"`;
}

/** Writes a field of a kind in parts, counted from 0. */
export function writeParts(
  db: Database,
  kind: Kind,
  field: string,
  parts: readonly (string | Uint8Array)[],
): void {
  const table = tableOf(kind, field);
  db.run(`CREATE TABLE ${table} (part INTEGER PRIMARY KEY, data)`);
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
  for (const [part, data] of parts.entries()) insert.run([part, data]);
  insert.free();
}

/** More parts than the names of an answer's records are in. */
const PARTS_KEPT = 500;

/** Reads the parts of a field, each decoded once as long as it is cached. */
export class Parts<Decoded> {
  readonly #db: Database;
  readonly #table: string;
  readonly #decode: (data: SqlValue) => Decoded;
  readonly #cached = new BoundedCache<number, Decoded>(PARTS_KEPT);
  #byNumber: Statement | undefined;

  constructor(db: Database, kind: Kind, field: string, decode: (data: SqlValue) => Decoded) {
    this.#db = db;
    this.#table = tableOf(kind, field);
    this.#decode = decode;
  }

  /** Throws an Error where there is no such part. */
  part(number: number): Decoded {
    return this.#cached.get(number, this.#read);
  }

  readonly #read = (number: number): Decoded => {
    this.#byNumber ??= this.#db.prepare(`SELECT data FROM ${this.#table} WHERE part = ?`);
    const data = oneOf(this.#byNumber, [number])?.data;
    if (data === undefined) throw new Error(`The data lack part ${number} of ${this.#table}.`);
    return this.#decode(data);
  };
}

/** The first part of a field; undefined if the program that wrote the snapshot did not write the field. */
export function firstPart(db: Database, kind: Kind, field: string): SqlValue | undefined {
  if (!hasTable(db, tableOf(kind, field).replaceAll('"', ''))) return undefined;
  return all(db, `SELECT data FROM ${tableOf(kind, field)} WHERE part = 0`)[0]?.data;
}

/** The parts of a list, so many entries each. */
export function inParts<T>(list: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, part) =>
    list.slice(part * length, (part + 1) * length),
  );
}
