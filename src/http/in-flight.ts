import type { IncomingMessage, ServerResponse } from 'node:http';
import { holdBy, SHORT_ANSWER } from './held-bytes.ts';
import type { HttpLimits } from './options.ts';
import { refuseBusy, refuseUnread } from './responses.ts';

/** A request that is being answered. */
export interface Place {
  readonly request: IncomingMessage;
  /**
   * Whose it is, by what is proven: an address, whose probes are apart, until a token was verified, and then whoever
   * holds that. What a header claims gives no share.
   */
  from: string;
  /** It came when all places were taken, and stays only if whoever proves to have sent it may take one. */
  isExtra: boolean;
  /** Bytes of its answer that are made, as far as they were announced. */
  held: number;
  /** Ends the work for an answer that nobody waits for. */
  readonly work: AbortController;
}

/** Requests whose tokens are verified where all places are taken: a token may show that a place is due to its holder. */
const MOST_EXTRA = 64;

/**
 * The requests that are being answered, and the bytes of their answers that are not read yet. Both are bounded in all, and
 * where a bound is reached, whoever has most gives way to the others.
 */
export class InFlight {
  readonly #limits: Pick<HttpLimits, 'concurrent' | 'unread'>;
  readonly #answering = new Map<ServerResponse, Place>();
  #extra = 0;
  /** Bytes that all callers have still to read, as far as they were announced. */
  #held = 0;

  constructor(limits: Pick<HttpLimits, 'concurrent' | 'unread'>) {
    this.#limits = limits;
  }

  get all(): Iterable<readonly [ServerResponse, Place]> {
    return this.#answering;
  }

  /** Gives a request a place; none if there is none for it. One that may prove whose it is may do so first. */
  enter(
    response: ServerResponse,
    {
      request,
      from,
      mayProve,
      work,
    }: Pick<Place, 'request' | 'from' | 'work'> & { readonly mayProve: boolean },
  ): Place | undefined {
    const isExtra = this.#isFull && mayProve && this.#extra < MOST_EXTRA;
    if (this.#isFull && !isExtra && !this.#makeRoom(from)) return undefined;
    if (isExtra) this.#extra += 1;
    const place = { request, from, isExtra, held: 0, work };
    this.#answering.set(response, place);
    holdBy(response, (bytes) => this.#hold(response, place, bytes));
    return place;
  }

  /** A request is answered, or nobody waits for it. */
  leave(response: ServerResponse): void {
    const place = this.#answering.get(response);
    if (place === undefined) return;
    if (place.isExtra) this.#extra -= 1;
    this.#held -= place.held;
    this.#answering.delete(response);
  }

  /** Counts a request to whoever has proven to have sent it; false if there is no place for it, and it was refused. */
  identify(response: ServerResponse, place: Place, caller: string): boolean {
    if (!this.#answering.has(response)) return false;
    place.from = caller;
    if (place.isExtra && this.#isFull && !this.#makeRoom(caller)) {
      this.#refuseBegun(response, place);
      return false;
    }
    if (place.isExtra) this.#extra -= 1;
    place.isExtra = false;
    if (this.#makeRoomFor(0, caller)) return true;
    refuseUnread(response);
    return false;
  }

  /** Refuses the last request of the caller who has most in flight; false if that is the caller `own`. */
  #makeRoom(own: string): boolean {
    const fullest = this.#mostOf(own, 0, ({ isExtra }) => (isExtra ? 0 : 1));
    const last = [...this.#answering].findLast(
      ([response, { from, isExtra }]) => from === fullest && !isExtra && !response.headersSent,
    );
    if (fullest === own || last === undefined) return false;
    this.#refuseBegun(...last);
    return true;
  }

  /** Takes note of an answer's bytes before it is sent; false if there is no room for it. Short ones always have some. */
  #hold(response: ServerResponse, place: Place, bytes: number): boolean {
    const isShort = bytes <= SHORT_ANSWER;
    if (!isShort && !this.#makeRoomFor(bytes, place.from)) return false;
    if (!this.#answering.has(response)) return isShort;
    place.held += bytes;
    this.#held += bytes;
    return true;
  }

  /**
   * Makes room for bytes of an answer to `own`, where callers have not read too much, by what is taken from who has most of
   * it; false if that is `own`.
   */
  #makeRoomFor(bytes: number, own: string): boolean {
    while (this.#held + bytes > this.#limits.unread) {
      const fullest = this.#mostOf(own, bytes, ({ held }) => held);
      const [heaviest] = [...this.#answering]
        .filter(([, { from }]) => from === fullest)
        .sort(([, one], [, other]) => other.held - one.held);
      if (fullest === own || heaviest === undefined) return false;
      this.#refuseBegun(...heaviest);
    }
    return true;
  }

  /** The caller who has most of what is counted; `own`, who is to have so much more, if nobody has more. */
  #mostOf(own: string, more: number, count: (place: Place) => number): string {
    const counts = new Map([[own, more]]);
    for (const place of this.#answering.values()) {
      counts.set(place.from, (counts.get(place.from) ?? 0) + count(place));
    }
    let fullest = own;
    for (const [from, most] of counts) if (most > (counts.get(fullest) ?? 0)) fullest = from;
    return fullest;
  }

  /** Ends a request whose place somebody else gets: with words, where its answer has not begun. */
  #refuseBegun(response: ServerResponse, { work }: Place): void {
    this.leave(response);
    work.abort();
    if (response.headersSent) response.destroy();
    else refuseBusy(response);
  }

  get #isFull(): boolean {
    return this.#answering.size - this.#extra >= this.#limits.concurrent;
  }
}
