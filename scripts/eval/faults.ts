import type { Kind } from '../../src/kinds/kinds.ts';
import { allTools } from '../../src/tools/all-tools.ts';
import { readArguments } from '../../src/tools/shared/read-arguments.ts';
import type { Judgement, JudgementSet } from './judgement.ts';

/** Which kind of records a tool finds. */
const kindOfTool: Readonly<Record<string, Kind>> = {
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
export function findFaults(sets: readonly JudgementSet[], ids: IdsByKind): string[] {
  const faults: string[] = [];
  const seen = new Map<string, string>();
  for (const { name, judgements } of sets) {
    for (const judged of judgements) {
      const where = `${name} ${judged.id}`;
      for (const key of [judged.id, questionOf(judged)]) {
        const first = seen.get(key);
        if (first !== undefined) faults.push(`${where}: the same as ${first}`);
        else seen.set(key, where);
      }
      faults.push(...faultsOf(judged, ids).map((fault) => `${where}: ${fault}`));
    }
  }
  return faults;
}

function faultsOf({ tool, args, relevant }: Judgement, ids: IdsByKind): string[] {
  const kind = kindOfTool[tool];
  const known = allTools.find(({ name }) => name === tool);
  if (kind === undefined || known === undefined) return [`there is no search ${tool}`];
  const faults = Object.keys(relevant)
    .filter((id) => !ids[kind].has(id))
    .map((id) => `${kind} has no ${id}`);
  if ('limit' in args || 'cursor' in args) faults.push('the evaluation sets the limit and reads one page');
  try {
    readArguments(known.input, args);
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  return faults;
}

function questionOf({ tool, args }: Judgement): string {
  return JSON.stringify([tool, Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))]).toLowerCase();
}
