import { wordArgumentsOf } from './answers.ts';
import type { CallOutcome, Outcome } from './ask.ts';
import type { EverydayRow } from './everyday.ts';
import { firstCallGroups } from './first-call.ts';
import { judgementKinds } from './judgement.ts';
import { mean, median } from './metrics.ts';

/** The mean scores of some queries. */
interface Row {
  readonly by: By;
  readonly label: string;
  readonly queries: number;
  readonly success: number;
  readonly recall: number;
  readonly ndcg: number;
  readonly tokens: number;
  /** nDCG of the baseline. */
  readonly baseline: number;
}

/** The mean scores of the questions, or calls, of a group. */
interface CallRow {
  readonly by: By;
  readonly label: string;
  readonly questions: number;
  readonly calls: number;
  readonly score: number;
  readonly refused: number;
  readonly nothing: number;
  readonly tokens: number;
  readonly baseline: number;
}

type By = 'kind' | 'tool' | 'argument' | 'all';

/** What has to hold for queries that nobody tuned for. */
const thresholds = [
  { label: 'known-item', metric: 'success', name: 'success@1', atLeast: 0.99 },
  { label: 'filtered', metric: 'ndcg', name: 'nDCG@10', atLeast: 0.98 },
  { label: 'misspelt', metric: 'ndcg', name: 'nDCG@10', atLeast: 0.92 },
  { label: 'topical search_publications', metric: 'ndcg', name: 'nDCG@10', atLeast: 0.85 },
  { label: 'topical search_robots', metric: 'ndcg', name: 'nDCG@10', atLeast: 0.88 },
] as const;

/** The share of questions whose first call has to be enough. */
export const FIRST_CALLS_ENOUGH = 0.92;

/** One row a kind, tool and argument, and one for all of them; `baseline` is asked the same, in the same order. */
export function summarize(outcomes: readonly Outcome[], baseline: readonly Outcome[] = []): Row[] {
  const labels = outcomes.map(({ judged: { kind, tool, args } }) => {
    const names = wordArgumentsOf(args).map((name) => `by ${name}`);
    const subject = `${kind} ${tool}`;
    return {
      kind: [kind],
      tool: kind === 'topical' ? [subject, ...names.map((name) => `${subject} ${name}`)] : [],
      argument: names,
    };
  });
  return groups(labels, judgementKinds).map(({ by, label, at }) => ({
    by,
    label,
    queries: at.length,
    success: meanOf(at, outcomes, ({ success }) => success),
    recall: meanOf(at, outcomes, ({ recall }) => recall),
    ndcg: meanOf(at, outcomes, ({ ndcg }) => ndcg),
    tokens: median(at.flatMap((index) => outcomes[index]?.tokens ?? [])),
    baseline: meanOf(at, baseline, ({ ndcg }) => ndcg),
  }));
}

/** The same of first calls: the mean over questions of the mean of their calls, by argument the mean over calls. */
export function summarizeCalls(
  outcomes: readonly CallOutcome[],
  baseline: readonly CallOutcome[],
): CallRow[] {
  const labels = outcomes.map(({ question, call }) => ({
    kind: [question.group],
    tool: [call.tool],
    argument: wordArgumentsOf(call.args).map((name) => `by ${name}`),
  }));
  return groups(labels, firstCallGroups).map(({ by, label, at }) => {
    const some = at.flatMap((index) => outcomes[index] ?? []);
    return {
      by,
      label,
      questions: new Set(some.map(({ question }) => question.id)).size,
      calls: at.length,
      score: meanOfQuestions(some),
      refused: some.filter(({ answer }) => answer.error !== undefined).length,
      nothing: some.filter(
        ({ answer, score }) => answer.error === undefined && answer.ids.length === 0 && score < 1,
      ).length,
      tokens: median(some.map(({ answer }) => answer.tokens)),
      baseline: meanOfQuestions(at.flatMap((index) => baseline[index] ?? [])),
    };
  });
}

/** The answers that served worst, the worst first; right ones are left out. */
export function worst(outcomes: readonly Outcome[], count: number): Outcome[] {
  return outcomes
    .filter(({ ndcg, success }) => ndcg < 1 || success < 1)
    .sort((a, b) => a.ndcg - b.ndcg || a.success - b.success || (a.judged.id < b.judged.id ? -1 : 1))
    .slice(0, count);
}

/** Rows as a table for a terminal. */
export function renderRows(rows: readonly Row[]): string {
  return renderTable([
    ['kind', 'queries', 'success@1', 'recall@10', 'nDCG@10', 'BM25', 'tokens (median)'],
    ...rows.map(({ label, queries, success, recall, ndcg, baseline, tokens }) => [
      label,
      String(queries),
      ...[success, recall, ndcg, baseline].map(share),
      String(Math.round(tokens)),
    ]),
  ]);
}

