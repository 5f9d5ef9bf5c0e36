import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a user downloads may not be larger. */
const MAX_PACKED = 9_000_000;

/** What the package is made of; `README.md` and the like come when they are written. */
const REQUIRED = [
  'LICENSE',
  'dataset/LICENSE',
  'dist/cli.js',
  'dist/dataset/manifest.json',
  'dist/sql-wasm.wasm',
  'package.json',
];
const ALLOWED = [
  ...REQUIRED,
  /^dist\/[\w-]+\.js$/,
  /^dist\/dataset\/[\w.-]+$/,
  'dist/THIRD-PARTY-LICENSES.txt',
  'README.md',
  'CHANGELOG.md',
];

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

/** Installs the tarball where nothing else is, without the registry, and uses it. */
function checkInstalled(tarball: string): void {
  const user = join(place, 'user');
  execFileSync('mkdir', ['-p', user]);
  writeFileSync(join(user, 'package.json'), '{"private":true}');
  npm(['install', '--offline', '--no-audit', '--no-fund', tarball], user);
  const { version } = JSON.parse(
    npm(['pkg', 'get', 'version', '--json'], root).replace(/^"(.*)"\s*$/, '{"version":"$1"}'),
  ) as {
    version: string;
  };
  const printed = npx(['--version'], user).trim();
  if (printed !== version) throw new Error(`robotics-mcp --version prints ${printed} instead of ${version}.`);
  const answer = JSON.parse(npx(['call', 'search_robots', '--limit', '1', '--json'], user)) as {
    results: unknown[];
  };
  if (answer.results.length !== 1) throw new Error('The installed program does not find a robot.');
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function npx(args: readonly string[], cwd: string): string {
  const command = ['--offline', '--no-install', 'robotics-mcp', ...args];
  return execFileSync('npx', command, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
