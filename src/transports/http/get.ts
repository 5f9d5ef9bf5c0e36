import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import type { Caller } from '../../auth/caller.ts';
import type { Service } from '../../server/service.ts';
import { describeService } from '../../server/status.ts';
import { ENDPOINT } from './options.ts';
import { renderPage } from './page.ts';
import { PAGE_HEADERS } from './page-style.ts';
import { sendJsonText, sendText } from './reply.ts';

/** Answers GET and HEAD with the service's status, as JSON or, to a browser, as a page. */
export async function answerGet(
  request: IncomingMessage,
  response: ServerResponse,
  caller: Caller,
  service: Service,
  cors: OutgoingHttpHeaders,
): Promise<void> {
  const status = await describeService(service, caller);
  if (preferredType(request) === 'text/html') {
    const page = renderPage(status, await service.charts(), addressOf(request));
    return sendText(response, 200, 'text/html; charset=utf-8', page, { ...PAGE_HEADERS, ...cors });
  }
  sendJsonText(response, 200, `${JSON.stringify(status, null, 2)}\n`, cors);
}

/** True if the caller wants an event stream and nothing else: a session, and this server keeps none. */
export function wantsStreamAlone(request: IncomingMessage): boolean {
  const negotiator = new Negotiator(request);
  return (
    negotiator.mediaType(['application/json', 'text/html']) === undefined &&
    negotiator.mediaType(['text/event-stream']) !== undefined
  );
}

function preferredType(request: IncomingMessage): string | undefined {
  return new Negotiator(request).mediaType(['application/json', 'text/html']);
}

function addressOf(request: IncomingMessage): string {
  const scheme = request.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  return `${scheme}://${request.headers.host ?? 'localhost'}${ENDPOINT}`;
}
