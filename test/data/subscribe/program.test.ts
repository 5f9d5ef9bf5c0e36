import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Publisher } from '../../../scripts/sync/publisher.ts';
import { serveOffer } from '../../../scripts/sync/serve-offer.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { sqlite } from '../../helpers/catalogue.ts';
import {
  cleanEnvironment,
  collect,
  end,
  PROGRAM,
  run,
  runHere,
  start,
  until,
} from '../../helpers/program.ts';
import { bundledVersion, recordsOf, versionOf } from '../../helpers/versions.ts';

// Several programs one after the other.
vi.setConfig({ testTimeout: 90_000 });

let publisher: Publisher;
let place: ReturnType<typeof temporaryDirectory>;
let address: string;
let closing: (() => Promise<unknown>)[];
beforeEach(async () => {
  publisher = new Publisher(await sqlite());
  await publisher.release(versionOf(1), recordsOf(1));
  place = temporaryDirectory();
  const server = await serveOffer(publisher.offer());
  address = server.url;
  closing = [() => server.close()];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  place.remove();
});

const to = () => ['--from', address, '--data-dir', place.path];
const key = () => ['--sync-key', publisher.key.public_key];

function startServer(args: readonly string[]): ChildProcess {
  const child = start(['--data-dir', place.path, ...args]);
  closing.push(() => end(child));
  return child;
}

async function addressOf(child: ChildProcess): Promise<string> {
  const stderr = collect(child, 'stderr');
  await until(() => /http:\S+\/api\/mcp/.test(stderr()), 'the address');
  return /http:\S+\/api\/mcp/.exec(stderr())?.[0] ?? '';
}

async function datasetAt(url: string): Promise<{ version: string; source: string; warnings?: string[] }> {
  const status = (await (await fetch(url)).json()) as { dataset: { version: string; source: string } };
  return status.dataset;
}

