import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { programPlace } from '../lib/program.ts';
import type { SavedPage, Shown, ShownCompare } from '../tools/show/shape.ts';
import type { Terminal } from './terminal.ts';

/** Where the view has its data; once in the page that the build makes. */
const PLACE = '<script type="application/json" id="robotics-data"></script>';

/** Of more rows or points than this the page keeps no whole records: they would be most of it. */
const MOST_RECORDS = 100;

interface Writing {
  /** Calls a tool: the whole records behind the rows are asked for. */
  call(name: string, args: object): Promise<CallToolResult>;
  readonly isOpened: boolean;
  readonly terminal: Terminal;
}

/** Writes what `show` answered as one page with its data inside, and opens it if that is wanted. */
export async function writePage(
  file: string,
  { structuredContent }: CallToolResult,
  { call, isOpened, terminal }: Writing,
): Promise<void> {
  const shown = structuredContent as unknown as Shown;
  const page = pageWith(await viewPage(), { shown, records: await recordsOf(shown, call) });
  const path = resolve(file);
  await writeFile(path, page).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`--html cannot write ${file}: ${error.code ?? error.message}.`);
  });
  terminal.stderr.write(`Wrote ${file} (${Math.ceil(Buffer.byteLength(page) / 1000)} kB).\n`);
  if (isOpened) await open(path, terminal);
}

async function viewPage(): Promise<string> {
  const path = programPlace().view;
  return readFile(path, 'utf8').catch(() => {
    throw new Error(`There is no view at ${path}. Install the program anew; in a clone: npm run build:code.`);
  });
}

/** The page with data in it. No text of theirs can end the element: JSON takes `<` as an escape too. */
export function pageWith(html: string, page: SavedPage): string {
  const parts = html.split(PLACE);
  const [before = '', after] = parts;
  if (after === undefined || parts.length > 2) {
    throw new Error(
      'The view has no place for data. Install the program anew; in a clone: npm run build:code.',
    );
  }
  const json = JSON.stringify(page)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `${before}${PLACE.replace('></', () => `>${json}</`)}${after}`;
}

async function recordsOf(shown: Shown, call: Writing['call']): Promise<SavedPage['records']> {
  const ids = idsIn(shown);
  if (!('tool' in shown) || ids.length > MOST_RECORDS) return {};
  const records: Record<string, ShownCompare> = {};
  for (const id of ids) {
    const { isError, structuredContent } = await call('show', {
      view: 'compare',
      tool: shown.tool,
      ids: [id],
    });
    if (isError !== true) records[id] = structuredContent as unknown as ShownCompare;
  }
  return records;
}

function idsIn(shown: Shown): string[] {
  if (shown.view === 'table') return shown.rows.map(({ id }) => id);
  return shown.view === 'chart' ? shown.points.flatMap(({ id }) => id ?? []) : [];
}

/** By the program that the platform opens files with. What it cannot open stays written. */
async function open(path: string, { stderr, env }: Terminal): Promise<void> {
  const [command, args] = openerOf(path);
  const child = spawn(command, args, { stdio: 'ignore', detached: true, env: env as NodeJS.ProcessEnv });
  child.unref();
  try {
    await once(child, 'spawn');
  } catch {
    stderr.write(`There is no ${command} to open it: open ${path} yourself.\n`);
  }
}

function openerOf(path: string): [string, string[]] {
  if (process.platform === 'darwin') return ['open', [path]];
  if (process.platform === 'win32') return ['explorer.exe', [path]];
  return ['xdg-open', [path]];
}
