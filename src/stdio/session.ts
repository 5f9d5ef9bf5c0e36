import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { LOCAL_USER } from '../lib/caller.ts';
import { initializeResult } from '../protocol/handshake.ts';
import { ErrorCode, errorAnswer, type MessageId } from '../protocol/json-rpc.ts';
import { INTERNAL_FAILURE } from '../protocol/protocol.ts';
import type { Service } from '../protocol/service.ts';
import { type PlainRequest, readPlainRequest } from './plain.ts';
import type { SdkSession } from './sdk-session.ts';
import { cancelledRequest, type StdioWire } from './wire.ts';

type Initialize = Extract<PlainRequest, { method: 'initialize' }>;
type Later = Exclude<PlainRequest, Initialize>;

/**
 * One connection. What nearly every host sends (`initialize`, `ping`, `tools/list`, `tools/call` in their plain
 * form) is answered from the service straight away, with the bytes that the SDK would send. The SDK, whose schemas
 * take longer to load than all the rest, is loaded for the first message of any other form, told how the
 * connection was opened, and given that message and all such messages that follow.
 */
export class StdioSession {
  readonly #service: Service;
  readonly #wire: StdioWire;
  readonly #onError: (error: Error) => void;
  /** The `initialize` that was answered here. */
  #opening: JSONRPCMessage | undefined;
  #sdk: Promise<SdkSession> | undefined;
  /** Requests being answered here; each may be taken back. */
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
    else this.#answer(message, request);
  }

  #open(message: JSONRPCMessage, { id, revision }: Initialize): void {
    if (this.#opening !== undefined || this.#sdk !== undefined) {
      this.#handOver(message);
      return;
    }
    this.#opening = message;
    const result = initializeResult(this.#service, revision);
    this.#wire.setProtocolVersion(result.protocolVersion);
    this.#send(id, result);
  }

  /** A server that asks its caller nothing is told nothing that matters before the SDK is there, but this. */
  #notice(message: JSONRPCMessage): void {
    const cancelled = cancelledRequest(message);
    const running = cancelled === undefined ? undefined : this.#running.get(cancelled);
    if (running !== undefined) running.cancelled = true;
    if (this.#sdk !== undefined || this.#opening === undefined) this.#handOver(message);
  }

  #answer(message: JSONRPCMessage, request: Later): void {
    if (request.method === 'ping') this.#send(request.id, {});
    else this.#answerFromRegistry(message, request).catch((error: unknown) => this.#fail(request.id, error));
  }

  async #answerFromRegistry(
    message: JSONRPCMessage,
    request: Exclude<Later, { method: 'ping' }>,
  ): Promise<void> {
    const { id } = request;
    const running = { cancelled: false };
    this.#running.set(id, running);
    try {
      const registry = await this.#service.registry();
      if (running.cancelled) return;
      if (request.method === 'tools/list') this.#send(id, { tools: registry.definitions(LOCAL_USER) });
      else if (!registry.has(request.name, LOCAL_USER)) this.#handOver(message);
      else {
        const { json } = await registry.answer(request.name, request.args, LOCAL_USER);
        if (!running.cancelled) this.#wire.sendJson(id, resultJson(id, json));
      }
    } finally {
      if (this.#running.get(id) === running) this.#running.delete(id);
    }
  }

  #fail(id: MessageId, error: unknown): void {
    this.#onError(asError(error));
    this.#wire.sendJson(id, JSON.stringify(errorAnswer(id, ErrorCode.InternalError, INTERNAL_FAILURE)));
  }

  #send(id: MessageId, result: object): void {
    this.#wire.sendJson(id, resultJson(id, JSON.stringify(result)));
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

/** The keys stand in the order in which the SDK writes them. */
function resultJson(id: MessageId, result: string): string {
  return `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
