import { excessOf } from '../lib/excess.ts';

/** The revision whose requests carry their own envelope and need no handshake. */
export const MODERN_REVISION = '2026-07-28';

/** The revisions that open with `initialize`, newest first. */
export const HANDSHAKE_REVISIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
];

/** Every revision the server speaks, newest first. */
export const PROTOCOL_REVISIONS: readonly string[] = [MODERN_REVISION, ...HANDSHAKE_REVISIONS];

/** The revision of a caller over HTTP that names none, by the transport's own rule. */
export const UNNAMED_REVISION = '2025-03-26';

/** Whether content of the type `resource_link` is in a revision: one that does not know it loses the whole answer. */
export function hasResourceLinks(revision: string): boolean {
  return revision >= '2025-06-18';
}

/** What carries the messages. */
export type Transport = 'http' | 'stdio';

/** Capabilities declared over HTTP in the revisions with a handshake: such callers cannot be notified. */
export const CAPABILITIES = {
  tools: {},
  resources: {},
  prompts: {},
  completions: {},
  // MCP Apps (SEP-1865): tools/list names the resource that shows a tool's answers.
  extensions: { 'io.modelcontextprotocol/skills': {}, 'io.modelcontextprotocol/ui': {} },
} as const;

/** The same for callers that can be notified of changes: on stdio, and over HTTP in the 2026-07-28 revision. */
export const NOTIFYING_CAPABILITIES = { ...CAPABILITIES, resources: { subscribe: true } } as const;

/**
 * Of these, what a revision has a member for: 2024-11-05 has the method `completion/complete`, and no capability for it;
 * extensions came with 2025-11-25.
 */
export function capabilitiesIn<C extends object>(revision: string | undefined, capabilities: C): Partial<C> {
  const lacks = (name: string) =>
    revision !== undefined && revision < (name === 'extensions' ? '2025-11-25' : '2025-03-26');
  const known = Object.entries(capabilities).filter(
    ([name]) => !['completions', 'extensions'].includes(name) || !lacks(name),
  );
  return Object.fromEntries(known) as Partial<C>;
}

/** Methods that wait for no turn: a client that connects is answered whatever else is asked. */
export const ANSWERED_AT_ONCE: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
]);

/** Lists change with the program's version only. */
export const LISTS_TTL_MS = 3_600_000;

/** The message to the caller about an internal failure. */
export const INTERNAL_FAILURE = 'The server failed to answer. The reason is in its log.';

export type MessageId = string | number;

/** The codes of JSON-RPC 2.0, section 5.1. */
export const ErrorCode = {
  ParseError: -32_700,
  InvalidRequest: -32_600,
  InvalidParams: -32_602,
  InternalError: -32_603,
  /** MCP: in every revision before 2026-07-28, which has InvalidParams for it. */
  ResourceNotFound: -32_002,
} as const;

