import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LazyFile } from '../../src/lib/lazy-file.ts';
import { closeDatabase, openDatabase } from '../../src/search/sqlite.ts';
import { sqlite } from '../helpers/catalogue.ts';

const MEGABYTE = 1_000_000;
const PAGE = 4096;
const content = Uint8Array.from({ length: MEGABYTE }, (_, i) => (i * 7) % 251);
let dir: string;
let path: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lazy-'));
  path = join(dir, 'file');
  writeFileSync(path, content);
});

afterEach(() => rmSync(dir, { recursive: true }));

it('reads what is asked for, wherever it begins and ends, and no more than lies beside it', () => {
  const lazy = LazyFile.open(path);
  expect(lazy.byteLength).toBe(MEGABYTE);
  for (const [from, to] of [
    [0, 16],
    [65_530, 65_550],
    [700_000, 700_001],
    [MEGABYTE - 5, MEGABYTE],
  ] as const) {
    expect([...lazy.subarray(from, to)]).toEqual([...content.subarray(from, to)]);
  }
  expect(lazy.held).toBe(5 * PAGE);
  expect(Buffer.from(lazy.subarray()).equals(content)).toBe(true);
  lazy.close();
  lazy.close();
});

it('reads ever more ahead where one page is asked for behind the other, up to what is there already', () => {
  const lazy = LazyFile.open(path);
  const before = lazy.held;
  const heldAfter = (page: number) => {
    expect(lazy.subarray(page * PAGE, page * PAGE + 1)[0]).toBe(content[page * PAGE]);
    return (lazy.held - before) / PAGE;
  };
  expect([100, 101, 102, 103].map(heldAfter)).toEqual([1, 3, 3, 7]);
  expect([110, 107].map(heldAfter)).toEqual([8, 9]);
  expect([200, 201, 203, 207, 215].map(heldAfter)).toEqual([10, 12, 16, 24, 40]);
  expect(heldAfter(231)).toBe(40 + Math.min(16, Math.ceil(MEGABYTE / PAGE) - 231));
  expect(Buffer.from(lazy.subarray()).equals(content)).toBe(true);
  lazy.close();
});

it('what is set stays, also where nothing has been read yet, and leaves the file alone', () => {
  const lazy = LazyFile.open(path);
  lazy.set([1, 2, 3], 300_000);
  expect([...lazy.subarray(299_999, 300_004)]).toEqual([content[299_999], 1, 2, 3, content[300_003]]);
  lazy.close();
  const again = LazyFile.open(path);
  expect(again.subarray(300_000, 300_001)[0]).toBe(content[300_000]);
  again.close();
});

it('stays what it was when another file takes the name, and refuses one that was written to', () => {
  const lazy = LazyFile.open(path);
  writeFileSync(`${path}.new`, new Uint8Array(MEGABYTE));
  renameSync(`${path}.new`, path);
  expect(lazy.subarray(500_000, 500_001)[0]).toBe(content[500_000]);
  lazy.close();
  const written = LazyFile.open(path);
  appendFileSync(path, 'more');
  expect(() => written.subarray(500_000, 500_001)).toThrow(/was written to while it was in use/);
  written.close();
});

it('throws for a file that is not there', () => {
  expect(() => LazyFile.open(join(dir, 'absent'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});

it('is a database of which only the pages are read that a query needs, and to which rows can be added', async () => {
  const engine = await sqlite();
  const made = new engine.Database();
  made.run(
    'CREATE TABLE small (a); INSERT INTO small VALUES (1); CREATE TABLE large (id INTEGER PRIMARY KEY, b)',
  );
  made.run('BEGIN');
  for (let i = 0; i < 2000; i++) made.run('INSERT INTO large VALUES (?, ?)', [i, 'x'.repeat(2000)]);
  made.run('COMMIT');
  writeFileSync(path, made.export());
  made.close();
  const lazy = LazyFile.open(path);
  const db = openDatabase(engine, lazy);
  expect(db.exec('SELECT a FROM small')[0]?.values).toEqual([[1]]);
  expect(db.exec('SELECT length(b) FROM large WHERE id = 1500')[0]?.values).toEqual([[2000]]);
  expect(lazy.held).toBeLessThan(lazy.byteLength / 4);
  db.run("INSERT INTO large VALUES (5000, 'new'); UPDATE large SET b = 'changed' WHERE id = 7");
  expect(db.exec('SELECT b FROM large WHERE id IN (7, 5000)')[0]?.values).toEqual([['changed'], ['new']]);
  expect(db.exec('SELECT count(*), sum(length(b)) FROM large')[0]?.values).toEqual([
    [2001, 1999 * 2000 + 10],
  ]);
  expect(db.exec('PRAGMA integrity_check')[0]?.values).toEqual([['ok']]);
  closeDatabase(db);
});

it('gives a copy of all, which it does not keep, and none of a file that is written to meanwhile', async () => {
  const lazy = LazyFile.open(path);
  expect(Buffer.from(await lazy.copy()).equals(content)).toBe(true);
  expect(lazy.held).toBe(PAGE);
  const copying = lazy.copy();
  appendFileSync(path, 'more');
  await expect(copying).rejects.toThrow(/was written to while it was in use/);
  lazy.close();
  const shortened = LazyFile.open(path);
  truncateSync(path, MEGABYTE / 2);
  await expect(shortened.copy()).rejects.toThrow(/was written to while it was in use/);
  shortened.close();
});
