import type { Caller } from '../lib/caller.ts';
import { NotBegun, type Turn } from '../lib/turns.ts';
import {
  CAPABILITIES,
  capabilitiesIn,
  ErrorCode,
  errorAnswer,
  HANDSHAKE_REVISIONS,
  hasOnly,
  hasResourceLinks,
  INTERNAL_FAILURE,
  isObject,
  LISTS_TTL_MS,
  type MessageId,
  MODERN_REVISION,
  NOTIFYING_CAPABILITIES,
  type Transport,
} from './protocol.ts';
import type { Service } from './service.ts';

/**
 * The plain path: requests in the form that nearly all of them have are answered from the service straight away, with
 * the bytes that the SDK would send, and at a fraction of its cost. Whatever is missing, wrong, or more than usual is left
 * to the SDK, which knows what to say. Nothing of the SDK is imported here: over stdio most processes never load it.
 */
export type PlainRequest = { readonly id: MessageId; readonly era: Era } & (
  | { readonly method: 'initialize'; readonly revision: string }
  | { readonly method: 'ping' }
  | { readonly method: 'tools/list' }
  | {
      readonly method: 'tools/call';
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
    }
);

/** Whether the revision opens with `initialize`, or each request carries its own envelope. */
type Era = 'handshake' | 'modern';

