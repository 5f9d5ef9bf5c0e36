import type { Contributions } from '../../src/contributions/contributions.ts';
import { keepInMemory } from '../../src/contributions/open.ts';
import type { Service } from '../../src/protocol/service.ts';
import { createRegistry, type RegistryOptions } from '../../src/tools/registry.ts';
import { openSmall } from './catalogue.ts';
import { createSmallService } from './small-service.ts';

export interface ProductServiceOptions extends Partial<Pick<RegistryOptions, 'select' | 'readOnly'>> {
  readonly authenticated?: boolean;
  readonly contributions?: Contributions;
}

/** The product's own tools over some forty records, and how often each tool was run. */
export async function createProductService(
  options: ProductServiceOptions = {},
): Promise<Service & { readonly runs: () => number }> {
  const catalogue = await openSmall();
  const { authenticated = false, contributions = keepInMemory(catalogue) } = options;
  let runs = 0;
  const registry = createRegistry({
    select: options.select ?? 'default',
    readOnly: options.readOnly ?? false,
    authenticated,
    context: async () => {
      runs += 1;
      return { catalogue, contributions, today: '2026-11-21' };
    },
    onInternalError: (_reference, error) => {
      throw error;
    },
  });
  return {
    ...createSmallService(),
    authenticated,
    registry: async () => registry,
    close: async () => catalogue.close(),
    runs: () => runs,
  };
}
