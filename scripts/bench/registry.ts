import { keepInMemory } from '../../src/contributions/open.ts';
import { openSnapshot } from '../../src/data/snapshot/open.ts';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { createRegistry, type Registry } from '../../src/tools/registry.ts';
import { snapshotFolder, wasmFile } from '../harness/program.ts';
import type { Question } from './rpc.ts';

export function openCatalogue(dir = snapshotFolder): Promise<Catalogue> {
  return openSnapshot({ dir, wasm: wasmFile });
}

/** The tools over a catalogue; a failure inside one fails the benchmark. */
export function registryOver(catalogue: Catalogue, select: 'default' | 'all' = 'default'): Registry {
  const contributions = keepInMemory(catalogue);
  // A fixed day, so that two runs ask the same.
  const today = catalogue.info.date;
  return createRegistry({
    select,
    readOnly: false,
    context: async () => ({ catalogue, contributions, today }),
    onInternalError: (_reference, error) => {
      throw error;
    },
  });
}

/** How many records a question finds. Throws if the tool refuses it. */
export async function totalOf(registry: Registry, { tool, args }: Question): Promise<number> {
  const { isError, structuredContent } = await registry.call(tool, args, LOCAL_USER);
  if (isError) throw new Error(`${tool} refuses ${JSON.stringify(args)}`);
  return (structuredContent as { total: number }).total;
}
