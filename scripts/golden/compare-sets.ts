import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Causes, hashOf, readCauses, shown } from './causes.ts';
import { drawCalls } from './draw-calls.ts';
import { type Found, type Search, searchesOf } from './find-set.ts';
import { readRows } from './records.ts';
import { root, type Side, type Sides } from './sides.ts';

/** How many sets are equal, and how many changed. */
interface Count {
  equal: number;
  changed: number;
}

/** A search of which both find other sets, or count them otherwise. */
interface SetChange {
  readonly call: string;
  readonly hash: string;
  readonly groups: Search['groups'];
  readonly isSingle: boolean;
  /** How many each finds, or the code with which it refuses. */
  readonly base: number | string;
  readonly work: number | string;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** The cause that it belongs to. */
  readonly cause?: string;
}

interface SetComparison {
  /** By group, apart for searches with one condition alone. */
  readonly groups: Readonly<Record<string, { readonly single: Count; readonly composed: Count }>>;
  /** How many changes each cause explains. */
  readonly causes: Readonly<Record<string, number>>;
  /** Those with one condition first. */
  readonly changes: readonly SetChange[];
}

/** Asks both builds for the sets of the same drawn searches. */
export async function compareSets(
  sides: Sides,
  { calls, seed, onAnswer }: { readonly calls: number; readonly seed: number; readonly onAnswer: () => void },
): Promise<SetComparison> {
  const causes = readCauses();
  const searches = searchesOf(drawCalls(readRows(sides.dataset), seed, calls));
  const known = new Map<string, string>();
  const ask = (side: Side) => askSets(side, sides.day, searches, known, onAnswer);
  const [base, work] = await Promise.all([ask(sides.base), ask(sides.work)]);
  return compareFound(searches, base, work, causes);
}

const program = fileURLToPath(new URL('answer-sets.ts', import.meta.url));

/** What a build finds, in a process of its own; `known` keeps each id once. */
async function askSets(
  { source, folder, env }: Side,
  day: string,
  searches: readonly Search[],
  known: Map<string, string>,
  onAnswer: () => void,
): Promise<Found[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, source, join(folder, 'dist'), day], {
    ...{ env, cwd: root },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  child.stdin.on('error', () => undefined);
  child.stdin.end(searches.map((search) => `${JSON.stringify(search)}\n`).join(''));
  const found: Found[] = [];
  const keep = (id: string): string => {
    const kept = known.get(id) ?? id;
    known.set(kept, kept);
    return kept;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const one = JSON.parse(line) as Found;
    found.push('ids' in one ? { ids: one.ids.map(keep), total: one.total } : one);
    onAnswer();
  }
  const [code] = await ended;
  if (code !== 0)
    throw new Error(`The sources in ${source} ended with ${code} at search ${found.length + 1}.`);
  return found;
}

/** Holds what two builds find for the same searches against each other. */
export function compareFound(
  searches: readonly Search[],
  base: readonly Found[],
  work: readonly Found[],
  { names, causeOf }: Causes,
): SetComparison {
  const groups: Record<string, { single: Count; composed: Count }> = {};
  const causes: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
  const changes: SetChange[] = [];
  for (const [i, search] of searches.entries()) {
    const change = changeOf(search, base[i] as Found, work[i] as Found);
    for (const group of search.groups) {
      groups[group] ??= { single: { equal: 0, changed: 0 }, composed: { equal: 0, changed: 0 } };
      groups[group][search.isSingle ? 'single' : 'composed'][change === undefined ? 'equal' : 'changed']++;
    }
    if (change === undefined) continue;
    const cause = causeOf(search);
    if (cause !== undefined) causes[cause] = (causes[cause] ?? 0) + 1;
    changes.push(cause === undefined ? change : { ...change, cause });
  }
  return { groups, causes, changes: changes.toSorted((a, b) => Number(b.isSingle) - Number(a.isSingle)) };
}

function changeOf(search: Search, base: Found, work: Found): SetChange | undefined {
  const idsOf = (found: Found) => new Set('ids' in found ? found.ids : []);
  const [old, fresh] = [idsOf(base), idsOf(work)];
  const gained = [...fresh].filter((id) => !old.has(id));
  const lost = [...old].filter((id) => !fresh.has(id));
  const counted = (found: Found) => ('ids' in found ? found.total : found.error);
  if (gained.length === 0 && lost.length === 0 && counted(base) === counted(work)) return undefined;
  const { groups, isSingle } = search;
  const asked = { call: shown(search), hash: hashOf(search), groups, isSingle };
  return { ...asked, base: counted(base), work: counted(work), gained, lost };
}

/** The changes of searches with one condition that no cause explains: each is a regression until somebody names one. */
export function unexplained({ changes }: SetComparison): readonly SetChange[] {
  return changes.filter(({ isSingle, cause }) => isSingle && cause === undefined);
}

/** So many ids of a change are written. */
const IDS_WRITTEN = 6;

/** The comparison for people; of other changes than those with one condition, so many. */
export function writtenSets(comparison: SetComparison, most: number): string {
  const { groups, causes, changes } = comparison;
  const counted = ({ equal, changed }: Count) => `${equal} equal, ${changed} changed`;
  const composed = changes.filter(({ isSingle }) => !isSingle);
  const without = composed.filter(({ cause }) => cause === undefined);
  return [
    ...changes.filter(({ isSingle }) => isSingle).map(writtenChange),
    ...without.slice(0, most).map(writtenChange),
    ...Object.entries(groups).map(
      ([group, { single, composed: rest }]) =>
        `${group.padEnd(12)} one condition: ${counted(single)}; others: ${counted(rest)}`,
    ),
    ...Object.entries(causes).map(([cause, count]) => `${count} changes by: ${cause}`),
    `${composed.length} other sets changed, ${without.length} of them by no cause`,
    `${changes.length - composed.length} sets with one condition changed, ${unexplained(comparison).length} of them by no cause`,
  ].join('\n');
}

function writtenChange({ call, hash, groups, base, work, gained, lost, cause }: SetChange): string {
  const ids = (sign: string, list: readonly string[]) => {
    if (list.length === 0) return '';
    const more = list.length > IDS_WRITTEN ? ` … ${list.length - IDS_WRITTEN} more` : '';
    return `\n  ${sign} ${list.slice(0, IDS_WRITTEN).join(' ')}${more}`;
  };
  const why = cause === undefined ? 'NO CAUSE' : `cause: ${cause}`;
  return `${hash} ${groups.join('+')} ${call}\n  ${base} -> ${work}, ${why}${ids('+', gained)}${ids('-', lost)}\n`;
}
