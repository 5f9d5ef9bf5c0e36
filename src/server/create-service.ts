import type { Catalogue } from '../catalogue/catalogue.ts';
import { MemoryContributions } from '../contributions/memory.ts';
import { openBundled } from '../snapshot/open.ts';
import { createRegistry } from '../tools/create-registry.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { DatasetStatus, Service } from './service.ts';
import { PROGRAM_NAME, programVersion } from './version.ts';

/** A named set of tools, or the names of some. */
export type ToolSelection = 'default' | 'beta' | 'all' | readonly string[];

export interface ServiceOptions {
  readonly tools: ToolSelection;
  readonly readOnly: boolean;
  /** Told of each failure inside a tool, with the reference that the caller was given. */
  readonly onInternalError: (reference: string, error: unknown) => void;
  readonly now?: () => Date;
}

const INSTRUCTIONS = `Robotics information: robots, papers, certification guidance, startups, news, manufacturers and open challenges. Every fact comes from a bundled dataset and names its source.
Search with few filters first; an empty answer says which filter emptied it. Use the ids of an answer in the next call, and detail "full" for sources. What is not recorded is unknown, not absent.`;

const A_DAY = 86_400_000;

/** Composes the product: the bundled data, the tools over them, and what is contributed while it runs. */
export function createService(options: ServiceOptions): Service {
  const now = options.now ?? (() => new Date());
  const contributions = new MemoryContributions();
  let opening: Promise<Catalogue> | undefined;
  const catalogue = (): Promise<Catalogue> => {
    opening ??= openBundled();
    return opening;
  };
  const context = async (): Promise<ToolContext> => ({
    catalogue: await catalogue(),
    contributions,
    today: now().toISOString().slice(0, 10),
  });
  const registry = createRegistry({
    select: typeof options.tools === 'string' ? options.tools : [...options.tools],
    readOnly: options.readOnly,
    context,
    onInternalError: options.onInternalError,
  });
  return {
    name: PROGRAM_NAME,
    version: programVersion(),
    instructions: INSTRUCTIONS,
    registry,
    status: async () => statusOf(await catalogue(), contributions.count, now()),
    // What fails here fails again, and is told, when the data are needed.
    warm: () => void catalogue().catch(() => undefined),
    close: async () => {
      if (opening !== undefined) await opening.then((opened) => opened.close()).catch(() => undefined);
    },
  };
}

function statusOf(catalogue: Catalogue, contributions: number, now: Date): DatasetStatus {
  const { version, date } = catalogue.info;
  const age = Math.floor((now.getTime() - Date.parse(date)) / A_DAY);
  return { version, date, age_days: Math.max(0, age), contributions, counts: catalogue.counts() };
}
