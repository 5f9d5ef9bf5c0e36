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

export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** What of the answer is taken at most, decompressed. */
  readonly maxBytes: number;
  /** From the beginning of the first request to the last byte. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Why a redirect is not followed; undefined lets it be. Left out, one to another origin is refused. */
  readonly refuseRedirect?: (target: URL, first: URL) => string | undefined;
  readonly maxRedirects?: number;
  /** Whether the body of an answer with this status is wanted; that of others is not read. */
  readonly wants?: (status: number) => boolean;
}

/** An answer, whole. */
export interface Answer {
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

/**
 * Asks for what is at an address, within bounds of time and size; nothing is taken beyond them. Redirects are
 * followed only as far as `refuseRedirect` lets them. Never throws, but for what the signal was aborted with.
 */
export async function get(address: URL, options: GetOptions): Promise<Answer | FetchFailure> {
  const {
    headers = {},
    maxBytes,
    timeoutMs,
    signal,
    refuseRedirect = otherOrigin,
    maxRedirects = 5,
  } = options;
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  // One of its own: the signal of a long run would collect the listeners of all its requests.
  const either = AbortSignal.any([signal, timeout].filter((each) => each !== undefined));
  try {
    let url = address;
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const response = await fetch(url, { headers, redirect: 'manual', signal: either });
      const target = redirectOf(response, url);
      if (target === undefined) return await read(response, url, maxBytes, options.wants);
      await response.body?.cancel().catch(() => undefined);
      const why = refuseRedirect(target, address);
      if (why !== undefined) return { failure: 'redirect', why };
      url = target;
    }
    return { failure: 'redirect_circle' };
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout?.aborted) return { failure: 'timeout' };
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    return { failure: 'connection', code, cause: error };
  }
}

/** Where an answer sends on to; undefined if it does not. */
function redirectOf({ status, headers }: Response, from: URL): URL | undefined {
  const location = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return undefined;
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
  response: Response,
  url: URL,
  maxBytes: number,
  wants: GetOptions['wants'] = () => true,
): Promise<Answer | FetchFailure> {
  const { status, headers, body } = response;
  const chunks: Uint8Array[] = [];
  if (wants(status)) {
    let size = 0;
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      // Leaving the loop cancels the rest of the body.
      if (size > maxBytes) return { failure: 'too_large' };
      chunks.push(chunk);
    }
  } else {
    await body?.cancel().catch(() => undefined);
  }
  return { status, headers, bytes: Buffer.concat(chunks), url };
}

function otherOrigin(target: URL, first: URL): string | undefined {
  return target.origin === first.origin ? undefined : `it redirects to ${target.origin}`;
}
