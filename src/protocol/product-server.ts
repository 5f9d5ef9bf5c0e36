import {
  type Implementation,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type jsonSchemaValidator,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerCapabilities,
  type ServerContext,
  type ServerOptions,
  type Transport,
} from '@modelcontextprotocol/server';
import { oneLine } from '../tools/shared/answer.ts';
import { capabilitiesIn, ErrorCode, hasOnly, INTERNAL_FAILURE, isObject, outcomeOf } from './protocol.ts';
import type { Service } from './service.ts';

/** Called with failures that are not shown to the caller. */
export type OnError = (error: Error) => void;

/** Called with the outcome of a request: `ok`, or the code of the tool's or the protocol's error. */
export type OnOutcome = (outcome: string) => void;

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * The SDK reports wrong parameters as JSON of its schema library, partly under the code of an internal error, and
 * passes on the message of any error thrown in a handler. Here both become sentences that a caller may see.
 */
export class ProductServer extends Server {
  readonly #era: McpRequestContext['era'];
  readonly #onError: OnError;
  readonly #onOutcome: OnOutcome;

  constructor(
    identity: Implementation,
    options: ServerOptions,
    era: McpRequestContext['era'],
    onError: OnError,
    onOutcome: OnOutcome = () => undefined,
  ) {
    super(identity, { ...options, jsonSchemaValidator: inertSchemaValidator });
    this.#era = era;
    this.#onError = onError;
    this.#onOutcome = onOutcome;
  }

  /** The SDK declares the same in every revision. */
  override getCapabilities(): ServerCapabilities {
    return capabilitiesIn(this.getNegotiatedProtocolVersion(), super.getCapabilities());
  }

  /** The SDK answers a missing resource as 2026-07-28 does, in every revision. */
  override async connect(transport: Transport): Promise<void> {
    if (this.#era === 'legacy') {
      const send = transport.send.bind(transport);
      transport.send = (message, options) => send(withOlderCode(message), options);
    }
    await super.connect(transport);
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // The registry validates its own results: the SDK would parse each of them again.
    const wrapped = method === 'tools/call' ? handler : super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        const result = await wrapped(request, context);
        this.#onOutcome(outcomeOf({ result }));
        return result;
      } catch (error) {
        const answered = asProtocolError(error, this.#onError);
        this.#onOutcome(String(answered.code));
        throw answered;
      }
    };
  }
}

function withOlderCode(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== ErrorCode.InvalidParams) return message;
  const { data } = message.error;
  const isMissing = isObject(data) && hasOnly(data, ['uri']) && data.uri !== undefined;
  return isMissing ? { ...message, error: { ...message.error, code: ErrorCode.ResourceNotFound } } : message;
}

/**
 * The SDK wants a JSON Schema validator for answers to elicitation, which this server never asks for. Without
 * one of our own it would bring ajv, a third of the bundle.
 */
const inertSchemaValidator: jsonSchemaValidator = {
  getValidator: () => () => ({
    valid: false,
    data: undefined,
    errorMessage: 'This server asks its callers nothing.',
  }),
};

/** On one connection. */
const MOST_SUBSCRIPTIONS = 1_000;

/** On a persistent connection the server itself sends change notifications. */
export function notifyOfChanges(server: Server, { changes }: Service, era: McpRequestContext['era']): void {
  if (changes === undefined) return;
  const subscribed = new Set<string>();
  let stop: (() => void) | undefined;
  const tell = (uri: string) => void server.sendResourceUpdated({ uri }).catch(() => undefined);
  const listen = () => {
    // The SDK forwards to callers of the newer revision what they subscribed to.
    stop ??= changes.listen((uris) => {
      for (const uri of uris) if (era === 'modern' || subscribed.has(uri)) tell(uri);
    });
  };
  server.onclose = () => stop?.();
  if (era === 'modern') {
    listen();
    return;
  }
  server.setRequestHandler('resources/subscribe', async ({ params }) => {
    if (subscribed.has(params.uri)) return {};
    if (subscribed.size >= MOST_SUBSCRIPTIONS) throw tooManySubscriptions();
    subscribed.add(params.uri);
    changes.watch(params.uri);
    listen();
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
    if (subscribed.delete(params.uri)) changes.unwatch(params.uri);
    return {};
  });
}

function tooManySubscriptions(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `A connection can subscribe to ${MOST_SUBSCRIPTIONS} resources. Unsubscribe from some first.`,
  );
}

function asProtocolError(error: unknown, onError: OnError): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const reported = invalidParams(error);
  if (reported !== undefined) return reported;
  onError(error instanceof Error ? error : new Error(String(error)));
  return new ProtocolError(ProtocolErrorCode.InternalError, INTERNAL_FAILURE);
}

/** Only the first few of many schema errors are reported. */
const MAX_REASONS = 5;

interface SchemaIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Turns the SDK's report of parameters that break the protocol's schema into -32602 with a sentence. */
function invalidParams(error: unknown): ProtocolError | undefined {
  const issues = schemaIssues(error);
  if (issues === undefined) return undefined;
  const reasons = issues.slice(0, MAX_REASONS).map(reasonOf);
  const more = issues.length > MAX_REASONS ? `; and ${issues.length - MAX_REASONS} more` : '';
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${reasons.join('; ')}${more}.`);
}

/** What a caller sent, as part of a sentence: on one line, and short. */
export function quoted(text: string): string {
  return oneLine(text).slice(0, 80);
}

/** Every list fits one page, so no cursor was ever given out. */
export function refuseCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'cursor is none that this server gave out; leave it out.',
  );
}

function reasonOf({ path, message }: SchemaIssue): string {
  const place = path.map((part) => quoted(String(part))).join('.');
  const plain = message
    .replace(/^Invalid input$/, 'not of a form that the protocol has')
    .replace('Invalid input: ', '')
    .replace('expected record', 'expected object');
  return `${place}: ${plain}`;
}

function schemaIssues(error: unknown): readonly SchemaIssue[] | undefined {
  if (!(error instanceof Error) || !error.message.startsWith('[')) return undefined;
  try {
    const issues: unknown = JSON.parse(error.message);
    return Array.isArray(issues) && issues.every(isIssue) ? issues : undefined;
  } catch {
    return undefined;
  }
}

function isIssue(value: unknown): value is SchemaIssue {
  if (typeof value !== 'object' || value === null) return false;
  // An error of the same library with another path is about data of our own.
  return 'path' in value && Array.isArray(value.path) && value.path[0] === 'params' && 'message' in value;
}
