import { expect, it } from 'vitest';
import type { Outcome } from '../../../scripts/eval/ask.ts';
import type { JudgementKind } from '../../../scripts/eval/judgement.ts';
import {
  renderOutcome,
  renderRows,
  renderThresholds,
  summarize,
  worst,
} from '../../../scripts/eval/report.ts';

function outcome(id: string, kind: JudgementKind, ndcg: number, change: Partial<Outcome> = {}): Outcome {
  const judged = { id, kind, tool: 'search_robots', args: { query: id }, relevant: { a: 3, b: 1 } as const };
  return {
    judged,
    results: ['b', 'c'],
    success: ndcg === 1 ? 1 : 0,
    recall: ndcg,
    ndcg,
    tokens: 100,
    ...change,
  };
}
const outcomes = [
  outcome('one', 'known-item', 1, { tokens: 50 }),
  outcome('two', 'known-item', 0.5),
  outcome('three', 'topical', 0.8, { success: 1 }),
];

it('takes the means by kind, and of all, leaving out kinds that do not occur', () => {
  const rows = summarize(outcomes);
  expect(rows.map(({ kind, queries }) => [kind, queries])).toEqual([
    ['known-item', 2],
    ['topical', 1],
    ['all', 3],
  ]);
  expect(rows[0]).toMatchObject({ success: 0.5, recall: 0.75, ndcg: 0.75, tokens: 75 });
  expect(summarize([])).toEqual([]);
});

it('draws a table with aligned columns', () => {
  const lines = renderRows(summarize(outcomes)).split('\n');
  expect(lines[1]).toBe('known-item        2      0.500      0.750    0.750               75');
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
});

it('shows the worst first, and none that is right', () => {
  expect(worst(outcomes, 10).map(({ judged }) => judged.id)).toEqual(['two', 'three']);
  expect(worst(outcomes, 1)).toHaveLength(1);
});

it('shows what was wanted and what came, with grades', () => {
  const text = renderOutcome(outcome('two', 'known-item', 0.5));
  expect(text).toContain('two (known-item, first wrong): search_robots {"query":"two"}');
  expect(text).toContain('wanted: a\n');
  expect(text).toContain('came:   1 b, 0 c');
  expect(renderOutcome(outcome('two', 'known-item', 0, { results: [] }))).toContain('came:   nothing');
  expect(renderOutcome(outcome('two', 'known-item', 0, { error: 'refused' }))).toContain('came:   refused');
});

it('says whether the thresholds are met', () => {
  expect(renderThresholds(summarize(outcomes))).toEqual([
    'success@1 of known-item 0.500, at least 0.97: missed',
    'nDCG@10 of topical 0.800, at least 0.80: met',
  ]);
});
