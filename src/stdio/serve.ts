import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { LOCAL_USER } from '../lib/caller.ts';
import { NotBegun, type Turn, Turns } from '../lib/turns.ts';
import {
  answerPlain,
  initializeResult,
  type PlainRequest,
  readPlainRequest,
  resultJson,
} from '../protocol/plain-path.ts';
import {
  ANSWERED_AT_ONCE,
  ErrorCode,
  errorAnswer,
  INTERNAL_FAILURE,
  type MessageId,
  UNNAMED_REVISION,
} from '../protocol/protocol.ts';
import type { Service } from '../protocol/service.ts';
import type { SdkSession } from './sdk-session.ts';
import { type AskedRequest, cancelledRequest, StdioWire } from './wire.ts';

interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Called with each request and its outcome, if given. */
  readonly onAnswered?: ((asked: AskedRequest) => void) | undefined;
  /** Called with failures that are not shown to the caller. */
  readonly onError: (error: Error) => void;
}

interface StdioServer {
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
  readonly #turns = new Turns();
  /** Requests that wait or are answered here; each may be cancelled. */
  readonly #running = new Map<MessageId, AbortController>();

  constructor(service: Service, wire: StdioWire, onError: (error: Error) => void) {
    this.#service = service;
    this.#wire = wire;
    this.#onError = onError;
    wire.onmessage = (message) => this.#receive(message);
  }

  async close(): Promise<void> {
    this.#turns.close();
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
    if (cancelled !== undefined) this.#running.get(cancelled)?.abort();
    if (this.#sdk !== undefined || this.#opening === undefined) this.#handOver(message);
  }

  #answer(message: JSONRPCMessage, request: PlainRequest): Promise<void> {
    return this.#work(request.id, async (turn, signal) => {
      const { id } = request;
      const revision = this.#revision;
      const context = { service: this.#service, caller: LOCAL_USER, revision, turn, onError: this.#onError };
      const answer = await answerPlain(request, { ...context, transport: 'stdio' });
      if (signal.aborted) return;
      if (answer === undefined) this.#handOver(message);
      else this.#wire.sendJson(id, answer.json, answer.outcome);
    });
  }

  /** Works for a request until it is cancelled; what was not begun by then never is. */
  async #work(id: MessageId, work: (turn: Turn, signal: AbortSignal) => Promise<void>): Promise<void> {
    const running = new AbortController();
    const { signal } = running;
    this.#running.set(id, running);
    try {
      await work(() => this.#turns.next({ caller: LOCAL_USER.name, connection: this, signal }), signal);
    } catch (error) {
      if (!(error instanceof NotBegun)) this.#fail(id, error);
    } finally {
      if (this.#running.get(id) === running) this.#running.delete(id);
    }
  }

  #fail(id: MessageId, error: unknown): void {
    this.#onError(error instanceof Error ? error : new Error(String(error)));
    const answer = errorAnswer(id, ErrorCode.InternalError, INTERNAL_FAILURE);
    this.#wire.sendJson(id, JSON.stringify(answer), String(ErrorCode.InternalError));
  }

  #handOver(message: JSONRPCMessage): void {
    this.#sdk ??= this.#loadSdk();
    const sdk = this.#sdk;
    if (!('method' in message && 'id' in message)) {
      // Where the SDK cannot be loaded, each request is told so.
      sdk.then(
        (session) => session.receive(message),
        () => undefined,
      );
      return;
    }
    void this.#work(message.id, async (turn) => {
      if (!ANSWERED_AT_ONCE.has(message.method)) await turn();
      (await sdk).receive(message);
    });
  }

  async #loadSdk(): Promise<SdkSession> {
    const { openSdkSession } = await import('./sdk-session.ts');
    return openSdkSession(this.#service, this.#wire, this.#opening, this.#onError);
  }
}
