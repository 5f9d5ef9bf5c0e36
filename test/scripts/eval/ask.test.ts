import { expect, it } from 'vitest';
import { product } from '../../../scripts/eval/answers.ts';
import { ask, askFirst } from '../../../scripts/eval/ask.ts';
import { type Enough, firstCall, scoreCall } from '../../../scripts/eval/first-call.ts';
import type { Judgement } from '../../../scripts/eval/judgement.ts';
import { LOCAL_USER } from '../../../src/lib/caller.ts';
import { withAnswers } from '../../helpers/registry.ts';

const judged: Judgement = {
  id: 'g1',
  kind: 'known-item',
  tool: 'search_robots',
  args: { query: 'G1' },
  relevant: { 'unitree-g1': 3, 'galbot-g1': 2 },
};
const empty: Judgement = { ...judged, kind: 'empty', relevant: {}, says: ['Country'] };

function answering(structuredContent: Record<string, unknown>, text = 'some text', isError = false) {
  const calls: unknown[] = [];
  const registry = withAnswers({
    names: () => [],
    has: () => true,
    requirement: () => undefined,
    definitions: () => [],
    call: async (...call) => {
      calls.push(call);
      return { content: [{ type: 'text', text }], structuredContent, ...(isError && { isError }) };
    },
  });
  return { registry, calls };
}

it('asks for ten results and scores them in their order', async () => {
  const { registry, calls } = answering({ results: [{ id: 'galbot-g1' }, { id: 'unitree-g1' }] });
  const outcome = await ask(judged, product(registry));
  expect(calls).toEqual([['search_robots', { query: 'G1', limit: 10 }, LOCAL_USER]]);
  expect(outcome).toMatchObject({ results: ['galbot-g1', 'unitree-g1'], success: 0, recall: 1, tokens: 2 });
  // (3 + 7 / 1.584963) / (7 + 3 / 1.584963)
  expect(outcome.ndcg).toBeCloseTo(0.833991, 6);
});

it('counts recurring challenges after the open ones', async () => {
  const { registry } = answering({ results: [], expected_again: [{ id: 'unitree-g1' }] });
  expect(await ask(judged, product(registry))).toMatchObject({ success: 1, recall: 0.5 });
});

it('takes an empty answer as right if it says why', async () => {
  const right = answering(
    { results: [], notes: ['Without country there would be 4.'] },
    '0 matches. Without country 4.',
  );
  expect(await ask(empty, product(right.registry))).toMatchObject({ success: 1, ndcg: 1 });
  const silent = answering({ results: [] }, '0 matches. country: CN 3');
  expect(await ask(empty, product(silent.registry))).toMatchObject({ success: 0, ndcg: 0 });
  const otherReason = answering({ results: [], notes: ['Nothing.'] }, '0 matches. Nothing.');
  expect(await ask(empty, product(otherReason.registry))).toMatchObject({ success: 0 });
  const full = answering({ results: [{ id: 'unitree-g1' }], notes: ['country'] }, 'country');
  expect(await ask(empty, product(full.registry))).toMatchObject({ success: 0 });
});

it('scores a refusal 0 and keeps what it said', async () => {
  const { registry } = answering({ error: {} }, 'INVALID_ARGUMENT: no', true);
  const outcome = await ask(judged, product(registry));
  expect(outcome).toMatchObject({ success: 0, recall: 0, ndcg: 0, error: 'INVALID_ARGUMENT: no' });
});

it('leaves out of the score what nobody pooled', async () => {
  const { registry } = answering({
    results: [{ id: 'stranger' }, { id: 'spot' }, { id: 'unitree-g1' }],
  });
  const pooled: Judgement = { ...judged, pooled: true, relevant: { 'unitree-g1': 3, spot: 0 } };
  expect(await ask(judged, product(registry))).toMatchObject({ success: 0, recall: 0.5 });
  const outcome = await ask(pooled, product(registry));
  expect(outcome).toMatchObject({ success: 0, recall: 1 });
  // Second of two judged: 7 / 1.584963 of 7.
  expect(outcome.ndcg).toBeCloseTo(0.63093, 5);
});

