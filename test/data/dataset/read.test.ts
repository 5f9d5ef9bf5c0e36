import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byCodePoint, canonicalLine } from '../../../src/data/dataset/canonical.ts';
import { parseLines, readDataset, readDatasetFiles, readVersion } from '../../../src/data/dataset/read.ts';
import { kinds } from '../../../src/kinds/kinds.ts';
import { datasetWith } from './fixture.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'dataset-'));
  writeFileSync(join(dir, 'VERSION'), '{ "version": "2026.11.20", "date": "2026-11-20" }');
  for (const kind of kinds) write(kind, datasetWith().lines[kind].join('\n'));
});

afterEach(() => rmSync(dir, { recursive: true }));

function write(kind: string, text: string): void {
  writeFileSync(join(dir, `${kind}.jsonl`), `${text}\n`);
}

describe('readDataset', () => {
  it('reads every kind, and gives publications their topics', () => {
    const { version, records } = readDataset(dir);
    expect(version).toEqual({ version: '2026.11.20', date: '2026-11-20' });
    expect(kinds.map((kind) => records[kind].length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(records.publications[0]?.topics).toContain('mobile-manipulation');
  });

  it('names file, line and field of each fault at once', () => {
    const [robot = ''] = datasetWith().lines.robots;
    write('robots', `${robot}\n\n{"id":"broken"\n${robot.replace('"cobot"', '"toaster"')}`);
    write('news', 'null');
    expect(() => readDataset(dir)).toThrow(expect.objectContaining({ code: 'dataset_faults' }));
    const { faults, records } = readDatasetFiles(dir);
    expect(faults.map(({ where }) => where)).toEqual(['robots.jsonl:3', 'robots.jsonl:4', 'news.jsonl:1']);
    expect(faults[0]?.message).toMatch(/not JSON/);
    expect(faults[1]?.message).toMatch(/^acme-a1: category:/);
    expect(records.robots).toHaveLength(1);
  });

  it('refuses a field that the schema does not know', () => {
    const [startup = ''] = datasetWith().lines.startups;
    const { faults } = parseLines('startups', startup.replace('{', '{"mood":"good",'));
    expect(faults[0]?.message).toContain('mood');
  });

  it('refuses a publication that brings its own topics', () => {
    const [paper = ''] = datasetWith().lines.publications;
    expect(parseLines('publications', paper.replace('{', '{"topics":[],')).faults).toHaveLength(1);
  });
});

describe('readVersion', () => {
  it('refuses what is no version', () => {
    writeFileSync(join(dir, 'VERSION'), '{ "version": "1.0", "date": "2026-11-20" }');
    expect(() => readVersion(dir)).toThrow(/2026\.11\.20/);
  });
});

describe('canonicalLine', () => {
  it('puts keys in the order of the schema, at every depth', () => {
    const [line = ''] = datasetWith().lines.robots;
    const reversed = reverseKeys(JSON.parse(line));
    expect(JSON.stringify(reversed)).not.toBe(line);
    expect(canonicalLine('robots', reversed)).toBe(line);
  });
});

describe('byCodePoint', () => {
  it('knows no locale', () => {
    expect(['ä', 'z', 'a', '1', 'Z'].sort(byCodePoint)).toEqual(['1', 'Z', 'a', 'z', 'ä']);
  });
});

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, part]) => [key, reverseKeys(part)]));
}
