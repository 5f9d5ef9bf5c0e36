import type { ChildProcess } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startAuthorizationServer } from '../auth/authorization-server.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { post } from '../helpers/http.ts';
import { collect, end, runHere, start, until } from '../helpers/program.ts';

let place: ReturnType<typeof temporaryDirectory>;
const running: ChildProcess[] = [];

beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(async () => {
  for (const server of running.splice(0)) await end(server);
  place.remove();
});

const audience = 'https://robots.example.org/api/mcp';
const write = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'report_error',
    arguments: { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'The mass is wrong.' },
  },
};

/** Starts the program; its address, and all that it has written so far. */
async function serve(...args: string[]): Promise<{ readonly url: string; readonly log: () => string }> {
  const server = start(['--http', '--port', '0', '--data-dir', place.path, '--log-level', 'debug', ...args]);
  running.push(server);
  const log = collect(server, 'stderr');
  const address = () => /http:\/\/\S+\/api\/mcp/.exec(log())?.[0];
  await until(() => address() !== undefined, 'the server');
  return { url: address() ?? '', log };
}

it('takes the tokens of an issuer, and names it to clients', { timeout: 60_000 }, async () => {
  const issuer = await startAuthorizationServer(audience, '/tenant');
  const { url, log } = await serve(
    '--auth',
    'oauth',
    '--oauth-issuer',
    issuer.issuer,
    '--oauth-audience',
    audience,
  );
  const refused = await post(url, write);
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toContain(
    'resource_metadata="https://robots.example.org/.well-known/oauth-protected-resource/api/mcp"',
  );
  const metadata = await fetch(new URL('/.well-known/oauth-protected-resource/api/mcp', url));
  expect(await metadata.json()).toMatchObject({
    resource: audience,
    authorization_servers: [issuer.issuer],
  });
  const token = await issuer.token({ sub: 'ana' });
  const answer = await post(url, write, { authorization: `Bearer ${token}` });
  expect(answer.body.result.structuredContent.status).toBe('queued');
  const narrow = await issuer.token({ scope: 'read' });
  expect((await post(url, write, { authorization: `Bearer ${narrow}` })).status).toBe(403);
  await until(() => log().includes('report_error'), 'the log');
  for (const secret of [token, narrow, 'The mass is wrong']) expect(log()).not.toContain(secret);
  await issuer.close();
});

it('revokes a key in every worker at once', { timeout: 60_000 }, async () => {
  const { url, log } = await serve('--auth', 'keys', '--private', '--workers', '2');
  const env = { ROBOTICS_MCP_HOME: place.path };
  const key = (await runHere(['keys', 'add', 'ana', '--scope', 'write'], env)).stdout.trim();
  const ask = async () => {
    const headers = { authorization: `Bearer ${key}`, connection: 'close' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(url, write, headers)));
    return new Set(answers.map(({ status }) => status));
  };
  expect(await ask()).toEqual(new Set([200]));
  await runHere(['keys', 'revoke', 'ana'], env);
  expect(await ask()).toEqual(new Set([401]));
  expect(log()).not.toContain(key);
});

it.skipIf(process.platform === 'win32')('warns at its start where others may read the keys', async () => {
  await runHere(['keys', 'add', 'Ana', '--scope', 'write', '--data-dir', place.path]);
  const sound = await serve('--auth', 'keys');
  expect(sound.log()).not.toContain('chmod');
  chmodSync(join(place.path, 'keys.json'), 0o644);
  for (const workers of ['1', '2']) {
    const { log } = await serve('--auth', 'keys', '--workers', workers);
    await until(() => log().includes('chmod 600'), 'the warning');
    expect(log().match(/warn +secret exposed [^\n]*mode 644[^\n]*chmod 600/g)).toHaveLength(1);
  }
});
