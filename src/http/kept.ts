import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { prefersGzip } from './accept.ts';
import { SECURITY_HEADERS, sendEmpty } from './responses.ts';

/** Text that is sent more often than it changes: encoded once, and compressed when first asked for so. */
export class Kept {
  readonly type: string;
  readonly plain: Buffer;
  /** Of its bytes, in characters that may stand in an address. */
  readonly hash: string;
  #gzipped: Buffer | undefined;

  constructor(type: string, text: string) {
    this.type = type;
    this.plain = Buffer.from(text);
    this.hash = createHash('sha256').update(this.plain).digest('base64url').slice(0, 27);
  }

  get gzipped(): Buffer {
    this.#gzipped ??= gzipSync(this.plain);
    return this.#gzipped;
  }
}

/** Sends it as the caller takes it, or 304 to who has it already. */
export function sendKept(
  request: IncomingMessage,
  response: ServerResponse,
  kept: Kept,
  headers: OutgoingHttpHeaders,
): void {
  const zips = prefersGzip(request);
  // Other bytes are another representation (RFC 9110, section 8.8.3).
  const etag = `"${kept.hash}${zips ? '-gzip' : ''}"`;
  const own = { ...SECURITY_HEADERS, ...headers, etag, vary: VARY };
  if (knows(request, kept.hash)) {
    sendEmpty(response, 304, own);
    return;
  }
  const body = zips ? kept.gzipped : kept.plain;
  response.writeHead(200, {
    ...own,
    'content-type': kept.type,
    'content-length': body.byteLength,
    ...(zips && { 'content-encoding': 'gzip' }),
  });
  response.end(body);
}

const VARY = 'Accept, Accept-Encoding, Authorization, Origin';

/** RFC 9110, section 13.1.2: weak comparison with any of a list. */
function knows({ headers }: IncomingMessage, hash: string): boolean {
  const asked = headers['if-none-match'];
  if (asked === undefined) return false;
  const known = [`"${hash}"`, `"${hash}-gzip"`, '*'];
  return asked.split(',').some((one) => known.includes(one.trim().replace(/^W\//, '')));
}
