import type { Contributions, WaitingContributions } from '../contributions/contributions.ts';
import type { OpenContributions } from '../contributions/open.ts';
import type { StoredContributions } from '../contributions/stored-contributions.ts';
import type { DataSource, Newest, Origin } from '../data/subscribe/local-data.ts';
import type { SeenData } from '../data/subscribe/store.ts';
import { kinds } from '../kinds/kinds.ts';
import type { Catalogue } from '../search/catalogue.ts';

/** A catalogue leased for one answer. */
export interface Lease {
  readonly catalogue: Catalogue;
  /** Releases the lease; idempotent. */
  release(): void;
}

/** Called when the data were replaced; both catalogues are usable until it returns. */
export type OnSwap = (before: Catalogue, after: Catalogue) => void;

/** The data, overlaid with contributions. */
export interface OpenData {
  /** The data in use at this moment; an answer takes a lease instead. */
  readonly catalogue: Catalogue;
  readonly contributions: Contributions;
  /** The same, where they are kept for good: what the operator's commands work on. */
  readonly kept?: StoredContributions;
  /** Where the data in use came from. */
  readonly origin: Origin;
  /** Why newer data that are there are not used. */
  readonly warning: string | undefined;
  /** What has been seen of the service that data are synced from; undefined if nothing has. */
  seen(): Promise<SeenData | undefined>;
  /** The data for one answer. */
  lease(): Lease;
  /**
   * Loads what other processes have contributed; called before each answer. If another process has synced, the
   * newer data are opened in the background, and used when they are ready.
   */
  refresh(): void;
  /** Resolves when no newer data are being opened. */
  settled(): Promise<void>;
  /** Waiting contributions; undefined where contributions are kept in memory. */
  waiting(): WaitingContributions | undefined;
  close(): Promise<void>;
}

/** By then the answers begun from replaced data have been made. */
const SETTLING_MS = 500;

interface Held {
  readonly catalogue: Catalogue;
  users: number;
}

/**
 * Data that can be replaced while answers are made from them. An answer keeps its catalogue to the end; a replaced
 * catalogue is closed when its last lease is released.
 */
export class ReplaceableData implements OpenData {
  readonly kept: StoredContributions;
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

  /** Opens the newest data and replaces those in use. Never rejects: on failure the data in use stay. */
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
 * Reads ahead what the first search of each kind reads, one kind at a time, so that no answer waits for it after
 * the catalogue was replaced.
 */
async function warmCatalogue(catalogue: Catalogue): Promise<void> {
  for (const kind of kinds) {
    catalogue.search(kind, { filters: [], facets: [], limit: 1 });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * Runs the garbage collector for replaced data. They are large and mostly outside the V8 heap, so that otherwise
 * several versions would pile up. Takes some 20 ms, once per version.
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
