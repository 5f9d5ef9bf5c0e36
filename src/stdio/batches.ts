import type { MessageId } from '../protocol/protocol.ts';

interface Batch {
  readonly waiting: Set<MessageId>;
  readonly answers: string[];
}

/** Collects the answers to the requests of a batch, which go out together. */
export class Batches {
  readonly #byRequest = new Map<MessageId, Batch>();
  readonly #send: (line: string) => void;

  constructor(send: (line: string) => void) {
    this.#send = send;
  }

  /** Opens a batch that waits for `requests`; `answers` are those known already. */
  open(requests: readonly MessageId[], answers: readonly string[]): void {
    const batch: Batch = { waiting: new Set(requests), answers: [...answers] };
    for (const id of requests) this.#byRequest.set(id, batch);
    this.#sendIfComplete(batch);
  }

  /** Takes an answer into its batch; false if its request came by itself. */
  take(id: MessageId, json: string): boolean {
    const batch = this.#byRequest.get(id);
    if (batch === undefined) return false;
    batch.answers.push(json);
    this.#settle(id, batch);
    return true;
  }

  /** Expects no answer any more: the request was cancelled. */
  drop(id: MessageId): void {
    const batch = this.#byRequest.get(id);
    if (batch !== undefined) this.#settle(id, batch);
  }

  #settle(id: MessageId, batch: Batch): void {
    this.#byRequest.delete(id);
    batch.waiting.delete(id);
    this.#sendIfComplete(batch);
  }

  #sendIfComplete({ waiting, answers }: Batch): void {
    if (waiting.size === 0 && answers.length > 0) this.#send(`[${answers.join(',')}]`);
  }
}
