import {
  type Kind,
  type KindIndex,
  kindIndexes,
  kinds,
  type RecordOf,
  type RecordsByKind,
} from '../../kinds/kinds.ts';
import { all, type Database, hasTable } from '../sqlite.ts';
import { meaningOfRecord, ROW_BYTES, type RowOf } from './table.ts';
import { meaningTexts } from './texts.ts';
import { packed, VECTOR_BYTES } from './vectors.ts';

/** Raised when words are cut, or vectors packed, otherwise: then those of another version say nothing. */
const MEANING_FORMAT = 1;

/** By what records are found beside their words. */
export interface MeaningData {
  /** A row of ROW_BYTES a word, or two words with a space between them. */
  readonly words: ReadonlyMap<string, Uint8Array>;
  /** Packed vectors of papers by id, made from their abstracts; those of all other records follow from the words. */
  readonly papers: ReadonlyMap<string, Uint8Array>;
}

export const noMeaning: MeaningData = { words: new Map(), papers: new Map() };

/** Writes the table, and the vector of every record. */
export function writeMeaning(db: Database, records: RecordsByKind, { words, papers }: MeaningData): void {
  if (words.size === 0) return;
  db.run('CREATE TABLE meaning (word TEXT PRIMARY KEY, row BLOB) WITHOUT ROWID');
  db.run(
    'CREATE TABLE meaning_of (kind TEXT PRIMARY KEY, format INTEGER, vectors BLOB, given BLOB) WITHOUT ROWID',
  );
  const insert = db.prepare('INSERT INTO meaning VALUES (?, ?)');
  for (const word of [...words.keys()].sort()) insert.run([word, words.get(word) as Uint8Array]);
  insert.free();
  const rowOf: RowOf = (word) => words.get(word);
  for (const kind of kinds) {
    const list: readonly RecordOf<Kind>[] = records[kind];
    const vectors = new Uint8Array(list.length * VECTOR_BYTES);
    const given = new Uint8Array(Math.ceil(list.length / 8));
    for (const [i, record] of list.entries()) {
      const own = kind === 'publications' ? papers.get(record.id) : undefined;
      vectors.set(own ?? vectorOf(kindIndexes[kind], record, rowOf), i * VECTOR_BYTES);
      if (own !== undefined) given[i >> 3] = (given[i >> 3] as number) | (1 << (i & 7));
    }
    db.run('INSERT INTO meaning_of VALUES (?, ?, ?, ?)', [kind, MEANING_FORMAT, vectors, given]);
  }
}

function vectorOf<K extends Kind>(index: KindIndex<K>, record: RecordOf<K>, rowOf: RowOf): Uint8Array {
  const { title, rest } = meaningTexts(index, record);
  return packed(meaningOfRecord(title, rest, rowOf)?.vector ?? new Float32Array(2 * VECTOR_BYTES));
}

/** What a snapshot holds of it: for whoever indexes its records anew. */
export function readMeaning(db: Database): MeaningData {
  if (stateOfMeaning(db) !== 'there') return noMeaning;
  const words = new Map(
    all(db, 'SELECT word, row FROM meaning').map(({ word, row }) => [word as string, row as Uint8Array]),
  );
  const ids = all(db, 'SELECT id FROM publications ORDER BY "row"').map(({ id }) => id as string);
  const [stored] = all(db, "SELECT vectors, given FROM meaning_of WHERE kind = 'publications'");
  const [vectors, given] = [stored?.vectors as Uint8Array, stored?.given as Uint8Array];
  const papers = ids.flatMap((id, i): [string, Uint8Array][] =>
    ((given[i >> 3] as number) & (1 << (i & 7))) === 0
      ? []
      : [[id, vectors.slice(i * VECTOR_BYTES, (i + 1) * VECTOR_BYTES)]],
  );
  return { words, papers: new Map(papers) };
}

/** The packed vectors of so many rows of a kind; undefined where there are none that this program can read. */
export function storedVectors(db: Database, kind: Kind, rows: number): Uint8Array | undefined {
  if (tablesIn(db) < TABLES.length) return undefined;
  const [stored] = all(db, 'SELECT format, vectors FROM meaning_of WHERE kind = ?', [kind]);
  const vectors = stored?.vectors;
  const isReadable =
    stored?.format === MEANING_FORMAT &&
    vectors instanceof Uint8Array &&
    vectors.length === rows * VECTOR_BYTES;
  // What SQLite hands out may begin anywhere in a buffer, and numbers of 32 bits may not.
  if (!isReadable) return undefined;
  return vectors.byteOffset % 4 === 0 ? vectors : vectors.slice();
}

/** Whether records can be found by what they mean, or why not. */
export type MeaningState = 'there' | 'missing' | 'other_format' | 'damaged';

/** Looks at all of the table and the vectors of a snapshot. */
export function stateOfMeaning(db: Database): MeaningState {
  const tables = tablesIn(db);
  if (tables < TABLES.length) return tables === 0 ? 'missing' : 'damaged';
  const stored = all(db, 'SELECT format FROM meaning_of');
  if (stored.some(({ format }) => format !== MEANING_FORMAT)) return 'other_format';
  const odd = all(db, `SELECT 1 FROM meaning WHERE length(row) <> ${ROW_BYTES} LIMIT 1`);
  const isWhole = kinds.every((kind) => storedVectors(db, kind, rowsOf(db, kind)) !== undefined);
  return isWhole && odd.length === 0 ? 'there' : 'damaged';
}

const TABLES = ['meaning', 'meaning_of'];

function tablesIn(db: Database): number {
  return TABLES.filter((name) => hasTable(db, name)).length;
}

/** Rows of a snapshot are numbered from 1 without gaps, and those that were added stand behind them. */
function rowsOf(db: Database, kind: Kind): number {
  return (all(db, `SELECT max("row") AS last FROM "${kind}"`)[0]?.last as number | null) ?? 0;
}
