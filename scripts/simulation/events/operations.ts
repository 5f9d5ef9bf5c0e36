import type { Random } from '../../harness/random.ts';
import type { Drawing } from '../plan.ts';

/** What a process does, one after the other or, where `together`, without waiting for it. */
export type Operation =
  | { readonly do: 'append'; readonly events: number; readonly key?: string; readonly together: boolean }
  | { readonly do: 'decide'; readonly ticket: string }
  | { readonly do: 'head' }
  | { readonly do: 'claim'; readonly work: string; readonly holdMs: number; readonly leaveMs?: number }
  | { readonly do: 'compact'; readonly idleMs: number; readonly atLeast: number }
  | { readonly do: 'restart' }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'setClock'; readonly byMs: number }
  | { readonly do: 'blind'; readonly forMs: number }
  | { readonly do: 'addKey'; readonly name: string }
  | { readonly do: 'revokeKey'; readonly name: string };

export const drawing: Drawing<Operation> = {
  operations: 36,
  steps: 130,
  draw,
  takes: [
    'makeDirectory',
    'create',
    'write',
    'flush',
    'truncate',
    'flushDirectory',
    'rename',
    'remove',
    'touch',
    'readFile',
  ],
};

function draw(random: Random): Operation {
  const kind = random.below(100);
  if (kind < 40) {
    const together = random.chance(0.3);
    if (random.chance(0.7)) return { do: 'append', events: random.pick([1, 1, 1, 2, 3]), together };
    const events = 1 + random.below(3);
    return { do: 'append', events, key: `key${events}`, together };
  }
  if (kind < 48) return { do: 'decide', ticket: random.pick(['rep-1', 'rep-2']) };
  if (kind < 60) return { do: 'head' };
  if (kind < 64) {
    const leaveMs = random.pick([undefined, 0, 3000]);
    const holdMs = random.pick([0, 5, 8000]);
    return {
      do: 'claim',
      work: random.pick(['arxiv', 'outgoing']),
      holdMs,
      ...(leaveMs !== undefined && { leaveMs }),
    };
  }
  if (kind < 73)
    return { do: 'compact', idleMs: random.pick([0, 0, 5, 1000]), atLeast: random.pick([1, 2, 3]) };
  if (kind < 80) return { do: 'restart' };
  if (kind < 86) return { do: 'sleep', ms: random.pick([1, 20, 2500, 10_000]) };
  if (kind < 88) return { do: 'setClock', byMs: random.pick([-3_600_000, -1500, 1500, 3_600_000]) };
  if (kind < 89) return { do: 'blind', forMs: random.pick([1, 30]) };
  if (kind < 96) return { do: 'addKey', name: random.pick(['ana', 'bo', 'cleo']) };
  return { do: 'revokeKey', name: random.pick(['ana', 'bo', 'cleo']) };
}
