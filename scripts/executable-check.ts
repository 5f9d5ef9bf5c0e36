/** Runs the executables that `npm run package` has made: those of this machine, and of others that QEMU stands in for. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const output = fileURLToPath(new URL('../executables', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** How an executable is started here; undefined for one that cannot be. */
function startOf(file: string): readonly string[] | undefined {
  const platform = process.platform === 'win32' ? 'win' : process.platform === 'darwin' ? 'macos' : 'linux';
  const path = join(output, file);
  if (file.startsWith(`robotics-mcp-${platform}-${process.arch}`)) return [path];
  const emulator = file === 'robotics-mcp-linux-arm64' && platform === 'linux' ? 'qemu-aarch64' : undefined;
  return emulator !== undefined && isThere(emulator) ? [emulator, path] : undefined;
}

/** QEMU needs the libraries of the other machine as well: Debian's libstdc++6-arm64-cross and libatomic1-arm64-cross. */
function isThere(emulator: string): boolean {
  const isInstalled = spawnSync(emulator, ['--version'], { stdio: 'ignore' }).status === 0;
  return isInstalled && existsSync('/usr/aarch64-linux-gnu/lib/libatomic.so.1');
}

/** Checks SHA256SUMS and returns the files that it names. */
function checkSums(): string[] {
  const path = join(output, 'SHA256SUMS');
  if (!existsSync(path)) throw new Error('There are no executables: run "npm run package" first.');
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [sum, file = ''] = line.split('  ');
      const found = createHash('sha256')
        .update(readFileSync(join(output, file)))
        .digest('hex');
      if (found !== sum) throw new Error(`${file} does not have the sum that SHA256SUMS states.`);
      if (!readFileSync(join(output, `${file}.cdx.json`), 'utf8').includes(found))
        throw new Error(`${file}.cdx.json is not the bill of materials of ${file}.`);
      return file;
    });
}

const QUESTION = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'search_robots', arguments: { category: 'humanoid', limit: 1 } },
};
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'check', version: '1' } },
};

async function checkStdio(start: (args: readonly string[]) => ChildProcess): Promise<void> {
  const child = start([]);
  const lines: string[] = [];
  child.stdin?.end(`${JSON.stringify(INITIALIZE)}\n${JSON.stringify(QUESTION)}\n`);
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream }))
    lines.push(line);
  const [opened, answered] = lines.map((line) => JSON.parse(line) as { result?: Record<string, unknown> });
  expect(opened?.result?.protocolVersion === '2025-11-25', 'initialize over stdio', lines[0]);
  expectAnswer(answered, 'tools/call over stdio');
}

async function checkHttp(start: (args: readonly string[]) => ChildProcess): Promise<void> {
  const child = start(['--http', '--port', '0']);
  try {
    const url = await addressOf(child);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(QUESTION),
    });
    expectAnswer(await answer.json(), 'tools/call over HTTP');
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error('It ended without saying where it listens.');
}

function expectAnswer(answer: unknown, what: string): void {
  const { result } = answer as { result?: { structuredContent?: { results?: unknown[] } } };
  expect(result?.structuredContent?.results?.length === 1, what, JSON.stringify(answer));
}

function expect(holds: boolean, what: string, found: unknown): void {
  if (!holds) throw new Error(`${what}: ${String(found).slice(0, 300)}`);
}

async function checkExecutable([program = '', ...before]: readonly string[], home: string): Promise<void> {
  const env = { QEMU_LD_PREFIX: '/usr/aarch64-linux-gnu', ...process.env, ROBOTICS_MCP_HOME: home };
  const start = (args: readonly string[]) => {
    const child = spawn(program, [...before, ...args], { env, cwd: home });
    child.stderr.setEncoding('utf8');
    return child;
  };
  const run = (...args: readonly string[]) =>
    execFileSync(program, [...before, ...args], { env, cwd: home, encoding: 'utf8', stdio: 'pipe' });
  expect(run('--version').trim() === version, '--version', run('--version'));
  await checkStdio(start);
  // An emulator takes some ten times as long: what remains is the same code.
  if (before.length > 0) return;
  await checkHttp(start);
  const called = JSON.parse(run('call', 'search_startups', '--limit', '1', '--json')) as {
    results: unknown[];
  };
  expect(called.results.length === 1, 'call', JSON.stringify(called));
  expect(/^ok\s+data/m.test(run('doctor')), 'doctor', run('doctor'));
  const shown = JSON.parse(run('install', 'cursor', '--print')) as {
    mcpServers: { robotics: { command: string; args: string[] } };
  };
  const { command, args } = shown.mcpServers.robotics;
  expect(command.startsWith(output) && args.length === 0, 'install --print', JSON.stringify(shown));
}

for (const file of checkSums()) {
  const start = startOf(file);
  if (start === undefined) {
    console.log(`${file}: its sum is right; this machine cannot run it`);
    continue;
  }
  const home = mkdtempSync(join(tmpdir(), 'robotics-mcp-executable-'));
  try {
    await checkExecutable(start, home);
    const ways = start.length > 1 ? `stdio, by ${start[0]}` : 'stdio, HTTP and from the shell';
    console.log(`${file}: answers over ${ways}`);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
  } finally {
    rmSync(home, { recursive: true });
  }
}
