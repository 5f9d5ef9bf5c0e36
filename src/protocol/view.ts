import { readFile } from 'node:fs/promises';
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { programPlace } from '../lib/program.ts';
import { VIEW_URI } from '../tools/show/show.ts';
import { LISTS_TTL_MS } from './protocol.ts';

/** SEP-1865: HTML for a sandboxed frame of the host. */
const mimeType = 'text/html;profile=mcp-app';

/** What a host must allow the view: nothing from elsewhere; and it draws no border of its own. */
const meta = { ui: { csp: {}, prefersBorder: false } };

/** The view as `resources/list` shows it. */
export const viewResource: Resource = {
  uri: VIEW_URI,
  name: 'view',
  title: 'The view of show',
  description: 'Page in which a host shows the answers of the tool show',
  mimeType,
};

/** Reads the view from disk, since most servers are never asked for it; undefined where the build has not made it. */
export async function readView(): Promise<ReadResourceResult | undefined> {
  const text = await readFile(programPlace().view, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  return { contents: [{ uri: VIEW_URI, mimeType, text, _meta: meta }], ttlMs: LISTS_TTL_MS };
}
