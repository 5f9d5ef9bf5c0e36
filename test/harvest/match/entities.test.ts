import { describe, expect, it } from 'vitest';
import { DatasetDraft } from '../../../src/harvest/dataset-draft.ts';
import { recognise } from '../../../src/harvest/match/entities.ts';
import { NameIndex } from '../../../src/harvest/match/name-index.ts';
import { qualityOf, readJudged } from './judged.ts';

interface Judged {
  readonly title: string;
  /** Names of our own companies and robots that a reader finds in it. */
  readonly named: readonly string[];
  /** A headline of the dataset, or one that was made to mislead. */
  readonly from: 'dataset' | 'made';
}

const judged = readJudged<Judged>('entities');
const index = new NameIndex(DatasetDraft.open('dataset').known);
const results = judged.map(({ title, named, from }) => ({
  title,
  from,
  said: recognise(title, index).names,
  wanted: named,
}));

describe('names in headlines', () => {
  it('are right nearly always, on 100 judged titles and more', () => {
    const quality = qualityOf(results);
    console.log('entities:', quality);
    for (const { title, said, wanted } of results) {
      const wrong = said.filter((name) => !wanted.includes(name));
      const missing = wanted.filter((name) => !said.includes(name));
      if (wrong.length + missing.length > 0)
        console.log(`  ${title} | wrong: ${wrong} | missing: ${missing}`);
    }
    expect(judged.length).toBeGreaterThanOrEqual(100);
    expect(quality.precision).toBeGreaterThanOrEqual(0.95);
    expect(quality.recall).toBeGreaterThanOrEqual(0.85);
  });

  it('are right also where titles were made to mislead', () => {
    const quality = qualityOf(results.filter(({ from }) => from === 'made'));
    expect(quality.precision).toBeGreaterThanOrEqual(0.9);
  });
});

it('gives the countries of those it names', () => {
  expect(recognise("Unitree Robotics and Boston Dynamics' Spot meet", index)).toEqual({
    names: ['Unitree Robotics', 'Boston Dynamics', 'Spot'],
    countries: ['CN', 'US'],
  });
});
