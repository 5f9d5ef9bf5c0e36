import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { post } from '../helpers/http.ts';
import { collect, end, run, runHere, start, until } from '../helpers/program.ts';

const place = temporaryDirectory();
const env = { ROBOTICS_MCP_HOME: place.path };
let server: ChildProcess;
let log: () => string;
let url = '';

beforeAll(async () => {
  server = start(['--http', '--port', '0', '--auth', 'keys'], env);
  log = collect(server, 'stderr');
  const address = () => /http:\/\/\S+\/api\/mcp/.exec(log())?.[0];
  await until(() => address() !== undefined, 'the server');
  url = address() ?? '';
});
afterAll(async () => {
  await end(server);
  place.remove();
});

const robot = {
  name: 'Wallaby 7',
  manufacturer: 'Boston Dynamics',
  category: 'quadruped',
  status: 'prototype',
  description: 'Hopping four-legged machine that carries seedlings between rows of a tree nursery.',
  specs: { payload_kg: 7 },
  sources: [{ url: 'https://example.org/wallaby', title: 'Wallaby 7 shown' }],
};

async function call(name: string, args: object, key?: string) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return post(url, message, key === undefined ? {} : { authorization: `Bearer ${key}` });
}

async function keyWith(scope: string): Promise<string> {
  return (await runHere(['keys', 'add', `of ${scope}`, '--scope', scope], env)).stdout.trim();
}

it('a robot is proposed with a key, reviewed, and found by every process', { timeout: 60_000 }, async () => {
  await until(() => log().includes('keys add'), 'the advice to add a key');
  const [reader, writer] = [await keyWith('read'), await keyWith('write')];
  expect((await call('submit_robot', robot)).status).toBe(401);
  expect((await call('submit_robot', robot, reader)).status).toBe(403);

  const { body } = await call('submit_robot', robot, writer);
  const { ticket } = body.result.structuredContent;
  expect(body.result.structuredContent).toEqual({
    status: 'in_review',
    ticket,
    joined: false,
    id: 'boston-dynamics-wallaby-7',
  });
  const found = async () => (await call('search_robots', { query: 'wallaby' })).body.result.structuredContent;
  expect((await found()).total).toBe(0);

  // The same from a shell of the machine's owner, over the same directory.
  const again = ['call', 'submit_robot', JSON.stringify(robot), '--json'];
  expect((await runHere(again, env)).code).toBe(2);
  expect(JSON.parse((await runHere([...again, '--tools', 'all'], env)).stdout)).toMatchObject({
    ticket,
    joined: true,
  });

  expect((await runHere(['review', 'list', '--type', 'record'], env)).stdout).toContain(
    'boston-dynamics-wallaby-7 (new in robots)',
  );
  const shown = (await runHere(['review', 'show', ticket], env)).stdout;
  expect(shown).toContain('Hopping four-legged machine');
  expect(shown).toMatch(/given by: +key:\w{8}, local/);
  const accepted = await runHere(
    ['review', 'accept', ticket, '--record', '{"confidence":"primary"}', '--by', 'op'],
    env,
  );
  expect(accepted.stdout).toBe(`${ticket}: published as boston-dynamics-wallaby-7\n`);

  expect(await found()).toMatchObject({
    total: 1,
    results: [{ id: 'boston-dynamics-wallaby-7', name: 'Wallaby 7' }],
    dataset: { contributions: 1 },
  });
  const resource = await post(url, {
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/read',
    params: { uri: 'robotics://robots/boston-dynamics-wallaby-7' },
  });
  expect(JSON.parse(resource.body.result.contents[0].text)).toMatchObject({
    confidence: 'primary',
    manufacturer: { id: 'boston-dynamics', country: 'US' },
    sources: robot.sources,
  });
  const elsewhere = await run(['call', 'search_robots', '--query', 'wallaby', '--json'], { env });
  expect(JSON.parse(elsewhere.stdout).total).toBe(1);
  expect((await call('submit_robot', robot, writer)).body.result.structuredContent).toMatchObject({
    status: 'already_published',
  });

  // What the server writes names nobody's key.
  expect(log()).not.toContain(writer);
  expect(log()).not.toContain(reader);
});
