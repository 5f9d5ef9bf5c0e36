import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Contributions, WaitingContributions } from '../contributions/contributions.ts';
import type { KeptContributions } from '../contributions/kept.ts';
import type { ContributionOptions } from '../contributions/open.ts';
import { programVersion } from './version.ts';

/** Where contributions are kept; what is left out is as `ContributionOptions` has it. */
export interface KeepOptions extends Omit<ContributionOptions, 'directory' | 'version' | 'onProblem'> {
  /** The data directory, if not the platform's own place. */
  readonly directory?: string | undefined;
}

/** The data with what was contributed laid over them. */
export interface OpenData {
  readonly catalogue: Catalogue;
  readonly contributions: Contributions;
  /** The same, where they are kept for good: what the operator's commands work on. */
  readonly kept?: KeptContributions;
  /** Takes over what other processes have contributed; called before each answer. */
  refresh(): void;
  /** What waits; undefined where contributions are kept in memory. */
  waiting(): WaitingContributions | undefined;
  close(): Promise<void>;
}

/** The platform's own place for the data of a user's programs. */
export async function platformDirectory(): Promise<string> {
  const { default: envPaths } = await import('env-paths');
  return envPaths('robotics-mcp', { suffix: '' }).data;
}

/** Opens the bundled data and what was contributed; without `keep`, contributions last as long as the process. */
export async function openData(
  keep: KeepOptions | undefined,
  onProblem: (error: unknown) => void,
): Promise<OpenData> {
  const { openBundled } = await import('../snapshot/open.ts');
  const catalogue = await openBundled();
  if (keep === undefined) return inMemory(catalogue);
  const { openContributions } = await import('../contributions/open.ts');
  const directory = keep.directory ?? (await platformDirectory());
  const opened = openContributions(catalogue, { ...keep, directory, version: programVersion(), onProblem });
  opened.outgoing.start();
  return {
    catalogue,
    contributions: opened.contributions,
    kept: opened.contributions,
    refresh: () => opened.contributions.refresh(catalogue),
    waiting: opened.waiting,
    close: async () => {
      await opened.close();
      catalogue.close();
    },
  };
}

async function inMemory(catalogue: Catalogue): Promise<OpenData> {
  const { MemoryContributions } = await import('../contributions/memory.ts');
  return {
    catalogue,
    contributions: new MemoryContributions(),
    refresh: () => undefined,
    waiting: () => undefined,
    close: async () => catalogue.close(),
  };
}