/** A JSON-RPC error answer; `id` is null when the request's own could not be read. */
export interface ErrorAnswer {
  readonly jsonrpc: '2.0';
  readonly id: MessageId | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export type CheckedMessage =
  | { readonly kind: 'request'; readonly id: MessageId; readonly method: string }
  | { readonly kind: 'notification'; readonly method: string }
  | { readonly kind: 'response' }
  | {
      readonly kind: 'refused';
      readonly answer: ErrorAnswer;
      /** False of what looks like a notification or an answer: those are never answered. */
      readonly isOwed: boolean;
    };

/** Builds an error answer. */
export function errorAnswer(
  id: MessageId | null,
  code: number,
  message: string,
  data?: unknown,
): ErrorAnswer {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}

/** The answer to text that is no JSON. */
export function parseErrorAnswer(what: string): ErrorAnswer {
  return errorAnswer(null, ErrorCode.ParseError, `${what} is not valid JSON. Send one JSON-RPC message.`);
}

/**
 * Classifies a parsed message, or says why it is not one. Only valid messages may reach the SDK, which ignores
 * others.
 */
export function checkMessage(value: unknown): CheckedMessage {
  if (!isObject(value)) return invalidRequest(null, 'A JSON-RPC message is an object');
  const checked = checkObject(value);
  return checked.kind === 'refused' ? { ...checked, isOwed: isOwed(value) } : checked;
}

function checkObject(value: Record<string, unknown>): CheckedMessage {
  const id = readId(value);
  const excess = excessOf(value);
  // The id of an answer is the number of a request of ours, and none of the caller's.
  if (excess !== undefined)
    return invalidRequest((isAnswer(value) ? null : id) ?? null, `A message ${excess}`);
  if (value.jsonrpc !== '2.0') return invalidRequest(id ?? null, 'A JSON-RPC message has "jsonrpc": "2.0"');
  if (isAnswer(value)) return checkResponse(id);
  const { method } = value;
  if (typeof method !== 'string')
    return invalidRequest(id ?? null, 'A JSON-RPC request has a "method" of text');
  if ('id' in value && id === undefined) {
    return invalidRequest(null, 'The "id" of a request is text or a whole number, not null');
  }
  return checkMembers(value, id, method);
}

/**
 * Whether JSON-RPC owes what is sent an answer, if only a refusal. Were wrong answers answered, two sides that take each
 * other's for wrong would never come to an end.
 */
function isOwed(value: Record<string, unknown>): boolean {
  if (value.jsonrpc !== '2.0') return true;
  return 'method' in value ? typeof value.method !== 'string' || 'id' in value : !isAnswer(value);
}

function isAnswer(value: Record<string, unknown>): boolean {
  return !('method' in value) && ('result' in value || 'error' in value);
}

function checkMembers(
  value: Record<string, unknown>,
  id: MessageId | undefined,
  method: string,
): CheckedMessage {
  const { params } = value;
  if (params !== undefined && !isObject(params)) return invalidParams(id, '"params" is an object');
  const keys = id === undefined ? NOTIFICATION_KEYS : REQUEST_KEYS;
  const other = Object.keys(value).find((key) => !keys.includes(key));
  if (other !== undefined) {
    const rule = `has the members ${keys.join(', ')} and no ${JSON.stringify(other.slice(0, 40))}`;
    return invalidRequest(id ?? null, `A JSON-RPC ${id === undefined ? 'notification' : 'request'} ${rule}`);
  }
  if (!hasMeta(params)) return invalidParams(id, wrongMeta);
  return id === undefined ? { kind: 'notification', method } : { kind: 'request', id, method };
}

const wrongMeta =
  '"params._meta" is an object, its "progressToken" text or a whole number, and its related task has a "taskId" of text';

const REQUEST_KEYS: readonly string[] = ['jsonrpc', 'id', 'method', 'params'];
const NOTIFICATION_KEYS: readonly string[] = ['jsonrpc', 'method', 'params'];

/** What the SDK asks of `_meta`, without its schemas, which take longer to load than to use. */
function hasMeta(params: Record<string, unknown> | undefined): boolean {
  const meta = params?._meta;
  if (meta === undefined) return true;
  if (!isObject(meta)) return false;
  const { progressToken: token, 'io.modelcontextprotocol/related-task': task } = meta;
  if (token !== undefined && typeof token !== 'string' && !Number.isSafeInteger(token)) return false;
  return task === undefined || (isObject(task) && typeof task.taskId === 'string');
}

function checkResponse(id: MessageId | undefined): CheckedMessage {
  return id === undefined
    ? invalidRequest(null, 'A JSON-RPC response has the "id" of its request')
    : { kind: 'response' };
}

function readId(message: Record<string, unknown>): MessageId | undefined {
  const { id } = message;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as MessageId) : undefined;
}

function invalidRequest(id: MessageId | null, rule: string): CheckedMessage {
  return { kind: 'refused', answer: errorAnswer(id, ErrorCode.InvalidRequest, `${rule}.`), isOwed: true };
}

function invalidParams(id: MessageId | undefined, rule: string): CheckedMessage {
  const answer = errorAnswer(id ?? null, ErrorCode.InvalidParams, `${rule}.`);
  return { kind: 'refused', answer, isOwed: true };
}

/** The method of a message, and the tool it calls; undefined where it has none. */
export function namesOf(message: unknown): {
  readonly method: string | undefined;
  readonly tool: string | undefined;
} {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  const name = method === 'tools/call' ? params?.name : undefined;
  return {
    method: typeof method === 'string' ? method : undefined,
    tool: typeof name === 'string' ? name : undefined,
  };
}

/**
 * The outcome of a request, from the message that answers it: `ok`, or the code of the tool's or the protocol's
 * error. A tool's answer carries its outcome and does not need this.
 */
export function outcomeOf(answer: object): string {
  const { error, result } = answer as AnswerParts;
  if (error !== undefined) return String(error.code);
  if (result?.isError !== true) return 'ok';
  return result.structuredContent?.error?.code ?? 'error';
}

interface AnswerParts {
  readonly error?: { readonly code: number };
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: { readonly error?: { readonly code?: string } };
  };
}

/** Whether a parsed value is an object, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an object has no other members than these. */
export function hasOnly(value: object, keys: readonly string[]): boolean {
  for (const key in value) if (!keys.includes(key)) return false;
  return true;
}
