import { type Scope, scopes } from '../../lib/caller.ts';
import { makeKey, readKey } from './key.ts';
import { changeKeyFile, type KeyEntry } from './key-file.ts';

/** Why keys are not changed as was asked. The message says what to do. */
export class KeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeyError';
  }
}

export interface KeyRequest {
  /** Whose key it is; no two keys in force have the same. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The last day on which it is good, `YYYY-MM-DD` in UTC. */
  readonly expires?: string | undefined;
}

/** What is known of a key without its secret. */
export type KeyInfo = Omit<KeyEntry, 'sha256'> & { readonly status: 'active' | 'expired' | 'revoked' };

/** Adds a key. The key itself is in the answer and nowhere else. Throws a KeyError. */
export async function addKey(
  path: string,
  { name, scopes: asked, expires }: KeyRequest,
  today: string,
): Promise<KeyInfo & { readonly key: string }> {
  if (expires !== undefined && expires < today) {
    throw new KeyError(`${expires} has passed: the key would never be good. Choose a later day.`);
  }
  const { key, id, sha256 } = makeKey();
  const entry: KeyEntry = {
    id,
    name,
    scopes: scopes.filter((scope) => asked.includes(scope)),
    created: today,
    ...(expires !== undefined && { expires }),
    sha256,
  };
  await changeKeyFile(path, (keys) => {
    const namesake = keys.find((each) => each.name === name && infoOf(each, today).status === 'active');
    if (namesake !== undefined) {
      throw new KeyError(
        `There is a key called ${name} already (${namesake.id}). Choose another name, or revoke that one.`,
      );
    }
    return [...keys, entry];
  });
  return { ...infoOf(entry, today), key };
}

/** Takes keys out of force, by id, by name, or by the key itself. None is changed if one is not found. Throws a KeyError. */
export async function revokeKeys(
  path: string,
  wanted: readonly string[],
  today: string,
): Promise<readonly KeyInfo[]> {
  let ids: readonly string[] = [];
  const after = await changeKeyFile(path, (keys) => {
    ids = wanted.map((each) => findKey(keys, each).id);
    return keys.map((key) => (ids.includes(key.id) ? revoked(key, today) : key));
  });
  return after.filter(({ id }) => ids.includes(id)).map((key) => infoOf(key, today));
}

/** What is known of a key on a day. */
export function infoOf({ sha256: _sha256, ...known }: KeyEntry, today: string): KeyInfo {
  const isOver = known.expires !== undefined && known.expires < today;
  return { ...known, status: known.revoked !== undefined ? 'revoked' : isOver ? 'expired' : 'active' };
}

function findKey(keys: readonly KeyEntry[], wanted: string): KeyEntry {
  // Who pastes a whole key must not find it in a message: its id is enough.
  const asked = readKey(wanted)?.id ?? wanted;
  const found =
    keys.find(({ id }) => id === asked) ??
    keys.find(({ name, revoked: day }) => name === wanted && day === undefined);
  if (found !== undefined) return found;
  throw new KeyError(`There is no key ${asked}. See robotics-mcp keys list.`);
}

function revoked({ sha256: _sha256, ...key }: KeyEntry, today: string): KeyEntry {
  return { ...key, revoked: key.revoked ?? today };
}
