import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type Changes, listenedTo } from '../protocol/changes.ts';
import { errorAnswer, type MessageId, outcomeOf } from '../protocol/protocol.ts';
import { eventOf, type MessageAnswer } from './one-request-transport.ts';
import { REFUSED } from './responses.ts';

/** Streams of changes that may be open at one time: of one caller, and of all. */
export interface StreamLimits {
  readonly streamsOfOne: number;
  readonly streams: number;
}

/** Resources that one stream may name: those of all streams together are watched. */
const MOST_RESOURCES = 50;

const TOO_MANY_RESOURCES = `notifications.resourceSubscriptions names more resources than the ${MOST_RESOURCES} that one stream takes. Name fewer, or open another stream.`;
const TOO_MANY_STREAMS =
  'You have reached the limit of streams of changes that one caller may have open. Close one, or name several resources in one stream.';
const ROOM_FOR_ANOTHER =
  'This stream of changes ended to make room for another caller: the limit of all is reached, and you have most of them. Name several resources in one stream.';

/** A place of a caller's, for a stream that is open or is being opened. */
interface Place {
  readonly caller: string;
  /** Ends the stream for the sake of another caller, and tells its own. */
  evict: () => void;
}

/** Who opens a stream, and by which request. */
interface Opening {
  readonly message: unknown;
  readonly id: MessageId | null;
  readonly caller: string;
}

/**
 * The open streams of changes. Each caller has a share of them; where all places are taken, one more takes that of the
 * caller who has most, so that nobody is locked out.
 */
export class ChangeStreams {
  readonly #limits: StreamLimits;
  readonly #changes: Changes | undefined;
  readonly #onChanged: (uri: string) => void;
  readonly #places = new Set<Place>();
  #unlisten: (() => void) | undefined;

  /** `onChanged` tells the streams of a resource that has changed; nothing ever does without `changes`. */
  constructor(limits: StreamLimits, changes: Changes | undefined, onChanged: (uri: string) => void) {
    this.#limits = limits;
    this.#changes = changes;
    this.#onChanged = onChanged;
  }

  /** Has a stream opened by `open`, or says why there is no place for it. */
  async open(opening: Opening, open: () => Promise<MessageAnswer>): Promise<MessageAnswer> {
    const { message, id, caller } = opening;
    const uris = listenedTo(message);
    if (uris.length > MOST_RESOURCES) return refusal(id, ProtocolErrorCode.InvalidParams, TOO_MANY_RESOURCES);
    const place = this.#takePlace(caller);
    if (place === undefined) return refusal(id, REFUSED, TOO_MANY_STREAMS);
    const answer = await open().catch((error: unknown) => {
      this.#places.delete(place);
      throw error;
    });
    if (answer.kind !== 'stream' || answer.response.body === null) {
      this.#places.delete(place);
      return answer;
    }
    const { status, headers, body } = answer.response;
    if (!this.#places.has(place)) {
      await body.cancel();
      return refusal(id, REFUSED, ROOM_FOR_ANOTHER);
    }
    const unwatch = this.#watch(uris);
    const onEnd = (): void => {
      if (this.#places.delete(place)) unwatch();
    };
    const { stream, end } = endable(body, onEnd);
    place.evict = () => end(eventOf(errorAnswer(id, REFUSED, ROOM_FOR_ANOTHER)));
    return { kind: 'stream', response: new Response(stream, { status, headers }) };
  }

  /** Tells of no change any more. */
  close(): void {
    this.#unlisten?.();
  }

  /** A place for one more stream; undefined if the caller has the share of one, or most of all. */
  #takePlace(caller: string): Place | undefined {
    const counts = new Map<string, number>();
    for (const one of this.#places) counts.set(one.caller, (counts.get(one.caller) ?? 0) + 1);
    if ((counts.get(caller) ?? 0) >= this.#limits.streamsOfOne) return undefined;
    if (this.#places.size >= this.#limits.streams) {
      let fullest = caller;
      for (const [other, count] of counts) if (count > (counts.get(fullest) ?? 0)) fullest = other;
      if (fullest === caller) return undefined;
      [...this.#places].findLast((one) => one.caller === fullest)?.evict();
    }
    const place: Place = { caller, evict: () => this.#places.delete(place) };
    this.#places.add(place);
    return place;
  }

  /** Has changes of resources told to the streams; the function returned ends that for one of them. */
  #watch(uris: readonly string[]): () => void {
    const changes = this.#changes;
    if (changes === undefined || uris.length === 0) return () => undefined;
    for (const uri of uris) changes.watch(uri);
    this.#unlisten ??= changes.listen((changed) => {
      for (const uri of changed) this.#onChanged(uri);
    });
    return () => {
      for (const uri of uris) changes.unwatch(uri);
    };
  }
}

function refusal(id: MessageId | null, code: number, message: string): MessageAnswer {
  const answer = errorAnswer(id, code, message);
  return { kind: 'json', status: 200, json: JSON.stringify(answer), outcome: outcomeOf(answer) };
}

/** A stream passed on that can be ended from here with a last word. `onEnd` is called however it ends. */
function endable(
  source: ReadableStream<Uint8Array>,
  onEnd: () => void,
): { readonly stream: ReadableStream<Uint8Array>; readonly end: (lastWord: string) => void } {
  const reader = source.getReader();
  let passedOn: ReadableStreamDefaultController<Uint8Array> | undefined;
  const finish = (lastWord?: string): void => {
    onEnd();
    if (lastWord !== undefined) passedOn?.enqueue(new TextEncoder().encode(lastWord));
    passedOn?.close();
    passedOn = undefined;
  };
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      passedOn = controller;
    },
    pull: async () => {
      const { done, value } = await reader.read();
      if (done) finish();
      else passedOn?.enqueue(value);
    },
    cancel: async (reason) => {
      passedOn = undefined;
      finish();
      await reader.cancel(reason);
    },
  });
  return {
    stream,
    end: (lastWord) => {
      finish(lastWord);
      void reader.cancel();
    },
  };
}
