import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readIgnoreFile } from '../../scripts/docker/context.ts';
import { environmentOf, lastOf, wordsOf } from '../../scripts/docker/dockerfile.ts';
import { Image } from '../../scripts/docker/image.ts';
import { variableOf } from '../../src/cli/option-values.ts';
import { optionNames } from '../../src/cli/options.ts';
import { cleanEnvironment, collect, until } from '../helpers/program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'robotics-mcp-docker-'));
const made = new Image(root, place);
const build = made.stage('build');
/** What the image is. */
const image = made.stage();

/** The user that the image runs as, if this process may become another one. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * No daemon can be had in every place that runs the tests: so they do by hand what the Dockerfile says, from the files that
 * it is given. Its own commands are run by `npm run check:docker`; here what is installed and the data are there already.
 */
describe('what the image starts', () => {
  const data = join(place, 'data');
  let env: Record<string, string>;

  beforeAll(async () => {
    made.make(build, false);
    const source = made.pathIn(build, lastOf(build, 'WORKDIR') ?? '');
    linkTree(join(root, 'node_modules'), join(source, 'node_modules'));
    execFileSync('npm', ['run', '--silent', 'build:code'], {
      cwd: source,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    cpSync(join(root, 'dist/dataset'), join(source, 'dist/dataset'), { recursive: true });
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', place];
    const packed = execFileSync('npm', pack, { cwd: source, encoding: 'utf8' });
    mkdirSync(made.pathIn(build, '/package'), { recursive: true });
    const unpack = ['-xzf', join(place, packed.trim()), '-C', made.pathIn(build, '/package')];
    execFileSync('tar', [...unpack, '--strip-components=1']);
    made.make(image, false);
    mkdirSync(data);
    execFileSync('chmod', ['-R', 'a+rX,a-w', made.rootOf(image)]);
    chmodSync(place, 0o755);
    if (nobody.uid !== undefined) chownSync(data, nobody.uid, nobody.gid);
    const port = String(await freePort());
    const own = { ROBOTICS_MCP_HOME: data, ROBOTICS_MCP_PORT: port, HOME: '/nonexistent' };
    env = cleanEnvironment({ ...environmentOf(image), ...own });
  }, 120_000);
  afterAll(() => {
    execFileSync('chmod', ['-R', 'u+w', place]);
    rmSync(place, { recursive: true });
  });

  it('holds every file that is published, beside those that are built', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
    const args = ['ls-files', '-z', '--', ...files.filter((file) => file !== 'dist')];
    const wanted = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
    expect(wanted).toContain('skills/certify-a-robot/SKILL.md');
    for (const file of wanted) expect(existsSync(made.pathIn(image, `/app/${file}`)), file).toBe(true);
  });

  it('wants to know under which names it is called', async () => {
    const server = run(env, wordsOf(image, 'CMD'));
    const stderr = collect(server, 'stderr');
    const [code] = (await once(server, 'close')) as [number];
    expect([code, stderr()]).toEqual([2, expect.stringContaining('--allowed-hosts')]);
  });

  it('listens, is healthy by its own check, finds and keeps what it is given, and goes when it is told to', async () => {
    const server = run({ ...env, ROBOTICS_MCP_ALLOWED_HOSTS: 'robots.example.org' }, wordsOf(image, 'CMD'));
    const stderr = collect(server, 'stderr');
    await until(() => /http:\S+/.test(stderr()), 'the address');
    expect(await isHealthy(env)).toBe(true);
    expect(await posted(call('search_robots', { limit: 1 }))).toContain('"results":[{"id"');
    const report = {
      resource_type: 'robots',
      resource_id: 'unitree-g1',
      field: 'price',
      problem: 'It is wrong.',
    };
    expect(await posted(call('report_error', report))).toContain('"ticket"');
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    expect(await isHealthy(env)).toBe(false);
  });

  it.each([
    ['told to by its word, whatever the environment says', ['stdio'], { ROBOTICS_MCP_HTTP: 'true' }],
    ['given options of its own', ['--tools', 'default'], {}],
    ['run as the entry of the registry says', registryCommand(), {}],
  ])('answers on standard input and output where it is %s', async (_how, args, more) => {
    const server = run({ ...env, ...(more as Record<string, string>) }, args);
    const [stdout, closed] = [collect(server, 'stdout'), once(server, 'close')];
    server.stdin?.end(`${JSON.stringify(call('search_robots', { limit: 1 }))}\n`);
    await closed;
    expect(stdout()).toContain('"results":[{"id"');
  });

  async function posted(message: object): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${env.ROBOTICS_MCP_PORT}/api/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    return answer.text();
  }

  function run(variables: Record<string, string>, args: readonly string[]): ChildProcess {
    const [node, ...command] = [...wordsOf(image, 'ENTRYPOINT'), ...args].map((word) =>
      word.startsWith('/') ? made.pathIn(image, word) : word,
    );
    expect(node).toBe('node');
    return spawn(process.execPath, command, { env: variables, cwd: '/', ...nobody });
  }
});

