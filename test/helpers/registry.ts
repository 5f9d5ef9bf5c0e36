import type { Outcome } from '../../src/tools/answering.ts';
import type { Registry } from '../../src/tools/registry.ts';

/** A registry whose `answer` is its `call` as text, as the product's is. */
export function withAnswers(registry: Omit<Registry, 'answer'>): Registry {
  return {
    ...registry,
    answer: async (name, args, caller, withLinks, turn) => {
      await turn?.();
      const result = await registry.call(name, args, caller, withLinks);
      const { error } = (result.structuredContent ?? {}) as { readonly error?: { readonly code: Outcome } };
      return { json: JSON.stringify(result), outcome: error?.code ?? 'ok', cached: false };
    },
  };
}