describe('robotics-mcp sync', () => {
  it('fetches, checks and applies in a thread of its own, and then changes alone', async () => {
    const first = await run(['sync', ...to(), ...key(), '--json']);
    expect(first).toMatchObject({ code: 0 });
    expect(JSON.parse(first.stdout)).toMatchObject({
      status: 'updated',
      way: 'snapshot',
      version: versionOf(1).version,
      signed_by: publisher.key.key_id,
    });
    // How far it is, is for who looks at a terminal.
    expect(first.stderr).not.toContain('Fetching');
    const { robots, ...others } = recordsOf(1);
    const changed = robots.map((robot, i) => (i === 0 ? { ...robot, name: 'Another name' } : robot));
    await publisher.release(versionOf(2), { ...others, robots: changed });
    const second = await run(['sync', ...to(), ...key()]);
    expect(second.code).toBe(0);
    expect(second.stdout).toMatch(/now version 2030\.01\.01\.2, before 2030\.01\.01\.1: .* kB of changes/);
    const third = await run(['sync', ...to(), ...key()]);
    expect(third.stdout).toContain('The data are the newest');
    const call = await run([
      'call',
      'search_robots',
      '--query',
      'Another name',
      '--json',
      '--data-dir',
      place.path,
    ]);
    expect(JSON.parse(call.stdout)).toMatchObject({ dataset: { version: versionOf(2).version } });
    const info = await run(['info', '--data-dir', place.path]);
    expect(info.stdout).toContain(`synced, signed by ${publisher.key.key_id}`);
  });

  it('is taken over by a server that runs', async () => {
    const url = await addressOf(startServer(['--http', '--port', '0']));
    expect(await datasetAt(url)).toMatchObject({ version: bundledVersion, source: 'bundled' });
    expect((await run(['sync', ...to(), ...key()])).code).toBe(0);
    await expect
      .poll(() => datasetAt(url), { timeout: 15_000 })
      .toMatchObject({ version: versionOf(1).version, source: 'synced' });
  });

  it('takes what a server of the product serves, which serves on what it has synced, with its signature', async () => {
    expect((await run(['sync', ...to(), ...key()])).code).toBe(0);
    const url = await addressOf(startServer(['--http', '--port', '0']));
    const other = temporaryDirectory();
    closing.push(async () => other.remove());
    const args = ['sync', '--from', url, '--data-dir', other.path, '--json'];
    const { code, stdout } = await run([...args, ...key()]);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      status: 'updated',
      way: 'snapshot',
      signed_by: publisher.key.key_id,
    });
  });

  it('refuses what nobody trusted has signed, with exit code 1', async () => {
    const { code, stderr, stdout } = await run(['sync', ...to(), '--json']);
    expect(code).toBe(1);
    expect(stderr).toContain('unknown_key: ');
    expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', problem: 'unknown_key' });
  });

  it('says aloud that it takes what nobody vouches for', async () => {
    const { code, stderr } = await run(['sync', ...to(), '--allow-unsigned']);
    expect(code).toBe(0);
    expect(stderr).toContain('taken unsigned');
  });

  it.each<[string[], Record<string, string>]>([
    [['sync', '--allow-unsigned', '--sync-key', 'KEY'], {}],
    [['sync', '--sync-key', 'KEY'], { ROBOTICS_MCP_ALLOW_UNSIGNED: 'yes' }],
    [['sync', '--allow-unsigned'], { ROBOTICS_MCP_SYNC_KEY: 'KEY' }],
    [['sync'], { ROBOTICS_MCP_SYNC_KEY: 'KEY', ROBOTICS_MCP_ALLOW_UNSIGNED: '1' }],
    [['--sync', '--allow-unsigned', '--sync-key', 'KEY'], {}],
    [
      ['--http', '--port', '0'],
      { ROBOTICS_MCP_SYNC: '1', ROBOTICS_MCP_SYNC_KEY: 'KEY', ROBOTICS_MCP_ALLOW_UNSIGNED: '1' },
    ],
    [
      ['--http', '--port', '0', '--workers', '2', '--sync', '--allow-unsigned'],
      { ROBOTICS_MCP_SYNC_KEY: 'KEY' },
    ],
  ])(
    '%j with %j, a key and that none is wanted, is refused: nothing is asked for',
    async (written, variables) => {
      const set = (text: string) => (text === 'KEY' ? publisher.key.public_key : text);
      const env = Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, set(text)]));
      const { code, stderr } = await runHere([...written.map(set), ...to()], env);
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--allow-unsigned'),
      });
      expect(stderr).toContain('ROBOTICS_MCP_SYNC_KEY');
      expect(existsSync(join(place.path, 'data'))).toBe(false);
    },
  );

  it('lets a flag take back what the environment says of unsigned data', async () => {
    const env = { ROBOTICS_MCP_ALLOW_UNSIGNED: 'true' };
    expect(await run(['sync', ...to(), ...key(), '--no-allow-unsigned'], { env })).toMatchObject({ code: 0 });
  });

  it.each([
    [[], /--from https:\/\/example\.org\/api\/mcp/],
    [['--from', 'nowhere'], /--from is an http\(s\) address/],
    [['--from', 'http://127.0.0.1:1/', '--sync-key', 'AAAA'], /--sync-key: .*release keygen/],
    [['--form', 'http://127.0.0.1:1/'], /Did you mean --from/],
  ])('with %j it exits 2 and says what to do', async (args, says) => {
    const { code, stderr } = await runHere(['sync', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });

  it.skipIf(process.platform === 'win32')(
    'a disk that takes no more leaves the data as they were',
    async () => {
      const script = 'ulimit -f 40 && exec "$@"';
      const args = ['-c', script, 'bash', process.execPath, PROGRAM, 'sync', ...to(), ...key()];
      const child = spawn('bash', args, { env: cleanEnvironment() });
      const stderr = collect(child, 'stderr');
      const [code] = (await once(child, 'close')) as [number];
      expect({ code, stderr: stderr() }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('storage: '),
      });
      expect(readdirSync(join(place.path, 'data')).filter((name) => name !== 'sync.lock')).toEqual([]);
      expect((await run(['sync', ...to(), ...key()])).code).toBe(0);
    },
  );

  it('two at once end with the same whole version', async () => {
    const both = await Promise.all([run(['sync', ...to(), ...key()]), run(['sync', ...to(), ...key()])]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect((await run(['sync', ...to(), ...key()])).stdout).toContain('The data are the newest');
  });
});

describe('--sync behind a server', () => {
  it('syncs a few seconds after the start', async () => {
    const url = await addressOf(
      startServer(['--http', '--port', '0', '--sync', '--from', address, ...key()]),
    );
    await expect
      .poll(() => datasetAt(url), { timeout: 40_000, interval: 200 })
      .toMatchObject({ version: versionOf(1).version, source: 'synced' });
  });

  it('without an address is refused with what to do', async () => {
    const { code, stderr } = await runHere(['--http', '--port', '0', '--sync']);
    expect(code).toBe(2);
    expect(stderr).toContain('--from');
  });
});
