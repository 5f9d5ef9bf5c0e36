import { keepInMemory } from '../../src/contributions/open.ts';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import type { Registry } from '../../src/tools/registry.ts';
import { createRegistry } from '../../src/tools/registry.ts';

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly accepted?: readonly string[];
}

/** An answer, taken apart; `error` is set exactly where the answer is one. */
interface Reply {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly error: Refusal | undefined;
  readonly results: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
  readonly ids: readonly string[];
  readonly total: number;
  readonly cursor: string | undefined;
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly notes: readonly string[];
}

export interface Tools {
  readonly registry: Registry;
  /** Calls a tool; throws where it answers INTERNAL, with what went wrong. */
  ask(name: string, args?: unknown): Promise<Reply>;
}

/** Every tool over a catalogue, on 21 November 2026. */
export function toolsOver(
  catalogue: Catalogue,
  today = '2026-11-21',
  contributions = keepInMemory(catalogue),
): Tools {
  const failures: unknown[] = [];
  const registry = createRegistry({
    select: 'all',
    readOnly: false,
    context: async () => ({ catalogue, contributions, today }),
    onInternalError: (_reference, error) => failures.push(error),
  });
  return {
    registry,
    ask: async (name, args = {}) => {
      const answer = await registry.call(name, args, LOCAL_USER);
      if (failures.length > 0) {
        throw new Error(`${name} failed inside for ${JSON.stringify(args)}`, { cause: failures.pop() });
      }
      return replyOf(answer);
    },
  };
}

function replyOf(answer: Awaited<ReturnType<Registry['call']>>): Reply {
  const [content] = answer.content;
  const structured = (answer.structuredContent ?? {}) as Record<string, unknown>;
  const results = (structured.results ?? []) as Reply['results'];
  return {
    text: content?.type === 'text' ? content.text : '',
    structured,
    error: answer.isError === true ? (structured.error as Refusal) : undefined,
    results,
    ids: results.map(({ id }) => id),
    total: structured.total as number,
    cursor: structured.next_cursor as string | undefined,
    facets: (structured.facets ?? {}) as Reply['facets'],
    notes: (structured.notes ?? []) as string[],
  };
}

/** Every search, with an argument of its own. */
export const searches: readonly (readonly [tool: string, args: object])[] = [
  ['search_robots', { category: 'humanoid' }],
  ['search_publications', { topic: 'grasping' }],
  ['get_certification_info', { robot_category: 'cobot' }],
  ['search_startups', { country: 'US' }],
  ['get_latest_news', { topic: 'funding' }],
  ['get_open_challenges', { include_closed: true }],
  ['search_manufacturers', { country: 'JP' }],
];
