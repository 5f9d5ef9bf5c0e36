/**
 * Asks the judged queries and the first calls and prints how well they are answered, beside bare BM25 over titles:
 * `npm run eval [-- --set NAME|all] [--json FILE] [--worst N]`. The data are those of the last `npm run build:dataset`
 * (the baseline reads dataset/); today is their date, so that the same data give the same figures on any day.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readDataset } from '../src/data/dataset/read.ts';
import { openBundled } from '../src/data/snapshot/open.ts';
import { type Answerer, answererOn } from './eval/answers.ts';
import { ask, askFirst, type CallOutcome, type Outcome } from './eval/ask.ts';
import { bm25Titles } from './eval/bm25.ts';
import { askEveryday, everydayQuestions } from './eval/everyday.ts';
import { firstCall } from './eval/first-call.ts';
import { firstCallsDir, formsOf, judgement, judgementsDir, readSet, setNames } from './eval/judgement.ts';
import * as report from './eval/report.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'all' },
    json: { type: 'string' },
    worst: { type: 'string', default: '10' },
  },
});

function chosen(names: readonly string[]): readonly string[] {
  return values.set === 'all' ? names : names.filter((name) => name === values.set);
}

function worstCount(): number {
  const count = Number(values.worst);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new Error(`--worst is a whole number, not "${values.worst}".`);
}

async function reportJudged(
  name: string,
  answerer: Answerer,
  baseline: Answerer,
  count: number,
): Promise<object> {
  const outcomes: Outcome[] = [];
  const beside: Outcome[] = [];
  for (const judged of readSet(judgementsDir, name, judgement).flatMap(formsOf)) {
    outcomes.push(await ask(judged, answerer));
    beside.push(await ask(judged, baseline));
  }
  const rows = report.summarize(outcomes, beside);
  console.log(`Set ${name}\n\n${report.renderRows(rows)}\n`);
  console.log(`${[...report.renderThresholds(rows), report.renderUnbeaten(rows)].join('\n')}\n`);
  const least = report.worst(outcomes, count);
  if (least.length > 0) console.log(`The worst ${least.length}, by nDCG@10:\n`);
  for (const outcome of least) console.log(`${report.renderOutcome(outcome)}\n`);
  return {
    rows,
    outcomes: outcomes.map(({ judged, ...scores }) => ({ id: judged.id, args: judged.args, ...scores })),
  };
}

async function reportCalls(
  name: string,
  answerer: Answerer,
  baseline: Answerer,
  count: number,
): Promise<object> {
  const outcomes: CallOutcome[] = [];
  const beside: CallOutcome[] = [];
  for (const question of readSet(firstCallsDir, name, firstCall)) {
    outcomes.push(...(await askFirst(question, answerer)));
    beside.push(...(await askFirst(question, baseline)));
  }
  const rows = report.summarizeCalls(outcomes, beside);
  const all = rows.find(({ by }) => by === 'all')?.score ?? Number.NaN;
  console.log(`First calls ${name}\n\n${report.renderCallRows(rows)}\n`);
  console.log(report.renderThreshold('first call enough', all, report.FIRST_CALLS_ENOUGH));
  console.log(`${report.renderUnbeaten(rows)}\n`);
  const failed = outcomes.filter(({ score }) => score < 1).slice(0, count);
  if (failed.length > 0) console.log(`The first ${failed.length} that were not enough:\n`);
  for (const outcome of failed) console.log(`${report.renderCall(outcome)}\n`);
  return {
    rows,
    outcomes: outcomes.map(({ question, call, score, answer: { text, ...answer } }) => ({
      id: question.id,
      ...call,
      score,
      ...answer,
    })),
  };
}

/** The set of questions that were written for one record each, and are not trained on. */
const EVERYDAY = 'everyday';

async function reportEveryday(answerer: Answerer, robots: ReadonlySet<string>): Promise<object> {
  const rows = await askEveryday(
    everydayQuestions((id) => robots.has(id)),
    answerer,
  );
  console.log(`Set ${EVERYDAY}: one record is wanted\n\n${report.renderEverydayRows(rows)}\n`);
  return { rows };
}

async function main(): Promise<void> {
  const judged = setNames(judgementsDir);
  const calls = setNames(firstCallsDir);
  const names = [...judged, ...calls, EVERYDAY];
  if (values.set !== 'all' && !names.includes(values.set)) {
    throw new Error(`There is no set "${values.set}". The sets are all, ${names.join(', ')}.`);
  }
  const count = worstCount();
  const answerer = answererOn(await openBundled());
  const { records } = readDataset('dataset');
  const baseline = bm25Titles(records);
  const reports: Record<string, object> = {};
  for (const name of chosen(judged)) reports[name] = await reportJudged(name, answerer, baseline, count);
  for (const name of chosen(calls)) reports[name] = await reportCalls(name, answerer, baseline, count);
  for (const name of chosen([EVERYDAY]))
    reports[name] = await reportEveryday(answerer, new Set(records.robots.map(({ id }) => id)));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(reports, null, 2)}\n`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
