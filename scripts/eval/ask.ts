import type { Answer, Answerer } from './answers.ts';
import { type FirstCall, scoreCall } from './first-call.ts';
import type { Judgement } from './judgement.ts';
import { ndcgAt, recallAt, successAt1 } from './metrics.ts';

/** How many results are looked at. */
export const depth = 10;

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
export async function ask(judged: Judgement, answerer: Answerer): Promise<Outcome> {
  const answer = await answerer(judged.tool, { ...judged.args, limit: depth });
  const { ids, notes, text, tokens, error } = answer;
  const common = { judged, results: ids, tokens };
  if (error !== undefined) return { ...common, success: 0, recall: 0, ndcg: 0, error };
  if (judged.kind === 'empty') {
    // An empty list that does not say why leaves a model guessing.
    const says = (judged.says ?? []).every((words) => text.toLowerCase().includes(words.toLowerCase()));
    const right = ids.length === 0 && notes.length > 0 && says ? 1 : 0;
    return { ...common, success: right, recall: right, ndcg: right };
  }
  // A condensed list (Sakai, 2007): nobody knows whether what was not pooled is relevant.
  const scored = judged.pooled ? ids.filter((id) => Object.hasOwn(judged.relevant, id)) : ids;
  return {
    ...common,
    success: successAt1(scored, judged.relevant),
    recall: recallAt(depth, scored, judged.relevant),
    ndcg: ndcgAt(depth, scored, judged.relevant),
  };
}

/** What came of one of the first calls of a question. */
export interface CallOutcome {
  readonly question: FirstCall;
  readonly call: FirstCall['calls'][number];
  /** 1 enough, 0.5 where the answer names the next call. */
  readonly score: number;
  readonly answer: Answer;
}

/** Makes every first call of a question and scores the answers. */
export async function askFirst(question: FirstCall, answerer: Answerer): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = [];
  for (const call of question.calls) {
    const answer = await answerer(call.tool, call.args);
    outcomes.push({
      question,
      call,
      answer,
      score: scoreCall(answer, call.enough ?? question.enough, call.next),
    });
  }
  return outcomes;
}
