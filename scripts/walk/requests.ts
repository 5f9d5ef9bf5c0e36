import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

/** Asks for something else at each call, so that no answer is one that was kept. The first loads code and data. */
type Ask = () => Promise<void>;

interface Walk {
  readonly what: string;
  /** Gets everything ready: starts a server, or a service to sync from. */
  start(): Promise<Ask>;
}

/** What can be walked through. */
export const walks: Readonly<Record<string, Walk>> = {
  http: { what: 'a search_robots over HTTP', start: async () => searching(await startHttp()) },
  stdio: { what: 'a search_robots over stdio', start: async () => searching(await startStdio()) },
  submit: { what: 'a submit_publication over stdio', start: startSubmitting },
  sync: { what: 'a sync from the command line', start: startSyncing },
};

type Call = (name: string, args: object) => Promise<void>;

const QUESTIONS = ['warehouse', 'inspection', 'kitchen'];

function searching(call: Call): Ask {
  const questions = QUESTIONS.map((query) => ({ query, category: 'humanoid', max_price_usd: 100_000 }));
  return () => call('search_robots', questions.shift() ?? {});
}

async function startSubmitting(): Promise<Ask> {
  const papers = ['2401.00001', '2401.00002', '2401.00003'];
  const arxiv = createServer(({ url }, response) => {
    const id = new URL(url ?? '', 'http://localhost').searchParams.get('id_list') ?? '';
    response.end(feedOf(id));
  });
  arxiv.listen(0, '127.0.0.1').unref();
  await once(arxiv, 'listening');
  const { port } = arxiv.address() as AddressInfo;
  const call = await startStdio({ ROBOTICS_MCP_ARXIV_API: `http://127.0.0.1:${port}/api/query` });
  return () => call('submit_publication', { arxiv_id: papers.shift() });
}

async function startSyncing(): Promise<Ask> {
  const publisher = fork(fileURLToPath(new URL('publisher.ts', import.meta.url)));
  process.once('exit', () => publisher.kill());
  const [{ url, key }] = (await once(publisher, 'message')) as [{ url: string; key: string }];
  publisher.unref();
  publisher.channel?.unref();
  return async () => {
    const { terminal, output } = terminalWith({});
    const code = await main(['sync', '--from', url, '--sync-key', key, '--data-dir', home()], terminal);
    if (code !== 0) throw new Error(`Syncing failed: ${output()}`);
  };
}

/** The program over HTTP, in this process. */
async function startHttp(): Promise<Call> {
  const { terminal, stderr } = terminalWith({ ROBOTICS_MCP_HOME: home() });
  void main(['--http', '--port', '0'], terminal);
  const url = /http:\S+/.exec(await nextText(stderr))?.[0] ?? '';
  return async (name, args) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: callOf(name, args) });
    check(await response.text());
  };
}

/** The program over stdio, in this process, after its handshake. */
async function startStdio(env: Record<string, string> = {}): Promise<Call> {
  const { terminal, stdin, stdout } = terminalWith({ ROBOTICS_MCP_HOME: home(), ...env });
  void main([], terminal);
  const opening = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'walk', version: '1' },
  };
  const send = async (line: string): Promise<string> => {
    const answer = nextText(stdout);
    stdin.write(`${line}\n`);
    return answer;
  };
  await send(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: opening }));
  return async (name, args) => check(await send(callOf(name, args)));
}

function callOf(name: string, args: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
}

function check(answer: string): void {
  if (!answer.includes('"result":') || answer.includes('"isError":true'))
    throw new Error(answer.slice(0, 500));
}

function terminalWith(env: Record<string, string>) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const terminal: Terminal = { stdin, stdout, stderr, env, stopped: new Promise(() => undefined) };
  return { terminal, stdin, stdout, stderr, output: () => String(stderr.read() ?? stdout.read()) };
}

async function nextText(stream: PassThrough): Promise<string> {
  const [chunk] = (await once(stream, 'data')) as [Buffer];
  return chunk.toString('utf8');
}

function home(): string {
  const directory = mkdtempSync(join(tmpdir(), 'robotics-mcp-walk-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function feedOf(id: string): string {
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
<entry><id>http://arxiv.org/abs/${id}v1</id><published>2024-01-01T00:00:00Z</published>
<updated>2024-01-01T00:00:00Z</updated><title>Paper ${id}</title><author><name>A. Author</name></author>
<category term="cs.RO"/><arxiv:primary_category term="cs.RO"/></entry></feed>`;
}
