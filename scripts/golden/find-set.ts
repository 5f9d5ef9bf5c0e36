import type { readArguments } from '../../src/tools/shared/read-arguments.ts';
import type { Tool, ToolContext } from '../../src/tools/tool.ts';
import type { Call } from './draw-calls.ts';

/** All that a search matches, whatever its pages show, or the code with which it is refused. */
export type Found = { readonly ids: readonly string[]; readonly total: number } | { readonly error: string };

/** A call as far as it decides what is found. */
export interface Search extends Pick<Call, 'tool' | 'groups' | 'isSingle'> {
  readonly args: Readonly<Record<string, unknown>>;
}

interface List {
  readonly results: readonly { readonly id: string }[];
  readonly total?: number;
  readonly related?: number;
}

/** So many records of the list are looked up among the matches. */
const LOOKED_UP = 20;

/** The searches among calls, each once, without what only cuts their lists. */
export function searchesOf(calls: readonly Call[]): Search[] {
  const searches = new Map<string, Search>();
  for (const { tool, args: given, groups, isSingle, writes } of calls) {
    if (writes) continue;
    const { limit: _, cursor: __, detail: ___, ...args } = given as Record<string, unknown>;
    const key = `${tool} ${JSON.stringify(args)}`;
    if (!searches.has(key)) searches.set(key, { tool, args, groups, isSingle });
  }
  return [...searches.values()];
}

/** The set of a search. `read` checks its arguments, as the build that the tool is of does. */
export function findSet(
  { name, input, search }: Tool,
  given: Search['args'],
  context: ToolContext,
  read: typeof readArguments,
): Found {
  if (search === undefined) throw new Error(`${name} is no search.`);
  try {
    const args = read(input, given);
    const store = context.catalogue.store(search.kind);
    const matches = new Set([...search.matches(args, context).rows].map((row) => store.idOf(row)));
    const listed = (most: number) => search.whole(args, context, most).structured as unknown as List;
    const { total = matches.size, related, results } = listed(LOOKED_UP);
    // Records that lack a word stand among those that match, and are counted apart.
    const areMatches = related !== undefined || results.every(({ id }) => matches.has(id));
    if (total === matches.size && areMatches) return { ids: [...matches], total };
    // What is like a record is found otherwise than by words and filters: the whole list is all of it.
    return { ids: listed(total).results.map(({ id }) => id), total };
  } catch (error) {
    const { name, code } = error as { readonly name?: string; readonly code?: string };
    if (name === 'ToolError' && code !== undefined) return { error: code };
    throw error;
  }
}