/** Rows of first calls as a table for a terminal. */
export function renderCallRows(rows: readonly CallRow[]): string {
  return renderTable([
    ['group', 'questions', 'calls', 'enough', 'BM25', 'refused', 'nothing', 'tokens (median)'],
    ...rows.map(({ label, questions, calls, score, baseline, refused, nothing, tokens }) => [
      label,
      String(questions),
      String(calls),
      share(score),
      share(baseline),
      ...[refused, nothing, Math.round(tokens)].map(String),
    ]),
  ]);
}

/** Rows of questions for one record as a table for a terminal. */
export function renderEverydayRows(rows: readonly EverydayRow[]): string {
  return renderTable([
    ['form', 'questions', 'first', 'within 10'],
    ...rows.map(({ form, questions, first, found }) => [form, String(questions), share(first), share(found)]),
  ]);
}

/** A query with what was wanted and what came; a number before an id is its grade. */
export function renderOutcome({ judged, results, success, ndcg, error }: Outcome): string {
  const { id, kind, tool, args, relevant } = judged;
  const best = Object.keys(relevant).filter((record) => relevant[record] === 3);
  const more = best.length > 3 ? ` and ${best.length - 3} more` : '';
  const wanted = kind === 'empty' ? 'nothing, and why' : `${best.slice(0, 3).join(', ')}${more}`;
  const came = results
    .slice(0, 5)
    .map((record) => `${relevant[record] ?? (judged.pooled ? '?' : 0)} ${record}`);
  return [
    `${ndcg.toFixed(3)}  ${id} (${kind}, first ${success === 1 ? 'right' : 'wrong'}): ${tool} ${JSON.stringify(args)}`,
    `       wanted: ${wanted}`,
    `       came:   ${error ?? (came.length === 0 ? 'nothing' : came.join(', '))}`,
  ].join('\n');
}

/** A first call that was not enough. */
export function renderCall({ question, call, score, answer }: CallOutcome): string {
  const came = answer.error ?? (answer.ids.length === 0 ? 'nothing' : answer.ids.slice(0, 5).join(', '));
  return [
    `${score.toFixed(1)}  ${question.id} (${question.group}): ${call.tool} ${JSON.stringify(call.args)}`,
    `     wanted: ${JSON.stringify(call.enough ?? question.enough)}`,
    `     came:   ${came} (${answer.tokens} tokens)`,
  ].join('\n');
}

/** A sentence a threshold. */
export function renderThresholds(rows: readonly Row[]): string[] {
  return thresholds.flatMap(({ label, metric, name, atLeast }) => {
    const row = rows.find((candidate) => candidate.label === label);
    return row === undefined ? [] : [renderThreshold(`${name} of ${label}`, row[metric], atLeast)];
  });
}

export function renderThreshold(name: string, value: number, atLeast: number): string {
  return `${name} ${share(value)}, at least ${atLeast.toFixed(2)}: ${value >= atLeast ? 'met' : 'missed'}`;
}

/** Where the baseline is as good or better, of what has to beat it in every kind of question. */
export function renderUnbeaten(rows: readonly (Row | CallRow)[]): string {
  const unbeaten = rows.filter((row) => {
    const value = 'ndcg' in row ? row.ndcg : row.score;
    return (row.by === 'kind' || row.by === 'tool') && value <= row.baseline;
  });
  const names = unbeaten.map(({ label }) => label);
  return `BM25 over titles is ${names.length === 0 ? 'beaten everywhere' : `not beaten in: ${names.join('; ')}`}`;
}

type Labels = Readonly<Record<'kind' | 'tool' | 'argument', readonly string[]>>;

/** Which outcomes, by their places, belong to each label; kinds in the order given, the others by name. */
function groups(
  labels: readonly Labels[],
  order: readonly string[],
): { by: By; label: string; at: number[] }[] {
  if (labels.length === 0) return [];
  const named = (['kind', 'tool', 'argument'] as const).flatMap((by) => {
    const all = [...new Set(labels.flatMap((each) => each[by]))].sort();
    const sorted = by === 'kind' ? order.filter((label) => all.includes(label)) : all;
    const rows = sorted.map((label) => ({
      by,
      label,
      at: labels.flatMap((each, index) => (each[by].includes(label) ? [index] : [])),
    }));
    // A tool that is asked by one argument only has no row of its own for it.
    return rows.filter(({ label, at }) => {
      const whole = rows.find((row) => label.startsWith(`${row.label} by `));
      return whole === undefined || whole.at.length > at.length;
    });
  });
  return [...named, { by: 'all', label: 'all', at: labels.map((_, index) => index) }];
}

function meanOf<T>(at: readonly number[], all: readonly T[], of: (one: T) => number): number {
  return mean(at.flatMap((index) => all[index] ?? []).map(of));
}

function meanOfQuestions(outcomes: readonly CallOutcome[]): number {
  const byQuestion = new Map<string, number[]>();
  for (const { question, score } of outcomes) {
    byQuestion.set(question.id, [...(byQuestion.get(question.id) ?? []), score]);
  }
  return mean([...byQuestion.values()].map(mean));
}

function share(value: number): string {
  return Number.isNaN(value) ? '' : value.toFixed(3);
}

function renderTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
