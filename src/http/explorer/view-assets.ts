import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { programPlace } from '../../lib/program.ts';
import { refuse, SECURITY_HEADERS, sendEmpty } from '../responses.ts';

const TYPES = { 'view.js': 'text/javascript; charset=utf-8', 'view.css': 'text/css; charset=utf-8' } as const;

type AssetName = keyof typeof TYPES;

interface Asset {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  /** Of its bytes: it stands in its address, and is its ETag. */
  readonly hash: string;
}

export type ViewAssets = Readonly<Record<AssetName, Asset>>;

let assets: Promise<ViewAssets | undefined> | undefined;

/** Script and style of the view, read and compressed once it is asked for; undefined where it was not built. */
export function viewAssets(): Promise<ViewAssets | undefined> {
  assets ??= readFile(programPlace().view, 'utf8').then(
    (page) => ({
      'view.js': assetOf(between(page, '<script>', '</script>')),
      'view.css': assetOf(between(page, '<style>', '</style>')),
    }),
    () => undefined,
  );
  return assets;
}

/** The address of an asset, which changes with its bytes. */
export function assetAddress(view: ViewAssets, name: AssetName): string {
  return `?asset=${name}&amp;v=${view[name].hash}`;
}

/** The view is one page; these elements have no attributes in it and hold no end of their own. */
function between(page: string, start: string, end: string): string {
  const from = page.lastIndexOf(start);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`The view has no ${start}.`);
  return page.slice(from + start.length, to);
}

function assetOf(text: string): Asset {
  const plain = Buffer.from(text);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, gzipped: gzipSync(plain, { level: 9 }), hash };
}

/** Answers a GET for an asset; browsers keep it until its address changes. */
export async function answerAsset(
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
  cors: OutgoingHttpHeaders,
): Promise<void> {
  const view = await viewAssets();
  if (view === undefined || !Object.hasOwn(TYPES, name)) {
    const known = Object.keys(TYPES).join(', ');
    return refuse(
      response,
      404,
      `There is no asset of this name. There are ${view === undefined ? 'none here' : known}.`,
      cors,
    );
  }
  const { plain, gzipped, hash } = view[name as AssetName];
  const etag = `"${hash}"`;
  const headers = {
    ...SECURITY_HEADERS,
    'cache-control': 'private, max-age=31536000, immutable',
    vary: 'accept-encoding',
    etag,
    ...cors,
  };
  if (request.headers['if-none-match'] === etag) return sendEmpty(response, 304, headers);
  const zips = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = zips ? gzipped : plain;
  response.writeHead(200, {
    ...headers,
    'content-type': TYPES[name as AssetName],
    'content-length': body.byteLength,
    ...(zips && { 'content-encoding': 'gzip' }),
  });
  response.end(body);
}
