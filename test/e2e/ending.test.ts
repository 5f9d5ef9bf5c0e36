import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeArxiv, send, startFakeArxiv } from '../arxiv/fake-arxiv.ts';
import { successFeed } from '../arxiv/feeds.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { post } from '../helpers/http.ts';
import { collect, start, until } from '../helpers/program.ts';
import { slowCalls } from '../helpers/slow-calls.ts';

/** An arXiv that answers when the test lets it, so that a call is under way for as long as it likes. */
let arxiv: FakeArxiv;
let held: (() => void)[];
let place: ReturnType<typeof temporaryDirectory>;
let server: ChildProcess | undefined;

beforeEach(async () => {
  held = [];
  place = temporaryDirectory();
  arxiv = await startFakeArxiv((response: ServerResponse, id) => {
    held.push(() => send(response, successFeed({ id })));
  });
});
afterEach(async () => {
  if (server?.exitCode === null && server.signalCode === null) server.kill('SIGKILL');
  await arxiv.close();
  place.remove();
});

function run(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  server = start(['--data-dir', place.path, ...args], { ROBOTICS_MCP_ARXIV_API: arxiv.url, ...env });
  return server;
}

const submit = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'submit_publication', arguments: { arxiv_id: '2411.00001' } },
};

/** Says whether a call was answered by its tool, and no failure of the server's stands in it. */
function isAnswered({ result }: { readonly result?: { readonly isError?: boolean } }): boolean {
  return result !== undefined && result.isError !== true;
}

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly log: () => string;
}

async function startHttp(args: readonly string[]): Promise<Running> {
  const child = run(['--http', '--port', '0', ...args]);
  const stderr = collect(child, 'stderr');
  await until(() => /http:\S+/.test(stderr()), 'the address');
  return { child, url: /http:\S+/.exec(stderr())?.[0] ?? '', log: stderr };
}

describe.each([
  ['one process', []],
  ['two workers', ['--workers', '2']],
] as const)('over HTTP, %s', (_name, args) => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s waits for what is under way',
    { timeout: 60_000 },
    async (signal) => {
      const { child, url, log } = await startHttp(args);
      const gone = once(child, 'exit');
      const answer = post(url, submit);
      await until(() => held.length === 1, 'the question to arXiv');
      child.kill(signal);
      await until(() => log().includes('stopping'), 'the beginning of the end');
      held[0]?.();
      expect((await answer).body.result.structuredContent.status).toBe('published');
      expect(await gone).toEqual([0, null]);
    },
  );

  it('amid heavy batches, each is answered or refused in words', { timeout: 60_000 }, async () => {
    const { child, url, log } = await startHttp([...args, '--log-level', 'info']);
    const gone = once(child, 'exit');
    const batches = Array.from({ length: 8 }, (_, i) => post(url, slowCalls(`b${i}`)));
    await Promise.race(batches);
    child.kill('SIGTERM');
    for (const { status, body } of await Promise.all(batches)) {
      if (status === 200) expect(body.filter(isAnswered)).toHaveLength(50);
      else expect([status, body.error.message]).toEqual([503, expect.stringMatching(/closing|busy/)]);
    }
    expect(await gone).toEqual([0, null]);
    expect(log()).not.toMatch(/failure|closed/i);
  });

  it('that was asked nothing ends without counters of nothing', { timeout: 60_000 }, async () => {
    const { child, log } = await startHttp(args);
    const gone = once(child, 'exit');
    child.kill('SIGINT');
    expect(await gone).toEqual([0, null]);
    expect(log()).toMatch(/ stopped\n$/);
  });

  it('a second signal ends it at once', { timeout: 60_000 }, async () => {
    const { child, url, log } = await startHttp(args);
    const gone = once(child, 'exit');
    const answer = post(url, submit).catch(() => 'cut off');
    await until(() => held.length === 1, 'the question to arXiv');
    child.kill('SIGTERM');
    await until(() => log().includes('stopping'), 'the beginning of the end');
    child.kill('SIGTERM');
    expect(await gone).toEqual([null, 'SIGTERM']);
    expect(await answer).toBe('cut off');
  });
});

it('over stdio, what is under way is answered before the end', { timeout: 60_000 }, async () => {
  const child = run([]);
  const out = collect(child, 'stdout');
  const gone = once(child, 'exit');
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  child.stdin?.write(`${JSON.stringify(submit)}\n`);
  await until(() => held.length === 1, 'the question to arXiv');
  child.kill('SIGTERM');
  held[0]?.();
  expect(await gone).toEqual([0, null]);
  const answers = out().trim().split('\n');
  expect(JSON.parse(answers[1] ?? '').result.structuredContent.status).toBe('published');
});

it('over stdio, amid heavy batches, each call is answered or refused in words', {
  timeout: 60_000,
}, async () => {
  const child = run(['--log-level', 'info']);
  const [out, log] = [collect(child, 'stdout'), collect(child, 'stderr')];
  const gone = once(child, 'exit');
  const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  for (let i = 0; i < 8; i += 1) child.stdin?.write(`${JSON.stringify(slowCalls(`b${i}`))}\n`);
  await expect.poll(() => out().split('\n').length, { timeout: 40_000 }).toBeGreaterThan(2);
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
  const batches = out().trim().split('\n').slice(1);
  expect(batches).toHaveLength(8);
  for (const batch of batches) {
    const answers = JSON.parse(batch);
    expect(answers).toHaveLength(50);
    for (const answer of answers)
      if (!isAnswered(answer)) expect(answer.error.message).toMatch(/The server is closing/);
  }
  expect(log()).not.toMatch(/failure|INTERNAL/);
});

it('over stdio the log is quiet unless asked, and then tells each request without its arguments', async () => {
  const quiet = await logOf([]);
  expect(quiet).toBe('');
  const told = await logOf(['--log-level', 'info', '--log-format', 'json']);
  const lines = told
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { event: 'request', method: 'initialize', outcome: 'ok' },
    { event: 'request', method: 'tools/call', tool: 'report_error', outcome: 'ok' },
  ]);
  expect(told).not.toContain('sesame');
});

async function logOf(args: readonly string[]): Promise<string> {
  const child = run(args);
  const err = collect(child, 'stderr');
  const gone = once(child, 'close');
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const report = { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'sesame' };
  const call = { name: 'report_error', arguments: report };
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  child.stdin?.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call })}\n`);
  await gone;
  return err();
}

it.skipIf(process.platform === 'win32')(
  'a second signal ends it though a thread waits for a file',
  { timeout: 60_000 },
  async () => {
    // Below the data directory, which is gone with the test.
    const pipe = `${place.path}-pipe`;
    execFileSync('mkfifo', [pipe]);
    const opens = `import { open } from 'node:fs'; open(${JSON.stringify(pipe)}, 'r', () => undefined);`;
    const preload = `--import=data:text/javascript,${encodeURIComponent(opens)}`;
    const child = run(['--http', '--port', '0'], { NODE_OPTIONS: preload });
    const log = collect(child, 'stderr');
    const gone = once(child, 'exit');
    await until(() => /http:\S+/.test(log()), 'the address');
    child.kill('SIGTERM');
    await until(() => log().includes('stopping'), 'the beginning of the end');
    child.kill('SIGTERM');
    expect(await gone).toEqual([null, 'SIGTERM']);
  },
);
