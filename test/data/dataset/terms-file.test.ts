import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MOST_TERMS, readTermsFile, TERMS_FILE } from '../../../src/data/dataset/terms-file.ts';

const ids = new Set(['paper-a', 'paper-b']);
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'terms-'));
});

afterEach(() => rmSync(dir, { recursive: true }));

function faultsOf(...lines: string[]): string[] {
  mkdirSync(join(dir, 'terms'));
  writeFileSync(join(dir, TERMS_FILE), lines.map((line) => `${line}\n`).join(''));
  return readTermsFile(dir, ids).faults.map(({ where, message }) => `${where} ${message}`);
}

it('a dataset without the file has no terms, and no fault', () => {
  expect(readTermsFile(dir, ids)).toEqual({ terms: new Map(), faults: [] });
});

it('reads the terms of each paper', () => {
  expect(faultsOf('paper-a grasping tomato', 'paper-b friction')).toEqual([]);
  expect(readTermsFile(dir, ids).terms).toEqual(
    new Map([
      ['paper-a', ['grasping', 'tomato']],
      ['paper-b', ['friction']],
    ]),
  );
});

it('names what could give a text away, or belongs to no paper', () => {
  const many = Array.from({ length: MOST_TERMS + 1 }, (_, i) => `stem${String.fromCharCode(97 + (i % 26))}`);
  const said = faultsOf(
    'paper-x grasping',
    'paper-a tomato grasping',
    'paper-a grasping grasping',
    'paper-a Grasping',
    `paper-b ${many.join(' ')}`,
    'paper-b',
  );
  expect(said).toEqual([
    expect.stringMatching(/:1 paper-x is no paper/),
    expect.stringMatching(/:2 .*alphabetical order/),
    expect.stringMatching(/:3 .*alphabetical order/),
    expect.stringMatching(/:4 "Grasping" is no stem/),
    expect.stringMatching(/:5 has 41 terms/),
    expect.stringMatching(/:6 has 0 terms/),
  ]);
});
