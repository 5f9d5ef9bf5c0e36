import type { Kind } from '../../kinds/kinds.ts';
import { all, type Database } from '../sqlite.ts';
import { NumberReader } from './segment-nodes.ts';
import { textTable } from './text-table.ts';

/** DDL of the table that keeps the field lengths of all kinds in one piece each. */
export function createLengthTable(db: Database): void {
  db.run('CREATE TABLE lengths (kind TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID');
}

/** Writes down how long every field is, since FTS4 keeps that in a row a record. */
export function writeLengths(db: Database, kind: Kind): void {
  const sizes = sizesFrom(db, kind, 1);
  const data = new Uint8Array(sizes.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const size of sizes) {
    data.set(size, at);
    at += size.length;
  }
  db.run('INSERT INTO lengths VALUES (?, ?)', [kind, data]);
}

/** How many words each field of each row has. */
export class FieldLengths {
  private readonly db: Database;
  private readonly kind: Kind;
  private readonly fields: number;
  private lengths: Uint32Array | undefined;
  private complete = 0;

  constructor(db: Database, kind: Kind, fields: number) {
    this.db = db;
    this.kind = kind;
    this.fields = fields;
  }

  /** The length of field `f` of row `r`, counted from 1, stands at `r * fields + f`. */
  upTo(row: number): Uint32Array {
    this.lengths ??= this.stored();
    if (row > this.complete) this.lengths = this.extended(this.lengths);
    return this.lengths;
  }

  /** In the numbers of FTS4, row after row. */
  private stored(): Uint32Array {
    const data = all(this.db, 'SELECT data FROM lengths WHERE kind = ?', [this.kind])[0]?.data;
    const lengths = readNumbers(data instanceof Uint8Array ? data : new Uint8Array(0));
    this.complete = lengths.length / this.fields;
    return withRowZero(lengths, this.fields);
  }

  /** With the rows that were added since. */
  private extended(lengths: Uint32Array): Uint32Array {
    const added = sizesFrom(this.db, this.kind, this.complete + 1).map(readNumbers);
    const longer = new Uint32Array(lengths.length + added.length * this.fields);
    longer.set(lengths);
    added.forEach((row, i) => {
      longer.set(row.subarray(0, this.fields), lengths.length + i * this.fields);
    });
    this.complete += added.length;
    return longer;
  }
}

function sizesFrom(db: Database, kind: Kind, row: number): Uint8Array[] {
  const sql = `SELECT size FROM "${textTable(kind)}_docsize" WHERE docid >= ? ORDER BY docid`;
  return all(db, sql, [row]).map(({ size }) => size as Uint8Array);
}

function readNumbers(bytes: Uint8Array): Uint32Array {
  const reader = new NumberReader(bytes);
  const numbers = new Uint32Array(bytes.length);
  let count = 0;
  while (!reader.ended) numbers[count++] = reader.next();
  return numbers.slice(0, count);
}

function withRowZero(lengths: Uint32Array, fields: number): Uint32Array {
  const shifted = new Uint32Array(lengths.length + fields);
  shifted.set(lengths, fields);
  return shifted;
}
