import type { Kind } from '../../src/kinds/kinds.ts';
import { allTools } from '../../src/tools/all-tools.ts';
import { readArguments } from '../../src/tools/shared/read-arguments.ts';
import type { Enough, FirstCall } from './first-call.ts';
import { formsOf, type Judgement, type QuestionSet } from './judgement.ts';

/** Which kind of records a tool finds. */
export const kindOfTool: Readonly<Record<string, Kind>> = {
  search_robots: 'robots',
  search_publications: 'publications',
  get_certification_info: 'certification',
  search_startups: 'startups',
  get_latest_news: 'news',
  get_open_challenges: 'challenges',
  search_manufacturers: 'manufacturers',
};

export type IdsByKind = Readonly<Record<Kind, ReadonlySet<string>>>;

/** What is wrong with judgement sets: unknown tools, arguments or records, and doubles within and across sets. */
export function findFaults(sets: readonly QuestionSet<Judgement>[], ids: IdsByKind): string[] {
  const seen = new Map<string, string>();
  return faultsIn(sets, (judged, where) => {
    const questions = formsOf(judged).map(({ tool, args }) => questionOf(tool, args));
    const doubles = doublesOf([judged.id, ...questions], where, seen);
    return [...doubles, ...formsOf(judged).flatMap((form) => faultsOf(form, ids))];
  });
}

/** The same of sets of first calls. Their arguments may be what a tool refuses: clients send such calls too. */
export function findCallFaults(sets: readonly QuestionSet<FirstCall>[], ids: IdsByKind): string[] {
  const seen = new Map<string, string>();
  return faultsIn(sets, (question, where) => {
    const calls = question.calls.map(({ tool, args }) => questionOf(tool, args));
    const doubles = doublesOf([question.id, ...calls], where, seen);
    const faults = question.calls.flatMap((call) =>
      recordFaults(call.tool, recordsOf(call.enough ?? question.enough), ids),
    );
    return [...doubles, ...new Set(faults)];
  });
}

function faultsIn<T extends { id: string }>(
  sets: readonly QuestionSet<T>[],
  faultsOf: (question: T, where: string) => readonly string[],
): string[] {
  return sets.flatMap(({ name, questions }) =>
    questions.flatMap((question) => {
      const where = `${name} ${question.id}`;
      return faultsOf(question, where).map((fault) => `${where}: ${fault}`);
    }),
  );
}

function doublesOf(keys: readonly string[], where: string, seen: Map<string, string>): string[] {
  return keys.flatMap((key) => {
    const first = seen.get(key);
    seen.set(key, first ?? where);
    return first === undefined ? [] : [`the same as ${first}`];
  });
}

function faultsOf({ tool, args, relevant }: Judgement, ids: IdsByKind): string[] {
  const faults = recordFaults(tool, Object.keys(relevant), ids);
  const known = allTools.find(({ name }) => name === tool);
  if (known === undefined || kindOfTool[tool] === undefined) return faults;
  if ('limit' in args || 'cursor' in args) faults.push('the evaluation sets the limit and reads one page');
  try {
    readArguments(known.input, args);
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  return faults;
}

function recordFaults(tool: string, records: readonly string[], ids: IdsByKind): string[] {
  const kind = kindOfTool[tool];
  if (kind === undefined) return [`there is no search ${tool}`];
  return records.filter((id) => !ids[kind].has(id)).map((id) => `${kind} has no ${id}`);
}

function recordsOf({ top, facts = {}, absent = [], only = [] }: Enough): string[] {
  return [...new Set([...(top?.ids ?? []), ...Object.keys(facts), ...absent, ...only])];
}

function questionOf(tool: string, args: object): string {
  return JSON.stringify([tool, Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))]).toLowerCase();
}
