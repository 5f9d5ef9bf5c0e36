import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableOf } from '../../../src/cli/export/table.ts';
import { exportForms } from '../../../src/cli/export/write.ts';
import { SyncStore } from '../../../src/data/subscribe/store.ts';
import { programPlace } from '../../../src/lib/program.ts';
import { loadSqlite } from '../../../src/search/sqlite.ts';
import { run } from '../../helpers/program.ts';
import { putVersion, snapshotOf } from '../../helpers/versions.ts';

const place = mkdtempSync(join(tmpdir(), 'robotics-mcp-export-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const records = [
  { id: 'a', name: 'Ä "quoted", long', price: { usd_min: 5 }, tags: ['x', 'y'], open: true, mass: 1.5 },
  { id: 'b', name: '=cmd()', sources: [{ url: 'https://robots.example/' }], mass: 2 },
];
const table = tableOf('robots', records);
const about = { version: '2026.11.22', date: '2026-11-22' };

describe('a table', () => {
  it('has the narrowest type that all values of a column have', () => {
    expect(Object.fromEntries(table.columns.map(({ name, type }) => [name, type]))).toEqual({
      id: 'string',
      name: 'string',
      price_usd_min: 'integer',
      tags: 'string',
      open: 'boolean',
      mass: 'number',
      sources: 'string',
    });
  });

  it('is Parquet that another reader reads, with version and licence', async () => {
    const files = await exportForms.parquet([table], {}, about);
    const bytes = files.get('robots.parquet') as Uint8Array<ArrayBuffer>;
    const file = bytes.slice().buffer;
    const rows = await parquetReadObjects({ file });
    expect(rows[0]).toMatchObject({
      id: 'a',
      name: 'Ä "quoted", long',
      price_usd_min: 5n,
      open: true,
      mass: 1.5,
    });
    expect(rows[1]).toMatchObject({
      id: 'b',
      price_usd_min: null,
      sources: '[{"url":"https://robots.example/"}]',
    });
    expect(parquetMetadata(file).key_value_metadata).toEqual([
      { key: 'version', value: '2026.11.22' },
      { key: 'date', value: '2026-11-22' },
      { key: 'license', value: 'CC0-1.0' },
    ]);
  });

  it('is SQLite with a table for it, and one that says what it is', async () => {
    const files = await exportForms.sqlite([table], {}, about);
    const sqlite = await loadSqlite(readFileSync(programPlace().wasm));
    const db = new sqlite.Database(files.get('robotics.sqlite') as Uint8Array);
    expect(db.exec('SELECT id, price_usd_min, open, mass FROM robots ORDER BY id')[0]?.values).toEqual([
      ['a', 5, 1, 1.5],
      ['b', null, null, 2],
    ]);
    expect(db.exec("SELECT value FROM about WHERE name = 'license'")[0]?.values).toEqual([['CC0-1.0']]);
    db.close();
  });

  it('is JSON of the records as they are', async () => {
    const files = await exportForms.json([table], { robots: records });
    expect(JSON.parse(String(files.get('robots.json')))).toEqual(records);
  });
});

describe('robotics-mcp export', () => {
  const dir = join(place, 'data');
  const home = join(place, 'home');
  const exported = (...args: readonly string[]) => run(['export', ...args, '--data-dir', home]);
  // Forty records are written in a tenth of the time that all take.
  beforeAll(async () => putVersion(new SyncStore(home), await snapshotOf(1)));

  it('writes every kind, with licence and version', async () => {
    const { code, stdout } = await exported('--csv', dir);
    expect([code, stdout]).toEqual([0, expect.stringContaining('CC0 1.0')]);
    const described = JSON.parse(readFileSync(join(dir, 'datapackage.json'), 'utf8'));
    expect(described.licenses[0].name).toBe('CC0-1.0');
    expect(described.version).toMatch(/^\d{4}\.\d+\.\d+/);
    const files: string[] = described.resources.map(({ path }: { path: string }) => path);
    expect(readdirSync(dir).sort()).toEqual(['datapackage.json', ...files].sort());
    expect(files).toContain('certification.csv');
    for (const { path, schema } of described.resources) {
      const [head = ''] = readFileSync(join(dir, path), 'utf8').split('\r\n', 1);
      expect(head.split(',')).toEqual(schema.fields.map(({ name }: { name: string }) => name));
    }
  });

  const python = ['/usr/bin/python3', 'python3'].find(
    (name) => spawnSync(name, ['-c', 'import pandas']).status === 0,
  );
  it.skipIf(python === undefined)(
    'gives pandas what the page of notebooks does with it',
    () => {
      const page = readFileSync(
        fileURLToPath(new URL('../../../docs/notebooks.md', import.meta.url)),
        'utf8',
      );
      const [, code = ''] = /```python\n([\s\S]*?)```/.exec(page) ?? [];
      const own = code.replaceAll('robotics-data', dir);
      const { status, stdout, stderr } = spawnSync(python ?? '', ['-c', own], { encoding: 'utf8' });
      expect([stderr, status]).toEqual(['', 0]);
      expect(stdout).toContain('unitree');
    },
    60_000,
  );

  it.each([
    ['without a folder', ['export', '--csv'], 'Say into which folder'],
    ['without a form', ['export', place], 'Say in which form'],
  ])('refuses to begin %s', async (_what, args, says) => {
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });

  it('says where it cannot write', async () => {
    const { code, stderr } = await exported('--csv', join(dir, 'robots.csv/below'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('robots.csv')]);
  });
});
