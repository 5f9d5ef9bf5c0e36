import { randomUUID } from 'node:crypto';
import { readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';

/** A lock whose holder has not been heard of for so long is free. */
const staleMs = 6000;

/**
 * A short lock for work that one process at a time should do. It spares work and is no guard of the data: those
 * are right also when two hold it, so that losing it only means to stop.
 */
export class Lock {
  private readonly path: string;
  private readonly token: string;
  private readonly beat: NodeJS.Timeout;
  private lost = false;

  private constructor(path: string, token: string) {
    this.path = path;
    this.token = token;
    this.beat = setInterval(() => void this.renew(), staleMs / 4);
    this.beat.unref();
  }

  /** Takes the lock if it is free; undefined if it is not, or if nothing can be written there. */
  static async take(path: string): Promise<Lock | undefined> {
    const token = randomUUID();
    if (await create(path, token)) return new Lock(path, token);
    if (!(await removeStale(path, token))) return undefined;
    return (await create(path, token)) ? new Lock(path, token) : undefined;
  }

  /** True if somebody holds the lock, or held it when they were killed. */
  static async exists(path: string): Promise<boolean> {
    return (await readToken(path)) !== undefined;
  }

  /** False once the lock was taken by another. */
  async isHeld(): Promise<boolean> {
    if (!this.lost) this.lost = (await readToken(this.path)) !== this.token;
    return !this.lost;
  }

  async release(): Promise<void> {
    clearInterval(this.beat);
    if (await this.isHeld()) await unlink(this.path).catch(() => undefined);
    this.lost = true;
  }

  /** Lets the lock go at a later time, whether this process is still there or not. */
  async leave(ms: number): Promise<void> {
    clearInterval(this.beat);
    if (!(await this.isHeld())) return;
    this.lost = true;
    const then = new Date(Date.now() - staleMs + ms);
    await utimes(this.path, then, then).catch(() => undefined);
  }

  private async renew(): Promise<void> {
    if (!(await this.isHeld())) {
      clearInterval(this.beat);
      return;
    }
    const now = new Date();
    await utimes(this.path, now, now).catch(() => undefined);
  }
}

async function create(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

async function removeStale(path: string, token: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs < staleMs) return false;
    const held = await readToken(path);
    const aside = `${path}.${token}`;
    await rename(path, aside);
    const isSame = (await readToken(aside)) === held;
    // Somebody may have been faster, and this be their fresh lock: then it goes back.
    if (!isSame) await rename(aside, path);
    else await unlink(aside);
    return isSame;
  } catch {
    return false;
  }
}

async function readToken(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
