import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkMemory } from '../../src/cli/commands/doctor.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { cleanEnvironment, PROGRAM } from '../helpers/program.ts';

/** Enough for Node.js itself, and not for what it reserves for WebAssembly. */
const ADDRESSES_KB = 6_000_000;
const SAYS = 'gets no memory for WebAssembly';
const DOES = 'NODE_OPTIONS=--disable-wasm-trap-handler';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
  mkdirSync(place.path, { recursive: true });
});
afterEach(() => place.remove());

/** Runs the program where the address space is limited. */
function runLimited(args: readonly string[], env: Record<string, string> = {}) {
  const command = [
    '-c',
    `ulimit -v ${ADDRESSES_KB} && exec "$@"`,
    'bash',
    process.execPath,
    PROGRAM,
    ...args,
  ];
  const home = { HOME: place.path, XDG_CONFIG_HOME: place.path, ROBOTICS_MCP_HOME: join(place.path, 'data') };
  const { status, stdout, stderr } = spawnSync('bash', command, {
    env: cleanEnvironment({ ...home, ...env }),
    encoding: 'utf8',
    input: '',
    timeout: 15_000,
  });
  return { status, stdout, stderr, all: stdout + stderr };
}

describe.runIf(process.platform === 'linux')('a process that WebAssembly gets no memory from', () => {
  it.each([
    [],
    ['--http', '--port', '0'],
    ['--http', '--port', '0', '--workers', '2'],
    ['info'],
    ['review', 'list'],
    ['sync', '--from', 'http://127.0.0.1:1/', '--allow-unsigned'],
    ['harvest', 'arxiv', '--dry-run', '--dataset', join(PROGRAM, '../../dataset')],
  ])('is named at its start, with what to do: %s %s %s %s', (...args) => {
    const { status, stdout, stderr } = runLimited(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^robotics-mcp: .*\n$/);
    expect(stderr).toContain(SAYS);
    expect(stderr).toContain(DOES);
    expect(stderr).not.toContain('RangeError');
  });

  it('is named in the log of a call', () => {
    const { status, all } = runLimited(['call', 'search_robots', '--query', 'spot']);
    expect(status).toBe(1);
    expect(all).toContain(SAYS);
    expect(all).not.toContain('RangeError');
  });

  it('is named by doctor, which goes on with what needs none, and fetches nothing', () => {
    const { status, stdout } = runLimited(['doctor', '--service', 'http://127.0.0.1:1/']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/WRONG {2}memory: This process gets no memory for WebAssembly/);
    expect(stdout).toMatch(
      /WRONG {2}service: http:\/\/127\.0\.0\.1:1\/ cannot be reached: This process gets no memory/,
    );
    expect(stdout).toContain('data directory');
    expect(stdout).not.toContain('Install the program again');
  });

  it('answers once it is started as it says', () => {
    const node = { NODE_OPTIONS: '--disable-wasm-trap-handler' };
    expect(runLimited(['info'], node)).toMatchObject({ status: 0, stderr: '' });
    expect(runLimited(['doctor'], node).stdout).not.toContain('memory');
  });
});

it('a container with less memory than a server takes is noted, and no other', () => {
  expect(checkMemory(64e6)).toMatchObject([{ state: 'note', says: expect.stringContaining('gives 64 MB') }]);
  for (const enough of [0, 512e6, Number.POSITIVE_INFINITY, 2 ** 64]) expect(checkMemory(enough)).toEqual([]);
});
