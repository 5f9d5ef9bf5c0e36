import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

/** True if the caller names event streams, and does not rule them out (q=0). */
export function namesEventStream(request: IncomingMessage): boolean {
  return new Negotiator(request).mediaTypes().some((type) => type.toLowerCase() === 'text/event-stream');
}

/** True if the caller would rather have a page than JSON. */
export function prefersPage(request: IncomingMessage): boolean {
  return new Negotiator(request).mediaType(['application/json', 'text/html', 'text/csv']) === 'text/html';
}

/** The form of data that the caller would rather have: JSON unless another is named. */
export function preferredData(request: IncomingMessage): 'json' | 'csv' {
  return new Negotiator(request).mediaType(['application/json', 'text/csv']) === 'text/csv' ? 'csv' : 'json';
}

/** True if gzip is taken, and not less gladly than bytes as they are; RFC 9110, section 12.5.3. */
export function prefersGzip(request: IncomingMessage): boolean {
  // Without the header anything may be sent; some that leave it out read no gzip.
  if (request.headers['accept-encoding'] === undefined) return false;
  return new Negotiator(request).encoding(['gzip', 'identity']) === 'gzip';
}
