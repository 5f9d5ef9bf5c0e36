import { DataError } from './data-error.ts';
import { limitBytes } from './fetch.ts';

/** What a service may take of whoever asks it. */
export interface FetchBounds {
  /** For one answer, to its last byte, in milliseconds. */
  readonly requestMs: number;
  /** For all that is asked of it over one connection. */
  readonly wholeMs: number;
  /** Bytes of one answer, decompressed. */
  readonly answerBytes: number;
}

/** An answer that was given up, or a request that was not made. The message says why. */
type BoundsError = DataError<'too_large' | 'malformed'>;

/**
 * Requests for one thing that is asked: what both eras need to begin with, and a few answers to what the service asks
 * back. Each question of its own makes the SDK send a request, and one answer has room for a hundred thousand of them.
 */
const MOST_REQUESTS = 8;

/** What the SDK fetches with, for one connection: within bounds, and from no other address. */
export class BoundedFetch {
  /** What stopped an answer on its way; the SDK tells of its consequences. */
  fault: BoundsError | undefined;
  readonly #bounds: FetchBounds;
  readonly #begun = performance.now();
  readonly #signal: AbortSignal | undefined;
  #requests = 0;

  /** The signal ends every request, also those that the SDK begins with and gives none. */
  constructor(bounds: FetchBounds, signal?: AbortSignal) {
    this.#bounds = bounds;
    this.#signal = signal;
  }

  /** Begins with something else to ask. */
  begin(): void {
    this.fault = undefined;
    this.#requests = 0;
  }

  /** Milliseconds that the next answer may take; at least one. */
  get leftMs(): number {
    const { requestMs, wholeMs } = this.#bounds;
    return Math.ceil(Math.max(1, Math.min(requestMs, this.#begun + wholeMs - performance.now())));
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    // A stream of notices, for which nobody here waits, and which the SDK opens again as often as it is closed.
    if (init.method === 'GET') return new Response(null, { status: 405 });
    this.#requests += 1;
    if (this.#requests > MOST_REQUESTS) {
      throw this.#stop('malformed', 'The service asks back more than one of its kind does.');
    }
    // The SDK waits for answers alone: what only tells the service something would wait for ever.
    const signals = [init.signal, this.#signal, AbortSignal.timeout(this.leftMs)].filter(
      (each) => each != null,
    );
    const response = await fetch(input, { ...init, redirect: 'error', signal: AbortSignal.any(signals) });
    if (response.body === null) return response;
    const { answerBytes } = this.#bounds;
    const tooLarge = () =>
      this.#stop('too_large', `An answer of the service goes on beyond ${answerBytes} bytes.`);
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(limitBytes(answerBytes, tooLarge));
    return new Response(body, { status, statusText, headers });
  };

  #stop(problem: BoundsError['code'], what: string): BoundsError {
    this.fault = new DataError(problem, what);
    return this.fault;
  }
}
