import type { ColumnType, ColumnValue } from '../kinds/definition.ts';
import type { Kind, KindIndex, RecordOf } from '../kinds/kinds.ts';
import { type Column, DateColumn, dateNumber, NumberColumn } from './columns.ts';
import { all, type Database } from './sqlite.ts';
import { alphabeticalRanks, TextColumn } from './text-column.ts';
import { WordColumn, wordsOf } from './word-column.ts';

/** A column as the snapshot stores it: little-endian vectors with one entry per row. */
interface StoredColumn {
  readonly type: ColumnType;
  readonly dictionary: readonly string[];
  readonly data: Uint8Array;
}

/** DDL of the table that stores the columns of all kinds. */
export function createColumnTable(db: Database): void {
  db.run(
    'CREATE TABLE columns (kind TEXT, name TEXT, type TEXT, dictionary TEXT, data BLOB, PRIMARY KEY (kind, name)) WITHOUT ROWID',
  );
}

/** Writes the columns of a kind; `records` in the order of their rows, `prominence` by id. */
export function writeColumns<K extends Kind>(
  db: Database,
  index: KindIndex<K>,
  records: readonly RecordOf<K>[],
  prominence: ReadonlyMap<string, number> | undefined,
): void {
  for (const [name, spec] of Object.entries(index.columns)) {
    const known = name === 'prominence' ? prominence : undefined;
    const read = known === undefined ? spec.of : ({ id }: RecordOf<K>) => known.get(id);
    const { type, dictionary, data } = storeColumn(spec.type, records.map(read));
    db.run('INSERT INTO columns VALUES (?, ?, ?, ?, ?)', [
      index.kind,
      name,
      type,
      JSON.stringify(dictionary),
      data,
    ]);
  }
}

/** Gives the columns of a kind by name; undefined for one that the kind has not. */
export type ColumnReader = (name: string) => Column | undefined;

/**
 * Reads the columns of so many stored rows, each into memory when it is first asked for; `textAt` gives the text of a row
 * by which a column is ordered.
 */
export function columnReader(
  db: Database,
  { kind, columns }: KindIndex,
  rows: number,
  textAt: (column: string, index: number) => ColumnValue = () => undefined,
): ColumnReader {
  const loaded = new Map<string, Column | undefined>();
  return (name) => {
    if (loaded.has(name)) return loaded.get(name);
    // Where the program that wrote the snapshot did not know it yet, it is unknown of every row.
    const unknown = (type: ColumnType) => storeColumn(type, new Array<ColumnValue>(rows).fill(undefined));
    const type = columns[name]?.type;
    const stored = readColumn(db, kind, name) ?? (type && unknown(type));
    const column = stored && loadColumn(stored, rows, (index) => textAt(name, index));
    loaded.set(name, column);
    return column;
  };
}

function readColumn(db: Database, kind: string, name: string): StoredColumn | undefined {
  const sql = 'SELECT type, dictionary, data FROM columns WHERE kind = ? AND name = ?';
  const [stored] = all(db, sql, [kind, name]);
  return (
    stored && {
      type: stored.type as ColumnType,
      dictionary: JSON.parse(stored.dictionary as string) as string[],
      data: stored.data as Uint8Array,
    }
  );
}

/** Encodes the values of all rows for the snapshot. The dictionary is sorted by code point. */
export function storeColumn(type: ColumnType, values: readonly ColumnValue[]): StoredColumn {
  if (type === 'number') {
    const data = Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN));
    return { type, dictionary: [], data: bytesOf(data) };
  }
  if (type === 'date') {
    const data = Int32Array.from(values, (value) => (typeof value === 'string' ? dateNumber(value) : 0));
    return { type, dictionary: [], data: bytesOf(data) };
  }
  if (type === 'text') return { type, dictionary: [], data: bytesOf(alphabeticalRanks(values)) };
  const lists = values.map(wordsOf);
  const dictionary = [...new Set(lists.flat())].sort();
  const codes = new Map(dictionary.map((word, code) => [word, code]));
  const offsets = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    offsets[i + 1] = (offsets[i] ?? 0) + list.length;
  });
  const flat = Uint16Array.from(lists.flat(), (word) => codes.get(word) ?? 0);
  const data = new Uint8Array(offsets.byteLength + flat.byteLength);
  data.set(bytesOf(offsets));
  data.set(bytesOf(flat), offsets.byteLength);
  return { type, dictionary, data };
}

/** Decodes a stored column of `rows` rows. */
export function loadColumn(
  stored: StoredColumn,
  rows: number,
  textAt: (index: number) => ColumnValue = () => undefined,
): Column {
  // Copied, since a typed array must begin at a multiple of its element's size.
  const buffer = stored.data.slice().buffer;
  if (stored.type === 'number') return new NumberColumn(new Float64Array(buffer));
  if (stored.type === 'date') return new DateColumn(new Int32Array(buffer));
  if (stored.type === 'text') {
    const isShort = buffer.byteLength === rows * Uint16Array.BYTES_PER_ELEMENT;
    return new TextColumn(isShort ? new Uint16Array(buffer) : new Uint32Array(buffer), textAt);
  }
  const offsets = new Uint32Array(buffer, 0, rows + 1);
  return new WordColumn(stored.dictionary, offsets, new Uint16Array(buffer, offsets.byteLength));
}

function bytesOf(array: Float64Array | Int32Array | Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
