import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canonicalLine } from '../../../src/data/dataset/canonical.ts';
import { readKindLines, writeKindLines } from '../../../src/data/dataset/files.ts';
import { readDataset, readDatasetFiles } from '../../../src/data/dataset/read.ts';
import { kinds } from '../../../src/kinds/kinds.ts';
import { publicationId } from '../../../src/kinds/publications/publication-id.ts';
import { realSystem } from '../../../src/lib/system.ts';
import { faultyFiles } from '../../contributions/faulty-files.ts';
import { datasetWith } from './fixture.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'dataset-'));
  writeFileSync(join(dir, 'VERSION'), '{ "version": "2026.11.20", "date": "2026-11-20" }');
  for (const kind of kinds) {
    if (kind !== 'publications') write(`${kind}.jsonl`, ...datasetWith().lines[kind]);
  }
  mkdirSync(join(dir, 'publications'));
});

afterEach(() => rmSync(dir, { recursive: true }));

function write(file: string, ...lines: string[]): void {
  writeFileSync(join(dir, file), lines.map((line) => `${line}\n`).join(''));
}

/** A paper without identifiers, so that title, author and year give its id. */
const paper = { aliases: [], journal: 'ICRA', categories: [], url: 'https://example.org/paper' };

/** Lines of papers of these years, in the order of their ids. */
function papersOf(...years: number[]): string[] {
  const papers = years.map((year) => {
    const facts = { title: `A paper of ${year}`, authors: ['Ada Lovelace'], year };
    const id = publicationId(facts);
    return { ...paper, id, ...facts, published: String(year) };
  });
  const { arxiv_id, doi, ...rest } = JSON.parse(datasetWith().lines.publications[0] ?? '{}');
  const lines = papers.map((one) => canonicalLine('publications', { ...rest, ...one }));
  return lines.sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

const idOf = (line: string) => (JSON.parse(line) as { id: string }).id;
const textOf = (file: string) => readFileSync(join(dir, 'publications', file), 'utf8');

it('writes each year of papers into a file of its own, and reads all of them in the order of their ids', async () => {
  const lines = papersOf(1987, 1999, 2021, 2022, 2021 + 4);
  await writeKindLines(dir, 'publications', lines);
  expect(readdirSync(join(dir, 'publications')).sort()).toEqual([
    '2021.jsonl',
    '2022.jsonl',
    '2025.jsonl',
    'before-2000.jsonl',
  ]);
  expect(textOf('before-2000.jsonl').trim().split('\n')).toHaveLength(2);
  expect([...readKindLines(dir, 'publications')].sort()).toEqual([...lines].sort());
  const { records } = readDataset(dir);
  expect(records.publications.map(({ id }) => id)).toEqual(lines.map(idOf));
});

it('writes a file again only if it changes, and leaves an empty one where the last paper left', async () => {
  const [first = '', second = ''] = papersOf(2021, 2022);
  await writeKindLines(dir, 'publications', [first, second]);
  const kept = JSON.parse(first) as { year: number };
  writeFileSync(join(dir, 'publications', 'notes.txt'), 'no record');
  await writeKindLines(dir, 'publications', [first]);
  expect(textOf(`${kept.year}.jsonl`)).toBe(`${first}\n`);
  expect(textOf(`${kept.year === 2021 ? 2022 : 2021}.jsonl`)).toBe('');
  expect(readDataset(dir).records.publications).toHaveLength(1);
});

it('flushes what it finds written already: who wrote it may have been killed before that', async () => {
  const lines = papersOf(2021, 2022);
  await writeKindLines(dir, 'publications', lines);
  const files = faultyFiles();
  await writeKindLines(dir, 'publications', lines, { system: { ...realSystem, files } });
  expect(files.steps).toEqual([{ operation: 'flushDirectory', name: 'publications' }]);
});

it('names a line that stands in the file of another year, out of order, or is no record', () => {
  const [first = '', second = ''] = papersOf(2021, 2021 + 1);
  write('publications/2020.jsonl', first);
  const { year } = JSON.parse(second) as { year: number };
  write(`publications/${year}.jsonl`, '{', second, second.replace(/"id":"paper-/, '"id":"paper-00'));
  const { faults } = readDatasetFiles(dir);
  const said = faults.map(({ where, message }) => `${where} ${message}`);
  expect(said).toEqual([
    expect.stringContaining(`publications/2020.jsonl:${idOf(first)} belongs to publications/`),
    expect.stringContaining(`publications/${year}.jsonl:1 is not JSON`),
    expect.stringMatching(/paper-00\w+ stands after/),
  ]);
});

it('refuses a folder that holds papers in two ways', () => {
  write('publications/2021.jsonl');
  write('publications.jsonl');
  expect(() => readDataset(dir)).toThrow(/both in publications\.jsonl and in publications\//);
});
