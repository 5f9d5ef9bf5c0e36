import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { LOCAL_USER } from '../lib/caller.ts';
import {
  answerPlain,
  initializeResult,
  type PlainRequest,
  readPlainRequest,
  resultJson,
} from '../protocol/plain-path.ts';
import {
  ErrorCode,
  errorAnswer,
  INTERNAL_FAILURE,
  type MessageId,
  UNNAMED_REVISION,
} from '../protocol/protocol.ts';
import type { Service } from '../protocol/service.ts';
import type { SdkSession } from './sdk-session.ts';
import { type Asked, cancelledRequest, StdioWire } from './wire.ts';

export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Called with each request and its outcome, if given. */
  readonly onAnswered?: ((asked: Asked) => void) | undefined;
  /** Called with failures that are not shown to the caller. */
  readonly onError: (error: Error) => void;
}

export interface StdioServer {
  /** Settles when the input has ended and everything was answered, or the server was closed. */
  readonly closed: Promise<void>;
  /** Reads no more, and closes when all that was asked is answered. */
  drain(): void;
  close(): Promise<void>;
}

/** Serves one connection over a pair of streams. Nothing but protocol messages is written to `output`. */
export function serveStdio(
  service: Service,
  { input, output, onAnswered, onError }: StdioOptions,
): StdioServer {
  const wire = new StdioWire(input, output, () => service.warm(), onAnswered);
  const session = new StdioSession(service, wire, onError);
  const closed = new Promise<void>((resolve) => {
    wire.onclose = resolve;
  });
  wire.start();
  return { closed, drain: () => wire.drain(), close: () => session.close() };
}

type Initialize = Extract<PlainRequest, { method: 'initialize' }>;

/**
 * One connection. What nearly every host sends takes the plain path. The SDK, whose schemas take longer to load than
 * all the rest, is loaded for the first message of any other form, told how the connection was opened, and given that
 * message and all such messages that follow.
 */
class StdioSession {
  readonly #service: Service;
  readonly #wire: StdioWire;
  readonly #onError: (error: Error) => void;
  /** The `initialize` that was answered here. */
  #opening: JSONRPCMessage | undefined;
  /** The revision that it was answered with. */
  #revision = UNNAMED_REVISION;
  #sdk: Promise<SdkSession> | undefined;
  /** Requests in flight here; each may be cancelled. */
  readonly #running = new Map<MessageId, { cancelled: boolean }>();

  constructor(service: Service, wire: StdioWire, onError: (error: Error) => void) {
    this.#service = service;
    this.#wire = wire;
    this.#onError = onError;
    wire.onmessage = (message) => this.#receive(message);
  }

  async close(): Promise<void> {
    const sdk = await this.#sdk?.catch(() => undefined);
    await sdk?.close();
    await this.#wire.close();
  }

  #receive(message: JSONRPCMessage): void {
    const request = readPlainRequest(message);
    if (!('method' in message && 'id' in message)) this.#notice(message);
    else if (request?.method === 'initialize') this.#open(message, request);
    else if (request === undefined || this.#opening === undefined) this.#handOver(message);
    else void this.#answer(message, request);
  }

  #open(message: JSONRPCMessage, { id, revision }: Initialize): void {
    if (this.#opening !== undefined || this.#sdk !== undefined) {
      this.#handOver(message);
      return;
    }
    this.#opening = message;
    const result = initializeResult(this.#service, revision, 'stdio');
    this.#revision = result.protocolVersion;
    this.#wire.setProtocolVersion(result.protocolVersion);
    this.#wire.sendJson(id, resultJson(id, JSON.stringify(result)), 'ok');
  }

  /**
   * Before the SDK is loaded, cancellation is the only notification that matters to a server that sends no
   * requests.
   */
  #notice(message: JSONRPCMessage): void {
    const cancelled = cancelledRequest(message);
    const running = cancelled === undefined ? undefined : this.#running.get(cancelled);
    if (running !== undefined) running.cancelled = true;
    if (this.#sdk !== undefined || this.#opening === undefined) this.#handOver(message);
  }

  async #answer(message: JSONRPCMessage, request: PlainRequest): Promise<void> {
    const { id } = request;
    const running = { cancelled: false };
    this.#running.set(id, running);
    const answer = await answerPlain(request, {
      service: this.#service,
      caller: LOCAL_USER,
      transport: 'stdio',
      revision: this.#revision,
      onError: this.#onError,
      isCancelled: () => running.cancelled,
    });
    if (this.#running.get(id) === running) this.#running.delete(id);
    if (running.cancelled) return;
    if (answer === undefined) this.#handOver(message);
    else this.#wire.sendJson(id, answer.json, answer.outcome);
  }

  #fail(id: MessageId, error: unknown): void {
    this.#onError(error instanceof Error ? error : new Error(String(error)));
    const answer = errorAnswer(id, ErrorCode.InternalError, INTERNAL_FAILURE);
    this.#wire.sendJson(id, JSON.stringify(answer), String(ErrorCode.InternalError));
  }

  #handOver(message: JSONRPCMessage): void {
    this.#sdk ??= this.#loadSdk();
    this.#sdk.then(
      (sdk) => sdk.receive(message),
      (error: unknown) => {
        if ('method' in message && 'id' in message) this.#fail(message.id, error);
      },
    );
  }

  async #loadSdk(): Promise<SdkSession> {
    const { openSdkSession } = await import('./sdk-session.ts');
    return openSdkSession(this.#service, this.#wire, this.#opening, this.#onError);
  }
}