/** What HTTP says of a message in headers; on stdio nothing is said. */
export interface MessageHeaders {
  readonly revision: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** The caller and the service. */
interface PlainContext {
  readonly service: Service;
  readonly caller: Caller;
  readonly transport: Transport;
  /** The revision that the caller speaks. */
  readonly revision: string;
  /** Called with failures that are not shown to the caller. */
  readonly onError: (error: Error) => void;
  /** What each call waits for, unless its answer is cached. */
  readonly turn: Turn;
}

interface PlainAnswer {
  /** The whole answer as it is sent. */
  readonly json: string;
  /** `ok`, or the code of the tool's or the protocol's error. */
  readonly outcome: string;
  /** True if the tool's answer came from the cache. */
  readonly cached: boolean;
}

const NO_HEADERS: MessageHeaders = { revision: undefined, method: undefined, name: undefined };

/** Reads a request that has passed `checkMessage`. Undefined unless the answer is certain to equal the SDK's. */
export function readPlainRequest(message: unknown, headers = NO_HEADERS): PlainRequest | undefined {
  const { id, method, params = {} } = message as { id?: MessageId; method?: string; params?: unknown };
  const era = eraOf(headers);
  if (id === undefined || era === undefined || !isObject(params)) return undefined;
  if (!isPlainMeta(params, era) || (era === 'modern' && headers.method !== method)) return undefined;
  switch (method) {
    case 'tools/call':
      return readCall(params, id, era, headers);
    case 'tools/list':
      return hasOnly(params, ['_meta']) ? { id, era, method } : undefined;
    case 'ping':
      return era === 'handshake' && hasOnly(params, ['_meta']) ? { id, era, method } : undefined;
    case 'initialize':
      return era === 'handshake' ? readInitialize(params, id) : undefined;
    default:
      return undefined;
  }
}

/**
 * Answers a plain request. Undefined if it names no tool that the caller may use: the SDK reports that. Rejects with
 * `NotBegun` if its turn does not come.
 */
export async function answerPlain(
  request: PlainRequest,
  context: PlainContext,
): Promise<PlainAnswer | undefined> {
  const { service, caller, transport, turn } = context;
  const { id, era, method } = request;
  if (method === 'ping') return answered(id, '{}');
  if (method === 'initialize') {
    return answered(id, JSON.stringify(initializeResult(service, request.revision, transport)));
  }
  try {
    const registry = await service.registry();
    if (method === 'tools/list') {
      const list = JSON.stringify({ tools: registry.definitions(caller) });
      return answered(id, era === 'modern' ? modernResult(list, service, listHint(service)) : list);
    }
    if (!registry.has(request.name, caller)) return undefined;
    const withLinks = service.links === true && hasResourceLinks(context.revision);
    const { json, outcome, cached } = await registry.answer(
      request.name,
      request.args,
      caller,
      withLinks,
      turn,
    );
    return answered(id, era === 'modern' ? modernResult(json, service) : json, outcome, cached);
  } catch (error) {
    if (error instanceof NotBegun) throw error;
    context.onError(error instanceof Error ? error : new Error(String(error)));
    const answer = errorAnswer(id, ErrorCode.InternalError, INTERNAL_FAILURE);
    return { json: JSON.stringify(answer), outcome: String(ErrorCode.InternalError), cached: false };
  }
}

function answered(id: MessageId, result: string, outcome = 'ok', cached = false): PlainAnswer {
  return { json: resultJson(id, result), outcome, cached };
}

/** Answers `initialize`: in the revision asked for if it is spoken, else in the newest that has a handshake. */
export function initializeResult(
  { name, version, info, instructions }: Service,
  requested: string,
  transport: Transport,
) {
  const protocolVersion = HANDSHAKE_REVISIONS.includes(requested)
    ? requested
    : (HANDSHAKE_REVISIONS[0] as string);
  const capabilities = transport === 'stdio' ? NOTIFYING_CAPABILITIES : CAPABILITIES;
  return {
    protocolVersion,
    capabilities: capabilitiesIn(protocolVersion, capabilities),
    serverInfo: { name, version, ...info },
    instructions,
  };
}

/** The answer to a request from its result as JSON. The members stand in the order in which the SDK writes them. */
export function resultJson(id: MessageId, result: string): string {
  return `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

/** Adds what the 2026-07-28 revision has in every result. */
function modernResult(result: string, { name, version, info }: Service, hint = ''): string {
  const meta = JSON.stringify({ 'io.modelcontextprotocol/serverInfo': { name, version, ...info } });
  const own = '{"_meta":{';
  return result.startsWith(own)
    ? `{"_meta":${meta.slice(0, -1)},${result.slice(own.length, -1)},"resultType":"complete"${hint}}`
    : `${result.slice(0, -1)},"resultType":"complete"${hint},"_meta":${meta}}`;
}

/** Cache hint of a list: who may cache it, and for how long. */
function listHint({ authenticated }: Service): string {
  return `,"ttlMs":${LISTS_TTL_MS},"cacheScope":"${authenticated ? 'private' : 'public'}"`;
}

/** The era of the revision that the headers name, or of all that came before there was such a header. */
export function eraOf({ revision }: MessageHeaders): Era | undefined {
  if (revision === MODERN_REVISION) return 'modern';
  return revision === undefined || HANDSHAKE_REVISIONS.includes(revision) ? 'handshake' : undefined;
}

function readCall(
  params: Record<string, unknown>,
  id: MessageId,
  era: Era,
  headers: MessageHeaders,
): PlainRequest | undefined {
  const { name, arguments: args = {} } = params;
  if (!hasOnly(params, ['_meta', 'name', 'arguments'])) return undefined;
  if (typeof name !== 'string' || !isObject(args)) return undefined;
  if (era === 'modern' && headers.name !== name) return undefined;
  return { id, era, method: 'tools/call', name, args };
}

function readInitialize(params: Record<string, unknown>, id: MessageId): PlainRequest | undefined {
  const { protocolVersion: revision, capabilities, clientInfo } = params;
  const isPlain =
    hasOnly(params, ['_meta', 'protocolVersion', 'capabilities', 'clientInfo']) &&
    isClientInfo(clientInfo) &&
    isCapabilities(capabilities);
  return isPlain && typeof revision === 'string'
    ? { id, era: 'handshake', method: 'initialize', revision }
    : undefined;
}

function isPlainMeta({ _meta: meta, arguments: args }: Record<string, unknown>, era: Era): boolean {
  // The SDK's schema library would drop the argument without a word, whatever else the envelope has.
  const isOdd = isObject(args) && Object.hasOwn(args, '__proto__');
  return era === 'modern' ? isEnvelope(meta, isOdd) : isOdd || isBareMeta(meta);
}

/** What a request of the older revisions carries, if anything; `checkMessage` has looked at the token. */
function isBareMeta(meta: unknown): boolean {
  return meta === undefined || (isObject(meta) && hasOnly(meta, ['progressToken']));
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const ENVELOPE_KEYS: readonly string[] = [VERSION_KEY, CLIENT_KEY, CAPABILITIES_KEY, 'progressToken'];

/** What each request of the 2026-07-28 revision carries, and nothing else unless that is allowed. */
function isEnvelope(meta: unknown, mayHaveMore: boolean): boolean {
  if (!isObject(meta) || (!mayHaveMore && !hasOnly(meta, ENVELOPE_KEYS))) return false;
  const client = meta[CLIENT_KEY];
  return (
    meta[VERSION_KEY] === MODERN_REVISION &&
    (client === undefined || isClientInfo(client)) &&
    isCapabilities(meta[CAPABILITIES_KEY])
  );
}

/** What a value has to be; the members of an object may be absent, and others may be there. */
type Shape = 'text' | 'flag' | 'object' | 'objects' | { readonly [key: string]: Shape };

/** The capabilities of a client that the protocol's schema knows: what else it declares is not looked at. */
const CLIENT_CAPABILITIES: Shape = {
  experimental: 'objects',
  extensions: 'objects',
  roots: { listChanged: 'flag' },
  sampling: { context: 'object', tools: 'object' },
  elicitation: { form: { applyDefaults: 'flag' }, url: 'object' },
  tasks: {
    list: 'object',
    cancel: 'object',
    requests: { sampling: { createMessage: 'object' }, elicitation: { create: 'object' } },
  },
};

const CLIENT_INFO: Shape = {
  name: 'text',
  version: 'text',
  title: 'text',
  description: 'text',
  websiteUrl: 'text',
};
const CLIENT_INFO_KEYS = Object.keys(CLIENT_INFO);

function isClientInfo(value: unknown): boolean {
  return (
    isObject(value) &&
    hasOnly(value, CLIENT_INFO_KEYS) &&
    value.name !== undefined &&
    value.version !== undefined &&
    fits(value, CLIENT_INFO)
  );
}

function isCapabilities(value: unknown): boolean {
  return fits(value, CLIENT_CAPABILITIES) && allFinite(value);
}

function fits(value: unknown, shape: Shape): boolean {
  if (shape === 'text') return typeof value === 'string';
  if (shape === 'flag') return typeof value === 'boolean';
  if (!isObject(value)) return false;
  if (shape === 'object') return true;
  if (shape === 'objects') return Object.values(value).every(isObject);
  for (const key in shape) {
    const part = shape[key];
    if (part !== undefined && value[key] !== undefined && !fits(value[key], part)) return false;
  }
  return true;
}

/** JSON may hold numbers so large that they are read as infinite, which the protocol's schema refuses. */
function allFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  for (const key in value) if (!allFinite(Reflect.get(value, key))) return false;
  return true;
}
