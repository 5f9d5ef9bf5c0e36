import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { collect, runHere, start, until } from '../helpers/program.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
  mkdirSync(place.path, { recursive: true });
});
afterEach(() => place.remove());

const home = () => ({
  HOME: place.path,
  USERPROFILE: place.path,
  APPDATA: place.path,
  XDG_CONFIG_HOME: place.path,
  ROBOTICS_MCP_HOME: join(place.path, 'data'),
});

/** All that the program writes when it is run to its end. */
async function written(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout, stderr } = await runHere(args, { ...home(), ...env });
  return stdout + stderr;
}

const USER = 'http://ana:geheim@127.0.0.1:1/api/mcp';
const TOKEN = 'http://127.0.0.1:1/api/mcp?token=geheim';

it.each<[string[], Record<string, string>, string]>([
  [['sync', '--from', USER, '--allow-unsigned'], {}, '--from holds a user or password'],
  [['sync', '--from', TOKEN, '--allow-unsigned'], {}, 'http://127.0.0.1:1/api/mcp?… cannot be reached'],
  [['sync', '--allow-unsigned'], { ROBOTICS_MCP_FROM: USER }, 'ROBOTICS_MCP_FROM holds a user or password'],
  [['sync', '--allow-unsigned', '--json'], { ROBOTICS_MCP_SERVICE: TOKEN }, 'unreachable'],
  [['sync', '--from', 'ana:geheim@example.org'], {}, '--from is an http(s) address, not "example.org"'],
  [['sync', '--from', 'http://ana:ge heim@example.org:x/'], {}, '--from is an http(s) address'],
  [['sync', '--form', USER], {}, 'Did you mean --from'],
  [['sync', USER], {}, 'There is no option or command'],
  [['doctor'], { ROBOTICS_MCP_SERVICE: USER }, 'WRONG  environment: ROBOTICS_MCP_SERVICE holds'],
  [['doctor'], { ROBOTICS_MCP_FROM: 'ftp://ana:geheim@x/' }, 'WRONG  environment: ROBOTICS_MCP_FROM'],
  [['doctor'], { ROBOTICS_MCP_SERVICE: TOKEN }, 'http://127.0.0.1:1/api/mcp?… cannot be reached'],
  [
    ['doctor'],
    { DATABASE_URL: USER, ROBOTICS_MCP_DATABASE_URL: USER },
    'ROBOTICS_MCP_DATABASE_URL is no setting',
  ],
  [['info', '--json'], { ROBOTICS_MCP_SERVICE: TOKEN }, '"tools"'],
  [['install', 'cursor', '--http', USER], {}, '--http holds a user or password'],
  [['harvest', '--arxiv-oai', USER], {}, '--arxiv-oai holds a user'],
  [['harvest', '--openfda', 'http://ana:geheim@h:x/'], {}, '--openfda is an http(s) address'],
  [['--http', '--oauth-issuer', 'https://ana:geheim@x'], {}, '--oauth-issuer holds a user'],
  [['--http', '--oauth-jwks', 'http://ana:geheim@x.org/'], {}, '--oauth-jwks holds a user'],
  [['--http', '--allowed-origins', 'https://ana:geheim@x/'], {}, 'no origin'],
  [['store', 'check', '--store', 'postgres://ana:geheim@h/d'], {}, 'holds a password'],
  [['store', 'check', '--store', 'mysql://ana:geheim@h/d'], {}, 'no address of PostgreSQL'],
  [
    ['store', 'copy', '--from', 'postgress://ana:geheim@h/d', '--to', 'x'],
    {},
    '--from is a data directory or',
  ],
])('%j with %j writes no secret', async (args, env, says) => {
  const text = await written(args, env);
  expect(text).toContain(says);
  expect(text).not.toContain('geheim');
  expect(text).not.toContain('heim@');
});

it('doctor shows no secret of an address in the configuration of a host', async () => {
  mkdirSync(join(place.path, '.cursor'));
  for (const url of [USER, TOKEN]) {
    writeFileSync(
      join(place.path, '.cursor', 'mcp.json'),
      JSON.stringify({ mcpServers: { robotics: { url } } }),
    );
    const text = await written(['doctor']);
    expect(text).toContain('names http://127.0.0.1:1/api/mcp');
    expect(text).not.toContain('geheim');
  }
});

it('neither the log nor the status of a server shows one, of what it syncs from or passes on to', async () => {
  const refusing = createServer((_request, response) => response.writeHead(500).end('no'));
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const there = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/api/mcp?token=geheim`;
  const args = ['--http', '--port', '0', '--sync', '--allow-unsigned', '--from', there, '--service', there];
  const child = start(args, home());
  const log = collect(child, 'stderr');
  try {
    await until(() => /http:\S+\/api\/mcp/.test(log()), 'the address');
    const url = /answers at (http:\S+\/api\/mcp)/.exec(log())?.[1] ?? '';
    // The first answers go out before anything is fetched.
    await expect.poll(log, { timeout: 15_000 }).toContain('Syncing failed');
    expect(log()).toContain('/api/mcp?… does not answer as a service');
    expect(await (await fetch(url)).text()).not.toContain('geheim');
    expect(log()).not.toContain('geheim');
  } finally {
    child.kill('SIGKILL');
    refusing.close();
  }
});
