import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkEverywhere, checkOldNodes } from './package/everywhere.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a user downloads may not be larger; test/packaging/mcpb.test.ts bounds what a host unpacks. */
const MAX_PACKED = 24_000_000;

/** What the package is made of; `README.md` and the like come when they are written. */
const REQUIRED = [
  'LICENSE',
  'dataset/LICENSE',
  'dist/cli.js',
  'dist/dataset/manifest.json',
  'dist/sql-wasm.wasm',
  'dist/view.html',
  'dist/skills.json',
  'dist/sbom.cdx.json',
  'SECURITY.md',
  'PRIVACY.md',
  '.claude-plugin/plugin.json',
  '.claude-plugin/marketplace.json',
  '.claude-plugin/icon.png',
  '.codex-plugin/plugin.json',
  'codex-mcp.json',
  'gemini-extension.json',
  'package.json',
];
const ALLOWED = [
  ...REQUIRED,
  /^dist\/[\w-]+\.js$/,
  /^dist\/dataset\/[\w.-]+$/,
  /^skills\/[\w-]+\/SKILL\.md$/,
  'dist/THIRD-PARTY-LICENSES.txt',
  'README.md',
  'CHANGELOG.md',
];

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

const QUESTION = ['call', 'search_robots', '--limit', '1', '--json'];
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'check', version: '1' } },
};
const CALL = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'search_robots', arguments: { limit: 1 } },
};

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: ReadonlyArray<{ readonly path: string }>;
}

const place = mkdtempSync(join(tmpdir(), 'robotics-mcp-pack-'));
try {
  const packed = pack(place);
  checkContents(packed);
  checkInstalled(join(place, packed.filename));
  checkOtherRunners(join(place, packed.filename));
  checkSameBytes(packed);
  const program = join(root, 'dist/cli.js');
  checkOldNodes(place, program);
  if (process.argv.includes('--everywhere')) {
    checkEverywhere(place, { tarball: join(place, packed.filename), program }, QUESTION, expectRobot);
  }
  console.log(
    `${packed.filename}: ${packed.files.length} files, ${packed.size} bytes; it installs and answers.`,
  );
} finally {
  rmSync(place, { recursive: true });
}

function pack(destination: string): Packed {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', destination];
  const [packed] = JSON.parse(npm(args, root)) as Packed[];
  if (packed === undefined) throw new Error('npm pack made nothing.');
  return packed;
}

/** Packed again at another time, and with other times of its files, it is the same. */
function checkSameBytes({ filename, size }: Packed): void {
  utimesSync(join(root, 'dist/cli.js'), new Date(), new Date());
  const again = join(place, 'again');
  mkdirSync(again);
  pack(again);
  const [first, second] = [place, again].map((folder) => readFileSync(join(folder, filename)));
  if (first?.length !== size || second === undefined || !first.equals(second)) {
    throw new Error('Packed twice, the package has not the same bytes.');
  }
}

/** Nothing of it runs where it is installed. */
function checkScripts(user: string): void {
  const file = join(user, 'node_modules/robotics-mcp/package.json');
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: object };
  const found = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in scripts);
  if (found.length > 0) throw new Error(`The package runs ${found.join(', ')} where it is installed.`);
}

function checkContents({ size, files }: Packed): void {
  const paths = files.map(({ path }) => path);
  const missing = REQUIRED.filter((path) => !paths.includes(path));
  const surplus = paths.filter(
    (path) => !ALLOWED.some((allowed) => (allowed instanceof RegExp ? allowed.test(path) : allowed === path)),
  );
  if (missing.length > 0)
    throw new Error(`The package lacks ${missing.join(', ')}. Run npm run build first.`);
  if (surplus.length > 0) throw new Error(`The package should not hold ${surplus.join(', ')}.`);
  if (size > MAX_PACKED) throw new Error(`The package has ${size} bytes; at most ${MAX_PACKED} are wanted.`);
}

/** Installs the tarball where nothing else is, without the registry, and uses it as people may. */
function checkInstalled(tarball: string): void {
  // A place with a space and letters beyond ASCII.
  const user = join(place, 'Zoë Ünlü');
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{"private":true}');
  npm(['install', '--offline', '--no-audit', '--no-fund', tarball], user);
  const printed = npx(['--version'], user).trim();
  if (printed !== version) throw new Error(`robotics-mcp --version prints ${printed} instead of ${version}.`);
  expectRobot(npx(QUESTION, user), 'npx');
  checkScripts(user);
  checkReadOnly(user);
}

/** A package that nobody may write to, started by somebody whose home is not theirs to write to either. */
function checkReadOnly(user: string): void {
  const home = join(user, 'home');
  mkdirSync(home);
  execFileSync('chmod', ['-R', 'a-w', user]);
  try {
    const env = { ...process.env, HOME: home, XDG_CACHE_HOME: '', XDG_DATA_HOME: '' };
    const program = join(user, 'node_modules/robotics-mcp/dist/cli.js');
    const [node, ...args] = asNobody([process.execPath, program]);
    const input = [INITIALIZE, CALL].map((message) => `${JSON.stringify(message)}\n`).join('');
    const lines = execFileSync(node ?? '', args, { env, cwd: home, input, encoding: 'utf8' })
      .trim()
      .split('\n');
    const { result } = JSON.parse(lines[1] ?? '{}') as { result?: { structuredContent?: object } };
    expectRobot(JSON.stringify(result?.structuredContent ?? {}), 'a read-only install over stdio');
  } finally {
    execFileSync('chmod', ['-R', 'u+w', user]);
  }
}

/** To root nothing is read-only: as root, somebody else is asked where the system lets us. */
function asNobody(command: readonly string[]): readonly string[] {
  if (process.getuid?.() !== 0) return command;
  execFileSync('chmod', ['a+rx', place]);
  const drop = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  const isThere = spawnSync(drop[0] ?? '', [...drop.slice(1), process.execPath, '--version']).status === 0;
  return isThere ? [...drop, ...command] : command;
}

/** Other package runners, where this machine has them or the registry gives them. */
function checkOtherRunners(tarball: string): void {
  const empty = join(place, 'empty');
  mkdirSync(empty);
  const from = `file:${tarball}`;
  const runners: readonly (readonly string[])[] = [
    ['npx', '--offline', '--yes', '--package', from, 'robotics-mcp'],
    ['pnpm', 'dlx', from],
    ['bunx', '--package', from, 'robotics-mcp'],
  ];
  for (const [runner = '', ...args] of runners) {
    if (spawnSync(runner, ['--version']).status !== 0) {
      console.log(`${runner}: not on this machine, so not tried`);
      continue;
    }
    const printed = execFileSync(runner, [...args, ...QUESTION], {
      cwd: empty,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expectRobot(printed, runner);
    console.log(`${runner}: starts the packed tarball`);
  }
}

function expectRobot(text: string, how: string): void {
  const { results } = JSON.parse(text) as { results?: unknown[] };
  if (results?.length !== 1)
    throw new Error(`By ${how} the program does not find a robot: ${text.slice(0, 200)}`);
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function npx(args: readonly string[], cwd: string): string {
  const command = ['--offline', '--no-install', 'robotics-mcp', ...args];
  return execFileSync('npx', command, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
