import { randomUUID } from 'node:crypto';
import {
  type AuthInfo,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type McpServer,
  ProtocolErrorCode,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';
import { type MessageId, outcomeOf } from '../protocol/protocol.ts';

/** The answer to one message; a stream where the server has something to say before, and for subscriptions. */
export type MessageAnswer =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly json: string;
      /** `ok`, or the code of the tool's or the protocol's error. */
      readonly outcome: string;
      /** True if a tool's answer came from the cache. */
      readonly cached?: boolean;
      /** False where HTTP alone wants an answer: in a batch it is left out. */
      readonly isOwed?: boolean;
    }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'stream'; readonly response: Response };

type Reply = Extract<JSONRPCMessage, { readonly id: MessageId }>;

/**
 * What servers have asked of their callers while they answer. There are no sessions to tell two askers apart, so
 * each question goes out under an id that nobody else has, and nobody can guess.
 */
export class Questions {
  readonly #open = new Map<string, (reply: object) => void>();

  /** Gives a question its id; `answered` is called with the reply. */
  ask(answered: (reply: object) => void): string {
    const id = randomUUID();
    this.#open.set(id, answered);
    return id;
  }

  /** Delivers a reply to the waiting server; an unexpected one is dropped. */
  take(reply: unknown): void {
    const { id } = reply as Reply;
    if (typeof id !== 'string') return;
    this.#open.get(id)?.(reply as object);
    this.#open.delete(id);
  }

  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#open.delete(id);
  }
}

/** A message as an event of a stream. */
export function eventOf(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

interface Circumstances {
  readonly authInfo: AuthInfo;
  readonly questions: Questions;
  /** Whether the caller reads an event stream; it gets one only if it must. */
  readonly acceptsStream: boolean;
  readonly signal: AbortSignal;
}

/**
 * Has a server of the handshake era answer one request and closes it. The answer is plain JSON, unless the server
 * has something to say before: then all of it goes into a stream.
 */
export function answerOne(
  server: McpServer | Server,
  request: JSONRPCMessage,
  circumstances: Circumstances,
): Promise<MessageAnswer> {
  const transport = new OneRequestTransport(circumstances);
  circumstances.signal.addEventListener('abort', () => void transport.close(), { once: true });
  return new Promise((resolve, reject) => {
    transport.settle = resolve;
    if (circumstances.signal.aborted) return resolve({ kind: 'nothing' });
    server.connect(transport).then(() => transport.take(request), reject);
  });
}

class OneRequestTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  settle: (answer: MessageAnswer) => void = () => undefined;
  readonly #circumstances: Circumstances;
  readonly #asked: string[] = [];
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(circumstances: Circumstances) {
    this.#circumstances = circumstances;
  }

  take(message: JSONRPCMessage): void {
    this.onmessage?.(message, { authInfo: this.#circumstances.authInfo });
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResponse(message)) return this.#finish(message);
    // A caller that reads no stream gets nothing before the answer, and cannot be asked anything.
    if (!this.#circumstances.acceptsStream) return this.#decline(message);
    if (!isJSONRPCRequest(message)) return this.#write(message);
    const id = this.#circumstances.questions.ask((reply) =>
      this.take({ ...reply, id: message.id } as JSONRPCMessage),
    );
    this.#asked.push(id);
    this.#write({ ...message, id });
  }

  async close(): Promise<void> {
    this.#circumstances.questions.forget(this.#asked);
    this.#stream?.close();
    this.#stream = undefined;
    this.settle({ kind: 'nothing' });
    this.onclose?.();
  }

  #finish(answer: JSONRPCMessage): void {
    if (this.#stream === undefined) {
      this.settle({
        kind: 'json',
        status: 200,
        json: JSON.stringify(answer),
        outcome: outcomeOf(answer),
      });
    } else {
      this.#write(answer);
    }
    void this.close();
  }

  #decline(message: JSONRPCMessage): void {
    if (!isJSONRPCRequest(message)) return;
    const error = {
      code: ProtocolErrorCode.InvalidRequest,
      message: 'The caller reads no event stream, so that it can be asked nothing.',
    };
    this.take({ jsonrpc: '2.0', id: message.id, error });
  }

  #write(message: JSONRPCMessage): void {
    this.#stream ??= this.#open();
    this.#stream?.enqueue(new TextEncoder().encode(eventOf(message)));
  }

  #open(): ReadableStreamDefaultController<Uint8Array> | undefined {
    let opened: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        opened = controller;
      },
      cancel: () => {
        this.#stream = undefined;
        return this.close();
      },
    });
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
    this.settle({ kind: 'stream', response: new Response(body, { headers }) });
    return opened;
  }
}
