import type { MessageId } from './protocol.ts';

/** The one revision that defines JSON-RPC batches. */
export const BATCH_REVISION = '2025-03-26';

/** More calls than this in one batch are refused. */
const MAX_BATCH = 50;

/** Says why a JSON-RPC batch is not answered, or nothing if it is. */
export function whyBatchRefused(messages: readonly unknown[], allowed: boolean): string | undefined {
  if (!allowed || messages.some(isPastBatches)) {
    return `Only revision ${BATCH_REVISION} has batches. Send each message by itself.`;
  }
  if (messages.length === 0) return 'The batch is empty. Send one message, or a batch of some.';
  if (messages.length > MAX_BATCH) {
    return `The batch has ${messages.length} messages; at most ${MAX_BATCH} are answered at once. Send several batches.`;
  }
  if (messages.some(isInitialize))
    return 'A batch cannot hold "initialize". Send it by itself, before the others.';
  return hasDuplicateIds(messages)
    ? 'Two requests of the batch have the same id. Give each its own.'
    : undefined;
}

/** A message that names its revision is of a revision later than batches. */
export function isPastBatches(message: unknown): boolean {
  const meta = field(field(message, 'params'), '_meta');
  return field(meta, 'io.modelcontextprotocol/protocolVersion') !== undefined;
}

function isInitialize(message: unknown): boolean {
  return field(message, 'method') === 'initialize';
}

function hasDuplicateIds(messages: readonly unknown[]): boolean {
  const ids = messages
    .filter((message) => field(message, 'method') !== undefined)
    .map((message) => field(message, 'id'));
  const given = ids.filter((id) => typeof id === 'string' || typeof id === 'number');
  return new Set(given).size < given.length;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

interface Batch {
  readonly waiting: Set<MessageId>;
  readonly answers: string[];
}

/** Collects the answers to the requests of each batch on a connection, which go out together. */
export class OpenBatches {
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

  /** Adds an answer to its batch; false if its request was not part of one. */
  take(id: MessageId, json: string): boolean {
    const batch = this.#byRequest.get(id);
    if (batch === undefined) return false;
    batch.answers.push(json);
    this.#settle(id, batch);
    return true;
  }

  /** Stops waiting for an answer: the request was cancelled. */
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
