import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variableOf } from '../../src/cli/option-values.ts';
import { optionNames } from '../../src/cli/options.ts';
import { cleanEnvironment, collect, until } from '../helpers/program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** The instructions of the last stage: what the image is. */
const image = finalStage(readFileSync(join(root, 'Dockerfile'), 'utf8'));

/** The user that the image runs as, if this process may become another one. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** No daemon can be had in every place that runs the tests: so they do by hand what the Dockerfile says. */
describe('what the image starts', () => {
  const place = mkdtempSync(join(tmpdir(), 'robotics-mcp-docker-'));
  const app = join(place, 'app');
  const data = join(place, 'data');
  let env: Record<string, string>;

  beforeAll(async () => {
    const packed = execFileSync(
      'npm',
      ['pack', '--ignore-scripts', '--silent', '--pack-destination', place],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    mkdirSync(app);
    mkdirSync(data);
    execFileSync('tar', ['-xzf', join(place, packed.trim()), '-C', app, '--strip-components=1']);
    execFileSync('chmod', ['-R', 'a+rX,a-w', app]);
    chmodSync(place, 0o755);
    if (nobody.uid !== undefined) chownSync(data, nobody.uid, nobody.gid);
    const port = String(await freePort());
    const own = { ROBOTICS_MCP_HOME: data, ROBOTICS_MCP_PORT: port, HOME: '/nonexistent' };
    env = cleanEnvironment({ ...environmentOf(image), ...own });
  }, 60_000);
  afterAll(() => {
    execFileSync('chmod', ['-R', 'u+w', app]);
    rmSync(place, { recursive: true });
  });

  it('wants to know under which names it is called', async () => {
    const server = run(env);
    const stderr = collect(server, 'stderr');
    const [code] = (await once(server, 'close')) as [number];
    expect([code, stderr()]).toEqual([2, expect.stringContaining('--allowed-hosts')]);
  });

  it('listens, is healthy by its own check, keeps what it is given, and goes when it is told to', async () => {
    const server = run({ ...env, ROBOTICS_MCP_ALLOWED_HOSTS: 'robots.example.org' });
    const stderr = collect(server, 'stderr');
    await until(() => /http:\S+/.test(stderr()), 'the address');
    expect(await isHealthy(env)).toBe(true);
    const report = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'report_error',
        arguments: {
          resource_type: 'robots',
          resource_id: 'unitree-g1',
          field: 'price',
          problem: 'It is wrong.',
        },
      },
    };
    const answer = await fetch(`http://127.0.0.1:${env.ROBOTICS_MCP_PORT}/api/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    });
    expect(await answer.text()).toContain('"ticket"');
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    expect(await isHealthy(env)).toBe(false);
  });

  function run(variables: Record<string, string>): ChildProcess {
    const command = [...wordsOf('ENTRYPOINT'), ...wordsOf('CMD')].map((word) =>
      word.replace(/^\/app\//, `${app}/`),
    );
    expect(command[0]).toBe('node');
    return spawn(process.execPath, command.slice(1), { env: variables, cwd: '/', ...nobody });
  }
});

describe('the image', () => {
  it('runs as a user that is not root, on a Node.js that the package allows', () => {
    expect(image.findLast(({ name }) => name === 'USER')?.rest).toBe('node');
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const [, least] = /^>=(\d+)/.exec(engines.node) ?? [];
    const [, major] = /^node:(\d+)-/.exec(image[0]?.rest ?? '') ?? [];
    expect(Number(major)).toBeGreaterThan(Number(least));
  });

  it('sets variables that the program knows', () => {
    const ours = Object.keys(environmentOf(image)).filter((name) => name.startsWith('ROBOTICS_MCP_'));
    const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
    const theirs = [...compose.matchAll(/^ {6}(ROBOTICS_MCP_\w+):/gm)].map(([, name]) => name);
    expect(theirs.length).toBeGreaterThan(0);
    for (const name of [...ours, ...theirs]) expect(optionNames.map(variableOf)).toContain(name);
  });

  it('is built from everything that the build reads', () => {
    const kept = readFileSync(join(root, '.dockerignore'), 'utf8').match(/(?<=^!).+$/gm) ?? [];
    for (const path of ['bin', 'dataset', 'scripts', 'src', 'package-lock.json', 'tsconfig.json'])
      expect(kept).toContain(path);
    for (const path of ['.git', 'node_modules', 'dist', 'test']) expect(kept).not.toContain(path);
  });
});

async function isHealthy(variables: Record<string, string>): Promise<boolean> {
  const check = image.find(({ name }) => name === 'HEALTHCHECK')?.rest ?? '';
  const [, ...args] = JSON.parse(check.slice(check.indexOf('['))) as string[];
  const child = spawn(process.execPath, args, { env: variables, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  return code === 0;
}

function wordsOf(name: string): string[] {
  return JSON.parse(image.find((instruction) => instruction.name === name)?.rest ?? '[]') as string[];
}

function finalStage(text: string): Instruction[] {
  const instructions = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [{ name, rest }];
    });
  return instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
}

function environmentOf(instructions: readonly Instruction[]): Record<string, string> {
  const pairs = instructions.filter(({ name }) => name === 'ENV').flatMap(({ rest }) => rest.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
