import {
  classifyInboundRequest,
  createMcpHandler,
  type JSONRPCMessage,
  type McpHttpHandler,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { Caller } from '../lib/caller.ts';
import { sanitizeLine } from '../lib/sanitize.ts';
import type { Turn } from '../lib/turns.ts';
import { listensToChanges } from '../protocol/changes.ts';
import { answerPlain, eraOf, type MessageHeaders, readPlainRequest } from '../protocol/plain-path.ts';
import type { OnError } from '../protocol/product-server.ts';
import {
  ANSWERED_AT_ONCE,
  type CheckedMessage,
  checkMessage,
  type ErrorAnswer,
  errorAnswer,
  outcomeOf,
  PROTOCOL_REVISIONS,
  UNNAMED_REVISION,
} from '../protocol/protocol.ts';
import { authInfoOf } from '../protocol/server-factory.ts';
import type { Service } from '../protocol/service.ts';
import { ChangeStreams, type StreamLimits } from './change-streams.ts';
import { answerOne, type MessageAnswer, Questions } from './one-request-transport.ts';

/** The headers in which the protocol itself is spoken. */
export interface ProtocolHeaders extends MessageHeaders {
  /** Whether the caller has said that it reads event streams; not where several messages are answered at once. */
  readonly acceptsStream?: boolean;
}

/** Who asks, and what is known of the request beside its message. */
interface Asking {
  readonly caller: Caller;
  /** Whom the caller counts as, for what each has a share of. */
  readonly key: string;
  readonly headers: ProtocolHeaders;
  /** Aborted once nobody waits for the answer; ends what was begun. */
  readonly signal: AbortSignal;
  readonly turn: Turn;
}

/** Methods that wait behind every search that waits: who follows something is in no hurry. */
const ANSWERED_LAST: ReadonlySet<string> = new Set(['events/poll']);

/** The URL given to the SDK, which only looks at the headers. */
const SDK_URL = 'http://localhost/api/mcp';

/** What the SDK wants to be accepted before it answers; we decide ourselves what a caller gets. */
const SDK_ACCEPT = 'application/json, text/event-stream';

/** Answers JSON-RPC messages of both eras, each by itself: nothing is kept between them. */
export class MessageHandler {
  readonly #factory: McpServerFactory;
  readonly #onError: OnError;
  readonly #modern: McpHttpHandler;
  readonly #service: Service | undefined;
  readonly #questions = new Questions();
  readonly #streams: ChangeStreams;
  readonly #pending = new Set<Promise<MessageAnswer>>();

  /**
   * Answers plain requests from `service` itself, as the servers of the factory would, to the byte; without it every
   * message goes to a server.
   */
  constructor(factory: McpServerFactory, onError: OnError, limits: StreamLimits, service?: Service) {
    this.#factory = factory;
    this.#onError = onError;
    this.#service = service;
    this.#modern = createMcpHandler(factory, {
      legacy: 'reject',
      // Each caller has a share of them, which is counted here.
      maxSubscriptions: Number.POSITIVE_INFINITY,
      onerror: (error) => {
        if (!isCallersFault(error)) onError(error);
      },
    });
    const onChanged = (uri: string) => this.#modern.notify.resourceUpdated(uri);
    this.#streams = new ChangeStreams(limits, service?.changes, onChanged);
  }

  /** Answers one message. Rejects with `NotBegun` if its turn does not come. */
  async answer(message: unknown, asking: Asking): Promise<MessageAnswer> {
    const answer = this.#answer(message, asking);
    this.#pending.add(answer);
    try {
      return await answer;
    } finally {
      this.#pending.delete(answer);
    }
  }

  /** Waits for the answers that are being made, then ends every stream. */
  async close(): Promise<void> {
    this.#streams.close();
    await Promise.allSettled(this.#pending);
    await this.#modern.close();
  }

  async #answer(message: unknown, asking: Asking): Promise<MessageAnswer> {
    const { caller, headers, turn } = asking;
    const checked = checkMessage(message);
    const service = this.#service;
    const plain =
      service !== undefined && checked.kind === 'request' ? readPlainRequest(message, headers) : undefined;
    if (service !== undefined && plain !== undefined) {
      const revision = headers.revision ?? UNNAMED_REVISION;
      const context = { service, caller, transport: 'http', revision, turn, onError: this.#onError } as const;
      const answer = await answerPlain(plain, context);
      if (answer !== undefined) {
        const { json, outcome, cached } = answer;
        return { kind: 'json', status: 200, json, outcome, cached };
      }
    }
    if (checked.kind === 'request' && !ANSWERED_AT_ONCE.has(checked.method))
      await turn(ANSWERED_LAST.has(checked.method));
    return this.#answerBySdk(message, checked, asking);
  }

  async #answerBySdk(message: unknown, checked: CheckedMessage, asking: Asking): Promise<MessageAnswer> {
    const { headers } = asking;
    if (checked.kind === 'response') {
      this.#questions.take(message);
      return { kind: 'nothing' };
    }
    if (checked.kind === 'refused') {
      const { answer, isOwed } = checked;
      const inBand =
        isOwed && answer.error.code === ProtocolErrorCode.InvalidParams && eraOf(headers) === 'handshake';
      return { ...refused(inBand ? 200 : 400, answer), isOwed };
    }
    const route = classify(message, headers);
    if (route === 'handshake') {
      return checked.kind === 'notification'
        ? { kind: 'nothing' }
        : this.#answerHandshakeEra(message as JSONRPCMessage, asking);
    }
    if (route === 'unknown-revision') return unknownRevision(checked, headers.revision ?? '');
    const answer = () => this.#answerModernEra(message, asking);
    if (!listensToChanges(message)) return answer();
    const id = checked.kind === 'request' ? checked.id : null;
    return this.#streams.open({ message, id, caller: asking.key }, answer);
  }

  async #answerModernEra(message: unknown, { caller, headers, signal }: Asking): Promise<MessageAnswer> {
    let outcome = 'ok';
    const authInfo = authInfoOf(caller, {
      onOutcome: (told) => {
        outcome = told;
      },
    });
    const response = await this.#modern.fetch(sdkRequest(headers, signal), {
      parsedBody: message,
      authInfo,
    });
    return read(response, () => outcome);
  }

  async #answerHandshakeEra(
    message: JSONRPCMessage,
    { caller, headers: { acceptsStream = false, revision }, signal }: Asking,
  ): Promise<MessageAnswer> {
    const authInfo = authInfoOf(caller, { revision });
    const server = await this.#factory({ era: 'legacy', authInfo });
    return answerOne(server, message, { authInfo, questions: this.#questions, acceptsStream, signal });
  }
}

/** The SDK reports refused requests too: they are answered, and a log of them would be for callers to fill. */
function isCallersFault(error: Error): boolean {
  return error instanceof ProtocolError || error.message.startsWith('Rejected inbound request');
}

function classify(body: unknown, headers: ProtocolHeaders): 'handshake' | 'modern' | 'unknown-revision' {
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(headers.revision !== undefined && { protocolVersionHeader: headers.revision }),
    ...(headers.method !== undefined && { mcpMethodHeader: headers.method }),
    ...(headers.name !== undefined && { mcpNameHeader: headers.name }),
  });
  const unknown = headers.revision !== undefined && !PROTOCOL_REVISIONS.includes(headers.revision);
  const claimless = route.kind === 'legacy' ? route.reason !== 'initialize' : isMissingEnvelope(route);
  if (unknown && claimless) return 'unknown-revision';
  return route.kind === 'legacy' ? 'handshake' : 'modern';
}

