/** Searches a snapshot: `tsx measure.ts FOLDER QUESTIONS_FILE`. Prints times and memory as JSON. */
import { readFileSync } from 'node:fs';
import { grouped, residentBytes, timed } from '../../harness/statistics.ts';
import { openCatalogue, registryOver, totalOf } from '../registry.ts';
import type { Question } from '../rpc.ts';

export interface MeasureResult {
  readonly opening_ms: number;
  readonly first_ms: number;
  readonly opened_bytes: number;
  readonly searched_bytes: number;
  /** One entry a question that was reached in time. */
  readonly searches: readonly { readonly group: string; readonly ms: number; readonly matches: number }[];
}

/** A group that takes longer than this is cut short. */
const groupBudget = 12_000;
/** Of every group, so that neither the compiler nor a cold page is measured. */
const unmeasured = 3;

const [folder = '.', file = ''] = process.argv.slice(2);
const questions = JSON.parse(readFileSync(file, 'utf8')) as Question[];
const { ms: opening_ms, value: catalogue } = await timed(() => openCatalogue(folder));
const opened_bytes = residentBytes(process.pid);
const registry = registryOver(catalogue);
const first: Question = { tool: 'search_publications', group: 'first', args: { limit: 1 } };
const { ms: first_ms } = await timed(() => totalOf(registry, first));

const searches: MeasureResult['searches'][number][] = [];
for (const [group, own] of grouped(questions, (question) => question.group)) {
  const end = performance.now() + groupBudget;
  for (const [i, question] of own.entries()) {
    if (performance.now() > end && i > unmeasured) break;
    const { ms, value } = await timed(() => totalOf(registry, question));
    if (i >= unmeasured) searches.push({ group, ms, matches: value });
  }
}
const searched_bytes = residentBytes(process.pid);
const result: MeasureResult = { opening_ms, first_ms, opened_bytes, searched_bytes, searches };
console.log(JSON.stringify(result));
