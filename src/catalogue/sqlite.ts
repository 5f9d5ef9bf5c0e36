import type { BindParams, Database, SqlJsStatic, Statement } from 'sql.js';
import initSqlJs from 'sql.js';

export type { Database, SqlJsStatic, Statement };

export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Compiles SQLite; `wasm` holds the bytes of sql.js's `sql-wasm.wasm`. */
export function loadSqlite(wasm: Uint8Array): Promise<SqlJsStatic> {
  return initSqlJs({ wasmBinary: wasm as unknown as ArrayBuffer });
}

/** Every row of a query. */
export function all(db: Database, sql: string, params: BindParams = []): SqlRow[] {
  const statement = db.prepare(sql);
  try {
    return allOf(statement, params);
  } finally {
    statement.free();
  }
}

/** Every row of a prepared query. */
export function allOf(statement: Statement, params: BindParams = []): SqlRow[] {
  const rows: SqlRow[] = [];
  try {
    statement.bind(params);
    while (statement.step()) rows.push(statement.getAsObject() as SqlRow);
  } finally {
    statement.reset();
  }
  return rows;
}

/** The first row of a prepared query. */
export function oneOf(statement: Statement, params: BindParams = []): SqlRow | undefined {
  try {
    statement.bind(params);
    return statement.step() ? (statement.getAsObject() as SqlRow) : undefined;
  } finally {
    statement.reset();
  }
}
