import type { Contributions, WaitingContributions } from '../contributions/contributions.ts';
import type { KeptContributions } from '../contributions/kept.ts';
import type { OpenContributions } from '../contributions/open.ts';
import type { DataSource, Newest, Origin } from '../data/subscribe/local-data.ts';
import type { SeenData } from '../data/subscribe/store.ts';
import { kinds } from '../kinds/kinds.ts';
import type { Catalogue } from '../search/catalogue.ts';

/** A catalogue held for the time of one answer. */
export interface Lease {
  readonly catalogue: Catalogue;
  /** Says that the answer is made. Further calls do nothing. */
  release(): void;
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

/** By then the answers that were begun from data that were replaced are made. */
const SETTLING_MS = 500;

interface Held {
  readonly catalogue: Catalogue;
  users: number;
}

/**
 * Data that give way to newer ones while answers are made from them. An answer keeps to the catalogue that it began
 * with; one that was replaced is closed when the last answer from it is made.
 */
export class ReplaceableData implements OpenData {
  readonly kept: KeptContributions;
  origin: Origin;
  warning: string | undefined;
  readonly #source: DataSource;
  readonly #contributed: OpenContributions;
  readonly #onProblem: (error: unknown) => void;
  readonly #onSwap: OnSwap;
  #held: Held;
  #stamp: string | undefined;
  #opening: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    source: DataSource,
    stamp: string | undefined,
    opened: Newest & { readonly catalogue: Catalogue },
    contributed: OpenContributions,
    onProblem: (error: unknown) => void,
    onSwap: OnSwap,
  ) {
    this.#source = source;
    this.#stamp = stamp;
    this.#held = { catalogue: opened.catalogue, users: 0 };
    this.origin = opened.origin;
    this.warning = opened.warning;
    this.#contributed = contributed;
    this.kept = contributed.contributions;
    this.#onProblem = onProblem;
    this.#onSwap = onSwap;
  }

  get catalogue(): Catalogue {
    return this.#held.catalogue;
  }

  get contributions(): Contributions {
    return this.kept;
  }

  async seen(): Promise<SeenData | undefined> {
    return this.#source.seen();
  }

  lease(): Lease {
    const held = this.#held;
    held.users += 1;
    let isReleased = false;
    return {
      catalogue: held.catalogue,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        held.users -= 1;
        if (held.users === 0 && held !== this.#held) held.catalogue.close();
      },
    };
  }

  refresh(): void {
    this.kept.refresh();
    if (this.#opening === undefined && this.#source.stamp() !== this.#stamp) {
      this.#opening = this.#reopen().finally(() => {
        this.#opening = undefined;
      });
    }
  }

  async settled(): Promise<void> {
    await this.#opening;
  }

  waiting(): WaitingContributions {
    return this.#contributed.waiting();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening;
    await this.#contributed.close();
    this.#held.catalogue.close();
  }

  /** Opens what is newest now, and puts it in place. Never rejects: what is in use stays in use. */
  async #reopen(): Promise<void> {
    this.#stamp = this.#source.stamp();
    try {
      const { origin, warning } = await this.#source.newest();
      this.warning = warning;
      if (warning !== undefined) return this.#onProblem(warning);
      if (origin.manifest.sha256 === this.origin.manifest.sha256) this.origin = origin;
      else await this.#swapTo(origin);
    } catch (error) {
      this.warning = notOpened(error);
      this.#onProblem(this.warning);
    }
  }

  async #swapTo(origin: Origin): Promise<void> {
    const catalogue = await this.#source.open(origin);
    await warmCatalogue(catalogue);
    const takeOver = await this.kept.prepare(catalogue);
    if (this.#isClosed) return catalogue.close();
    const before = this.lease();
    takeOver();
    this.#held = { catalogue, users: 0 };
    this.origin = origin;
    try {
      this.#onSwap(before.catalogue, catalogue);
    } finally {
      before.release();
    }
    setTimeout(() => void collectGarbage(), SETTLING_MS).unref();
  }
}

function notOpened(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `Newer data were synced, and cannot be opened: those in use stay. ${reason} To fetch them again: robotics-mcp sync.`;
}

/**
 * Reads what the first search of each kind would read, a kind at a time, so that no answer waits for it after
 * the catalogue was put in place of another.
 */
async function warmCatalogue(catalogue: Catalogue): Promise<void> {
  for (const kind of kinds) {
    catalogue.search(kind, { filters: [], facets: [], limit: 1 });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * Collects what belonged to data that were replaced. It is large and lies mostly outside the collector's own heap, so
 * that left to itself it waits until several versions lie there. Takes some 20 ms, once for each version.
 */
async function collectGarbage(): Promise<void> {
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([
    import('node:v8'),
    import('node:vm'),
  ]);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
