import {
  classifyInboundRequest,
  createMcpHandler,
  type JSONRPCMessage,
  type McpHttpHandler,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';
import type { Caller } from '../lib/caller.ts';
import { listenedTo } from '../protocol/changes.ts';
import { answerCall, authInfoOf, type OnError } from '../protocol/factory.ts';
import { type CheckedMessage, checkMessage, errorAnswer } from '../protocol/json-rpc.ts';
import { PROTOCOL_REVISIONS } from '../protocol/protocol.ts';
import type { Service } from '../protocol/service.ts';
import { answerOne, Questions } from './one-message.ts';
import type { Outcome } from './outcome.ts';
import { type PlainCall, PlainCalls } from './plain-call.ts';
import type { ProtocolHeaders } from './protocol-headers.ts';

/** Where the SDK believes to be; it looks at the headers alone. */
const SDK_URL = 'http://localhost/api/mcp';

/** Streams of change notices that may be open at one time. */
const MOST_SUBSCRIPTIONS = 200;

/** What the SDK wants to be accepted before it answers; we decide ourselves what a caller gets. */
const SDK_ACCEPT = 'application/json, text/event-stream';

/** Answers JSON-RPC messages of both eras from one factory, each by itself: nothing is kept between them. */
export class Exchange {
  readonly #factory: McpServerFactory;
  readonly #onError: OnError;
  readonly #modern: McpHttpHandler;
  readonly #plainCalls = new PlainCalls();
  readonly #service: Service | undefined;
  readonly #questions = new Questions();
  #unlisten: (() => void) | undefined;
  readonly #pending = new Set<Promise<Outcome>>();

  /**
   * Answers plain calls of tools from `service` itself, as the servers of the factory would, to the byte;
   * without it every message goes to a server.
   */
  constructor(factory: McpServerFactory, onError: OnError, service?: Service) {
    this.#factory = factory;
    this.#onError = onError;
    this.#service = service;
    this.#modern = createMcpHandler(factory, {
      legacy: 'reject',
      maxSubscriptions: MOST_SUBSCRIPTIONS,
      onerror: (error) => {
        if (!isCallersFault(error)) onError(error);
      },
    });
  }

  /** Answers one message. The signal is asked for where it is needed; aborting it ends what was begun. */
  async answer(
    message: unknown,
    caller: Caller,
    headers: ProtocolHeaders,
    signal: () => AbortSignal,
  ): Promise<Outcome> {
    const outcome = this.#answer(message, caller, headers, signal);
    this.#pending.add(outcome);
    try {
      return await outcome;
    } finally {
      this.#pending.delete(outcome);
    }
  }

  /** Waits for the answers that are being made, then ends every stream. */
  async close(): Promise<void> {
    this.#unlisten?.();
    await Promise.allSettled(this.#pending);
    await this.#modern.close();
  }

  async #answer(
    message: unknown,
    caller: Caller,
    headers: ProtocolHeaders,
    signal: () => AbortSignal,
  ): Promise<Outcome> {
    const plain = this.#service === undefined ? undefined : this.#plainCalls.read(message, headers);
    const outcome = plain === undefined ? undefined : await this.#answerPlain(plain, caller);
    return outcome ?? this.#answerBySdk(message, caller, headers, signal);
  }

  /** Nothing if no tool has this name for the caller: the SDK's handler says which there are. */
  async #answerPlain({ era, id, name, args }: PlainCall, caller: Caller): Promise<Outcome | undefined> {
    if (this.#service === undefined) return undefined;
    try {
      const answer = await answerCall(this.#service, name, args, caller, this.#onError);
      if (answer === undefined) return undefined;
      const result = era === 'modern' ? stamped(answer.json, this.#service) : answer.json;
      const text = `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
      return { kind: 'json', status: 200, json: text, kept: answer.kept };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return json(200, errorAnswer(id, error.code, error.message, error.data));
    }
  }

  async #answerBySdk(
    message: unknown,
    caller: Caller,
    headers: ProtocolHeaders,
    signal: () => AbortSignal,
  ): Promise<Outcome> {
    const checked = checkMessage(message);
    if (checked.kind === 'response') {
      this.#questions.take(message);
      return { kind: 'nothing' };
    }
    if (checked.kind === 'refused') {
      const inBand = checked.answer.error.code === ProtocolErrorCode.InvalidParams && isHandshakeEra(headers);
      return json(inBand ? 200 : 400, checked.answer);
    }
    const route = classify(message, headers);
    if (route === 'handshake') {
      return checked.kind === 'notification'
        ? { kind: 'nothing' }
        : this.#answerHandshakeEra(message as JSONRPCMessage, caller, headers, signal());
    }
    if (route === 'unknown-revision') return unknownRevision(checked, headers.revision ?? '');
    this.#watch(message);
    return read(
      await this.#modern.fetch(sdkRequest(headers, signal()), {
        parsedBody: message,
        authInfo: authInfoOf(caller),
      }),
    );
  }

  /** Passes changes on to the streams of those who ask to hear of them, from the first of them on. */
  #watch(message: unknown): void {
    const { changes } = this.#service ?? {};
    const uris = listenedTo(message);
    if (changes === undefined || uris.length === 0) return;
    for (const uri of uris) changes.watch(uri);
    this.#unlisten ??= changes.listen((changed) => {
      for (const uri of changed) this.#modern.notify.resourceUpdated(uri);
    });
  }

  async #answerHandshakeEra(
    message: JSONRPCMessage,
    caller: Caller,
    { acceptsStream = false }: ProtocolHeaders,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const authInfo = authInfoOf(caller);
    const server = await this.#factory({ era: 'legacy', authInfo });
    return answerOne(server, message, { authInfo, questions: this.#questions, acceptsStream, signal });
  }
}

/** What the 2026-07-28 revision adds to every result. */
function stamped(result: string, { name, version }: Service): string {
  const meta = JSON.stringify({ [SERVER_INFO_META_KEY]: { name, version } });
  return `${result.slice(0, -1)},"resultType":"complete","_meta":${meta}}`;
}

/** The SDK reports refused requests too: they are answered, and a log of them would be for callers to fill. */
function isCallersFault(error: Error): boolean {
  return error instanceof ProtocolError || error.message.startsWith('Rejected inbound request');
}

/** True if the headers name no revision that has done away with the handshake. */
export function isHandshakeEra({ revision }: ProtocolHeaders): boolean {
  return (
    classify({ jsonrpc: '2.0', method: 'ping', id: 0 }, { revision, method: undefined, name: undefined }) ===
    'handshake'
  );
}

function classify(body: unknown, headers: ProtocolHeaders): 'handshake' | 'modern' | 'unknown-revision' {
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(headers.revision !== undefined && { protocolVersionHeader: headers.revision }),
    ...(headers.method !== undefined && { mcpMethodHeader: headers.method }),
    ...(headers.name !== undefined && { mcpNameHeader: headers.name }),
  });
  const unknown = headers.revision !== undefined && !PROTOCOL_REVISIONS.includes(headers.revision);
  const claimless = outcome.kind === 'legacy' ? outcome.reason !== 'initialize' : isMissingEnvelope(outcome);
  if (unknown && claimless) return 'unknown-revision';
  return outcome.kind === 'legacy' ? 'handshake' : 'modern';
}

function isMissingEnvelope(outcome: ReturnType<typeof classifyInboundRequest>): boolean {
  return outcome.kind === 'reject' && outcome.cell === 'modern-header-without-claim';
}

function unknownRevision(checked: CheckedMessage, requested: string): Outcome {
  const id = checked.kind === 'request' ? checked.id : null;
  const message = `This server does not speak revision ${requested.slice(0, 40)}. It speaks ${PROTOCOL_REVISIONS.join(', ')}.`;
  const data = { supported: PROTOCOL_REVISIONS, requested };
  return json(400, errorAnswer(id, ProtocolErrorCode.UnsupportedProtocolVersion, message, data));
}

function sdkRequest(headers: ProtocolHeaders, signal?: AbortSignal): Request {
  return new Request(SDK_URL, {
    method: 'POST',
    headers: {
      accept: SDK_ACCEPT,
      'content-type': 'application/json',
      ...(headers.revision !== undefined && { 'mcp-protocol-version': headers.revision }),
      ...(headers.method !== undefined && { 'mcp-method': headers.method }),
      ...(headers.name !== undefined && { 'mcp-name': headers.name }),
    },
    ...(signal !== undefined && { signal }),
  });
}

async function read(response: Response): Promise<Outcome> {
  if (response.body === null) return { kind: 'nothing' };
  if (response.headers.get('content-type')?.startsWith('text/event-stream'))
    return { kind: 'stream', response };
  return { kind: 'json', status: response.status, json: await response.text() };
}

function json(status: number, answer: object): Outcome {
  return { kind: 'json', status, json: JSON.stringify(answer) };
}
