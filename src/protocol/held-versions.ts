import type { DataOrigin } from '../data/subscribe/local-data.ts';
import type { Catalogue } from '../search/catalogue.ts';

/** A catalogue leased for one answer. */
export interface Lease {
  readonly catalogue: Catalogue;
  /** False for another version than the one in use. */
  readonly isInUse: boolean;
  /** Releases the lease; idempotent. */
  release(): void;
}

/** A version of the data that is open. */
interface Held {
  readonly catalogue: Catalogue;
  origin: DataOrigin;
  users: number;
  isLeft: boolean;
}

interface HeldVersionsOptions {
  /** For how long a version is kept after another took its place, in milliseconds. */
  readonly keepMs: number;
  /** Called before a version is closed, as soon as no further answer will be made from it. */
  readonly onLeave: (catalogue: Catalogue) => void;
}

/**
 * The versions of the data that answers can be made from: the one in use, the one before it for a while, so that who
 * reads a list page by page comes to its end, and a newer one that is not in use yet. What is left is closed when
 * the last answer from it has been made.
 */
export class HeldVersions {
  readonly #options: HeldVersionsOptions;
  #inUse: Held;
  #next: Held | undefined;
  #before: Held | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(catalogue: Catalogue, origin: DataOrigin, options: HeldVersionsOptions) {
    this.#options = options;
    this.#inUse = held(catalogue, origin);
  }

  get inUse(): Readonly<Held> {
    return this.#inUse;
  }

  /** Open, and not in use yet. */
  get next(): Readonly<Held> | undefined {
    return this.#next;
  }

  /** The one that was in use before. */
  get before(): Readonly<Held> | undefined {
    return this.#before;
  }

  /** The names of all, oldest first. */
  get versions(): string[] {
    return this.#all().map(({ catalogue }) => catalogue.info.version);
  }

  /** The version of that name, or the one in use; undefined if it is not here. */
  lease(version?: string): Lease | undefined {
    // Of two of one name the one in use comes first.
    const found =
      version === undefined || version === this.#inUse.catalogue.info.version
        ? this.#inUse
        : this.#all().find(({ catalogue }) => catalogue.info.version === version);
    if (found === undefined) return undefined;
    found.users += 1;
    let isReleased = false;
    return {
      catalogue: found.catalogue,
      isInUse: found === this.#inUse,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        found.users -= 1;
        closeUnused(found);
      },
    };
  }

  /** Holds a newer version, in place of one that has not come into use. */
  prepare(catalogue: Catalogue, origin: DataOrigin): void {
    this.#leave(this.#next);
    this.#next = held(catalogue, origin);
  }

  /** Puts the newer version into use; answers can be made from the one before it for a while. */
  putIntoUse(): void {
    const [before, next] = [this.#inUse, this.#next];
    if (next === undefined) return;
    this.#leaveBefore();
    this.#inUse = next;
    this.#next = undefined;
    this.#before = before;
    // Of two of one name only the newer one can be asked for.
    const isSame = before.catalogue.info.version === next.catalogue.info.version;
    const keepMs = isSame ? 0 : this.#options.keepMs;
    this.#timer = setTimeout(() => this.#leaveBefore(), keepMs).unref();
  }

  /** The same data came from elsewhere. */
  cameFrom(origin: DataOrigin): void {
    this.#inUse.origin = origin;
  }

  close(): void {
    this.#leaveBefore();
    this.#leave(this.#next);
    this.#leave(this.#inUse);
  }

  #all(): Held[] {
    return [this.#before, this.#inUse, this.#next].filter((each) => each !== undefined);
  }

  #leaveBefore(): void {
    clearTimeout(this.#timer);
    const before = this.#before;
    this.#before = undefined;
    this.#leave(before);
  }

  #leave(version: Held | undefined): void {
    if (version === undefined || version.isLeft) return;
    version.isLeft = true;
    this.#options.onLeave(version.catalogue);
    closeUnused(version);
  }
}

function held(catalogue: Catalogue, origin: DataOrigin): Held {
  return { catalogue, origin, users: 0, isLeft: false };
}

function closeUnused({ catalogue, users, isLeft }: Held): void {
  if (isLeft && users === 0) catalogue.close();
}
