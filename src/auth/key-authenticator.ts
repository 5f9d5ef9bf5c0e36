import { timingSafeEqual } from 'node:crypto';
import type { Authenticator, TokenVerdict } from '../lib/caller.ts';
import { type Caller, callerOf } from '../lib/caller.ts';
import { diskFiles, stampOf } from '../lib/file-system.ts';
import { type KeyEntry, readKey, readKeyFile } from './keys.ts';

interface KeyOptions {
  /** The file of keys; it need not exist yet. */
  readonly path: string;
  /** True while the file is too old a copy to be believed; never if left out. */
  readonly isStale?: () => boolean;
  /** Called when the file cannot be read, once for each state of it. */
  readonly onProblem: (error: unknown) => void;
  readonly now?: () => Date;
}

interface Known {
  readonly hash: Buffer;
  readonly expires: string | undefined;
  readonly caller: Caller;
}

/** Nothing hashes to it. Compared with where an id is not known, so that this takes as long. */
const nothing = Buffer.alloc(32);

const refused: TokenVerdict = {
  kind: 'refused',
  problem: 'The key is not known here, was revoked or has expired.',
};

/** Compares keys with the file; what is added or revoked counts from the next request on. */
export class KeyAuthenticator implements Authenticator {
  readonly #options: KeyOptions;
  #stamp: string | undefined;
  #known: ReadonlyMap<string, Known> | undefined;

  constructor(options: KeyOptions) {
    this.#options = options;
  }

  async authenticate(token: string): Promise<TokenVerdict> {
    const known = this.#refresh();
    if (known === undefined) return { kind: 'unavailable' };
    const given = readKey(token);
    if (given === undefined) return refused;
    const entry = known.get(given.id);
    const isSame = timingSafeEqual(entry?.hash ?? nothing, given.hash);
    if (entry === undefined || !isSame || this.#isOver(entry)) return refused;
    return { kind: 'known', caller: entry.caller };
  }

  #isOver({ expires }: Known): boolean {
    const { now = () => new Date() } = this.#options;
    return expires !== undefined && now().toISOString().slice(0, 10) > expires;
  }

  /** The current keys; undefined if they cannot be read. */
  #refresh(): ReadonlyMap<string, Known> | undefined {
    const { path, onProblem, isStale = () => false } = this.#options;
    if (isStale()) return undefined;
    let stamp = 'unreadable';
    try {
      stamp = stampOf(diskFiles, path) ?? 'absent';
      if (stamp === this.#stamp) return this.#known;
      this.#known = index(readKeyFile(path));
    } catch (error) {
      this.#known = undefined;
      if (stamp !== this.#stamp) onProblem(error);
    }
    this.#stamp = stamp;
    return this.#known;
  }
}

function index(keys: readonly KeyEntry[]): Map<string, Known> {
  return new Map(
    keys.flatMap(({ id, scopes, sha256, expires, revoked }) =>
      sha256 === undefined || revoked !== undefined
        ? []
        : [
            [
              id,
              { hash: Buffer.from(sha256, 'hex'), expires, caller: callerOf(`key:${id}`, true, scopes) },
            ] as const,
          ],
    ),
  );
}
