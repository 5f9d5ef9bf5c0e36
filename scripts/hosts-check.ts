/**
 * Installs the plugin folder into hosts that others made, as somebody does who has never seen the program, and has each
 * answer a question with it: `npm run check:hosts`. An empty home, npm's cache empty, the packed tarball from a registry on
 * loopback at 20 Mbit/s, and a model on loopback that asks for one call. Hosts are fetched from the npm registry (400 MB),
 * which is why this stands beside the tests. `-- --transcripts DIRECTORY` keeps what each printed, `-- --hosts DIRECTORY`
 * takes hosts that are installed there already, `-- --only codex` tries one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cleanUpAtExit, output, startProgram } from './harness/processes.ts';
import { type Host, hosts, type Trial } from './hosts/list.ts';
import { playModel } from './hosts/model.ts';
import { serveRegistry } from './hosts/registry.ts';
import { PLUGIN_FOLDER, pluginFolder, rootManifests, writeFiles } from './plugin/manifests.ts';
import { trialIdentity } from './plugin/trial-identity.ts';

/** Claude Code needs a newer Node.js than the server. */
const NODE = 'node@24.21.0';
const BITS_A_SECOND = 20e6;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { transcripts: { type: 'string' }, hosts: { type: 'string' }, only: { type: 'string' } },
});
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
cleanUpAtExit();
const place = mkdtempSync(join(tmpdir(), 'robotics-mcp-hosts-'));
process.once('exit', () => rmSync(place, { recursive: true, force: true }));

const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', place], {
  cwd: root,
  encoding: 'utf8',
});
const marketplace = join(place, 'repository');
const source = { identity: trialIdentity, version: manifest.version as string };
writeFiles(marketplace, rootManifests(source));
writeFiles(join(marketplace, PLUGIN_FOLDER), pluginFolder(source));
const chosen = hosts.filter(({ id }) => values.only === undefined || values.only.split(',').includes(id));
const installed = values.hosts ?? install(chosen);
for (const host of chosen) await tryHost(host);

function install(wanted: readonly Host[]): string {
  const directory = join(place, 'hosts');
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), '{"private":true}');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const packages = [NODE, ...wanted.map((host) => host.package)];
  execFileSync('npm', ['install', ...quiet, ...packages], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return directory;
}

async function tryHost(host: Host): Promise<void> {
  const home = join(place, `home-${host.id}`);
  const registry = await serveRegistry(join(place, packed.trim()), published(), BITS_A_SECOND);
  const model = await playModel({ tool: 'search_robots', arguments: { query: 'unitree g1', limit: 1 } });
  const trial: Trial = { marketplace, folder: join(marketplace, PLUGIN_FOLDER), model: model.url };
  mkdirSync(join(home, 'work'), { recursive: true });
  // Codex passes no variable such as npm_config_registry on.
  writeFileSync(join(home, '.npmrc'), `registry=${registry.url}\nupdate-notifier=false\n`);
  for (const [path, content] of Object.entries(host.settings ?? {})) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), JSON.stringify(content));
  }
  const transcript = [`# ${host.title}, ${host.package}`];
  for (const { args, says } of host.steps(trial)) {
    const begun = performance.now();
    const printed = await run(host, args, home, trial);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const isRight = says.test(printed);
    transcript.push(`\n$ ${[host.command, ...args].join(' ')}   # ${seconds} s`, printed.trim());
    console.log(
      `${isRight ? 'ok   ' : 'WRONG'} ${host.title}: ${host.command} ${args.slice(0, 3).join(' ')} (${seconds} s)`,
    );
    if (isRight) continue;
    console.error(printed);
    process.exitCode = 1;
  }
  transcript.push(
    '\n# What the registry was asked',
    ...registry.asked,
    '\n# What the model was asked',
    ...model.asked,
  );
  if (!registry.asked.some((line) => line.endsWith('.tgz'))) {
    console.error(`${host.title} never fetched the package.`);
    process.exitCode = 1;
  }
  if (values.transcripts !== undefined)
    writeFiles(
      values.transcripts,
      new Map([[`${host.id}.txt`, `${transcript.join('\n').replaceAll(place, 'PLACE')}\n`]]),
    );
  await Promise.all([registry.close(), model.close()]);
}

function published() {
  const { name, version, bin, engines } = manifest;
  return { name, version, bin, engines };
}

async function run(host: Host, args: readonly string[], home: string, trial: Trial): Promise<string> {
  const binaries = join(installed, 'node_modules/.bin');
  const environment = {
    PATH: `${join(installed, 'node_modules/node/bin')}:${process.env.PATH ?? ''}`,
    HOME: home,
    ...{ DISABLE_TELEMETRY: '1', DISABLE_AUTOUPDATER: '1', OTEL_SDK_DISABLED: 'true', DO_NOT_TRACK: '1' },
    ...host.environment(trial),
  };
  const program = join(binaries, host.command);
  if (!existsSync(program)) throw new Error(`${host.command} is not in ${binaries}.`);
  const child = startProgram(
    'sh',
    ['-c', 'cd "$HOME/work" && exec "$0" "$@"', program, ...args],
    environment,
  );
  child.stdin.end();
  const { out, errors } = await output(child);
  return `${out}${errors}`;
}
