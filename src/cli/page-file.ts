import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { programPlace } from '../lib/program.ts';
import { openRegular } from '../lib/regular-file.ts';
import type { SavedPage, Shown, ShownCompare, ShownTable } from '../tools/show/shape.ts';
import { say, type Terminal } from './terminal.ts';

/** What each page begins with that the program writes, so that it is told from a file of somebody else's. */
export const PAGE_START = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="robotics-mcp">
`;

/** Where the view has its data; once in the page that the build makes. */
const PLACE = '<script type="application/json" id="robotics-data"></script>';

/** Rows of a table that the page holds, and the most records that it keeps whole: they are most of its size. */
const MOST_RECORDS = 100;

/** Most rows of one page of a search. */
const MOST_PAGE = 50;

interface Writing {
  /** Calls a tool: the whole records behind the rows are asked for. */
  call(name: string, args: object): Promise<CallToolResult>;
  readonly isOpened: boolean;
  /** Replaces whatever is there. */
  readonly isForced: boolean;
  readonly terminal: Terminal;
}

/** Writes what `show` answered as one page with its data inside, and opens it if that is wanted. */
export async function writePage(
  file: string,
  { structuredContent }: CallToolResult,
  { call, isOpened, isForced, terminal }: Writing,
): Promise<void> {
  const path = resolve(file);
  if (!isForced && !(await isFree(path))) {
    throw new Error(
      `--html does not replace ${file}: it is no page that this program wrote. Name another file, or give --force too.`,
    );
  }
  const shown = await wholeOf(structuredContent as unknown as Shown, call);
  const page = pageWith(await viewPage(), { shown, records: await recordsOf(shown, call) });
  await writeInto(path, page).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENXIO' ? 'nobody reads from that pipe' : (error.code ?? error.message);
    throw new Error(`--html cannot write ${file}: ${why}.`);
  });
  say(terminal, `Wrote ${file} (${Math.ceil(Buffer.byteLength(page) / 1000)} kB).`);
  if (isOpened) await show(path, terminal);
}

/** True where nothing is lost: no file, an empty one, a page of ours; and for a pipe or device, which keeps nothing. */
async function isFree(path: string): Promise<boolean> {
  // Where nothing can be found, nothing can be written either, and the writing says why.
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return true;
  const file = await openRegular(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(PAGE_START.length), position: 0 });
    return bytesRead === 0 || buffer.toString('utf8', 0, bytesRead) === PAGE_START;
  } finally {
    await file.close();
  }
}

/** Opening a pipe waits for its reader, unless it is said that nobody waits. Windows has no such thing. */
const WRITE_NOW = constants.O_WRONLY | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
const FULL_PIPE_PAUSE_MS = 10;

/** Puts a text in the place of a file, or into a pipe or device; a pipe that nobody reads rejects with ENXIO. */
async function writeInto(path: string, text: string): Promise<void> {
  const file = await open(path, WRITE_NOW, 0o666);
  try {
    if ((await file.stat()).isFile()) await file.truncate();
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.byteLength; ) {
      try {
        written += (await file.write(bytes, written)).bytesWritten;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
        await pause(FULL_PIPE_PAUSE_MS);
      }
    }
  } finally {
    await file.close();
  }
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

/** A table with the rows of its further pages, since a file cannot ask for them; what was limited stays so. */
async function wholeOf(shown: Shown, call: Writing['call']): Promise<Shown> {
  if (shown.view !== 'table' || shown.asked.arguments?.limit !== undefined) return shown;
  let table: ShownTable = shown;
  while (table.next_cursor !== undefined && table.rows.length < MOST_RECORDS) {
    const limit = Math.min(MOST_PAGE, MOST_RECORDS - table.rows.length);
    const asked = { ...shown.asked.arguments, limit, cursor: table.next_cursor };
    const { isError, structuredContent } = await call('show', { ...shown.asked, arguments: asked });
    const next = structuredContent as unknown as ShownTable;
    if (isError === true || next.rows.length === 0) break;
    table = joined(table, next);
  }
  return table;
}

/** The rows of both; a page has the columns that its own rows fill. */
function joined(first: ShownTable, next: ShownTable): ShownTable {
  const known = new Set(first.columns.map(({ field }) => field));
  const columns = [...first.columns, ...next.columns.filter(({ field }) => !known.has(field))];
  const rows = [first, next].flatMap((page) =>
    page.rows.map((row) => {
      const cells = new Map(page.columns.map(({ field }, i) => [field, row.cells[i] ?? null]));
      return { ...row, cells: columns.map(({ field }) => cells.get(field) ?? null) };
    }),
  );
  const { next_cursor: _, ...rest } = first;
  return { ...rest, columns, rows, ...(next.next_cursor !== undefined && { next_cursor: next.next_cursor }) };
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
async function show(path: string, terminal: Terminal): Promise<void> {
  const [command, args] = openerOf(path);
  const child = spawn(command, args, {
    stdio: 'ignore',
    detached: true,
    env: terminal.env as NodeJS.ProcessEnv,
  });
  child.unref();
  try {
    await once(child, 'spawn');
  } catch {
    say(terminal, `There is no ${command} to open it: open ${path} yourself.`);
  }
}

function openerOf(path: string): [string, string[]] {
  if (process.platform === 'darwin') return ['open', [path]];
  if (process.platform === 'win32') return ['explorer.exe', [path]];
  return ['xdg-open', [path]];
}
