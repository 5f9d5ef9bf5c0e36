import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { BATCH_REVISION, isPastBatches, OpenBatches, whyBatchRefused } from '../protocol/batch.ts';
import {
  type CheckedMessage,
  checkMessage,
  ErrorCode,
  errorAnswer,
  type MessageId,
  MODERN_REVISION,
  namesOf,
  outcomeOf,
  parseErrorAnswer,
} from '../protocol/protocol.ts';
import { type Line, LineSplitter } from './lines.ts';

/** Bytes of one message. */
const MAX_LINE = 10 * 1024 * 1024;

/** Whose answer would be whose, nobody could tell, and one of a batch would be waited for in vain. */
const SAME_ID = 'A request with this id is being answered. Give each its own.';

/** What is still being answered when the input ends may take this long. */
const ENDING_MS = 8_000;

/** A request that was answered: its names, and the code under which it failed, or `ok`. */
export interface AskedRequest {
  readonly method: string | undefined;
  readonly tool: string | undefined;
  readonly outcome: string;
  readonly ms: number;
}

interface Open {
  readonly message: unknown;
  readonly began: number;
}

/**
 * The line framing below the protocol. The SDK's own transport drops lines that are no messages, and requests in
 * flight when the input ends; this one answers both.
 */
export class StdioWire {
  onclose?: () => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #onFirstAnswer: () => void;
  readonly #onAnswered: ((asked: AskedRequest) => void) | undefined;
  readonly #splitter = new LineSplitter(MAX_LINE);
  readonly #batches = new OpenBatches((line) => this.#write(line));
  readonly #unanswered = new Map<MessageId, Open>();
  #revision: string | undefined;
  #answered = false;
  #ended = false;
  #closed = false;
  /** The reader of the output is behind: nothing more is read until it has caught up. */
  #isBehind = false;

  constructor(
    input: Readable,
    output: Writable,
    onFirstAnswer: () => void,
    onAnswered?: (asked: AskedRequest) => void,
  ) {
    this.#input = input;
    this.#output = output;
    this.#onFirstAnswer = onFirstAnswer;
    this.#onAnswered = onAnswered;
  }

  /** Begins to read. */
  start(): void {
    this.#input.on('data', (chunk: Buffer) => this.#receive(this.#splitter.push(chunk)));
    this.#input.once('end', () => this.#end());
    this.#input.once('error', () => this.#end());
    this.#output.once('error', () => void this.close());
  }

  /** Called by the server with the negotiated revision. */
  setProtocolVersion = (revision: string): void => {
    this.#revision = revision;
  };

  async send(message: JSONRPCMessage): Promise<void> {
    const json = JSON.stringify(message);
    const id = 'method' in message ? undefined : message.id;
    if (id === undefined) this.#write(json);
    else this.sendJson(id, json, outcomeOf(message));
  }

  /** Sends the answer to a request; `outcome` is the code under which it failed, or `ok`. */
  sendJson(id: MessageId, json: string, outcome: string): void {
    // It was cancelled, and the rest of its batch may have gone out already.
    if (!this.#unanswered.has(id)) return;
    if (!this.#batches.take(id, json)) this.#write(json);
    this.#tell(id, outcome);
    this.#settle(id);
  }

  /** Reads no more, as if the input had ended. */
  drain(): void {
    if (this.#closed || this.#ended) return;
    this.#input.removeAllListeners('data');
    this.#input.pause();
    this.#end();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.removeAllListeners('data');
    this.#input.pause();
    this.onclose?.();
  }

  #receive(lines: readonly Line[]): void {
    for (const line of lines) {
      if (this.#closed) return;
      if (typeof line === 'string') this.#receiveLine(line);
      else if (line.fault === 'not UTF-8') this.#write(JSON.stringify(parseErrorAnswer('The line')));
      else this.#refuse(`A line is longer than ${MAX_LINE} bytes. Send less in one message.`);
    }
  }

  #receiveLine(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      this.#write(JSON.stringify(parseErrorAnswer('The line')));
      return;
    }
    if (Array.isArray(message)) this.#receiveBatch(message);
    else this.#receiveMessage(message, checkMessage(message));
  }

  #receiveMessage(message: unknown, checked: CheckedMessage): void {
    if (checked.kind === 'refused') {
      if (checked.isOwed) this.#write(JSON.stringify(checked.answer));
    } else if (checked.kind === 'request' && this.#unanswered.has(checked.id)) {
      this.#write(JSON.stringify(errorAnswer(checked.id, ErrorCode.InvalidRequest, SAME_ID)));
    } else this.#deliver(message, checked);
  }

