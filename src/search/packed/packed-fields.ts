import { isDeepStrictEqual } from 'node:util';
import type { ColumnValue, InColumn, PackedForm } from '../../kinds/definition.ts';
import { type Kind, type KindIndex, kindIndexes, type RecordOf } from '../../kinds/kinds.ts';
import { lazily } from '../../lib/lazily.ts';
import { type ColumnReader, columnReader } from '../column-tables.ts';
import { type Column, DateColumn, dateNumber, dateText, NumberColumn } from '../columns.ts';
import type { Database } from '../sqlite.ts';
import { WordColumn, wordsOf } from '../word-column.ts';
import { NameLists } from './name-lists.ts';
import { firstPart, writeParts } from './parts.ts';
import { keyOf, SortedTexts } from './sorted-texts.ts';

const CONTENTS = 'contents';

/** What of a kind is packed, as the snapshot says it. */
interface Contents {
  readonly rows: number;
  /** By field: how many there are. */
  readonly names: Readonly<Record<string, number>>;
  readonly fields: Readonly<Record<string, PackedForm>>;
}

/** Reads a field of a row, counted from 1; of a list of names the first `most` suffice. */
type PackedReader = (row: number, most?: number) => unknown;

/**
 * Fields that the rows of a kind's table do not hold: names that stand in many records are stored once, texts in their
 * own order, and what a column says is not said again.
 */
export class PackedFields {
  /** Rows 1 to this one are packed; later ones were added since. */
  readonly rows: number;
  readonly #readers = new Map<string, PackedReader>();
  /** The texts by which records are found, where one is packed. */
  readonly texts: SortedTexts | undefined;
  readonly #lists = new Map<string, NameLists>();

  /** `columnOf` gives a column by its name; it is asked when a record is read. */
  constructor(db: Database, kind: Kind, columnOf: ColumnReader) {
    const { rows, fields, names } = contentsOf(db, kind);
    this.rows = rows;
    for (const [field, form] of Object.entries(fields)) {
      if (form === 'sorted') {
        this.texts = new SortedTexts(db, kind, field, rows);
        this.#readers.set(field, (row) => this.texts?.at(row));
      } else if (form === 'names') {
        const lists = new NameLists(db, kind, field, names[field] ?? 0);
        this.#lists.set(field, lists);
        this.#readers.set(field, (row, most) => lists.at(row, most));
      } else if ('members' in form) {
        const members = Object.entries(form.members);
        this.#readers.set(field, (row) => objectIn(columnOf, members, row - 1));
      } else {
        const { column, as } = form;
        this.#readers.set(field, (row) => valueIn(columnOf(column), row - 1, as));
      }
    }
  }

  /** Reads the field of packed rows, counted from 1, where it is packed: undefined for a record that has none. */
  readerOf(field: string): PackedReader | undefined {
    return this.#readers.get(field);
  }

  /** The names of a field's packed rows. */
  listsOf(field: string): NameLists | undefined {
    return this.#lists.get(field);
  }
}

/** The same for who reads records alone. */
export function openPacked(db: Database, kind: Kind): PackedFields {
  // The reader is asked later, when it is known how many rows there are.
  const packed: PackedFields = new PackedFields(db, kind, (name) => columns()(name));
  const columns = lazily(() => columnReader(db, kindIndexes[kind] as unknown as KindIndex, packed.rows));
  return packed;
}

function contentsOf(db: Database, kind: Kind): Contents {
  const stated = firstPart(db, kind, CONTENTS);
  return stated === undefined ? { rows: 0, fields: {}, names: {} } : (JSON.parse(String(stated)) as Contents);
}

/** What was packed, and need not be stored again. */
interface Packed<R> {
  readonly fields: ReadonlySet<string>;
  /** The key by which a record is found among packed texts. */
  keyOf(record: R): string | undefined;
}

/** Writes the packed fields of all records, in the order of their rows. */
export function writePacked<K extends Kind>(
  db: Database,
  index: KindIndex<K>,
  records: readonly RecordOf<K>[],
): Packed<RecordOf<K>> {
  const fieldOf = (record: RecordOf<K>, field: string) =>
    (record as Readonly<Record<string, unknown>>)[field];
  const valuesOf = (field: string) => records.map((record) => fieldOf(record, field));
  const packed = Object.entries(index.packed ?? {}).filter(([field, form]) => {
    if (records.length === 0) return false;
    if (typeof form === 'string') return true;
    const isPacked =
      'members' in form ? isInColumns(form.members) : (value: unknown) => isInColumn(value, form.as);
    return valuesOf(field).every(isPacked);
  });
  const names: Record<string, number> = {};
  for (const [field, form] of packed) {
    if (form === 'sorted') SortedTexts.write(db, index.kind, field, valuesOf(field) as string[]);
    if (form === 'names')
      names[field] = NameLists.write(db, index.kind, field, valuesOf(field) as string[][]);
  }
  const contents: Contents = { rows: records.length, fields: Object.fromEntries(packed), names };
  if (packed.length > 0) writeParts(db, index.kind, CONTENTS, [JSON.stringify(contents)]);
  const [text] = packed.flatMap(([field, form]) => (form === 'sorted' ? [field] : []));
  return {
    fields: new Set(Object.keys(contents.fields)),
    keyOf: (record) => (text === undefined ? undefined : keyOf(fieldOf(record, text) as string)),
  };
}

type FromColumn = InColumn['as'];

function objectIn(
  columnOf: ColumnReader,
  members: readonly (readonly [string, InColumn])[],
  index: number,
): object | undefined {
  const object: Record<string, unknown> = {};
  for (const [name, { column, as }] of members) {
    const value = valueIn(columnOf(column), index, as);
    // Without its first member there is none.
    if (value === undefined) return undefined;
    object[name] = value;
  }
  return object;
}

function valueIn(column: Column | undefined, index: number, as: FromColumn): unknown {
  if (column instanceof DateColumn) return dateText(column.at(index));
  if (column instanceof NumberColumn) {
    const number = column.at(index);
    return Number.isNaN(number) ? undefined : number;
  }
  if (!(column instanceof WordColumn)) throw new Error('The data lack a column.');
  const words = column.at(index);
  if (as === 'list') return words;
  if (as === 'some') return words.length === 0 ? undefined : words;
  const [word] = words;
  return as === 'number' && word !== undefined ? Number(word) : word;
}

/** True for an object of these members that its columns give back as it was. */
function isInColumns(members: Readonly<Record<string, InColumn>>): (value: unknown) => boolean {
  return (value) => {
    if (value === undefined) return true;
    const own = Object.entries(value as Record<string, unknown>);
    return (
      own.length === Object.keys(members).length &&
      own.every(([name, part]) => {
        const member = members[name];
        return member !== undefined && part !== undefined && isInColumn(part, member.as);
      })
    );
  };
}

/** True for a value that its column gives back as it was. */
function isInColumn(value: unknown, as: FromColumn): boolean {
  if (as === 'list') return isList(value);
  if (value === undefined) return true;
  if (as === 'some') return isList(value) && wordsOf(value as ColumnValue).length > 0;
  if (as === 'date') return dateText(dateNumber(String(value))) === value;
  return as === 'number' ? Number(String(value)) === value : value !== '';
}

function isList(value: unknown): boolean {
  return isDeepStrictEqual(wordsOf(value as ColumnValue), value);
}
