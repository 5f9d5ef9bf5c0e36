import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { renderSection, type Section } from '../../../scripts/bench/section.ts';
import { Random } from '../../../scripts/harness/random.ts';
import { quantile } from '../../../scripts/harness/statistics.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../../../scripts/bench.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const parts = [
  'start',
  'call',
  'cost',
  'crowd',
  'memory',
  'snapshot',
  'search',
  'sync',
  'growth',
  'tokens',
  'view',
];

/** The numbers are the machine's affair: that they are there, and that they are numbers, is ours. */
test('a quick run gives finite numbers for every part', { timeout: 240_000 }, async () => {
  const file = join(folder, 'bench.json');
  const { stdout } = await run(process.execPath, ['--import', 'tsx', script, '--quick', '--json', file]);
  const report = JSON.parse(readFileSync(file, 'utf8')) as { parts: Record<string, Section[]> };
  expect(Object.keys(report.parts)).toEqual(parts);
  for (const { title, rows } of Object.values(report.parts).flat()) {
    expect(stdout).toContain(title);
    expect(rows.length, title).toBeGreaterThan(0);
    for (const cell of rows.flatMap((row) => Object.values(row))) {
      expect(cell, title).not.toBeNull();
      if (typeof cell === 'number') expect(Number.isFinite(cell), title).toBe(true);
    }
  }
  // Whatever the attacker does, every polite caller gets its answers.
  for (const row of report.parts.crowd?.flatMap(({ rows }) => rows) ?? []) {
    expect(row).toMatchObject({ lost: 0, answers: expect.any(Number) });
    expect(row.answers).toBeGreaterThan(0);
  }
});

test('an unknown part is refused in a sentence', { timeout: 60_000 }, async () => {
  const running = run(process.execPath, ['--import', 'tsx', script, 'speed']);
  await expect(running).rejects.toMatchObject({
    code: 1,
    stderr:
      'There is no part "speed". The parts are start, call, cost, crowd, memory, snapshot, search, sync, growth, tokens, view.\n',
  });
});

describe('the pieces', () => {
  test('quantiles are values of the list, by nearest rank', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2);
    expect(quantile([4, 1, 3, 2], 0.99)).toBe(4);
    expect(quantile([], 0.5)).toBeNaN();
  });

  test('the same seed draws the same', () => {
    const draw = () => {
      const random = new Random(7);
      return Array.from({ length: 20 }, () => random.below(1000));
    };
    expect(draw()).toEqual(draw());
    expect(new Set(draw()).size).toBeGreaterThan(10);
  });

  test('a section is a table with numbers to the right', () => {
    const text = renderSection({
      title: 'two rows',
      rows: [
        { what: 'one', ms: 1.234 },
        { what: 'many', ms: 12_345.6 },
      ],
    });
    expect(text).toBe(
      '### two rows\n\n| what |     ms |\n|------|-------:|\n| one  |   1.23 |\n| many | 12,346 |\n',
    );
  });
});
