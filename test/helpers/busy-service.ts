import type { Service } from '../../src/protocol/service.ts';
import { withAnswers } from './registry.ts';
import { createSmallService } from './small-service.ts';

/** How long one call of `burn` keeps the process. */
const BURN_MS = 10;

/** A service of one tool that keeps the process busy, and how often it was run. */
export function createBusyService(): Service & { readonly burnt: () => number } {
  let burnt = 0;
  const registry = withAnswers({
    names: () => ['burn'],
    has: (name) => name === 'burn',
    requirement: () => ({ scope: 'read', known: false }),
    definitions: () => [{ name: 'burn', inputSchema: { type: 'object' } }],
    call: async () => {
      burnt += 1;
      for (const end = performance.now() + BURN_MS; performance.now() < end; );
      return { content: [{ type: 'text', text: String(burnt) }] };
    },
  });
  return { ...createSmallService(), registry: async () => registry, burnt: () => burnt };
}

export function burn(id: number): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'burn', arguments: {} } };
}

/** A batch of so many calls. */
export function burns(count: number): object[] {
  return Array.from({ length: count }, (_, i) => burn(i + 1));
}
