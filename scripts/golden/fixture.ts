import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepInMemory } from '../../src/contributions/open.ts';
import { readDataset } from '../../src/data/dataset/read.ts';
import { buildSnapshot } from '../../src/data/snapshot/build.ts';
import { openSnapshot } from '../../src/data/snapshot/open.ts';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { loadSqlite } from '../../src/search/sqlite.ts';
import { createRegistry, type Registry } from '../../src/tools/registry.ts';
import { type Call, drawCalls } from './draw-calls.ts';
import { withoutCursors } from './mask.ts';
import { type Rows, readRows } from './records.ts';

const folder = fileURLToPath(new URL('../../test/golden/', import.meta.url));
/** Real records that never change again, so that only code can change an answer. */
const dataset = `${folder}dataset`;
/** A line for each page of an answer. */
export const recordingFile = `${folder}answers.jsonl`;

const SEED = 2026;
const CALLS = 700;
export const TODAY = '2026-11-25';

const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');

/** A page of an answer, as the recording has it. */
export interface Recorded {
  readonly tool: string;
  readonly args: unknown;
  readonly page: number;
  readonly groups: Call['groups'];
  readonly isSingle: boolean;
  /** The structured answer, or the error. */
  readonly answer: unknown;
  /** The answer for people. */
  readonly text: string;
}

/** What the recording says. */
export function readRecording(): Recorded[] {
  const lines = readFileSync(recordingFile, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded);
}

/** Writes down what the tools answer today. Returns the number of pages. */
export async function record(): Promise<number> {
  const pages = await answerAll();
  writeFileSync(recordingFile, `${pages.map((page) => JSON.stringify(page)).join('\n')}\n`);
  return pages.length;
}

export function frozenRows(): Rows {
  return readRows(dataset);
}

/** The calls of the recording. */
export function frozenCalls(): Call[] {
  return drawCalls(frozenRows(), SEED, CALLS);
}

/** All tools over a catalogue, with nothing contributed yet. */
export function registryOverFrozen(catalogue: Catalogue): Registry {
  const contributions = keepInMemory(catalogue);
  return createRegistry({
    select: 'all',
    readOnly: false,
    context: async () => ({ catalogue, contributions, today: TODAY }),
    onInternalError: (_reference, error) => {
      throw error;
    },
  });
}

/** What the tools answer to the drawn calls, over the frozen records. */
export async function answerAll(): Promise<Recorded[]> {
  const catalogue = await openFrozen();
  try {
    const { call } = registryOverFrozen(catalogue);
    const pages: Recorded[] = [];
    for (const drawn of frozenCalls()) {
      pages.push(...(await pagesOf(drawn, (tool, args) => call(tool, args, LOCAL_USER))));
    }
    return pages;
  } finally {
    catalogue.close();
  }
}

/** A snapshot of the frozen records, made by the product's own builder. */
export async function openFrozen(): Promise<Catalogue> {
  const dir = mkdtempSync(join(tmpdir(), 'robotics-mcp-golden-'));
  try {
    const { bytes, manifest } = buildSnapshot(await loadSqlite(readFileSync(wasm)), readDataset(dataset));
    writeFileSync(join(dir, manifest.file), bytes);
    writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest));
    return await openSnapshot({ dir, wasm });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

type Ask = (
  tool: string,
  args: unknown,
) => Promise<{ readonly content: readonly unknown[]; readonly structuredContent?: unknown }>;

async function pagesOf({ tool, args, pages, groups, isSingle }: Call, ask: Ask): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  let cursor: string | undefined;
  for (let page = 0; page <= pages; page++) {
    const answer = await ask(tool, page === 0 ? args : { ...(args as object), cursor });
    const structured = answer.structuredContent as { next_cursor?: string } | undefined;
    const [content] = answer.content as { text?: string }[];
    const shown = JSON.stringify(structured ?? null);
    recorded.push({
      tool,
      args: JSON.parse(JSON.stringify(args)),
      page,
      groups,
      isSingle,
      answer: JSON.parse(withoutCursors(shown)),
      text: withoutCursors(content?.text ?? ''),
    });
    cursor = structured?.next_cursor;
    if (cursor === undefined) break;
  }
  return recorded;
}