function isMissingEnvelope(route: ReturnType<typeof classifyInboundRequest>): boolean {
  return route.kind === 'reject' && route.cell === 'modern-header-without-claim';
}

function unknownRevision(checked: CheckedMessage, requested: string): MessageAnswer {
  const id = checked.kind === 'request' ? checked.id : null;
  const asked = sanitizeLine(requested, 40);
  const message = `This server does not speak revision ${asked}. It speaks ${PROTOCOL_REVISIONS.join(', ')}.`;
  const data = { supported: PROTOCOL_REVISIONS, requested: asked };
  return refused(400, errorAnswer(id, ProtocolErrorCode.UnsupportedProtocolVersion, message, data));
}

function sdkRequest(headers: ProtocolHeaders, signal: AbortSignal): Request {
  return new Request(SDK_URL, {
    method: 'POST',
    headers: {
      accept: SDK_ACCEPT,
      'content-type': 'application/json',
      ...(headers.revision !== undefined && { 'mcp-protocol-version': headers.revision }),
      ...(headers.method !== undefined && { 'mcp-method': headers.method }),
      ...(headers.name !== undefined && { 'mcp-name': headers.name }),
    },
    signal,
  });
}

/** Handlers tell what came of a request; what the SDK refuses before it comes to one has a status of its own. */
async function read(response: Response, outcome: () => string): Promise<MessageAnswer> {
  if (response.body === null) return { kind: 'nothing' };
  if (response.headers.get('content-type')?.startsWith('text/event-stream'))
    return { kind: 'stream', response };
  const { status } = response;
  const json = await response.text();
  return { kind: 'json', status, json, outcome: status === 200 ? outcome() : outcomeOf(JSON.parse(json)) };
}

function refused(status: number, answer: ErrorAnswer): MessageAnswer & { readonly kind: 'json' } {
  return { kind: 'json', status, json: JSON.stringify(answer), outcome: outcomeOf(answer) };
}
