import type { Kind, KindIndex, RecordOf } from '../kinds/kinds.ts';
import { compact } from '../text/fold.ts';
import type { Database, Statement } from './sqlite.ts';

/** Names are kept by this many letters and digits: enough to find the few records to compare in full. */
export const keyLength = 40;

/** DDL of the table that finds records by name: compact name to row. */
export function createKeyTable(db: Database, kind: Kind): void {
  db.run(`CREATE TABLE "${kind}_keys" ("key" TEXT, "row" INTEGER, PRIMARY KEY ("key", "row")) WITHOUT ROWID`);
}

/** A prepared INSERT that takes what `toKeyRows` gives. */
export function prepareKeyInsert(db: Database, kind: Kind): Statement {
  return db.prepare(`INSERT OR IGNORE INTO "${kind}_keys" ("key", "row") VALUES (?, ?)`);
}

/** The names of a record in the form under which they are looked up, with its row. */
export function toKeyRows<K extends Kind>(
  index: KindIndex<K>,
  record: RecordOf<K>,
  row: number,
): [string, number][] {
  const keys = index.keys(record).map((name) => compact(name).slice(0, keyLength));
  return [...new Set(keys)].filter((key) => key !== '').map((key) => [key, row]);
}

export function deleteKeys(db: Database, kind: Kind, row: number): void {
  db.run(`DELETE FROM "${kind}_keys" WHERE "row" = ?`, [row]);
}
