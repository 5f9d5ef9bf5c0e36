import type { ArxivClient } from '../arxiv/client.ts';
import type { Contributions } from '../contributions/contributions.ts';
import type { ContributionOptions } from '../contributions/open.ts';
import type { ReadAhead } from '../data/snapshot/read-ahead.ts';
import { DataSource, type Newest } from '../data/subscribe/local-data.ts';
import { platformDirectory, programVersion } from '../lib/program.ts';
import type { Catalogue } from '../search/catalogue.ts';
import { type OnSwap, type OpenData, ReplaceableData, type ReplaceableOptions } from './replaceable-data.ts';

/** Where contributions are kept; what is left out is as `ContributionOptions` has it. */
export interface KeepOptions
  extends Omit<ContributionOptions, 'directory' | 'version' | 'onProblem'>,
    Pick<ReplaceableOptions, 'agreement' | 'keepMs'> {
  /** The data directory, if not the platform's own place. */
  readonly directory?: string | undefined;
}

/** The client of arXiv that contributions kept there would make for themselves. */
export async function openPapers(keep: KeepOptions): Promise<ArxivClient> {
  const { openArxiv } = await import('../contributions/open.ts');
  const directory = keep.directory ?? platformDirectory();
  return openArxiv({ ...keep, directory, version: programVersion() });
}

/**
 * Opens the newest data and what was contributed; without `keep`, those are the bundled data, and contributions
 * last as long as the process. `ahead`: what is being read already.
 */
export async function openData(
  keep: KeepOptions | undefined,
  onProblem: (error: unknown) => void,
  onSwap: OnSwap = () => undefined,
  ahead?: ReadAhead,
): Promise<OpenData> {
  if (keep === undefined) {
    const opened = await new DataSource(undefined, ahead).openNewest();
    const { keepInMemory } = await import('../contributions/open.ts');
    return bundledAlone(opened, keepInMemory(opened.catalogue));
  }
  const { SyncStore } = await import('../data/subscribe/store.ts');
  const directory = keep.directory ?? platformDirectory();
  const source = new DataSource(new SyncStore(directory), ahead);
  const { agreement, keepMs } = keep;
  const stamp = source.stamp();
  const opened = await source.openNewest(agreement?.now.version);
  // An older version than the newest may be what all use: then the newest is looked for at once.
  const isAsAgreed = opened.origin.manifest.version === agreement?.now.version;
  if (opened.warning !== undefined) onProblem(opened.warning);
  const { openContributions } = await import('../contributions/open.ts');
  const options = { ...keep, directory, version: programVersion(), onProblem };
  const contributed = openContributions(opened.catalogue, options);
  contributed.outgoing.start();
  return new ReplaceableData({
    source,
    stamp: isAsAgreed ? undefined : stamp,
    opened,
    contributed,
    agreement,
    keepMs,
    onProblem,
    onSwap,
  });
}

function bundledAlone(
  { catalogue, origin }: Newest & { readonly catalogue: Catalogue },
  contributions: Contributions,
): OpenData {
  return {
    catalogue,
    contributions,
    origin,
    warning: undefined,
    seen: async () => undefined,
    lease: () => ({ catalogue, isInUse: true, release: () => undefined }),
    refresh: () => undefined,
    settled: async () => undefined,
    waiting: () => undefined,
    close: async () => catalogue.close(),
  };
}
