import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { ICON_SVG } from './page-parts.ts';
import { ENDPOINT } from './paths.ts';
import { sendEmpty, sendText } from './responses.ts';

/** Records may be listed by search engines; searches, of which there is no end, may not. */
const ROBOTS = `User-agent: *
Allow: ${ENDPOINT}$
Allow: ${ENDPOINT}?record=
Allow: ${ENDPOINT}?asset=
Disallow: /
`;

const DAY = { 'cache-control': 'public, max-age=86400' };

/**
 * Answers what browsers and search engines ask for by themselves, beside the endpoint: the same for everybody, and
 * nothing of the data. True where the request is answered by it.
 */
export function answerFixedPath(
  path: string,
  { method }: IncomingMessage,
  response: ServerResponse,
  cors: OutgoingHttpHeaders,
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  switch (path) {
    case '/':
      sendEmpty(response, 302, { ...cors, location: ENDPOINT });
      return true;
    case '/robots.txt':
      sendText(response, 200, 'text/plain; charset=utf-8', ROBOTS, { ...cors, ...DAY });
      return true;
    case '/favicon.ico':
      sendText(response, 200, 'image/svg+xml', ICON_SVG, { ...cors, ...DAY });
      return true;
    default:
      return false;
  }
}