const answer = {
  ids: ['unitree-g1', 'galbot-g1'],
  total: 2,
  notes: [],
  tokens: 30,
  text: [
    '2 matches',
    'id | name | specs',
    'unitree-g1 | G1 | speed_m_s 114.5; runtime_h 2',
    'galbot-g1 | G1 | payload_kg 14.5',
    'Ask again with price_kind lease_monthly.',
  ].join('\n'),
};

it.each<[Enough, number]>([
  [{ top: { ids: ['galbot-g1'], within: 2 } }, 1],
  [{ top: { ids: ['galbot-g1'], within: 1 } }, 0],
  [{ top: { ids: ['galbot-g1', 'spot'], within: 3 } }, 0],
  [{ top: { ids: ['galbot-g1', 'spot'], within: 3, at_least: 1 } }, 1],
  [{ facts: { 'unitree-g1': [['2'], ['SPEED_M_S']] } }, 1],
  [{ facts: { 'unitree-g1': [['14.5']] } }, 0],
  [{ facts: { 'unitree-g1': [['payload_kg']] } }, 0],
  [{ facts: { spot: [['2']] } }, 0],
  [{ says: [['14.5', 'never'], ['ask again']] }, 1],
  [{ says: [['lease']] }, 1],
  [{ says: [['monthl']] }, 0],
  [{ absent: ['spot'] }, 1],
  [{ absent: ['spot', 'galbot-g1'] }, 0],
  [{ only: ['galbot-g1', 'unitree-g1', 'spot'] }, 1],
  [{ only: ['galbot-g1'] }, 0],
  [{ only: [] }, 0],
  [{ total: 2, max_tokens: 30 }, 1],
  [{ total: 3 }, 0],
  [{ max_tokens: 29 }, 0],
])('takes a first call as enough by what the case asks: %j', (wanted, score) => {
  expect(scoreCall(answer, wanted)).toBe(score);
});

it('gives half for an answer or a refusal that names the next call, and nothing for another refusal', () => {
  const wanted = { only: [] };
  expect(scoreCall(answer, wanted, ['lease_monthly'])).toBe(0.5);
  expect(scoreCall(answer, wanted, ['price_asc'])).toBe(0);
  const refused = { ...answer, ids: [], error: answer.text };
  expect(scoreCall(refused, wanted, ['lease_monthly'])).toBe(0.5);
  expect(scoreCall(refused, wanted)).toBe(0);
});

it('reads the facts of a record that is shown with every field, not those of the next one', () => {
  const text = 'id: unitree-g1\nspecs: runtime_h 2\n\nid: spot\nspecs: runtime_h 1.5';
  expect(scoreCall({ ...answer, text }, { facts: { 'unitree-g1': [['2']], spot: [['1.5']] } })).toBe(1);
  expect(scoreCall({ ...answer, text }, { facts: { 'unitree-g1': [['1.5']] } })).toBe(0);
});

it('makes every first call as a client would, each with what is enough for it', async () => {
  const { registry, calls } = answering({ results: [{ id: 'unitree-g1' }], total: 1 });
  const question = firstCall.parse({
    id: 'g1',
    group: 'known item',
    question: 'What is the G1?',
    enough: { top: { ids: ['unitree-g1'], within: 1 } },
    calls: [
      { tool: 'search_robots', args: { query: 'G1' } },
      { tool: 'search_robots', args: { query: 'G1 robot', limit: 3 }, enough: { total: 0 } },
    ],
  });
  const outcomes = await askFirst(question, product(registry));
  expect(outcomes.map(({ score }) => score)).toEqual([1, 0]);
  expect(calls).toEqual([
    ['search_robots', { query: 'G1' }, LOCAL_USER],
    ['search_robots', { query: 'G1 robot', limit: 3 }, LOCAL_USER],
  ]);
});
