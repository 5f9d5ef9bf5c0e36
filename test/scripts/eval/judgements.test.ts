import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFaults, type IdsByKind } from '../../../scripts/eval/faults.ts';
import {
  type Judgement,
  judgementKinds,
  judgementsDir,
  parseJudgements,
  readSet,
  setNames,
} from '../../../scripts/eval/judgement.ts';
import { fileOf } from '../../../src/data/dataset/canonical.ts';
import { kinds } from '../../../src/kinds/kinds.ts';

const spot: Judgement = {
  id: 'spot',
  kind: 'known-item',
  tool: 'search_robots',
  args: { query: 'Spot' },
  relevant: { 'boston-dynamics-spot': 3 },
};
const line = (change: object) => JSON.stringify({ ...spot, ...change });

it('finds no fault in any set of judgements', () => {
  const sets = setNames(judgementsDir).map((name) => readSet(judgementsDir, name));
  expect(findFaults(sets, datasetIds())).toEqual([]);
});

it('has every kind of query in the set for tuning', () => {
  const { judgements } = readSet(judgementsDir, 'tuning');
  expect(judgements.length).toBeGreaterThanOrEqual(80);
  expect(new Set(judgements.map(({ kind }) => kind))).toEqual(new Set(judgementKinds));
});

it('reads lines and names the one with a fault', () => {
  expect(parseJudgements(`${line({})}\n\n`, 'a.jsonl')).toEqual([spot]);
  expect(() => parseJudgements(`${line({})}\n{`, 'a.jsonl')).toThrow('a.jsonl:2: not JSON');
  for (const change of [
    { kind: 'other' },
    { relevant: { spot: 4 } },
    { relevant: { spot: 2 } },
    { relevant: {} },
    { kind: 'empty' },
    { extra: 1 },
  ]) {
    expect(() => parseJudgements(line(change), 'a.jsonl'), JSON.stringify(change)).toThrow('a.jsonl:1: ');
  }
});

it('finds unknown tools, arguments and records, and doubles', () => {
  const none = new Set<string>();
  const ids = {
    ...Object.fromEntries(kinds.map((kind) => [kind, none])),
    robots: new Set(['spot']),
  } as unknown as IdsByKind;
  const relevant = { spot: 3 } as const;
  const faultsOf = (...changes: Partial<Judgement>[]) => {
    const judgements = changes.map((change) => ({ ...spot, relevant, ...change }));
    return findFaults([{ name: 'a', judgements }], ids);
  };
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ tool: 'search_toys' })).toEqual(['a spot: there is no search search_toys']);
  expect(faultsOf({ tool: 'report_error' })).toEqual(['a spot: there is no search report_error']);
  expect(faultsOf({ relevant: { digit: 3 } })).toEqual(['a spot: robots has no digit']);
  expect(faultsOf({ args: { qery: 'Spot' } })).toEqual([expect.stringContaining('qery')]);
  expect(faultsOf({ args: { query: 'Spot', limit: 5 } })).toHaveLength(1);
  expect(faultsOf({}, { id: 'again' })).toEqual(['a again: the same as a spot']);
  expect(faultsOf({}, { args: { query: 'Digit' } })).toEqual(['a spot: the same as a spot']);
});

function datasetIds(): IdsByKind {
  return Object.fromEntries(
    kinds.map((kind) => {
      const lines = readFileSync(join('dataset', fileOf(kind)), 'utf8')
        .trim()
        .split('\n');
      return [kind, new Set(lines.map((text) => (JSON.parse(text) as { id: string }).id))];
    }),
  ) as unknown as IdsByKind;
}
