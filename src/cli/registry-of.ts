import type { Service } from '../protocol/service.ts';
import type { Registry } from '../tools/registry.ts';
import { UsageError } from './usage-error.ts';

/** Loads the tools; one that was chosen with `--tools` and does not exist is the user's fault. */
export async function registryOf(service: Service): Promise<Registry> {
  try {
    return await service.registry();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
