import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Too old: each ends in one sentence. They are what the registry has of the versions that people still run. */
const TOO_OLD = ['12.22.12', '18.20.8', '20.10.0'];
const SUPPORTED = ['20.19.5', '22.23.2', '24.21.0', '26.10.0'];

/** Each package manager, what it installs a tarball with, and how it then starts the program. */
const managers = [
  { name: 'pnpm', from: 'pnpm@10', add: ['add'], start: ['exec', 'robotics-mcp'] },
  {
    name: 'yarn',
    from: 'yarn@1.22.22',
    add: ['add', '--ignore-engines'],
    start: ['--silent', 'robotics-mcp'],
  },
  { name: 'bun', from: 'bun@1', add: ['add'], start: ['x', 'robotics-mcp'] },
];

/** Starts the program with Node.js that is too old. Throws unless it says so, in one line. */
export function checkOldNodes(place: string, program: string): void {
  for (const version of TOO_OLD) {
    const { status, stdout, stderr } = spawnSync(node(place, version), [program], { encoding: 'utf8' });
    const isSaid = /^robotics-mcp needs Node\.js 20\.19 or newer, and this is [^\n]+\n$/.test(stderr);
    if (status !== 1 || stdout !== '' || !isSaid)
      throw new Error(`On Node.js ${version}: ${status}, ${stderr}`);
  }
  console.log(`Node.js ${TOO_OLD.join(', ')}: too old, and said so`);
}

/** Asks by every supported Node.js, and installs the tarball with every package manager. */
export function checkEverywhere(
  place: string,
  { tarball, program }: { readonly tarball: string; readonly program: string },
  question: readonly string[],
  expect: (answer: string, how: string) => void,
): void {
  for (const version of SUPPORTED) {
    expect(execFileSync(node(place, version), [program, ...question], { encoding: 'utf8' }), version);
    console.log(`Node.js ${version}: answers`);
  }
  for (const { name, from, add, start } of managers) {
    const cwd = join(place, name);
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), '{"name":"newcomer","version":"1.0.0","private":true}');
    const manager = join(fetched(place, from), 'node_modules/.bin', name);
    const run = (args: readonly string[]) =>
      execFileSync(manager, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    run([...add, `file:${tarball}`]);
    expect(run([...start, ...question]), name);
    console.log(`${from}: installs the tarball and starts it`);
  }
}

/** A Node.js of this version, from the registry. */
function node(place: string, version: string): string {
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  return join(fetched(place, `node-${platform}@${version}`), 'node_modules', `node-${platform}`, 'bin/node');
}

function fetched(place: string, from: string): string {
  const folder = join(place, from.replace('@', '-'));
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  execFileSync('npm', ['install', ...quiet, from], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}
