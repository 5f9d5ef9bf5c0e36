import type { BindParams, Database, SqlJsStatic, Statement } from 'sql.js';
import initSqlJs from 'sql.js';
import { LazyFile } from '../lib/lazy-file.ts';
import { isMemoryFault, noMemory } from '../lib/webassembly-memory.ts';

export type { Database, SqlJsStatic, Statement };

export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Compiles SQLite; `wasm` holds the bytes of sql.js's `sql-wasm.wasm`. */
export function loadSqlite(wasm: Uint8Array): Promise<SqlJsStatic> {
  // The extension functions of sql.js, which nothing here uses, cost time at every opening.
  const options = { wasmBinary: wasm as unknown as ArrayBuffer, useOldExtensionFunctions: false };
  return initSqlJs(options);
}

/** Why SQLite did not start: sql.js begins once in a process, and would have others wait for ever. */
let failure: unknown;

/** The same from an already compiled module. Rejects with a sentence where there is no memory for it. */
export function startSqlite(compiled: WebAssembly.Module): Promise<SqlJsStatic> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      failure = isMemoryFault(error) ? noMemory() : error;
      reject(failure);
    };
    if (failure !== undefined) return reject(failure);
    // sql.js gets its instance through this Emscripten option, which reports no failure: it would wait for ever.
    const instantiateWasm = (imports: object, receive: (instance: WebAssembly.Instance) => void): object => {
      WebAssembly.instantiate(compiled, imports).then(receive).catch(fail);
      return {};
    };
    const options = { instantiateWasm, useOldExtensionFunctions: false };
    initSqlJs(options).then(resolve, fail);
  });
}

/**
 * Opens a database in memory, or one whose file is read as far as it is needed. It takes ownership of the bytes: nothing
 * else may use them from then on.
 */
export function openDatabase(sqlite: SqlJsStatic, bytes: Uint8Array<ArrayBuffer>): Database {
  const own =
    bytes instanceof LazyFile ? bytes : new TakenOver(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const db = new sqlite.Database(own);
  takenOver.set(db, bytes);
  return db;
}

const takenOver = new WeakMap<Database, Uint8Array<ArrayBuffer>>();

/**
 * Closes a database and frees its bytes at once: left to the garbage collector, several versions would be in
 * memory at one time.
 */
export function closeDatabase(db: Database): void {
  db.close();
  const bytes = takenOver.get(db);
  if (bytes === undefined) return;
  if (bytes instanceof LazyFile) bytes.close();
  const { port1, port2 } = new MessageChannel();
  try {
    // A transferred buffer that nobody receives is freed when the channel closes.
    port1.postMessage(null, [bytes.buffer]);
  } catch {
    // A buffer that cannot be transferred is left to the garbage collector.
  }
  port1.close();
  port2.close();
}

/** sql.js copies its input by `slice`, which would double time and memory for a large file. */
class TakenOver extends Uint8Array<ArrayBuffer> {
  override slice(start?: number, end?: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.buffer, this.byteOffset, this.byteLength).subarray(start, end);
  }
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
    while (statement.step()) rows.push(currentRow(statement));
  } finally {
    statement.reset();
  }
  return rows;
}

/** The first row of a prepared query. */
export function oneOf(statement: Statement, params: BindParams = []): SqlRow | undefined {
  try {
    statement.bind(params);
    return statement.step() ? currentRow(statement) : undefined;
  } finally {
    statement.reset();
  }
}

const columnNames = new WeakMap<Statement, readonly string[]>();

/** Like `getAsObject` of sql.js, which reads the column names again for every row. */
function currentRow(statement: Statement): SqlRow {
  let names = columnNames.get(statement);
  if (names === undefined) {
    names = statement.getColumnNames();
    columnNames.set(statement, names);
  }
  const values = statement.get();
  const row: Record<string, SqlValue> = {};
  for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i] as SqlValue;
  return row;
}

/** Whether there is a table of this name. */
export function hasTable(db: Database, name: string): boolean {
  return all(db, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [name]).length > 0;
}

/** Runs a statement that is not needed again. */
export function runOnce(statement: Statement, values: Parameters<Statement['run']>[0]): void {
  statement.run(values);
  statement.free();
}

/** Below 0 if SQLite has the first text first. UTF-16 units alone would order characters beyond its first plane before others. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (left !== right) return moved(left) - moved(right);
  }
  return a.length - b.length;
}

/** Moves surrogates behind the other units. */
function moved(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
