/**
 * What has to come back for what was sent, by JSON-RPC 2.0 and the revisions of the protocol. Written from them, and not
 * from the server: nothing of it is imported here.
 */

export type Id = string | number;

/** What one message brings about. */
export type Expected =
  /** Exactly one answer, with this id. */
  | { readonly kind: 'answer'; readonly id: Id; readonly method: string; readonly message: Asked }
  /** A notification, or an answer to what was never asked: nothing. */
  | { readonly kind: 'nothing' }
  /** No message at all: one error, with the id if there is one that can be read, or null. */
  | { readonly kind: 'error'; readonly id: Id | null };

/** What comes back for a text: for a message, or for each of a batch together. */
export type Outcome =
  | { readonly kind: 'one'; readonly of: Expected }
  | { readonly kind: 'batch'; readonly of: readonly Expected[] };

interface Asked {
  readonly params?: {
    readonly name?: unknown;
    readonly uri?: unknown;
    readonly _meta?: { readonly [key: string]: unknown };
  };
}

/** The one revision with batches; a caller over HTTP that names none speaks it. */
export const BATCHES = '2025-03-26';

const MOST_IN_BATCH = 50;
/** One error without an id. */
export const REFUSED: Outcome = { kind: 'one', of: { kind: 'error', id: null } };

/** What comes back for a text; `hasBatches` if the revision spoken has them. */
export function outcomeOf(text: string, hasBatches: boolean): Outcome {
  const value = parsed(text);
  if (value === undefined) return REFUSED;
  if (!Array.isArray(value.json)) return { kind: 'one', of: expectedOf(value.json) };
  const messages: readonly unknown[] = value.json;
  return hasBatches && isBatch(messages) ? { kind: 'batch', of: messages.map(expectedOf) } : REFUSED;
}

/** The messages in a text: of a batch all, of anything else itself. */
export function messagesIn(text: string): readonly unknown[] {
  const json = parsed(text)?.json;
  return Array.isArray(json) ? json : [json];
}

function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isBatch(messages: readonly unknown[]): boolean {
  if (messages.length === 0 || messages.length > MOST_IN_BATCH) return false;
  const parts = messages.map((each) => (isObject(each) ? each : {}));
  if (parts.some(({ method }) => method === 'initialize')) return false;
  if (parts.some((each) => claimedRevision(each) !== undefined)) return false;
  const ids = parts.flatMap((each) => (each.method !== undefined && isId(each.id) ? [each.id] : []));
  return new Set(ids).size === ids.length;
}

function expectedOf(value: unknown): Expected {
  if (!isObject(value)) return { kind: 'error', id: null };
  const { id, method, jsonrpc } = value;
  const readable = isId(id) ? id : null;
  const isAnswer = method === undefined && ('result' in value || 'error' in value);
  if (jsonrpc !== '2.0') return { kind: 'error', id: readable };
  // An answer that cannot be told is not answered either: two sides would never come to an end.
  if (isAnswer) return { kind: 'nothing' };
  if (typeof method !== 'string') return { kind: 'error', id: readable };
  if (!Object.hasOwn(value, 'id')) return { kind: 'nothing' };
  return readable === null
    ? { kind: 'error', id: null }
    : { kind: 'answer', id: readable, method, message: value as Asked };
}

/** The revision that a message itself names. */
export function claimedRevision(message: unknown): unknown {
  const params = isObject(message) ? message.params : undefined;
  const meta = isObject(params) ? params._meta : undefined;
  return isObject(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined;
}

/** The id of the request that a message cancels, if it is such a notification. */
export function cancelled(message: unknown): Id | undefined {
  if (!isObject(message) || message.method !== 'notifications/cancelled' || 'id' in message) return undefined;
  const id = isObject(message.params) ? message.params.requestId : undefined;
  return isId(id) ? id : undefined;
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
