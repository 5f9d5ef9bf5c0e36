import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Caller } from '../lib/caller.ts';
import { sanitizeLine } from '../lib/sanitize.ts';
import type { Document } from '../protocol/documents.ts';
import type { DocumentQuery } from '../protocol/feed-names.ts';
import type { Service } from '../protocol/service.ts';
import { ToolError } from '../tools/tool.ts';
import { Kept, sendKept } from './kept.ts';
import { refuse } from './responses.ts';

/** Who asks for a document, and at what address of the server. */
interface AskedDocument {
  readonly service: Service;
  readonly caller: Caller;
  readonly address: string;
}

/** The service makes a document once for each state of the data. */
const encoded = new WeakMap<Document, Kept>();

/** Sends a feed, the server card or llms.txt, or 304 to who has it already; refuses a filter that the feed does not take. */
export async function answerDocument(
  query: DocumentQuery,
  request: IncomingMessage,
  response: ServerResponse,
  { service, caller, address }: AskedDocument,
  cors: OutgoingHttpHeaders,
): Promise<void> {
  let document: Document;
  try {
    document = await service.document(query, caller, address);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return refuse(response, 400, sanitizeLine(error.message), cors);
  }
  const kept = encoded.get(document) ?? new Kept(document.type, document.text);
  encoded.set(document, kept);
  sendKept(request, response, kept, { ...cors, 'cache-control': askedAgain(service) });
}

/** For browsers and feed readers, who may keep it and ask each time whether it has changed. */
export function askedAgain({ authenticated }: Service): string {
  return authenticated ? 'private, no-cache' : 'public, no-cache';
}
