import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { DataError } from '../lib/data-error.ts';
import { type FetchFailure, get } from '../lib/fetch.ts';
import { shownAddress } from '../lib/shown-address.ts';
import { validated } from '../lib/validated.ts';
import { isSafe, metadataAddresses } from './addresses.ts';

/** For all that has to be asked until the keys are there. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_048_576;

/** Durations in milliseconds. */
interface KeySetTimes {
  /** Keys are read again after this long, while those that are known go on being used. */
  readonly fresh: number;
  /** Keys that were not read again are held on to for this long. */
  readonly stale: number;
  /** A token that names an unknown key makes them be read again, but no more often than this. */
  readonly cooldown: number;
  /** After a failure nothing is tried for this long. */
  readonly pause: number;
}

export const KEY_SET_TIMES: KeySetTimes = {
  fresh: 600_000,
  stale: 3_600_000,
  cooldown: 30_000,
  pause: 5_000,
};

interface KeySetOptions {
  /** Reads the issuer's JSON Web Key Set (RFC 7517, section 5). */
  readonly read: () => Promise<unknown>;
  /** Called each time that the keys could not be read. */
  readonly onProblem: (error: unknown) => void;
  readonly times?: KeySetTimes;
  readonly now?: () => number;
}

/** The public keys of an issuer. However many tokens come, they are read again seldom. */
export class KeySet {
  readonly #options: KeySetOptions;
  readonly #times: KeySetTimes;
  #keys: JWTVerifyGetKey | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(options: KeySetOptions) {
    this.#options = options;
    this.#times = options.times ?? KEY_SET_TIMES;
  }

  /**
   * The key that a token names. One that is known is not waited for, however slow the issuer is; one that is unknown
   * waits until the keys were read again, which is seldom tried. Rejects with a DataError if the keys cannot be read, or
   * as jose does for a missing key.
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (this.#age() > this.#times.stale) await this.read();
    else if (this.#age() > this.#times.fresh) void this.read();
    if (this.#keys === undefined || this.#age() > this.#times.stale) throw unavailable();
    try {
      return await this.#keys(header, token);
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      if (!isUnknown || this.#age() < this.#times.cooldown) throw error;
      const before = this.#readAt;
      await this.read();
      // Whether the issuer has this key by now is not known.
      if (this.#readAt === before) throw unavailable();
      return this.#keys(header, token);
    }
  };

  /**
   * Reads the keys now, and again whenever they are no longer fresh, whether tokens come or not: so a key that the issuer
   * has dropped is not known for longer, and no token waits after a quiet hour. It keeps no process alive.
   */
  watch(): void {
    void this.read();
    setInterval(() => void this.read(), this.#times.fresh).unref();
  }

  /** Reads the keys, unless that is being done or has just failed. Never rejects. */
  async read(): Promise<void> {
    if (this.#now() - this.#failedAt < this.#times.pause) return;
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #readNow(): Promise<void> {
    try {
      this.#keys = createLocalJWKSet((await this.#options.read()) as JSONWebKeySet);
      this.#readAt = this.#now();
    } catch (error) {
      this.#failedAt = this.#now();
      this.#options.onProblem(error);
    }
  }

  #age(): number {
    return this.#now() - this.#readAt;
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

function unavailable(): DataError {
  return new DataError('KEYS_UNAVAILABLE', 'The keys of the issuer cannot be read.');
}

const issuerMetadata = z.looseObject({ issuer: z.string(), jwks_uri: z.string() });

/** Where the keys of an issuer are, as it says itself. Rejects with a sentence for each address that was tried. */
export async function findKeySet(issuer: string, deadline = deadlineIn(TIMEOUT_MS)): Promise<string> {
  const problems: string[] = [];
  for (const address of metadataAddresses(issuer)) {
    try {
      return keySetOf(issuer, address, await fetchJson(address, deadline));
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  throw new Error(problems.join(' '));
}

/** The issuer's JSON Web Key Set as it is now, at `address` or where the issuer says. Rejects with a sentence. */
export async function readKeySet(issuer: string, address?: string, timeoutMs = TIMEOUT_MS): Promise<unknown> {
  const deadline = deadlineIn(timeoutMs);
  return fetchJson(address ?? (await findKeySet(issuer, deadline)), deadline);
}

/** By the clock of `performance.now`. */
function deadlineIn(ms: number): number {
  return performance.now() + ms;
}

function keySetOf(issuer: string, address: string, document: unknown): string {
  const parsed = validated(issuerMetadata, document);
  if (!parsed.success) throw new Error(`${shownAddress(address)} describes no issuer with keys.`);
  if (parsed.data.issuer !== issuer) {
    throw new Error(`${shownAddress(address)} describes ${parsed.data.issuer.slice(0, 200)}, not ${issuer}.`);
  }
  const { jwks_uri } = parsed.data;
  if (!URL.canParse(jwks_uri) || !isSafe(new URL(jwks_uri))) {
    throw new Error(`${shownAddress(address)} names keys that are not at an https address.`);
  }
  return jwks_uri;
}

/** A small JSON document at an address that the operator named. Rejects with a sentence. */
async function fetchJson(address: string, deadline: number): Promise<unknown> {
  const answer = await get(new URL(address), {
    headers: { accept: 'application/json' },
    maxBytes: MAX_BYTES,
    timeoutMs: Math.max(1, Math.ceil(deadline - performance.now())),
    // What the operator named answers itself.
    refuseRedirect: () => 'unexpected redirect',
    wants: (status) => status === 200,
  });
  if ('failure' in answer) throw new Error(`${shownAddress(address)} ${problemOf(answer)}.`);
  if (answer.status !== 200) throw new Error(`${shownAddress(address)} answers ${answer.status}.`);
  try {
    return JSON.parse(new TextDecoder().decode(answer.bytes));
  } catch {
    throw new Error(`${shownAddress(address)} sends no JSON.`);
  }
}

function problemOf(answer: FetchFailure): string {
  if (answer.failure === 'too_large') return `sends more than ${MAX_BYTES} bytes`;
  if (answer.failure === 'redirect') return `cannot be read: ${answer.why}`;
  if (answer.failure !== 'connection') return 'cannot be read: The operation was aborted due to timeout';
  return `cannot be read: ${answer.code ?? (answer.cause as Error).message}`;
}
