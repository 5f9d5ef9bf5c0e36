import type { Registry } from '../../src/tools/registry.ts';

/** A registry whose `answer` is its `call` as text, as the product's is. */
export function withAnswers(registry: Omit<Registry, 'answer'>): Registry {
  return {
    ...registry,
    answer: async (...call) => {
      const result = await registry.call(...call);
      return { json: JSON.stringify(result), isError: result.isError === true, kept: false };
    },
  };
}
