import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, clients } from './clients/list.ts';
import { type Checked, page, type Step, type Transport, table, transports } from './clients/page.ts';
import { cleanUpAtExit, output, startNode, startProgram, stop } from './harness/processes.ts';
import { builtProgram } from './harness/program.ts';

/** Most clients need a newer Node.js than the server. */
const NODE = 'node@24.21.0';

const own = fileURLToPath(new URL('clients/', import.meta.url));
const options = process.argv.slice(2);
const optionOf = (name: string) => options[options.indexOf(name) + 1];
const program = resolve(options.includes('--program') ? (optionOf('--program') ?? '') : builtProgram());
const only = options.includes('--only') ? (optionOf('--only') ?? '').split(',') : undefined;
const chosen = clients.filter(
  ({ id, inCi }) => only?.includes(id) ?? (!options.includes('--ci') || inCi === true),
);

cleanUpAtExit();
const place = mkdtempSync(join(tmpdir(), 'robotics-mcp-clients-'));
process.once('exit', () => rmSync(place, { recursive: true, force: true }));
const home = join(place, 'home');
mkdirSync(home);
/** Nothing of the user's own is read or written, and nothing is told to anybody. */
const environment = {
  PATH: `${join(place, 'node', 'node_modules', 'node', 'bin')}:${process.env.PATH ?? ''}`,
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_DATA_HOME: join(home, '.local', 'share'),
  ROBOTICS_MCP_HOME: join(home, 'robotics'),
  ...{ DISABLE_TELEMETRY: '1', DISABLE_AUTOUPDATER: '1', OTEL_SDK_DISABLED: 'true', DO_NOT_TRACK: '1' },
};

install('node', [NODE]);
const server = await startServer();
const checked: Checked[] = [];
for (const client of chosen) {
  const one = await check(client, server.url);
  checked.push(one);
  console.log(table([one]).split('\n').at(-1));
  rmSync(join(place, client.id), { recursive: true, force: true });
}
await stop(server.child);
if (options.includes('--write')) {
  const file = fileURLToPath(new URL('../docs/clients.md', import.meta.url));
  writeFileSync(file, page(readFileSync(file, 'utf8'), checked));
}
for (const { client, steps } of checked) {
  for (const { transport, step, outcome, words } of steps) {
    if (outcome !== 'wrong' || client.faults?.[`${transport} ${step}`] !== undefined) continue;
    console.error(`${client.title}, ${transport}, ${step}: ${words}`);
    process.exitCode = 1;
  }
}

function install(folder: string, packages: readonly string[], manifest: object = {}): void {
  const cwd = join(place, folder);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true, type: 'module', ...manifest }));
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  execFileSync('npm', ['install', ...quiet, ...packages], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function startServer() {
  const child = startNode([program, '--http', '--port', '0'], { ...process.env, ...environment });
  const url = await new Promise<string>((found) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [address] = /http:\S+/.exec(said) ?? [];
      if (address !== undefined) found(address);
    });
  });
  return { child, url };
}

async function check(client: Client, url: string): Promise<Checked> {
  install(client.id, client.packages, client.host === undefined ? {} : { hosts: { [client.host]: true } });
  const cwd = join(place, client.id);
  cpSync(own, cwd, { recursive: true, filter: (from) => !from.endsWith('.ts') });
  const steps: Step[] = [];
  for (const transport of transports) {
    const reach =
      transport === 'HTTP' ? { url } : { command: process.execPath, args: [program], env: environment };
    steps.push(...(await drive(client, transport, { ...reach, env: environment }, cwd)));
  }
  return { client, steps };
}

async function drive(client: Client, transport: Transport, reach: object, cwd: string): Promise<Step[]> {
  const driver = `./drivers/${client.host === undefined ? (client.driver ?? client.id) : 'host'}.mjs`;
  // Drivers find what they import, and hosts what they are told, in the folder of the client.
  const args = ['-c', `cd "$0" && exec node run.mjs "$1" "$2"`, cwd, driver, JSON.stringify(reach)];
  const { out, errors } = await output(startProgram('sh', args, { ...environment }));
  const steps = [...out.matchAll(/^@@(.*)$/gm)].map(([, json = '']) => ({
    transport,
    ...(JSON.parse(json) as Omit<Step, 'transport'>),
  }));
  if (steps.length > 0) return steps;
  const words =
    errors
      .trim()
      .split('\n')
      .find((line) => /Error/.test(line)) ?? errors.trim().slice(0, 200);
  return [{ transport, step: 'connect', outcome: 'wrong', words }];
}
