import { expect, it } from 'vitest';
import type { CallOutcome, Outcome } from '../../../scripts/eval/ask.ts';
import { firstCall } from '../../../scripts/eval/first-call.ts';
import type { JudgementKind } from '../../../scripts/eval/judgement.ts';
import {
  renderCall,
  renderCallRows,
  renderOutcome,
  renderRows,
  renderThresholds,
  renderUnbeaten,
  summarize,
  summarizeCalls,
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

it('takes the means by kind, tool and argument, and of all, leaving out kinds that do not occur', () => {
  const rows = summarize(outcomes, [
    outcome('one', 'known-item', 0.2),
    outcome('two', 'known-item', 0.4),
    outcome('three', 'topical', 0.9),
  ]);
  expect(rows.map(({ by, label, queries }) => [by, label, queries])).toEqual([
    ['kind', 'known-item', 2],
    ['kind', 'topical', 1],
    ['tool', 'topical search_robots', 1],
    ['argument', 'by query', 3],
    ['all', 'all', 3],
  ]);
  expect(rows[0]).toMatchObject({ success: 0.5, recall: 0.75, ndcg: 0.75, tokens: 75 });
  expect(rows[0]?.baseline).toBeCloseTo(0.3, 12);
  expect(rows[1]).toMatchObject({ baseline: 0.9 });
  expect(summarize([])).toEqual([]);
});

it('draws a table with aligned columns', () => {
  const lines = renderRows(summarize(outcomes)).split('\n');
  expect(lines[1]).toBe(
    'known-item                   2      0.500      0.750    0.750                     75',
  );
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
});

it('takes the mean over questions of the mean of their calls, and the mean over calls by argument', () => {
  const call = (
    id: string,
    args: Record<string, unknown>,
    score: number,
    ids: string[] = ['a'],
  ): CallOutcome => {
    const calls = [{ tool: 'search_robots', args }];
    const question = firstCall.parse({ id, group: 'audit', question: id, enough: { total: 1 }, calls });
    const answer = { ids, notes: [], text: '', tokens: 10, ...(id === 'refused' && { error: 'no' }) };
    return { question, call: calls[0] as (typeof calls)[0], score, answer };
  };
  const some = [
    call('one', { query: 'x' }, 1),
    call('one', { focus: 'x', country: 'US' }, 0.5),
    call('two', { query: 'y' }, 0, []),
    call('refused', { limit: 3 }, 0, []),
  ];
  const rows = summarizeCalls(some, []);
  expect(rows.map(({ label, questions, calls }) => [label, questions, calls])).toEqual([
    ['audit', 3, 4],
    ['search_robots', 3, 4],
    ['by country', 1, 1],
    ['by focus', 1, 1],
    ['by no words', 1, 1],
    ['by query', 2, 2],
    ['all', 3, 4],
  ]);
  expect(rows[0]).toMatchObject({ score: 0.25, refused: 1, nothing: 1, tokens: 10 });
  expect(rows[3]).toMatchObject({ score: 0.5 });
  expect(
    new Set(
      renderCallRows(rows)
        .split('\n')
        .map(({ length }) => length),
    ).size,
  ).toBe(1);
  expect(renderCall(some[2] as CallOutcome)).toContain('came:   nothing (10 tokens)');
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
    'success@1 of known-item 0.500, at least 0.99: missed',
    'nDCG@10 of topical search_robots 0.800, at least 0.88: missed',
  ]);
  expect(renderThresholds(summarize([outcome('one', 'known-item', 1)]))).toEqual([
    'success@1 of known-item 1.000, at least 0.99: met',
  ]);
});

it('parts a tool by arguments where it is asked by several', () => {
  const byTopic = outcome('topic', 'topical', 0.4);
  const rows = summarize([
    ...outcomes,
    { ...byTopic, judged: { ...byTopic.judged, args: { topic: 'walking' } } },
  ]);
  expect(rows.filter(({ by }) => by === 'tool').map(({ label, ndcg }) => [label, ndcg])).toEqual([
    ['topical search_robots', expect.closeTo(0.6, 9)],
    ['topical search_robots by query', 0.8],
    ['topical search_robots by topic', 0.4],
  ]);
});

it('names the kinds in which the baseline is not beaten', () => {
  const baseline = outcomes.map((each) => ({ ...each, ndcg: 0.8 }));
  expect(renderUnbeaten(summarize(outcomes, baseline))).toBe(
    'BM25 over titles is not beaten in: known-item; topical; topical search_robots',
  );
  const none = outcomes.map((each) => ({ ...each, ndcg: 0 }));
  expect(renderUnbeaten(summarize(outcomes, none))).toBe('BM25 over titles is beaten everywhere');
});
