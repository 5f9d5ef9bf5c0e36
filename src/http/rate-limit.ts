import { isIPv6 } from 'node:net';

/** The state of a caller's limit after a charge. */
export interface RateLimitState {
  readonly allowed: boolean;
  /** Whole seconds after which one more request will be answered; 0 if this one is. */
  readonly retryAfterSeconds: number;
}

/**
 * Charges a caller for so many requests, of which some are paid for already. With several workers the answer comes from
 * another process.
 */
export type Charge = (
  caller: string,
  requests: number,
  paid: number,
) => RateLimitState | Promise<RateLimitState>;

interface RateLimitOptions {
  /** Requests a minute; as many may come at once. */
  readonly perMinute: number;
  /** Callers that are remembered; beyond that the least recently seen is evicted. */
  readonly callers?: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MOST_CALLERS = 50_000;

/** A token bucket for each caller, refilled evenly over a minute. */
export class RateLimit {
  readonly #perMinute: number;
  readonly #callers: number;
  readonly #now: () => number;
  /** In the order in which they were last heard of. */
  readonly #buckets = new Map<string, Bucket>();

  constructor({ perMinute, callers = MOST_CALLERS, now = () => performance.now() }: RateLimitOptions) {
    this.#perMinute = perMinute;
    this.#callers = callers;
    this.#now = now;
  }

  /** How many callers are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /**
   * Takes what requests cost, less what is paid. More at once than the limit has wait for a full bucket, and leave a debt:
   * as the bucket was before anything of them was paid, and will be when they come again.
   */
  charge(caller: string, requests: number, paid = 0): RateLimitState {
    const bucket = this.#filled(caller);
    const needed = Math.min(requests, this.#perMinute);
    // Filling in small steps adds up to a little less than whole tokens.
    if (bucket.tokens + paid + 1e-6 < needed) {
      const seconds = Math.ceil(((needed - bucket.tokens) * 60) / this.#perMinute);
      return { allowed: false, retryAfterSeconds: Math.max(1, seconds) };
    }
    bucket.tokens -= requests - paid;
    return { allowed: true, retryAfterSeconds: 0 };
  }

  #filled(caller: string): Bucket {
    const now = this.#now();
    const bucket = this.#buckets.get(caller) ?? { tokens: this.#perMinute, at: now };
    const gained = ((now - bucket.at) * this.#perMinute) / 60_000;
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + gained);
    bucket.at = now;
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    const [longest] = this.#buckets.keys();
    if (this.#buckets.size > this.#callers && longest !== undefined) this.#buckets.delete(longest);
    return bucket;
  }
}

/** Whom a caller counts as who has proven nothing but where they are. */
export function addressCaller(address: string): string {
  return `address ${addressKey(address)}`;
}

/** One caller for each address; for each /64 of IPv6, since a single host has as many addresses as it likes. */
export function addressKey(address: string): string {
  const bare = address.split('%')[0] ?? address;
  if (!isIPv6(bare)) return bare;
  const [front = '', back] = bare.toLowerCase().split('::');
  const first = front === '' ? [] : front.split(':');
  const last = back === undefined || back === '' ? [] : back.split(':');
  const zeros = back === undefined ? 0 : 8 - first.length - groups(last);
  const all = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** A last group written as IPv4 counts for two. */
function groups(parts: readonly string[]): number {
  return parts.length + (parts.at(-1)?.includes('.') ? 1 : 0);
}