  #receiveBatch(messages: readonly unknown[]): void {
    const allowed = this.#revision === undefined || this.#revision === BATCH_REVISION;
    const refusal = whyBatchRefused(messages, allowed);
    if (refusal !== undefined) {
      this.#refuse(refusal);
      return;
    }
    const checked = messages.map(checkMessage);
    const requests = checked.flatMap((each) => (each.kind === 'request' ? [each.id] : []));
    if (requests.some((id) => this.#unanswered.has(id))) {
      this.#refuse(SAME_ID);
      return;
    }
    const refused = checked.flatMap((each) =>
      each.kind === 'refused' && each.isOwed ? [JSON.stringify(each.answer)] : [],
    );
    this.#batches.open(requests, refused);
    messages.forEach((message, index) => {
      const each = checked[index];
      if (each !== undefined && each.kind !== 'refused') this.#deliver(message, each);
    });
  }

  #deliver(message: unknown, checked: CheckedMessage): void {
    if (isPastBatches(message)) this.#revision ??= MODERN_REVISION;
    if (checked.kind === 'request') this.#unanswered.set(checked.id, { message, began: performance.now() });
    const cancelled = cancelledRequest(message);
    // `initialize` must not be cancelled: it would change the revision, and no answer would tell.
    if (cancelled !== undefined && namesOf(this.#unanswered.get(cancelled)?.message).method === 'initialize')
      return;
    this.onmessage?.(message as JSONRPCMessage);
    // A cancelled request is not answered: nothing may wait for it.
    if (cancelled === undefined) return;
    this.#batches.drop(cancelled);
    this.#settle(cancelled);
  }

  #refuse(reason: string): void {
    this.#write(JSON.stringify(errorAnswer(null, ErrorCode.InvalidRequest, reason)));
  }

  #write(line: string): void {
    if (this.#closed) return;
    const flushed = this.#output.write(`${line}\n`, () => this.#notice());
    if (flushed || this.#isBehind) return;
    this.#isBehind = true;
    this.#input.pause();
    this.#output.once('drain', () => {
      this.#isBehind = false;
      if (!this.#closed) this.#input.resume();
    });
  }

  #notice(): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#onFirstAnswer();
  }

  #tell(id: MessageId, outcome: string): void {
    const open = this.#unanswered.get(id);
    if (this.#onAnswered === undefined || open === undefined) return;
    const ms = Math.round((performance.now() - open.began) * 100) / 100;
    this.#onAnswered({ ...namesOf(open.message), outcome, ms });
  }

  #settle(id: MessageId): void {
    this.#unanswered.delete(id);
    if (this.#ended && this.#unanswered.size === 0) void this.close();
  }

  #end(): void {
    this.#receive(this.#splitter.end());
    this.#ended = true;
    if (this.#unanswered.size === 0) void this.close();
    else setTimeout(() => this.#refuseRest(), ENDING_MS).unref();
  }

  /** Refuses what could not be answered in time; the last refusal closes. */
  #refuseRest(): void {
    for (const id of [...this.#unanswered.keys()]) {
      const answer = errorAnswer(
        id,
        ErrorCode.InternalError,
        'The server is closing, and did not get to this.',
      );
      this.sendJson(id, JSON.stringify(answer), String(ErrorCode.InternalError));
    }
  }
}

/** The id of the request that a message cancels, if any. */
export function cancelledRequest(message: unknown): MessageId | undefined {
  const { method, params } = message as { method?: unknown; params?: { requestId?: unknown } };
  if (method !== 'notifications/cancelled') return undefined;
  const id = params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
