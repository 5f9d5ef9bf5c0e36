import type { Contributions, WaitingContributions } from '../contributions/contributions.ts';
import { RETRY_AFTER_S } from '../contributions/event-store.ts';
import type { OpenContributions } from '../contributions/open.ts';
import type { StoredContributions } from '../contributions/stored-contributions.ts';
import { reasonOf } from '../data/snapshot/open.ts';
import { type Agreement, isNewer } from '../data/subscribe/agreement.ts';
import type { DataOrigin, DataSource, Newest } from '../data/subscribe/local-data.ts';
import type { SeenData } from '../data/subscribe/store.ts';
import { DataError } from '../lib/data-error.ts';
import type { Catalogue } from '../search/catalogue.ts';
import { HeldVersions, type Lease } from './held-versions.ts';

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
  readonly origin: DataOrigin;
  /** Why newer data that are there are not used. */
  readonly warning: string | undefined;
  /** What has been seen of the service that data are synced from; undefined if nothing has. */
  seen(): Promise<SeenData | undefined>;
  /** What other servers use, where there are any. */
  readonly agreement?: Agreement | undefined;
  /** Other versions that answers can be made from: a newer one that is not in use yet, and the one before. */
  readonly others?: { readonly next: string | undefined; readonly before: string | undefined };
  /**
   * The data for one answer: those of a version, where they are still or already here, or else those in use. Throws a
   * DataError, UNAVAILABLE, for a version that another server has.
   */
  lease(version?: string): Lease;
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
/** Where servers put versions into use together, none of them waits for a question to look for newer data. */
const LOOK_MS = 2_000;
/** So long who reads a list page by page has for the next page, once the data have been replaced. */
const KEEP_MS = 15 * 60_000;

export interface ReplaceableOptions {
  readonly source: DataSource;
  /** What the source's stamp was before the data were opened; undefined to look for newer ones at once. */
  readonly stamp: string | undefined;
  readonly opened: Newest & { readonly catalogue: Catalogue };
  readonly contributed: OpenContributions;
  readonly agreement?: Agreement | undefined;
  /** For how long a replaced version is kept, in milliseconds; a quarter of an hour if left out. */
  readonly keepMs?: number | undefined;
  readonly onProblem: (error: unknown) => void;
  readonly onSwap: OnSwap;
}

/**
 * Data that can be replaced while answers are made from them. An answer keeps its catalogue to the end. Newer data are
 * put into use as soon as they are open or, where there are other servers, as soon as all have agreed on them.
 */
export class ReplaceableData implements OpenData {
  readonly kept: StoredContributions;
  readonly agreement: Agreement | undefined;
  warning: string | undefined;
  readonly #options: ReplaceableOptions;
  readonly #held: HeldVersions;
  readonly #looking: NodeJS.Timeout | undefined;
  #stamp: string | undefined;
  #opening: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: ReplaceableOptions) {
    const { opened, contributed, agreement, keepMs = KEEP_MS } = options;
    this.#options = options;
    this.#stamp = options.stamp;
    this.kept = contributed.contributions;
    this.#held = new HeldVersions(opened.catalogue, opened.origin, {
      keepMs,
      onLeave: (catalogue) => this.#leave(catalogue),
    });
    this.warning = opened.warning;
    this.agreement = agreement;
    if (agreement === undefined) return;
    agreement.onChange = () => {
      this.#follow();
      this.refresh();
    };
    agreement.announce(this.#held.versions);
    this.#looking = setInterval(() => this.refresh(), LOOK_MS).unref();
  }

  get catalogue(): Catalogue {
    return this.#held.inUse.catalogue;
  }

  get contributions(): Contributions {
    return this.kept;
  }

  get origin(): DataOrigin {
    return this.#held.inUse.origin;
  }

  get others(): { readonly next: string | undefined; readonly before: string | undefined } {
    const { next, before } = this.#held;
    return { next: next?.catalogue.info.version, before: before?.catalogue.info.version };
  }

  async seen(): Promise<SeenData | undefined> {
    return this.#options.source.seen();
  }

  lease(version?: string): Lease {
    const found = this.#held.lease(version);
    if (found !== undefined) return found;
    if (version !== undefined && this.agreement?.now.held.includes(version)) throw elsewhere(version);
    // The reader of the cursor says that it is too old.
    return this.#held.lease() as Lease;
  }

  refresh(): void {
    this.kept.refresh();
    if (this.#opening === undefined && this.#options.source.stamp() !== this.#stamp) {
      this.#opening = this.#reopen().finally(() => {
        this.#opening = undefined;
      });
    }
  }

  async settled(): Promise<void> {
    await this.#opening;
  }

  waiting(): WaitingContributions {
    return this.#options.contributed.waiting();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    if (this.agreement !== undefined) this.agreement.onChange = () => undefined;
    await this.#opening;
    await this.#options.contributed.close();
    this.#held.close();
  }

  /** Opens the newest data beside those in use. Never rejects: on failure the data in use stay. */
  async #reopen(): Promise<void> {
    const { source, onProblem } = this.#options;
    this.#stamp = source.stamp();
    try {
      const { origin, warning } = await source.newest();
      this.warning = warning;
      if (warning !== undefined) return onProblem(warning);
      const { inUse, next } = this.#held;
      const { sha256 } = origin.manifest;
      if (sha256 === inUse.origin.manifest.sha256) this.#held.cameFrom(origin);
      else if (sha256 !== next?.origin.manifest.sha256) await this.#prepare(origin);
    } catch (error) {
      this.warning = `Newer data were synced, and cannot be opened: those in use stay. ${reasonOf(error)} To fetch them again: robotics-mcp sync.`;
      onProblem(this.warning);
    }
  }

  async #prepare(origin: DataOrigin): Promise<void> {
    const catalogue = await this.#options.source.open(origin);
    await catalogue.warm();
    await this.kept.prepare(catalogue);
    this.#held.prepare(catalogue, origin);
    if (this.#isClosed) return;
    if (!this.#follow()) this.agreement?.announce(this.#held.versions);
  }

  /** Puts the newer version into use if that is agreed. */
  #follow(): boolean {
    const { inUse, next } = this.#held;
    if (next === undefined || !this.#isAgreed(next.catalogue.info.version)) return false;
    this.#held.putIntoUse();
    this.kept.use(next.catalogue);
    this.agreement?.announce(this.#held.versions);
    this.#options.onSwap(inUse.catalogue, next.catalogue);
    return true;
  }

  /** The same version in another file is no news to the others. */
  #isAgreed(version: string): boolean {
    if (this.agreement === undefined || version === this.catalogue.info.version) return true;
    const { now } = this.agreement;
    return now.version !== undefined && !isNewer(version, now.version);
  }

  #leave(catalogue: Catalogue): void {
    this.kept.forget(catalogue);
    if (this.#isClosed) return;
    this.agreement?.announce(this.#held.versions);
    setTimeout(() => void collectGarbage(), SETTLING_MS).unref();
  }
}

function elsewhere(version: string): DataError {
  return new DataError(
    'UNAVAILABLE',
    `The cursor is of version ${version} of the data, which another server here has and this one has not. Send the same again in ${RETRY_AFTER_S} s, or search again without cursor.`,
  );
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
