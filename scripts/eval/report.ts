import type { Outcome } from './ask.ts';
import { judgementKinds } from './judgement.ts';
import { mean, median } from './metrics.ts';

/** The mean scores of some queries. */
export interface Row {
  readonly kind: string;
  readonly queries: number;
  readonly success: number;
  readonly recall: number;
  readonly ndcg: number;
  readonly tokens: number;
}

/** What has to hold for queries that nobody tuned for. */
export const thresholds = [
  { kind: 'known-item', metric: 'success', label: 'success@1', atLeast: 0.97 },
  { kind: 'topical', metric: 'ndcg', label: 'nDCG@10', atLeast: 0.8 },
] as const;

/** One row a kind, and one for all of them. */
export function summarize(outcomes: readonly Outcome[]): Row[] {
  const rows = judgementKinds.flatMap((kind) => {
    const some = outcomes.filter(({ judged }) => judged.kind === kind);
    return some.length === 0 ? [] : [rowOf(kind, some)];
  });
  return outcomes.length === 0 ? [] : [...rows, rowOf('all', outcomes)];
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
  const head = ['kind', 'queries', 'success@1', 'recall@10', 'nDCG@10', 'tokens (median)'];
  const cells = rows.map(({ kind, queries, success, recall, ndcg, tokens }) => [
    kind,
    String(queries),
    success.toFixed(3),
    recall.toFixed(3),
    ndcg.toFixed(3),
    String(Math.round(tokens)),
  ]);
  const widths = head.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => (row[column] ?? '').length)),
  );
  return [head, ...cells]
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

/** A query with what was wanted and what came; a number before an id is its grade. */
export function renderOutcome({ judged, results, success, ndcg, error }: Outcome): string {
  const { id, kind, tool, args, relevant } = judged;
  const best = Object.keys(relevant).filter((record) => relevant[record] === 3);
  const more = best.length > 3 ? ` and ${best.length - 3} more` : '';
  const wanted = kind === 'empty' ? 'nothing, and why' : `${best.slice(0, 3).join(', ')}${more}`;
  const came = results.slice(0, 5).map((record) => `${relevant[record] ?? 0} ${record}`);
  return [
    `${ndcg.toFixed(3)}  ${id} (${kind}, first ${success === 1 ? 'right' : 'wrong'}): ${tool} ${JSON.stringify(args)}`,
    `       wanted: ${wanted}`,
    `       came:   ${error ?? (came.length === 0 ? 'nothing' : came.join(', '))}`,
  ].join('\n');
}

/** A sentence a threshold. */
export function renderThresholds(rows: readonly Row[]): string[] {
  return thresholds.flatMap(({ kind, metric, label, atLeast }) => {
    const row = rows.find((candidate) => candidate.kind === kind);
    if (row === undefined) return [];
    const met = row[metric] >= atLeast ? 'met' : 'missed';
    return [`${label} of ${kind} ${row[metric].toFixed(3)}, at least ${atLeast.toFixed(2)}: ${met}`];
  });
}

function rowOf(kind: string, outcomes: readonly Outcome[]): Row {
  return {
    kind,
    queries: outcomes.length,
    success: mean(outcomes.map(({ success }) => success)),
    recall: mean(outcomes.map(({ recall }) => recall)),
    ndcg: mean(outcomes.map(({ ndcg }) => ndcg)),
    tokens: median(outcomes.map(({ tokens }) => tokens)),
  };
}
