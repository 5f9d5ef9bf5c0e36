import { readTextIfThere } from './file-system.ts';
import { realSystem, type System } from './system.ts';

/** A lock that was not renewed for so long is free. */
const STALE_MS = 6000;
/** Nobody leaves a lock for so long: its time is of before the clock was set back. */
const FUTURE_MS = 3_000_000;
const VAIN_TRIES = 5;

interface WaitOptions {
  /** How long to wait for another holder. */
  readonly patienceMs: number;
  readonly pauseMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called once if somebody else holds it. */
  readonly onWaiting?: () => void;
  readonly system?: System;
}

/**
 * A short lock for work that one process at a time should do. It is advisory and saves work: the data stay correct
 * even when two processes hold it, so that losing it only means to stop. The lock is a file, renewed as long as
 * its holder lives; that of a killed holder can be taken after six seconds.
 */
export class Lock {
  readonly #path: string;
  readonly #token: string;
  readonly #system: System;
  readonly #stopRenewing: () => void;
  #renewing: Promise<void> = Promise.resolve();
  #lost = false;

  private constructor(path: string, token: string, system: System) {
    this.#path = path;
    this.#token = token;
    this.#system = system;
    this.#stopRenewing = system.clock.repeat(STALE_MS / 4, () => {
      this.#renewing = this.#renewing.then(() => this.#renew());
    });
  }

  /** Takes the lock if it is free; undefined if it is not, or if nothing can be written there. */
  static async take(path: string, system = realSystem): Promise<Lock | undefined> {
    const token = system.random.hex(16);
    if (await create(path, token, system)) return new Lock(path, token, system);
    if (!(await removeStale(path, token, system))) return undefined;
    return (await create(path, token, system)) ? new Lock(path, token, system) : undefined;
  }

  /**
   * Takes the lock as soon as it is free; undefined once patience has run out, or where nobody holds it and it cannot be
   * taken all the same, since nothing can be written there. Rejects when the signal is aborted.
   */
  static async wait(path: string, options: WaitOptions): Promise<Lock | undefined> {
    const { patienceMs, pauseMs, signal, onWaiting, system = realSystem } = options;
    // Pauses are counted, since the clock may be set meanwhile.
    for (let tries = 1, inVain = 0; ; tries++) {
      const lock = await Lock.take(path, system);
      if (lock !== undefined || (tries - 1) * pauseMs >= patienceMs) return lock;
      // It may have been released just now.
      inVain = (await Lock.exists(path, system)) ? 0 : inVain + 1;
      if (inVain === VAIN_TRIES) return undefined;
      if (tries === 1) onWaiting?.();
      await system.clock.sleep(pauseMs, signal);
    }
  }

  /** True if somebody holds the lock, or held it when they were killed. */
  static async exists(path: string, system = realSystem): Promise<boolean> {
    return (await readToken(path, system)) !== undefined;
  }

  /** False once the lock was taken by another. */
  async isHeld(): Promise<boolean> {
    if (!this.#lost) this.#lost = (await readToken(this.#path, this.#system)) !== this.#token;
    return !this.#lost;
  }

  async release(): Promise<void> {
    this.#stopRenewing();
    // One that comes later would set the time of the next holder's lock.
    await this.#renewing;
    if (await this.isHeld()) await this.#system.files.remove(this.#path).catch(() => undefined);
    this.#lost = true;
  }

  /** Releases the lock at a later time, whether this process still runs or not. */
  async leave(ms: number): Promise<void> {
    this.#stopRenewing();
    // One that comes later would let it seem held for longer.
    await this.#renewing;
    if (!(await this.isHeld())) return;
    this.#lost = true;
    await this.#touch(ms - STALE_MS);
  }

  async #renew(): Promise<void> {
    if (await this.isHeld()) await this.#touch(0);
    else this.#stopRenewing();
  }

  async #touch(sinceNowMs: number): Promise<void> {
    const { files, clock } = this.#system;
    await files.touch(this.#path, clock.now() + sinceNowMs).catch(() => undefined);
  }
}

async function create(path: string, token: string, system: System): Promise<boolean> {
  const { files } = system;
  try {
    const file = await files.create(path);
    try {
      await file.write(Buffer.from(token));
    } catch (error) {
      // On a full disk what is there of it would seem another's lock.
      const left = await readToken(path, system);
      if (left !== undefined && token.startsWith(left)) await files.remove(path).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch {
    return false;
  }
}

async function removeStale(path: string, token: string, system: System): Promise<boolean> {
  const { files, clock } = system;
  try {
    // Before its age: one that somebody takes meanwhile is then either too young, or another.
    const held = await readToken(path, system);
    const found = files.stat(path);
    const ageMs = clock.now() - (found?.mtimeMs ?? 0);
    if (found === undefined || (ageMs < STALE_MS && ageMs > -FUTURE_MS)) return false;
    const aside = `${path}.${token}`;
    await files.rename(path, aside);
    const isSame = (await readToken(aside, system)) === held;
    // Somebody may have been faster, and this be their fresh lock: then it goes back.
    if (!isSame) await files.rename(aside, path);
    else await files.remove(aside);
    return isSame;
  } catch {
    return false;
  }
}

async function readToken(path: string, { files }: System): Promise<string | undefined> {
  return readTextIfThere(files, path).catch(() => undefined);
}