/** The command of Docker's registry. */
function registryCommand(): string[] {
  const entry = readFileSync(join(root, 'packaging/docker/server.yaml'), 'utf8');
  const [, words = ''] = /^ {2}command: \[(.+)\]$/m.exec(entry) ?? [];
  return words.split(', ');
}

function call(name: string, args: object): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}

describe('the image', () => {
  it('runs as a user that is not root, on a Node.js that the package allows', () => {
    expect(lastOf(image, 'USER')).toBe('node');
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const [, least] = /^>=(\d+)/.exec(engines.node) ?? [];
    const [, major] = /^node:(\d+)-/.exec(image.base) ?? [];
    expect(Number(major)).toBeGreaterThan(Number(least));
  });

  it('sets variables that the program knows', () => {
    const ours = Object.keys(environmentOf(image)).filter((name) => name.startsWith('ROBOTICS_MCP_'));
    expect(ours.length).toBeGreaterThan(0);
    for (const name of ours) expect(optionNames.map(variableOf)).toContain(name);
  });
});

describe.each(['compose.yaml', 'deploy/compose.yaml'])('%s', (file) => {
  const compose = readFileSync(join(root, file), 'utf8');

  it('builds from the directory of the Dockerfile', () => {
    const contexts = [...compose.matchAll(/^ +build: (\S+)$/gm)].map(([, context = '']) => context);
    expect(contexts).toHaveLength(1);
    for (const context of contexts) expect(resolve(dirname(join(root, file)), context)).toBe(resolve(root));
  });

  it('sets variables and mounts directories that the image knows', () => {
    const names = [...compose.matchAll(/^ +(ROBOTICS_MCP_\w+):/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(optionNames.map(variableOf)).toContain(name);
    const volumes = [...compose.matchAll(/^ +- (?:data|node-\d):(\S+)$/gm)].map(([, path]) => path);
    expect(volumes.length).toBeGreaterThan(0);
    for (const path of volumes) expect(path).toBe(lastOf(image, 'VOLUME'));
  });

  it('gives commands that the program takes', () => {
    for (const [, words = '[]'] of compose.matchAll(/^ +command: (\[.*\])$/gm)) {
      const args = JSON.parse(words) as string[];
      execFileSync(process.execPath, [join(root, 'dist/cli.js'), ...args, '--help'], { stdio: 'ignore' });
    }
  });
});

describe('.dockerignore is read as the daemon reads it', () => {
  it.each([
    ['*\n!src', { 'src/a.ts': true, 'src/b/c.ts': true, 'test/a.ts': false, 'a.ts': false }],
    [
      'node_modules\n**/dist',
      { 'node_modules/a': false, 'a/node_modules/b': true, 'dist/a': false, 'a/dist/b': false },
    ],
    ['*.md\n!README.md', { 'README.md': true, 'A.md': false, 'docs/A.md': true }],
    ['docs/**/*.png', { 'docs/a.png': false, 'docs/a/b/c.png': false, 'a.png': true }],
    ['# all\n\n /src/ \n!src/keep', { 'src/a': false, 'src/keep': true, 'src/keep/a': true }],
    ['!src\n*', { 'src/a': false }],
    ['a?c\n[xy].ts', { abc: false, 'a/c': true, 'x.ts': false, 'z.ts': true }],
    ['src/a+b(c).ts', { 'src/a+b(c).ts': false, 'src/aab(c).ts': true }],
  ])('%j', (text, files) => {
    const isIgnored = readIgnoreFile(text);
    for (const [path, isSent] of Object.entries(files)) expect(!isIgnored(path), path).toBe(isSent);
  });
});

/** The same files at another place, without copies of them where the system can. */
function linkTree(from: string, to: string): void {
  const { status } = spawnSync('cp', ['-al', from, to], { stdio: 'ignore' });
  if (status !== 0) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

async function isHealthy(variables: Record<string, string>): Promise<boolean> {
  const check = lastOf(image, 'HEALTHCHECK') ?? '';
  const [, ...args] = JSON.parse(check.slice(check.indexOf('['))) as string[];
  const child = spawn(process.execPath, args, { env: variables, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  return code === 0;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
