import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { partialDate } from '../kinds/common.ts';
import { replaceFile } from '../lib/atomic-file.ts';
import { type Scope, scopes } from '../lib/caller.ts';
import { DataError, isDataError, readVersioned } from '../lib/data-error.ts';
import { readTextIfThere } from '../lib/file-system.ts';
import { Lock } from '../lib/lock.ts';
import { type Random, realSystem, type System } from '../lib/system.ts';

const ID_LENGTH = 8;
const ID_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const SECRET_BYTES = 32;

/** A prefix of our own lets scanners of leaked secrets know a key when they see one. */
const form = /^rmcp_([a-z0-9]{8})_[A-Za-z0-9_-]{43}$/;

/** A key as it is shown once, and what is kept of it. */
interface NewKey {
  readonly key: string;
  readonly id: string;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** Makes a key of 256 random bits under a random id. */
export function makeKey({ hex }: Random = realSystem.random): NewKey {
  // There are 32 letters, so that each is as likely as another.
  const id = [...Buffer.from(hex(ID_LENGTH), 'hex')]
    .map((byte) => ID_LETTERS[byte % ID_LETTERS.length])
    .join('');
  const key = `rmcp_${id}_${Buffer.from(hex(SECRET_BYTES), 'hex').toString('base64url')}`;
  return { key, id, sha256: hashOf(key).toString('hex') };
}

/** The id of a key and its hash; undefined for a text that is no key. */
export function readKey(text: string): { readonly id: string; readonly hash: Buffer } | undefined {
  const id = form.exec(text)?.[1];
  return id === undefined ? undefined : { id, hash: hashOf(text) };
}

/** One round is enough: nobody can try out 256 random bits. */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

const FORMAT = 1;
const day = partialDate.length(10);

const keyEntry = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{8}$/),
  name: z.string().min(1).max(80),
  scopes: z.array(z.enum(scopes)).min(1),
  created: day,
  /** The last day, in UTC, on which the key is good. */
  expires: day.optional(),
  revoked: day.optional(),
  /** Of the whole key; gone once it is revoked. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type KeyEntry = z.infer<typeof keyEntry>;

const keyFile = z.strictObject({ format: z.literal(FORMAT), keys: z.array(keyEntry) });

/** The file of keys in a data directory. */
export function keyFileIn(directory: string): string {
  return join(directory, 'keys.json');
}

/** Where keys are kept, and changed by one command after the other. */
export interface KeyPlace {
  /** For messages. */
  readonly shown: string;
  read(): Promise<readonly KeyEntry[]>;
  /** Changes the keys; returns what `change` leaves, which is called again if others change them meanwhile. */
  change(change: (keys: readonly KeyEntry[]) => readonly KeyEntry[]): Promise<readonly KeyEntry[]>;
}

/** The keys in a file. */
export function keysInFile(path: string, system = realSystem): KeyPlace {
  return {
    shown: path,
    read: async () => readKeyFile(path, system),
    change: (change) => changeKeyFile(path, change, system),
  };
}

/** Reads a document of keys; `place` is what an error names. */
export function parseKeys(text: string, place: string): readonly KeyEntry[] {
  return readVersioned({ schema: keyFile, format: FORMAT }, text, ({ cause }) => {
    return new Error(`${place} holds no keys that this program knows. Mend it, or move it away.`, { cause });
  }).keys;
}

export function writeKeys(keys: readonly KeyEntry[]): string {
  return `${JSON.stringify({ format: FORMAT, keys }, null, 2)}\n`;
}

/** The keys in a file, none if there is no such file. Throws an Error with a sentence if it cannot be read. */
export function readKeyFile(path: string, { files }: System = realSystem): readonly KeyEntry[] {
  let text: string;
  try {
    text = new TextDecoder().decode(files.read(path, 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw unreadable(path, error);
  }
  return parseKeys(text, path);
}

function unreadable(path: string, cause: unknown): Error {
  const { code } = cause as NodeJS.ErrnoException;
  return new Error(`The keys in ${path} cannot be read (${code}).`, { cause });
}

/**
 * Changes the keys; commands that do so at one time take turns. A process that was suspended, or a clock that was set,
 * lets another have the turn meanwhile: then whoever is later begins again. Returns what `change` leaves.
 */
async function changeKeyFile(
  path: string,
  change: (keys: readonly KeyEntry[]) => readonly KeyEntry[],
  system: System,
): Promise<readonly KeyEntry[]> {
  await system.files.makeDirectory(dirname(path));
  for (let tries = 1; ; tries++) {
    const lock = await takeTurn(`${path}.lock`, system);
    try {
      const before = await readText(path, system);
      const keys = change(before === undefined ? [] : parseKeys(before, path));
      await replaceFile(path, writeKeys(keys), { system, replaces: { content: before } });
      return keys;
    } catch (error) {
      if (!isDataError(error, 'overtaken')) throw error;
      if (tries === MOST_TRIES)
        throw new DataError('KEYS', 'Others change the keys at the same time. Try again.', error);
    } finally {
      await lock.release();
    }
  }
}

async function readText(path: string, { files }: System): Promise<string | undefined> {
  try {
    return await readTextIfThere(files, path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

const MOST_TRIES = 5;

const PATIENCE_MS = 10_000;

async function takeTurn(path: string, system: System): Promise<Lock> {
  const lock = await Lock.wait(path, { patienceMs: PATIENCE_MS, pauseMs: 20, system });
  if (lock !== undefined) return lock;
  throw new Error(
    `The keys cannot be changed: ${path} cannot be taken. Is the disk full, or the directory another user's?`,
  );
}

interface KeyRequest {
  /** Whose key it is; no two keys in force have the same. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The last day on which it is good, `YYYY-MM-DD` in UTC. */
  readonly expires?: string | undefined;
}

/** What is known of a key without its secret. */
export type KeyInfo = Omit<KeyEntry, 'sha256'> & { readonly status: 'active' | 'expired' | 'revoked' };

/** Adds a key. The key itself is in the answer and nowhere else. Throws a DataError. */
export async function addKey(
  place: KeyPlace,
  { name, scopes: asked, expires }: KeyRequest,
  today: string,
  random = realSystem.random,
): Promise<KeyInfo & { readonly key: string }> {
  if (expires !== undefined && expires < today) {
    throw new DataError('KEYS', `${expires} has passed: the key would never be good. Choose a later day.`);
  }
  const { key, id, sha256 } = makeKey(random);
  const entry: KeyEntry = {
    id,
    name,
    scopes: scopes.filter((scope) => asked.includes(scope)),
    created: today,
    ...(expires !== undefined && { expires }),
    sha256,
  };
  await place.change((keys) => {
    const namesake = keys.find((each) => each.name === name && infoOf(each, today).status === 'active');
    if (namesake !== undefined) {
      throw new DataError(
        'KEYS',
        `There is a key called ${name} already (${namesake.id}). Choose another name, or revoke that one.`,
      );
    }
    return [...keys, entry];
  });
  return { ...infoOf(entry, today), key };
}

/** Takes keys out of force, by id, by name, or by the key itself. None is changed if one is not found. Throws a DataError. */
export async function revokeKeys(
  place: KeyPlace,
  wanted: readonly string[],
  today: string,
): Promise<readonly KeyInfo[]> {
  let ids: readonly string[] = [];
  const after = await place.change((keys) => {
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
  throw new DataError('KEYS', `There is no key ${asked}. See robotics-mcp keys list.`);
}

function revoked({ sha256: _sha256, ...key }: KeyEntry, today: string): KeyEntry {
  return { ...key, revoked: key.revoked ?? today };
}
