import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import type { Registry } from '../../src/tools/registry.ts';
import type { Judgement } from './judgement.ts';
import { ndcgAt, recallAt, successAt1 } from './metrics.ts';

/** How many results are looked at. */
export const depth = 10;

const records = z.array(z.looseObject({ id: z.string() }));
const answer = z.looseObject({
  results: records,
  /** Recurring challenges, which stand apart after the open ones. */
  expected_again: records.optional(),
  notes: z.array(z.string()).optional(),
});

/** What came of a judged query. */
export interface Outcome {
  readonly judged: Judgement;
  readonly results: readonly string[];
  readonly success: number;
  readonly recall: number;
  readonly ndcg: number;
  /** Of the text that a model reads. */
  readonly tokens: number;
  /** The refusal, where the tool answered with one; it scores 0. */
  readonly error?: string;
}

/** Asks a judged query as a client would and scores the answer. */
export async function ask(judged: Judgement, registry: Registry): Promise<Outcome> {
  const called = await registry.call(judged.tool, { ...judged.args, limit: depth }, LOCAL_USER);
  const text = called.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const common = { judged, tokens: countTokens(text) };
  if (called.isError === true) {
    return { ...common, results: [], success: 0, recall: 0, ndcg: 0, error: text };
  }
  const { results, expected_again: expected = [], notes = [] } = answer.parse(called.structuredContent);
  const ids = [...results, ...expected].map(({ id }) => id);
  if (judged.kind === 'empty') {
    // An empty list that does not say why leaves a model guessing.
    const says = (judged.says ?? []).every((words) => text.toLowerCase().includes(words.toLowerCase()));
    const right = ids.length === 0 && notes.length > 0 && says ? 1 : 0;
    return { ...common, results: ids, success: right, recall: right, ndcg: right };
  }
  return {
    ...common,
    results: ids,
    success: successAt1(ids, judged.relevant),
    recall: recallAt(depth, ids, judged.relevant),
    ndcg: ndcgAt(depth, ids, judged.relevant),
  };
}
