import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerAt } from '../../src/auth/anonymous-caller.ts';
import { ANYONE, LOCAL_USER } from '../../src/lib/caller.ts';
import { collect, run, runHere, start } from '../helpers/program.ts';
import { temporaryDirectory } from './faulty-files.ts';

let place: ReturnType<typeof temporaryDirectory>;
let server: ChildProcess | undefined;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(async () => {
  if (server !== undefined) {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    server = undefined;
  }
  place.remove();
});

/** A server for callers behind a proxy: reports a problem from an address, and gives the code and bound of a refusal. */
async function serve(...options: string[]) {
  server = start(['--http', '--port', '0', '--trust-proxy', '1', '--max-pending', '30', ...options], {
    ROBOTICS_MCP_HOME: place.path,
  });
  const log = collect(server, 'stderr');
  await expect.poll(log, { timeout: 30_000 }).toMatch(/answers at http:\S+/);
  const url = /answers at (http:\S+)/.exec(log())?.[1] ?? '';
  return async (problem: string, from: string): Promise<string> => {
    const args = { resource_type: 'robots', resource_id: 'unitree-g1', problem };
    const params = { name: 'report_error', arguments: args };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-forwarded-for': from,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const { result } = JSON.parse(await response.text());
    const { error, status } = result.structuredContent;
    return error === undefined ? status : `${error.code} ${error.bound}`;
  };
}

describe('callers without a name', () => {
  it.each([[[]], [['--workers', '2']]])(
    'share by their address, and one who has filled its share holds up no other: %j',
    async (options) => {
      const report = await serve(...options);
      const eve: string[] = [];
      for (let n = 0; n < 12; n++) eve.push(await report(`eve ${n}`, '203.0.113.9'));
      expect(eve).toEqual([...Array(3).fill('queued'), ...Array(9).fill('STORAGE_FULL caller')]);
      expect(await report('ana 1', '198.51.100.7')).toBe('queued');
      // One host of IPv6 has as many addresses as it likes.
      for (let n = 0; n < 3; n++) expect(await report(`six ${n}`, `2001:db8:1:2::${n + 1}`)).toBe('queued');
      expect(await report('six more', '2001:db8:1:2:ffff::9')).toBe('STORAGE_FULL caller');
      expect(await report('six other', '2001:db8:1:3::1')).toBe('queued');
      // The operator's own programs are not held up either.
      const own = ['call', 'report_error', '--resource_type', 'robots', '--resource_id', 'unitree-g1'];
      const env = { ROBOTICS_MCP_HOME: place.path, ROBOTICS_MCP_MAX_PENDING: '30' };
      expect(await run([...own, '--problem', 'mine'], { env })).toMatchObject({ code: 0 });
      const listed = JSON.parse((await runHere(['review', 'list', '--json'], env)).stdout);
      const names = listed.map(({ by }: { by: string[] }) => by.join());
      expect(new Set(names).size).toBe(5);
      for (const name of names) expect(name).toMatch(/^(?:local|anyone:[0-9a-f]{4})$/);
      expect(JSON.stringify(listed)).not.toContain('203.0.113.9');
    },
    60_000,
  );

  it('are known by a mark that says no address, each time the same', () => {
    const names = ['address 203.0.113.9', 'address 203.0.113.10'].map((key) => callerAt(ANYONE, key).name);
    expect(names[0]).toMatch(/^anyone:[0-9a-f]{4}$/);
    expect(names[0]).not.toBe(names[1]);
    expect(callerAt(ANYONE, 'address 203.0.113.9')).toEqual({ ...ANYONE, name: names[0] });
    expect(callerAt(LOCAL_USER, 'address 203.0.113.9')).toBe(LOCAL_USER);
  });
});

it('on stdio the one caller has a share too, which leaves room for others', async () => {
  const lines = [
    {
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    },
    ...[...Array(20).keys()].map((n) => ({
      id: n + 1,
      method: 'tools/call',
      params: {
        name: 'report_error',
        arguments: { resource_type: 'robots', resource_id: 'unitree-g1', problem: `Number ${n}` },
      },
    })),
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
  const { stdout } = await run(['--max-pending', '10', '--data-dir', place.path], {
    input: `${lines.join('\n')}\n`,
  });
  const answers = stdout.split('\n').filter((line) => line.includes('structuredContent'));
  expect(answers.filter((line) => line.includes('"queued"'))).toHaveLength(5);
  expect(answers.filter((line) => line.includes('the share of one caller'))).toHaveLength(15);
});
