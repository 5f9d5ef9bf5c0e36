import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { programPlace } from '../../lib/program.ts';
import { Kept, sendKept } from '../kept.ts';
import { refuse } from '../responses.ts';

const TYPES = { 'view.js': 'text/javascript; charset=utf-8', 'view.css': 'text/css; charset=utf-8' } as const;

export const ASSET_NAMES = ['view.js', 'view.css'] as const;
export type AssetName = (typeof ASSET_NAMES)[number];

export type ViewAssets = Readonly<Record<AssetName, Kept>>;

let assets: Promise<ViewAssets | undefined> | undefined;

/** Script and style of the view, read when they are first asked for; undefined where it was not built. */
export function viewAssets(): Promise<ViewAssets | undefined> {
  assets ??= readFile(programPlace().view, 'utf8').then(
    (page) => ({
      'view.js': new Kept(TYPES['view.js'], between(page, '<script>', '</script>')),
      'view.css': new Kept(TYPES['view.css'], between(page, '<style>', '</style>')),
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

/** Answers a GET for an asset; browsers keep it until its address changes. */
export async function answerAsset(
  name: AssetName,
  request: IncomingMessage,
  response: ServerResponse,
  cors: OutgoingHttpHeaders,
): Promise<void> {
  const view = await viewAssets();
  if (view === undefined)
    return refuse(response, 404, 'There are no assets here: the view was not built.', cors);
  sendKept(request, response, view[name], { ...cors, 'cache-control': FOR_EVER });
}

const FOR_EVER = 'private, max-age=31536000, immutable';
