import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import { readKindLines } from '../../src/data/dataset/files.ts';
import type { Kind } from '../../src/kinds/kinds.ts';
import { datasetFolder } from '../harness/program.ts';

/** The width of the terminal that the transcripts show. */
const COLUMNS = 100;

/** What stands between two marks, with the first of them: `<!-- counts -->` … `<!-- end -->`. */
const MARKED = /(<!-- (counts|transcript) -->\n)([\s\S]*?)(?=<!-- end -->)/g;

/** The README with its counts, and what its commands print, as they are now. */
export async function renewReadme(text: string): Promise<string> {
  let renewed = '';
  let end = 0;
  for (const { 0: whole, 1: mark = '', 2: what, 3: old = '', index } of text.matchAll(MARKED)) {
    renewed += text.slice(end, index) + mark + (await (what === 'counts' ? countsTable() : transcript(old)));
    end = index + whole.length;
  }
  return renewed + text.slice(end);
}

async function countsTable(): Promise<string> {
  const { dataset } = JSON.parse(await print('robotics-mcp info --json')) as {
    dataset: { counts: Record<Kind, number> };
  };
  const years = readKindLines(datasetFolder, 'publications').map(
    (line) => (JSON.parse(line) as { year: number }).year,
  );
  const { robots, publications, manufacturers, startups, news, challenges, certification } = dataset.counts;
  const rows: readonly [string, number][] = [
    ['robots, with prices, specs and certifications where a page states them', robots],
    [`papers, ${Math.min(...years)} to ${Math.max(...years)}, classified by topic`, publications],
    ['manufacturers of robots and components', manufacturers],
    ['startups', startups],
    ['news', news],
    ['competitions, prizes and grants', challenges],
    ['certification requirements with checklists', certification],
  ];
  const table = rows.map(([kind, count]) => `| ${kind} | ${count.toLocaleString('en-US')} |`);
  return ['| kind | records |', '|---|---|', ...table, ''].join('\n');
}

/** Runs every command of a transcript; what stood below them is replaced by what they print. */
async function transcript(old: string): Promise<string> {
  const commands = [...old.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command);
  const parts: string[] = [];
  for (const command of commands) parts.push(`$ ${command}\n${await print(command)}`);
  return `\`\`\`console\n${parts.join('\n')}\`\`\`\n`;
}

/** What a command of this program prints on a terminal without colours; throws if it fails. */
async function print(command: string): Promise<string> {
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const args = words.slice(words.indexOf('robotics-mcp') + 1);
  const directory = mkdtempSync(join(tmpdir(), 'robotics-mcp-readme-'));
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: COLUMNS });
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  const env = { ROBOTICS_MCP_HOME: directory, NO_COLOR: '1' };
  try {
    const code = await main(args, { stdin, stdout, stderr, env, stopped: new Promise(() => undefined) });
    if (code !== 0) throw new Error(`${command}: exit code ${code}: ${String(stderr.read() ?? '')}`);
    return String(stdout.read() ?? '');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
