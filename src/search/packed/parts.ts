import type { Kind } from '../../kinds/kinds.ts';
import { all, type Database, oneOf, type SqlValue, type Statement } from '../sqlite.ts';

/** DDL of the table that holds fields of records apart from the others, in parts of many records each. */
export function createPackedTable(db: Database): void {
  db.run(
    'CREATE TABLE packed (kind TEXT, field TEXT, part INTEGER, data, PRIMARY KEY (kind, field, part)) WITHOUT ROWID',
  );
}

/** Writes the parts of a field, counted from 0. */
export function writeParts(
  db: Database,
  kind: Kind,
  field: string,
  parts: readonly (string | Uint8Array)[],
): void {
  const insert = db.prepare('INSERT INTO packed VALUES (?, ?, ?, ?)');
  for (const [part, data] of parts.entries()) insert.run([kind, field, part, data]);
  insert.free();
}

/** A part that was read last is cached, as so many are, which is more than an answer needs. */
const PARTS_KEPT = 256;

/** Reads the parts of a field, each decoded once as long as it is cached. */
export class Parts<Decoded> {
  readonly #statement: Statement;
  readonly #kind: Kind;
  readonly #field: string;
  readonly #decode: (data: SqlValue) => Decoded;
  readonly #cached = new Map<number, Decoded>();

  constructor(db: Database, kind: Kind, field: string, decode: (data: SqlValue) => Decoded) {
    this.#statement = db.prepare('SELECT data FROM packed WHERE kind = ? AND field = ? AND part = ?');
    this.#kind = kind;
    this.#field = field;
    this.#decode = decode;
  }

  /** Throws an Error where there is no such part. */
  part(number: number): Decoded {
    const known = this.#cached.get(number);
    if (known !== undefined) return known;
    const data = oneOf(this.#statement, [this.#kind, this.#field, number])?.data;
    if (data === undefined) throw new Error(`The data lack part ${number} of ${this.#field}.`);
    const decoded = this.#decode(data);
    if (this.#cached.size >= PARTS_KEPT) this.#cached.clear();
    this.#cached.set(number, decoded);
    return decoded;
  }
}

/** True if the program that wrote the snapshot packed fields of this kind. */
export function hasPacked(db: Database, kind: Kind): boolean {
  if (all(db, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'packed'").length === 0)
    return false;
  return all(db, 'SELECT 1 FROM packed WHERE kind = ? LIMIT 1', [kind]).length > 0;
}

/** The parts of a list, so many entries each. */
export function inParts<T>(list: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, part) =>
    list.slice(part * length, (part + 1) * length),
  );
}
