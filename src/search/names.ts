import type { Kind, KindIndex, RecordOf } from '../kinds/kinds.ts';
import { editDistance } from '../text/distance.ts';
import { compact } from '../text/fold.ts';
import { all, compareTexts, type Database, type Statement } from './sqlite.ts';

/** Names are indexed by this many letters and digits: enough to find the few records to compare in full. */
export const KEY_LENGTH = 40;

/** DDL of the table that finds records by name: compact name to row. */
export function createKeyTable(db: Database, kind: Kind): void {
  db.run(`CREATE TABLE "${kind}_keys" ("key" TEXT, "row" INTEGER, PRIMARY KEY ("key", "row")) WITHOUT ROWID`);
}

/** A prepared INSERT that takes what `toKeyRows` gives. */
export function prepareKeyInsert(db: Database, kind: Kind): Statement {
  return db.prepare(`INSERT OR IGNORE INTO "${kind}_keys" ("key", "row") VALUES (?, ?)`);
}

/** The compact names of a record with its row, as they are looked up. */
export function toKeyRows<K extends Kind>(
  index: KindIndex<K>,
  record: RecordOf<K>,
  row: number,
): [string, number][] {
  const keys = index.keys(record).map((name) => compact(name).slice(0, KEY_LENGTH));
  return [...new Set(keys)].filter((key) => key !== '').map((key) => [key, row]);
}

export function deleteKeys(db: Database, kind: Kind, row: number): void {
  db.run(`DELETE FROM "${kind}_keys" WHERE "row" = ?`, [row]);
}

/**
 * A row, counted from 1, and the edit distance between one of its names and the text; 0 if the name starts with
 * the text.
 */
interface NearName {
  readonly row: number;
  readonly distance: number;
}

/** From this length on a text also matches every name that begins with it. */
const MIN_PREFIX_LENGTH = 3;

/** Of more names than this, only those are read whose first letters are right, and not more of them. */
const MAX_COMPARED = 2_000;
const FIRST_LETTERS = 3;

/** Names with their rows, counted from 1, in the order of SQLite, from one on. */
export interface SortedNames {
  readonly size: number;
  from(name: string): Iterable<readonly [string, number]>;
}

/**
 * The names of a kind that begin with a compact text, or are within edit distance `bound` of it, nearest first; `more` are
 * those that stand in another place.
 */
export function nearNames(
  db: Database,
  kind: Kind,
  wanted: string,
  bound: number,
  more?: SortedNames,
): NearName[] {
  const isFar = fartherThan(wanted, bound);
  const near: NearName[] = [];
  for (const [name, row] of likelyNames(db, kind, wanted, bound, more)) {
    if (wanted.length >= MIN_PREFIX_LENGTH && name.startsWith(wanted)) near.push({ row, distance: 0 });
    else if (!isFar(name)) {
      const distance = editDistance(wanted, name, bound);
      if (distance <= bound) near.push({ row, distance });
    }
  }
  return near.sort((a, b) => a.distance - b.distance || a.row - b.row);
}

/**
 * Names with their rows: at least all of a length that is near enough, and all that begin with the text. They are
 * read as one text, since stepping through rows takes ten times as long as comparing names. SQLite counts code
 * points where JavaScript counts UTF-16 units, so only names in ASCII are excluded by their length.
 */
function likelyNames(
  db: Database,
  kind: Kind,
  wanted: string,
  bound: number,
  more: SortedNames | undefined,
): (readonly [string, number])[] {
  const isMany = (more?.size ?? 0) > MAX_COMPARED || hasMany(db, kind);
  const first = isMany ? wanted.slice(0, FIRST_LETTERS) : '';
  const [found] = all(
    db,
    `SELECT group_concat("key", char(10)) AS names, group_concat("row") AS "rows" FROM (
       SELECT "key", "row" FROM "${kind}_keys" WHERE "key" >= ? AND "key" < ? AND
       (length("key") BETWEEN ? AND ? OR octet_length("key") > length("key") OR ("key" >= ? AND "key" < ?))
       LIMIT ${MAX_COMPARED})`,
    [
      ...[first, `${first}\u{10ffff}`],
      ...[wanted.length - bound, wanted.length + bound, wanted, `${wanted}\u{10ffff}`],
    ],
  );
  const { names, rows = '' } = found ?? {};
  const numbers = String(rows).split(',');
  const own = typeof names === 'string' ? names.split('\n') : [];
  return firstOf(
    own.map((name, i) => [name, Number(numbers[i])] as const),
    more === undefined ? [] : likelyOf(more, first, wanted, bound),
    MAX_COMPARED,
  );
}

