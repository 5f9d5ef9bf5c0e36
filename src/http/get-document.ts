import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Caller } from '../lib/caller.ts';
import type { DocumentName } from '../protocol/feed-names.ts';
import type { Service } from '../protocol/service.ts';
import { sendEmpty, sendText } from './responses.ts';

/** Who asks for a document, and at what address of the server. */
interface AskedDocument {
  readonly service: Service;
  readonly caller: Caller;
  readonly address: string;
}

/** Sends a feed, the server card or llms.txt, or 304 to who has it already. */
export async function answerDocument(
  name: DocumentName,
  request: IncomingMessage,
  response: ServerResponse,
  { service, caller, address }: AskedDocument,
  cors: OutgoingHttpHeaders,
): Promise<void> {
  const { type, text, etag } = await service.document(name, caller, address);
  const headers = {
    etag,
    // Kept, and asked for again each time.
    'cache-control': service.authenticated ? 'private, no-cache' : 'public, no-cache',
    vary: 'authorization',
    ...cors,
  };
  if (knows(request, etag)) return sendEmpty(response, 304, headers);
  sendText(response, 200, type, text, headers);
}

/** RFC 9110, section 13.1.2: weak comparison with any of a list. */
function knows({ headers }: IncomingMessage, etag: string): boolean {
  const asked = headers['if-none-match'];
  if (asked === undefined) return false;
  return asked.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
