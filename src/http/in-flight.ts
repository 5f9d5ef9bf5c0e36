import type { ServerResponse } from 'node:http';
import { holdBy, SHORT_ANSWER } from './held-bytes.ts';
import type { HttpLimits } from './options.ts';
import { Ranking } from './ranking.ts';
import { refuseBusy, refuseUnread } from './responses.ts';

/** A request that is being answered. */
export interface Place {
  readonly response: ServerResponse;
  /**
   * Whose it is, by what is proven: an address until a token was verified, and then whoever holds that. What a header
   * claims gives no share.
   */
  from: string;
  /** It came when all places were taken, and stays only if whoever proves to have sent it may take one. */
  isExtra: boolean;
  /** Bytes of its answer that are made, as far as they were announced. */
  held: number;
  /** Ends the work for an answer that nobody waits for. */
  readonly work: AbortController;
}

/** What a caller has. */
interface Share {
  /** In the order in which they came. */
  readonly places: Set<Place>;
  /** Bytes of all its answers. */
  held: number;
}

/** Requests whose tokens are verified where all places are taken: a token may show that a place is due to its holder. */
const MOST_EXTRA = 64;

/**
 * The requests that are being answered, and the bytes of their answers that are not read yet. Both are bounded in all, and
 * where a bound is reached, whoever has most gives way to the others. What each caller has is counted as it comes and goes:
 * a request that is refused must cost little.
 */
export class InFlight {
  readonly #limits: Pick<HttpLimits, 'concurrent' | 'unread'>;
  readonly #places = new Set<Place>();
  readonly #shares = new Map<string, Share>();
  /** By places, but for extra ones. */
  readonly #ranking = new Ranking();
  #extra = 0;
  /** Bytes that all callers have still to read, as far as they were announced. */
  #held = 0;

  constructor(limits: Pick<HttpLimits, 'concurrent' | 'unread'>) {
    this.#limits = limits;
  }

  /** Gives a request a place; none if there is none for it. One that may prove whose it is may do so first. */
  enter(
    response: ServerResponse,
    { from, mayProve, work }: Pick<Place, 'from' | 'work'> & { readonly mayProve: boolean },
  ): Place | undefined {
    const isExtra = this.#isFull && mayProve && this.#extra < MOST_EXTRA;
    if (this.#isFull && !isExtra && !this.#makeRoom(from)) return undefined;
    const place = { response, from, isExtra, held: 0, work };
    this.#add(place);
    holdBy(response, (bytes) => this.#hold(place, bytes));
    return place;
  }

  /** A request is answered, or nobody waits for it. */
  leave(place: Place): void {
    if (this.#places.has(place)) this.#remove(place);
  }

  /** Counts a request to whoever has proven to have sent it; false if there is no place for it, and it was refused. */
  identify(place: Place, caller: string): boolean {
    if (!this.#places.has(place)) return false;
    this.#remove(place);
    if (place.isExtra && this.#isFull && !this.#makeRoom(caller)) {
      end(place);
      return false;
    }
    place.from = caller;
    place.isExtra = false;
    this.#add(place);
    if (this.#makeRoomFor(0, caller)) return true;
    refuseUnread(place.response);
    return false;
  }

  #add(place: Place): void {
    const { from, isExtra, held } = place;
    this.#places.add(place);
    const share = this.#shares.get(from) ?? { places: new Set(), held: 0 };
    this.#shares.set(from, share);
    share.places.add(place);
    share.held += held;
    this.#held += held;
    if (isExtra) this.#extra += 1;
    else this.#ranking.add(from);
  }

  #remove(place: Place): void {
    const { from, isExtra, held } = place;
    this.#places.delete(place);
    const share = this.#shares.get(from);
    share?.places.delete(place);
    if (share !== undefined) share.held -= held;
    if (share?.places.size === 0) this.#shares.delete(from);
    this.#held -= held;
    if (isExtra) this.#extra -= 1;
    else this.#ranking.remove(from);
  }

  /** Ends a request of the caller who has most in flight; false if the caller `own` has as many. */
  #makeRoom(own: string): boolean {
    const fullest = this.#ranking.first;
    if (fullest === undefined || this.#ranking.of(fullest) <= this.#ranking.of(own)) return false;
    const last = lastOf(this.#shares.get(fullest)?.places ?? []);
    if (last === undefined) return false;
    this.#giveUp(last);
    return true;
  }

  /** Takes note of an answer's bytes before it is sent; false if there is no room for it. Short ones always have some. */
  #hold(place: Place, bytes: number): boolean {
    const isShort = bytes <= SHORT_ANSWER;
    if (!isShort && !this.#makeRoomFor(bytes, place.from)) return false;
    const share = this.#shares.get(place.from);
    if (share === undefined || !this.#places.has(place)) return isShort;
    place.held += bytes;
    share.held += bytes;
    this.#held += bytes;
    return true;
  }

  /**
   * Makes room for bytes of an answer to `own`, where callers have not read too much, by what is taken from who has most of
   * it; false if that is `own`.
   */
  #makeRoomFor(bytes: number, own: string): boolean {
    while (this.#held + bytes > this.#limits.unread) {
      let most = (this.#shares.get(own)?.held ?? 0) + bytes;
      let fullest: Share | undefined;
      for (const share of this.#shares.values()) {
        if (share.held > most) [fullest, most] = [share, share.held];
      }
      const heaviest = heaviestOf(fullest?.places ?? []);
      if (heaviest === undefined) return false;
      this.#giveUp(heaviest);
    }
    return true;
  }

  /** Ends a request whose place somebody else gets. */
  #giveUp(place: Place): void {
    this.#remove(place);
    end(place);
  }

  get #isFull(): boolean {
    return this.#places.size - this.#extra >= this.#limits.concurrent;
  }
}

/** With words where its answer has not begun, else by cutting the connection. */
function end({ response, work }: Place): void {
  work.abort();
  if (response.headersSent) response.destroy();
  else refuseBusy(response);
}

/**
 * The one that came last, of those that have a place for certain: of them one whose answer has not begun, if there is any,
 * since it can be told.
 */
function lastOf(places: Iterable<Place>): Place | undefined {
  let begun: Place | undefined;
  let waiting: Place | undefined;
  for (const place of places) {
    if (place.isExtra) continue;
    if (place.response.headersSent) begun = place;
    else waiting = place;
  }
  return waiting ?? begun;
}

function heaviestOf(places: Iterable<Place>): Place | undefined {
  let heaviest: Place | undefined;
  for (const place of places) if (place.held > (heaviest?.held ?? 0)) heaviest = place;
  return heaviest;
}
