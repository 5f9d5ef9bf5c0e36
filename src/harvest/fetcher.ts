import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiter, type SharedLock } from '../arxiv/client.ts';
import { addressFault } from '../data/dataset/checks/values.ts';
import { backoffMs, type FetchFailure, get, type Redirect, readRetryAfter } from '../lib/fetch.ts';
import { type Network, NOT_ALLOWED, publicNetwork } from '../lib/network.ts';
import { sanitizeLine } from '../lib/sanitize.ts';
import { XmlError } from '../text/xml.ts';

/** A source cannot be read. The message is a sentence that names it and says what was wrong. */
export class SourceFault extends Error {
  readonly source: string;

  constructor(source: string, problem: string) {
    super(`${source} ${sanitizeLine(problem, 300)}`);
    this.name = 'SourceFault';
    this.source = source;
  }
}

/** What a text of a source is read as. Throws a SourceFault where it is not what was asked for. */
export function readAs<T>(source: string, read: () => T, before = ''): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new SourceFault(source, `${before}${error.message}`);
  }
}

export interface FetchOptions {
  /** What it is called when something is wrong. */
  readonly source: string;
  readonly maxBytes: number;
  readonly accept: string;
  /** Statuses beside 200 that are answers. */
  readonly statuses?: readonly number[];
  /** Bytes that do not fit the stated encoding become U+FFFD, for which the caller looks, instead of a fault of all. */
  readonly replaceBadBytes?: boolean;
  readonly signal: AbortSignal;
}

interface Fetched {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Where it came from, behind all redirects. */
  readonly url: string;
  /** Why bytes were replaced; it continues a sentence that begins with what holds U+FFFD. */
  readonly badBytes?: string | undefined;
}

/** Fetches text from a source, within its rules for programs. */
export interface Fetcher {
  /** Throws a SourceFault. */
  fetchText(url: URL, options: FetchOptions): Promise<Fetched>;
}

export interface SourceFetcherOptions {
  /** Who asks: program, version and a way to reach someone. */
  readonly userAgent: string;
  /** Least milliseconds between two requests to a host. */
  readonly intervalOf: (host: string) => number;
  /** Shares the request interval of a host among processes. */
  readonly lockOf?: (host: string) => SharedLock | undefined;
  /** One request, from its beginning to the last byte. */
  readonly timeoutMs?: number;
  readonly tries?: number;
  /** After a first failure; it doubles with each further one. */
  readonly backOffMs?: number;
  readonly random?: () => number;
  /** Where sources at public hosts may lead to. */
  readonly network?: Network;
}

/** A source that asks for a longer pause is asked on another day. */
const MAX_WAIT_MS = 600_000;

type Attempt =
  | { readonly fetched: Fetched }
  | { readonly problem: string; readonly again: boolean; readonly retryAfterMs?: number | undefined };

/** The fetcher of a run: rate-limited by host, bounded in time and size, tried again where that may help. */
export class SourceFetcher implements Fetcher {
  readonly #options: Required<Omit<SourceFetcherOptions, 'lockOf'>> & Pick<SourceFetcherOptions, 'lockOf'>;
  readonly #limiters = new Map<string, RateLimiter>();

  constructor(options: SourceFetcherOptions) {
    this.#options = {
      timeoutMs: 120_000,
      tries: 4,
      backOffMs: 5_000,
      random: Math.random,
      network: publicNetwork,
      ...options,
    };
  }

  async fetchText(url: URL, options: FetchOptions): Promise<Fetched> {
    const { tries, backOffMs, random } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#attempt(url, options);
      if ('fetched' in result) return result.fetched;
      const waitMs =
        result.retryAfterMs ?? backoffMs({ firstMs: backOffMs, jitter: 0.5 }, attempt - 1, random);
      if (waitMs > MAX_WAIT_MS) {
        throw new SourceFault(
          options.source,
          `asks to be left alone for ${Math.round(waitMs / 60_000)} minutes`,
        );
      }
      if (!result.again || attempt >= tries) {
        throw new SourceFault(options.source, `${result.problem}${attempt > 1 ? `, ${attempt} times` : ''}`);
      }
      await sleep(waitMs, undefined, { signal: options.signal });
    }
  }

  #attempt(url: URL, options: FetchOptions): Promise<Attempt> {
    // Each attempt has its own signal: that of the run would collect the listeners of all queued attempts.
    const signal = AbortSignal.any([options.signal]);
    return this.#limiterOf(url.host).run(() => this.#follow(url, { ...options, signal }), signal);
  }

  #limiterOf(host: string): RateLimiter {
    const known = this.#limiters.get(host);
    if (known !== undefined) return known;
    const limiter = new RateLimiter(this.#options.intervalOf(host), this.#options.lockOf?.(host));
    this.#limiters.set(host, limiter);
    return limiter;
  }

  async #follow(first: URL, options: FetchOptions): Promise<Attempt> {
    const { accept, statuses = [], maxBytes, signal, replaceBadBytes } = options;
    const reply = await get(first, {
      headers: { accept, 'user-agent': this.#options.userAgent },
      maxBytes,
      timeoutMs: this.#options.timeoutMs,
      signal,
      refuseRedirect: redirectFault,
      networkFor: (url) => (isOwnHost(url, first) ? undefined : this.#options.network),
      wants: (status) => status === 200 || statuses.includes(status),
    });
    if ('failure' in reply) return failed(reply, maxBytes);
    const { status, headers, bytes, url } = reply;
    if (status !== 200 && !statuses.includes(status)) {
      const again = status === 429 || status >= 500;
      return {
        problem: `answers ${status}`,
        again,
        retryAfterMs: readRetryAfter(headers.get('retry-after')),
      };
    }
    const decoded = decode(bytes, { contentType: headers.get('content-type'), replaceBadBytes });
    if ('problem' in decoded) return { problem: decoded.problem, again: false };
    return { fetched: { status, headers, url: url.href, ...decoded } };
  }
}

