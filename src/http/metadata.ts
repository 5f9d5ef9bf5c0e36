import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ResourceMetadata } from '../auth/addresses.ts';
import { preflightHeaders } from './access.ts';
import { refuse, sendEmpty, sendJsonText } from './reply.ts';

const ALLOW = { allow: 'GET, HEAD, OPTIONS' };

/** Answers a client that wants to know who issues tokens for this server (RFC 9728). */
export function answerMetadata(
  { method }: IncomingMessage,
  response: ServerResponse,
  { document }: ResourceMetadata,
  cors: OutgoingHttpHeaders,
): void {
  if (method === 'GET' || method === 'HEAD') {
    const headers = { 'cache-control': 'max-age=3600', ...cors };
    sendJsonText(response, 200, JSON.stringify(document), headers);
  } else if (method === 'OPTIONS') {
    sendEmpty(response, 204, { ...preflightHeaders(), ...ALLOW, ...cors });
  } else {
    refuse(response, 405, 'This can only be read.', { ...ALLOW, ...cors });
  }
}
