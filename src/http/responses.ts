import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { errorAnswer } from '../protocol/protocol.ts';
import { mayHold } from './held-bytes.ts';

/** Why a request is not answered. */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
  /** What a program may go by, where there is such a code. */
  readonly code?: 'UNAUTHENTICATED' | 'FORBIDDEN';
  readonly headers: OutgoingHttpHeaders;
  /** A challenge by which a host that reads results alone begins a sign-in; where tokens are issued. */
  readonly signIn?: string;
}

/** The code of refusals that HTTP's own status explains; the protocol leaves it to servers. */
export const REFUSED = -32_000;

/** On every answer: it is what it says it is, stays out of frames and other pages, and is kept by nobody. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Sends text in one write, with its length. */
export function sendText(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const length = Buffer.byteLength(text);
  if (!mayHold(response, length)) {
    refuseUnread(response, headers);
    return;
  }
  response.writeHead(status, {
    'content-type': type,
    'content-length': length,
    ...SECURITY_HEADERS,
    ...headers,
  });
  response.end(text);
}

/** Sends JSON that is encoded already, in pieces, of whose bytes note was taken. */
export function sendChunks(
  response: ServerResponse,
  chunks: readonly Buffer[],
  headers: OutgoingHttpHeaders,
): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': chunks.reduce((sum, { byteLength }) => sum + byteLength, 0),
    ...SECURITY_HEADERS,
    ...headers,
  });
  response.cork();
  for (const chunk of chunks) response.write(chunk);
  response.end();
}

/** Sends text that is JSON already. */
export function sendJsonText(
  response: ServerResponse,
  status: number,
  json: string,
  headers?: OutgoingHttpHeaders,
): void {
  sendText(response, status, 'application/json', json, headers);
}

/** Sends a status without a body. */
export function sendEmpty(response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}): void {
  response.writeHead(status, { ...SECURITY_HEADERS, ...headers });
  response.end();
}

/** Refuses a request with a JSON-RPC error that says what to do. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers?: OutgoingHttpHeaders,
): void {
  sendJsonText(response, status, refusalJson(message), headers);
}

/** Refuses one of too many requests, or of too many calls that wait. */
export function refuseBusy(response: ServerResponse, headers?: OutgoingHttpHeaders): void {
  const message =
    'The server is busy, and this request is not answered. Send it again shortly, and fewer at a time.';
  refuse(response, 503, message, { 'retry-after': '1', ...headers });
}

/** What is said instead of an answer for which there is no room while others are not read. */
export const UNREAD =
  'Too much that was answered is not read yet, and this answer is left out. Read what you asked for, then send this again.';

/** Refuses an answer for which there is no room. */
export function refuseUnread(response: ServerResponse, headers?: OutgoingHttpHeaders): void {
  // It may have been refused already, to make room for another.
  if (!response.headersSent) refuse(response, 503, UNREAD, { ...headers, 'retry-after': '1' });
}

/**
 * Refuses a caller who has not shown who they are, or may not do this. Where tokens are issued, a refused call is answered as
 * a tool answers too, since some hosts look for the way to sign in there; by the status all others find it.
 */
export function refuseAccess(
  response: ServerResponse,
  { status, code, message, headers, signIn }: HttpRefusal,
  others: OutgoingHttpHeaders,
  refused?: unknown,
): void {
  const id = signIn === undefined ? undefined : callId(refused);
  const data = code === undefined ? undefined : { code };
  const answer =
    id === undefined
      ? errorAnswer(null, REFUSED, message, data)
      : { jsonrpc: '2.0', id, result: refusedCall(message, code, signIn) };
  sendJsonText(response, status, JSON.stringify(answer), { ...headers, ...others });
}

/** A refusal as a tool would report it. */
function refusedCall(message: string, code: HttpRefusal['code'], signIn: string | undefined): object {
  return {
    isError: true,
    content: [{ type: 'text', text: message }],
    structuredContent: { error: { code, message } },
    _meta: { 'mcp/www_authenticate': [signIn] },
  };
}

/** The id of one call of a tool; undefined for any other message. */
function callId(message: unknown): string | number | undefined {
  const { method, id } = (message ?? {}) as Readonly<Record<string, unknown>>;
  return method === 'tools/call' && (typeof id === 'string' || typeof id === 'number') ? id : undefined;
}

/** Sends away a caller who asks more often than the operator allows. */
export function refuseTooMany(
  response: ServerResponse,
  retryAfterSeconds: number,
  headers?: OutgoingHttpHeaders,
): void {
  const message = `These are more requests a minute than this server answers to one caller. Ask again in ${retryAfterSeconds} s.`;
  const data = { code: 'RATE_LIMITED', retry_after_seconds: retryAfterSeconds };
  sendJsonText(response, 429, JSON.stringify(errorAnswer(null, REFUSED, message, data)), {
    'retry-after': String(retryAfterSeconds),
    ...headers,
  });
}

/** The body of a refusal. */
export function refusalJson(message: string): string {
  return JSON.stringify(errorAnswer(null, REFUSED, message));
}
