import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../harness/processes.ts';
import type { Era } from './request.ts';

/** A server to be measured. */
export interface Contender {
  readonly name: string;
  /** A script of this folder, or of `peers`, which is run where the peers are installed. */
  readonly script: string;
  readonly path: string;
  readonly eras: readonly Era[];
}

const here = fileURLToPath(new URL('.', import.meta.url));

export const bare: Contender = {
  name: 'bare node:http',
  script: '../harness/bare-server.ts',
  path: '/',
  eras: ['handshake'],
};
export const product: Contender = {
  name: 'this server',
  script: 'product-server.ts',
  path: '/api/mcp',
  eras: ['handshake', 'modern'],
};
export const sdkAsIs: Contender = {
  name: 'SDK v2 as is',
  script: 'sdk-v2.mjs',
  path: '/',
  eras: ['handshake', 'modern'],
};
export const contenders: readonly Contender[] = [
  bare,
  product,
  { name: 'SDK v1, stateless', script: 'sdk-v1.mjs', path: '/', eras: ['handshake'] },
  sdkAsIs,
  { name: '@hono/mcp', script: 'hono.mjs', path: '/mcp', eras: ['handshake'] },
  { name: 'fastmcp, stateless', script: 'fastmcp.mjs', path: '/mcp', eras: ['handshake'] },
];

/** What the peers need, at the versions that were measured. */
const packages = {
  '@hono/mcp': '0.3.2',
  '@hono/node-server': '2.1.8',
  '@modelcontextprotocol/node': '2.1.2',
  '@modelcontextprotocol/sdk': '1.32.2',
  '@modelcontextprotocol/server': '2.4.0',
  fastmcp: '4.20.16',
  hono: '4.13.19',
  zod: '4.6.7',
};

/** Installs the peers from the npm registry into a folder outside the repository, unless they are there. */
export function installPeers(folder: string): void {
  const wanted = `${JSON.stringify({ private: true, type: 'module', dependencies: packages }, null, 2)}\n`;
  const list = join(folder, 'package.json');
  const isThere = existsSync(join(folder, 'node_modules')) && readFileSync(list, 'utf8') === wanted;
  writeFileSync(list, wanted);
  if (!isThere) {
    const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
    execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  cpSync(join(here, 'peers'), folder, { recursive: true });
}

export interface RunningContender {
  readonly url: string;
  /** Processor time so far in seconds; undefined where the system does not tell. */
  cpuSeconds(): number | undefined;
  stop(): void;
}

/** Starts a server in a process of its own and waits until it listens. */
export async function startContender({ script, path }: Contender, folder: string): Promise<RunningContender> {
  const port = await freePort();
  const args = script.endsWith('.ts') ? ['--import', 'tsx', join(here, script)] : [join(folder, script)];
  const child = spawn(process.execPath, [...args, String(port)], { stdio: ['ignore', 'ignore', 'inherit'] });
  await listening(port, child);
  return {
    url: `http://127.0.0.1:${port}${path}`,
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    stop: () => void child.kill('SIGKILL'),
  };
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    if (await accepts(port)) return;
    await sleep(50);
  }
  throw new Error('The server did not listen within 30 s.');
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Linux counts in hundredths of a second: user and system time are fields 14 and 15 of its process table. */
function cpuSecondsOf(pid: number): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
