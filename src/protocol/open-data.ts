import type { Contributions, WaitingContributions } from '../contributions/contributions.ts';
import type { KeptContributions, PaperSource } from '../contributions/kept.ts';
import type { ContributionOptions } from '../contributions/open.ts';
import type { ReadAhead } from '../data/snapshot/read-ahead.ts';
import { DataSource, type Newest, type Origin } from '../data/subscribe/local-data.ts';
import type { SeenData } from '../data/subscribe/store.ts';
import { platformDirectory, programVersion } from '../lib/program.ts';
import type { Catalogue } from '../search/catalogue.ts';
import { type Lease, Versions } from './versions.ts';
import { warmCatalogue } from './warm-catalogue.ts';

/** Where contributions are kept; what is left out is as `ContributionOptions` has it. */
export interface KeepOptions extends Omit<ContributionOptions, 'directory' | 'version' | 'onProblem'> {
  /** The data directory, if not the platform's own place. */
  readonly directory?: string | undefined;
}

/** Told when other data were put in place; both catalogues may be asked until it returns. */
export type OnSwap = (before: Catalogue, after: Catalogue) => void;

/** The data with what was contributed laid over them. */
export interface OpenData {
  /** The data in use at this moment; an answer takes a lease instead. */
  readonly catalogue: Catalogue;
  readonly contributions: Contributions;
  /** The same, where they are kept for good: what the operator's commands work on. */
  readonly kept?: KeptContributions;
  /** Where the data in use came from. */
  readonly origin: Origin;
  /** Why newer data that are there are not used. */
  readonly warning: string | undefined;
  /** What has been seen of the service that data are synced from; undefined if nothing has. */
  seen(): Promise<SeenData | undefined>;
  /** The data for one answer. */
  lease(): Lease;
  /**
   * Takes over what other processes have contributed; called before each answer. If another process has synced,
   * the newer data are opened in the background, and come into use when they are ready.
   */
  refresh(): void;
  /** Resolves when no newer data are being opened. */
  settled(): Promise<void>;
  /** What waits; undefined where contributions are kept in memory. */
  waiting(): WaitingContributions | undefined;
  close(): Promise<void>;
}

/** The client of arXiv that contributions kept there would make for themselves. */
export async function openPapers(keep: KeepOptions): Promise<PaperSource> {
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
  const stamp = source.stamp();
  const opened = await source.openNewest();
  if (opened.warning !== undefined) onProblem(opened.warning);
  const { openContributions } = await import('../contributions/open.ts');
  const options = { ...keep, directory, version: programVersion(), onProblem };
  const contributed = openContributions(opened.catalogue, options);
  contributed.outgoing.start();
  return new SwappingData(source, stamp, opened, contributed, onProblem, onSwap);
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
    lease: () => ({ catalogue, release: () => undefined }),
    refresh: () => undefined,
    settled: async () => undefined,
    waiting: () => undefined,
    close: async () => catalogue.close(),
  };
}

const settlingMs = 500;

type OpenContributions = ReturnType<typeof import('../contributions/open.ts').openContributions>;

/** Data that give way to newer ones while answers are made from them. */
class SwappingData implements OpenData {
  readonly kept: KeptContributions;
  origin: Origin;
  warning: string | undefined;
  private readonly source: DataSource;
  private readonly versions: Versions;
  private readonly contributed: OpenContributions;
  private readonly onProblem: (error: unknown) => void;
  private readonly onSwap: OnSwap;
  private stamp: string | undefined;
  private opening: Promise<void> | undefined;
  private isClosed = false;

  constructor(
    source: DataSource,
    stamp: string | undefined,
    opened: Newest & { readonly catalogue: Catalogue },
    contributed: OpenContributions,
    onProblem: (error: unknown) => void,
    onSwap: OnSwap,
  ) {
    this.source = source;
    this.stamp = stamp;
    this.versions = new Versions(opened.catalogue);
    this.origin = opened.origin;
    this.warning = opened.warning;
    this.contributed = contributed;
    this.kept = contributed.contributions;
    this.onProblem = onProblem;
    this.onSwap = onSwap;
  }

  get catalogue(): Catalogue {
    return this.versions.catalogue;
  }

  get contributions(): Contributions {
    return this.kept;
  }

  async seen(): Promise<SeenData | undefined> {
    return this.source.seen();
  }

  lease(): Lease {
    return this.versions.lease();
  }

  refresh(): void {
    this.kept.refresh();
    if (this.opening === undefined && this.source.stamp() !== this.stamp) {
      this.opening = this.reopen().finally(() => {
        this.opening = undefined;
      });
    }
  }

  async settled(): Promise<void> {
    await this.opening;
  }

  waiting(): WaitingContributions {
    return this.contributed.waiting();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.opening;
    await this.contributed.close();
    this.versions.catalogue.close();
  }

  /** Opens what is newest now, and puts it in place. Never rejects: what is in use stays in use. */
  private async reopen(): Promise<void> {
    this.stamp = this.source.stamp();
    try {
      const { origin, warning } = await this.source.newest();
      this.warning = warning;
      if (warning !== undefined) return this.onProblem(warning);
      if (origin.manifest.sha256 === this.origin.manifest.sha256) this.origin = origin;
      else await this.swapTo(origin);
    } catch (error) {
      this.warning = notOpened(error);
      this.onProblem(this.warning);
    }
  }

  private async swapTo(origin: Origin): Promise<void> {
    const catalogue = await this.source.open(origin);
    await warmCatalogue(catalogue);
    const takeOver = await this.kept.prepare(catalogue);
    if (this.isClosed) return catalogue.close();
    const before = this.versions.lease();
    takeOver();
    this.versions.replace(catalogue);
    this.origin = origin;
    try {
      this.onSwap(before.catalogue, catalogue);
    } finally {
      before.release();
    }
    // By then the answers that were begun from the old data are made.
    setTimeout(
      () => void import('./collect-garbage.ts').then(({ collectGarbage }) => collectGarbage()),
      settlingMs,
    ).unref();
  }
}

function notOpened(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `Newer data were synced, and cannot be opened: those in use stay. ${reason} To fetch them again: robotics-mcp sync.`;
}