/** A source may lead to another public host, but not into the network in which this runs, nor out of TLS. */
function redirectFault({ from, to }: Redirect): string | undefined {
  const hasUser = to.username !== '' || to.password !== '';
  if (to.origin === from.origin && !hasUser) return undefined;
  if (from.protocol === 'https:' && to.protocol !== 'https:') return 'redirects to an address without TLS';
  return addressFault(to.href) === undefined ? undefined : 'redirects to an address that is not public';
}

/** True for the host of a source that an operator has named inside a network: an address, or a name that is not public. */
function isOwnHost(url: URL, source: URL): boolean {
  return url.host === source.host && addressFault(source.href) !== undefined;
}

function failed(reply: FetchFailure, maxBytes: number): Attempt {
  switch (reply.failure) {
    case 'redirect':
      return { problem: reply.why, again: false };
    case 'redirect_circle':
      return { problem: 'redirects in a circle', again: false };
    case 'too_large':
      return { problem: `is larger than ${maxBytes} bytes`, again: false };
    case 'timeout':
      return { problem: 'did not answer in time', again: true };
    case 'connection': {
      const { code } = reply;
      if (code === NOT_ALLOWED) return { problem: 'leads to an address that is not public', again: false };
      return {
        problem: code === undefined ? 'broke the connection' : `cannot be reached (${code})`,
        again: true,
      };
    }
  }
}

/** Where a text says in what encoding it is, and what becomes of bytes that are not. */
interface DecodeOptions {
  /** The content-type header of its answer, if there is one. */
  readonly contentType?: string | null | undefined;
  readonly replaceBadBytes?: boolean | undefined;
}

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { bytes: [0xfe, 0xff], label: 'utf-16be' },
  { bytes: [0xff, 0xfe], label: 'utf-16le' },
] as const;

/**
 * Bytes as text, in the encoding that a byte order mark, the header or the XML declaration states, else UTF-8. What
 * is stated in vain, because the bytes are UTF-8, is passed over; other bytes that do not fit are a problem, unless
 * they are to be replaced. The problem continues a sentence that begins with what was read.
 */
export function decode(
  bytes: Uint8Array,
  { contentType, replaceBadBytes = false }: DecodeOptions = {},
): { readonly text: string; readonly badBytes?: string } | { readonly problem: string } {
  const mark = marks.find(({ bytes: wanted }) => wanted.every((byte, i) => bytes[i] === byte));
  const label = mark?.label ?? charsetOf(contentType) ?? declared(bytes) ?? 'utf-8';
  const asUtf8 = label.startsWith('utf-16') ? undefined : decodeAs('utf-8', bytes, true);
  const text = asUtf8 ?? decodeAs(label, bytes, true);
  if (text !== undefined) return { text };
  const problem = `is not in the encoding that it states (${label.slice(0, 40)})`;
  const replaced = replaceBadBytes ? decodeAs(label, bytes, false) : undefined;
  return replaced === undefined ? { problem } : { text: replaced, badBytes: problem };
}

function charsetOf(contentType: string | null | undefined): string | undefined {
  return /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
}

function declared(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase();
}

function decodeAs(label: string, bytes: Uint8Array, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
}
