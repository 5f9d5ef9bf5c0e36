import { expect, it } from 'vitest';
import { ask } from '../../../scripts/eval/ask.ts';
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
  const outcome = await ask(judged, registry);
  expect(calls).toEqual([['search_robots', { query: 'G1', limit: 10 }, LOCAL_USER]]);
  expect(outcome).toMatchObject({ results: ['galbot-g1', 'unitree-g1'], success: 0, recall: 1, tokens: 2 });
  // (3 + 7 / 1.584963) / (7 + 3 / 1.584963)
  expect(outcome.ndcg).toBeCloseTo(0.833991, 6);
});

it('counts recurring challenges after the open ones', async () => {
  const { registry } = answering({ results: [], expected_again: [{ id: 'unitree-g1' }] });
  expect(await ask(judged, registry)).toMatchObject({ success: 1, recall: 0.5 });
});

it('takes an empty answer as right if it says why', async () => {
  const right = answering(
    { results: [], notes: ['Without country there would be 4.'] },
    '0 matches. Without country 4.',
  );
  expect(await ask(empty, right.registry)).toMatchObject({ success: 1, ndcg: 1 });
  const silent = answering({ results: [] }, '0 matches. country: CN 3');
  expect(await ask(empty, silent.registry)).toMatchObject({ success: 0, ndcg: 0 });
  const otherReason = answering({ results: [], notes: ['Nothing.'] }, '0 matches. Nothing.');
  expect(await ask(empty, otherReason.registry)).toMatchObject({ success: 0 });
  const full = answering({ results: [{ id: 'unitree-g1' }], notes: ['country'] }, 'country');
  expect(await ask(empty, full.registry)).toMatchObject({ success: 0 });
});

it('scores a refusal 0 and keeps what it said', async () => {
  const { registry } = answering({ error: {} }, 'INVALID_ARGUMENT: no', true);
  const outcome = await ask(judged, registry);
  expect(outcome).toMatchObject({ success: 0, recall: 0, ndcg: 0, error: 'INVALID_ARGUMENT: no' });
});
