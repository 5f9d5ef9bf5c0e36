import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib';
import { type Network, send } from './network.ts';
import { sanitizeLine } from './sanitize.ts';
import { requireWebAssembly } from './webassembly-memory.ts';

/** Exponential backoff after repeated failures. */
export interface Backoff {
  /** The pause after the first failure, in milliseconds; it doubles with each further one. */
  readonly firstMs: number;
  readonly longestMs?: number;
  /** The share of a pause that chance may take away, 0 to 1: those who failed together are not to come back together. */
  readonly jitter: number;
}

/** The pause in milliseconds once `failures` have come before this one; `random` gives 0 to 1. */
export function backoffMs(
  { firstMs, longestMs = Number.POSITIVE_INFINITY, jitter }: Backoff,
  failures: number,
  random: () => number = Math.random,
): number {
  const pause = Math.min(longestMs, firstMs * 2 ** failures);
  return pause * (1 - jitter + jitter * random());
}

/** One step on the way to an answer. */
export interface Redirect {
  /** What was asked. */
  readonly from: URL;
  /** Where it leads to. */
  readonly to: URL;
}

interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** What of the answer is taken at most, decompressed. */
  readonly maxBytes: number;
  /** From the beginning of the first request to the last byte. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Why a redirect is not followed; undefined lets it be. Left out, one to another origin is refused. */
  readonly refuseRedirect?: (redirect: Redirect) => string | undefined;
  readonly maxRedirects?: number;
  /** Where the request to an address may go to, the first one's and those of redirects. Left out, everywhere. */
  readonly networkFor?: (url: URL) => Network | undefined;
  /** Whether the body of an answer with this status is wanted; that of others is not read. */
  readonly wants?: (status: number) => boolean;
}

/** An answer, whole. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Empty where the body was not wanted. */
  readonly bytes: Uint8Array;
  /** Where it came from, behind all redirects. */
  readonly url: URL;
}

/** Why there is no answer. */
export type FetchFailure =
  | { readonly failure: 'timeout' | 'too_large' | 'redirect_circle' }
  /** `why`: what refuseRedirect says. */
  | { readonly failure: 'redirect'; readonly why: string }
  /** `code`: Node's name of what went wrong, such as ECONNREFUSED, if it has one. */
  | { readonly failure: 'connection'; readonly code: string | undefined; readonly cause: unknown };

/** Such an address cannot be asked, and Node.js's own error repeats it. */
const WITH_USER: FetchFailure = {
  failure: 'connection',
  code: undefined,
  cause: new Error('the address holds a user or password, which cannot be sent with it'),
};

/**
 * Asks for what is at an address, within bounds of time and size; nothing is taken beyond them. Redirects are
 * followed only as far as `refuseRedirect` lets them. Never throws, but for what the signal was aborted with.
 */
export async function get(address: URL, options: GetOptions): Promise<FetchAnswer | FetchFailure> {
  const {
    headers = {},
    maxBytes,
    timeoutMs,
    signal,
    refuseRedirect = otherOrigin,
    maxRedirects = 5,
    networkFor = () => undefined,
    wants = () => true,
  } = options;
  if (address.username !== '' || address.password !== '') return WITH_USER;
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  // One of its own: the signal of a long run would collect the listeners of all its requests.
  const either = AbortSignal.any([signal, timeout].filter((each) => each !== undefined));
  try {
    requireWebAssembly();
    let url = address;
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const response = await send(url, {
        headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
        signal: either,
        network: networkFor(url),
      });
      const to = targetOf(response, url);
      if (to === undefined) return await read(response, { url, maxBytes, wants });
      response.destroy();
      const why = refuseRedirect({ from: url, to });
      if (why !== undefined) return { failure: 'redirect', why };
      url = to;
    }
    return { failure: 'redirect_circle' };
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout?.aborted) return { failure: 'timeout' };
    const { code } = error as NodeJS.ErrnoException;
    return { failure: 'connection', code, cause: error };
  }
}

/** Where an answer sends on to; undefined if it does not. */
function targetOf({ statusCode, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode ?? 0) || location === undefined) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

/** Hands on so many bytes; the stream fails with what `makeError` makes as soon as one more comes. */
export function limitBytes(
  maxBytes: number,
  makeError: () => Error,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes <= maxBytes) controller.enqueue(chunk);
      else controller.error(makeError());
    },
  });
}

/** Milliseconds to wait by a header `retry-after`, in seconds or as a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

async function read(
  response: IncomingMessage,
  { url, maxBytes, wants }: { url: URL; maxBytes: number; wants: (status: number) => boolean },
): Promise<FetchAnswer | FetchFailure> {
  const status = response.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const chunks: Uint8Array[] = [];
  if (wants(status)) {
    let size = 0;
    for await (const chunk of decompressed(response)) {
      size += chunk.byteLength;
      // Leaving the loop ends the connection.
      if (size > maxBytes) return { failure: 'too_large' };
      chunks.push(chunk);
    }
  } else response.destroy();
  return { status, headers, bytes: Buffer.concat(chunks), url };
}

/** The body as it was before it was packed for the way (RFC 9110, section 8.4). */
function decompressed(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity') return response;
  // Some servers leave out the last bytes of it; what is missing of the text is for its reader to see.
  const unzip = () => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH });
  const unpack = { gzip: unzip, 'x-gzip': unzip, deflate: unzip, br: createBrotliDecompress }[encoding];
  if (unpack === undefined) throw new Error(`The answer is packed as ${sanitizeLine(encoding, 40)}.`);
  return pipeline(response, unpack(), () => undefined);
}

function otherOrigin({ from, to }: Redirect): string | undefined {
  return to.origin === from.origin ? undefined : `it redirects to ${to.origin}`;
}
