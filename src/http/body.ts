import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';

/** Why a body was not taken: a status and a sentence. */
export interface BodyRefusal {
  readonly status: number;
  readonly message: string;
}

export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly refusal: BodyRefusal }
  | { readonly kind: 'not-utf8' }
  /** The caller went away; nobody waits for an answer. */
  | { readonly kind: 'lost' };

/** A refused caller may finish sending for this long, so that it gets to read the refusal. */
const DRAIN_MS = 2_000;

/** Reads a JSON body of at most `limit` bytes. What the headers rule out is refused before anything is read. */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Body> {
  const refusal = refusalByHeaders(request, limit);
  if (refusal !== undefined) return refused(request, refusal);
  if (request.headers.expect !== undefined) response.writeContinue();
  const bytes = await readBytes(request, limit);
  if (bytes === 'lost') return { kind: 'lost' };
  if (bytes === 'too-large') return refused(request, tooLarge(limit));
  const text = decodeUtf8(bytes);
  return text === undefined ? { kind: 'not-utf8' } : { kind: 'text', text };
}

function refusalByHeaders({ headers }: IncomingMessage, limit: number): BodyRefusal | undefined {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    return {
      status: 415,
      message: 'Compressed bodies are not read. Send plain JSON, without Content-Encoding.',
    };
  }
  if (!isJsonContentType(headers['content-type'] ?? null) || !isUtf8(headers['content-type'] ?? '')) {
    return { status: 415, message: 'Send JSON in UTF-8 with the header Content-Type: application/json.' };
  }
  return Number(headers['content-length'] ?? 0) > limit ? tooLarge(limit) : undefined;
}

function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset);
}

function tooLarge(limit: number): BodyRefusal {
  return { status: 413, message: `The body is larger than ${limit} bytes. Send less in one request.` };
}

function refused(request: IncomingMessage, refusal: BodyRefusal): Body {
  const timer = setTimeout(() => request.socket.destroy(), DRAIN_MS).unref();
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
  return { kind: 'refused', refusal };
}

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer | 'too-large' | 'lost'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        request.removeAllListeners('data');
        resolve('too-large');
      }
    });
    request.once('end', () => resolve(Buffer.concat(chunks, size)));
    request.once('error', () => resolve('lost'));
    request.once('close', () => resolve('lost'));
  });
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
