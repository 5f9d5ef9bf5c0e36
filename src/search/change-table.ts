import type { Kind } from '../kinds/kinds.ts';
import { all, type Database, hasTable } from './sqlite.ts';

/** What one field was and became; left out where it was or became absent, or is too long to be told. */
export interface FieldChange {
  readonly from?: unknown;
  readonly to?: unknown;
}

/** What became of the records of one kind. */
export interface KindHistory {
  readonly added: readonly string[];
  /** Fields by name, those of objects as `specs.mass_kg`. */
  readonly changed: readonly {
    readonly id: string;
    readonly fields: Readonly<Record<string, FieldChange>>;
  }[];
  readonly removed: readonly string[];
}

/** What a version changed in the one before. */
export interface VersionHistory {
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly kinds: { readonly [K in Kind]?: KindHistory };
}

/** Oldest first. Of what the first version changed nothing is known: history begins with it. */
export type History = readonly VersionHistory[];

/** More versions than this are forgotten, the oldest first. */
const MOST_VERSIONS = 120;

/** A history and what followed. */
export function continued(history: History, next: readonly VersionHistory[]): History {
  const [first, ...others] = [...history, ...next].slice(-MOST_VERSIONS);
  return first === undefined ? [] : [{ ...first, kinds: {} }, ...others];
}

/** Writes the change table. The first version stands there without a kind. */
export function writeHistory(db: Database, history: History): void {
  db.run(
    'CREATE TABLE changes (number INTEGER PRIMARY KEY, version TEXT, date TEXT, kind TEXT, records TEXT)',
  );
  const insert = db.prepare('INSERT INTO changes (version, date, kind, records) VALUES (?, ?, ?, ?)');
  for (const { version, date, kinds } of history) {
    const own = Object.entries(kinds);
    if (own.length === 0) insert.run([version, date, '', '']);
    for (const [kind, records] of own) insert.run([version, date, kind, JSON.stringify(records)]);
  }
  insert.free();
}

/** Reads the change table; empty where the program that wrote the data knew none. */
export function readHistory(db: Database): History {
  if (!hasTable(db, 'changes')) return [];
  const versions = new Map<string, { version: string; date: string; kinds: Record<string, KindHistory> }>();
  for (const row of all(db, 'SELECT version, date, kind, records FROM changes ORDER BY number')) {
    const { version, date, kind, records } = row as Readonly<Record<string, string>>;
    const known = versions.get(version ?? '') ?? { version: version ?? '', date: date ?? '', kinds: {} };
    versions.set(known.version, known);
    if (kind) known.kinds[kind] = JSON.parse(records ?? '') as KindHistory;
  }
  return [...versions.values()];
}