/** The same of names that are no table, as many as are compared. */
function* likelyOf(
  names: SortedNames,
  first: string,
  wanted: string,
  bound: number,
): Iterable<readonly [string, number]> {
  let read = 0;
  for (const entry of names.from(first)) {
    const [name] = entry;
    if (!name.startsWith(first) || read++ === MAX_COMPARED) return;
    const isAscii = name.length === Buffer.byteLength(name);
    if (!isAscii || Math.abs(name.length - wanted.length) <= bound || name.startsWith(wanted)) yield entry;
  }
}

/** Rows, counted from 1, with a name that begins with a compact text, so many, in the order of their names. */
export function namesBeginning(
  db: Database,
  kind: Kind,
  wanted: string,
  max: number,
  more?: SortedNames,
): number[] {
  const named = keysBeginning(db, kind, wanted, max);
  const others = more === undefined ? [] : beginning(more, wanted);
  return [...new Set(firstOf(named, others, 2 * max).map(([, row]) => row))].slice(0, max);
}

/**
 * The first key of each row that begins with a compact text, so many, in the order of the index: to group the rows first
 * would read every paper for `p`.
 */
function keysBeginning(db: Database, kind: Kind, wanted: string, max: number): (readonly [string, number])[] {
  const sql = `SELECT "key", "row" FROM "${kind}_keys" WHERE "key" >= ? AND "key" < ? ORDER BY "key", "row" LIMIT ? OFFSET ?`;
  const first = new Map<number, string>();
  // A row may have several such keys.
  const length = 2 * max;
  for (let read = 0; ; read += length) {
    const found = all(db, sql, [wanted, `${wanted}\u{10ffff}`, length, read]);
    for (const { key, row } of found) {
      if (!first.has(row as number)) first.set(row as number, key as string);
      if (first.size === max) break;
    }
    if (first.size === max || found.length < length) break;
  }
  return [...first].map(([row, key]) => [key, row] as const);
}

function* beginning({ from }: SortedNames, wanted: string): Iterable<readonly [string, number]> {
  for (const entry of from(wanted)) {
    if (!entry[0].startsWith(wanted)) return;
    yield entry;
  }
}

/** The first, so many, of names in their order and others in theirs. */
function firstOf(
  names: readonly (readonly [string, number])[],
  others: Iterable<readonly [string, number]>,
  most: number,
): (readonly [string, number])[] {
  const all = [...names];
  for (const entry of others) {
    all.push(entry);
    if (all.length === names.length + most) break;
  }
  if (all.length > names.length) all.sort(([a, left], [b, right]) => compareTexts(a, b) || left - right);
  return all.slice(0, most);
}

function hasMany(db: Database, kind: Kind): boolean {
  return all(db, `SELECT 1 FROM "${kind}_keys" LIMIT 1 OFFSET ${MAX_COMPARED}`).length > 0;
}

/**
 * A lower bound of the edit distance, mostly in one pass: true if a name is surely more than `bound` edits away.
 * An edit adds at most one letter and removes one, so letters of one that the other lacks count as edits. Letters
 * are counted by their last seven bits: collisions can only make a name seem nearer.
 */
function fartherThan(wanted: string, bound: number): (name: string) => boolean {
  const counts = new Int16Array(128);
  for (let i = 0; i < wanted.length; i++) change(counts, wanted.charCodeAt(i), 1);
  return (name) => {
    if (Math.abs(name.length - wanted.length) > bound) return true;
    let added = 0;
    for (let i = 0; i < name.length; i++) if (change(counts, name.charCodeAt(i), -1) < 0) added++;
    for (let i = 0; i < name.length; i++) change(counts, name.charCodeAt(i), 1);
    const missing = wanted.length - (name.length - added);
    return Math.max(added, missing) > bound;
  };
}

function change(counts: Int16Array, code: number, by: number): number {
  const changed = (counts[code & 127] as number) + by;
  counts[code & 127] = changed;
  return changed;
}
