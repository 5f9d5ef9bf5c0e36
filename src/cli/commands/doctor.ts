import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openBundled } from '../../data/snapshot/open.ts';
import { DataSource } from '../../data/subscribe/local-data.ts';
import { SyncStore } from '../../data/subscribe/store.ts';
import { isDataError } from '../../lib/data-error.ts';
import { PROGRAM_NAME, platformDirectory, programVersion } from '../../lib/program.ts';
import { type Command, nearestName } from '../command.ts';
import { type Client, clients, join as joinOn, type Machine, thisMachine } from '../install/clients.ts';
import { editorOf } from '../install/config-file.ts';
import { CANNOT_EDIT, isTable } from '../install/editor.ts';
import { defaultValues, readEnvironment, readFlags, variableOf, yargsOptions } from '../option-values.ts';
import { type OptionName, optionNames, SERVE_OPTIONS } from '../options.ts';
import { type Style, styleFor } from '../render/style.ts';
import { print, type Terminal } from '../terminal.ts';

const OPTIONS: readonly OptionName[] = ['json', 'data-dir', 'service'];

/** Looks for what may keep the program from working, and says what to do. */
export const doctorCommand: Command = {
  usage: '$0 doctor [options]\n\nLook for what may keep the program from working, and say what to do.',
  options: yargsOptions(OPTIONS),
  handler: async (flags, terminal) => {
    const faults = checkVariables(terminal.env);
    const sound = OPTIONS.filter((name) => !faults.some(({ variable }) => variable === variableOf(name)));
    const values = {
      ...defaultValues(),
      ...readEnvironment(terminal.env, sound),
      ...readFlags(flags, OPTIONS),
    };
    const checks: Check[] = [
      checkNode(process.versions.node),
      { name: 'program', state: 'ok', says: `robotics-mcp ${programVersion()}` },
      ...faults.map(({ check }) => check),
      ...checkUnknownVariables(terminal.env),
      await checkData(new Date()),
      ...(await checkSynced(values['data-dir'], new Date())),
      await checkDirectory(values['data-dir']),
      await checkService(values.service),
      ...(await checkHosts(thisMachine(terminal.env))),
    ];
    const ok = checks.every(({ state }) => state !== 'wrong');
    print(terminal, values.json, { ok, checks }, () => render(checks, styleFor(terminal)));
    return ok ? 0 : 1;
  },
};

/** Settings in the environment with which a server would not start. */
function checkVariables(env: Terminal['env']): { readonly variable: string; readonly check: Check }[] {
  return [...new Set<OptionName>([...SERVE_OPTIONS, ...OPTIONS])].flatMap((name) => {
    const variable = variableOf(name);
    try {
      readEnvironment(env, [name]);
      return [];
    } catch (error) {
      const says = error instanceof Error ? error.message : String(error);
      return [
        {
          variable,
          check: { name: 'environment', state: 'wrong', says, todo: `Correct or unset ${variable}.` },
        },
      ];
    }
  });
}

/** Variables that look like settings and are none: most likely misspelt. */
function checkUnknownVariables(env: Terminal['env']): Check[] {
  const known = optionNames.map(variableOf);
  return Object.keys(env)
    .filter((variable) => variable.startsWith('ROBOTICS_MCP_') && !known.includes(variable))
    .map((variable) => {
      const near = nearestName(variable, known);
      const todo = near === undefined ? `Unset ${variable}.` : `Did you mean ${near}?`;
      return {
        name: 'environment',
        state: 'note',
        says: `${variable} is no setting, and has no effect`,
        todo,
      };
    });
}

const MARKS = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

function render(checks: readonly Check[], { good, note, bad, strong }: Style): string {
  const paint = { ok: good, note, wrong: bad };
  return checks
    .flatMap(({ state, name, says, todo }) => [
      `${paint[state](MARKS[state])}  ${strong(name)}: ${says}`,
      ...(todo === undefined ? [] : [`       ${todo}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

/** What was looked at, and how it is. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'note' | 'wrong';
  readonly says: string;
  /** What to do. */
  readonly todo?: string;
}

const OLDEST_NODE = [20, 19] as const;
const A_DAY = 86_400_000;
const OLD_DAYS = 90;
const SERVICE_TIMEOUT_MS = 5_000;

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [least, leastMinor] = OLDEST_NODE;
  const says = `${version} at ${process.execPath}`;
  if (major > least || (major === least && minor >= leastMinor))
    return { name: 'Node.js', state: 'ok', says };
  const todo = `Install Node.js ${least}.${leastMinor} or newer.`;
  return { name: 'Node.js', state: 'wrong', says, todo };
}

/** Opens the bundled data, checked against their SHA-256. */
export async function checkData(now: Date): Promise<Check> {
  const name = 'data';
  try {
    const catalogue = await openBundled({ trusted: false });
    const { version, date } = catalogue.info;
    catalogue.close();
    const { says, isOld } = sayAge(version, date, now);
    if (!isOld) return { name, state: 'ok', says };
    const todo =
      'Newer data come with a newer version of the program, or from a service by robotics-mcp sync.';
    return { name, state: 'note', says, todo };
  } catch (error) {
    const todo = 'Install the program again; in a clone, run npm run build.';
    return { name, state: 'wrong', says: sentence(error), todo };
  }
}

/** Opens the synced data, if they are newer than the bundled ones; says nothing where none are used. */
export async function checkSynced(given: string | undefined, now: Date): Promise<Check[]> {
  const name = 'synced data';
  const store = new SyncStore(given ?? platformDirectory());
  try {
    const { catalogue, origin, warning } = await new DataSource(store).openNewest();
    const { version, date } = catalogue.info;
    catalogue.close();
    if (warning !== undefined) return [{ name, state: 'wrong', says: warning }];
    if (origin.synced === undefined) return [];
    const { says, isOld } = sayAge(version, date, now);
    if (!isOld) return [{ name, state: 'ok', says }];
    return [{ name, state: 'note', says, todo: 'Run robotics-mcp sync.' }];
  } catch {
    // Not even the bundled data can be opened: their own check says so.
    return [];
  }
}

/** The version of data and how old they are. */
function sayAge(version: string, date: string, now: Date): { says: string; isOld: boolean } {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(date)) / A_DAY));
  const says = `version ${version} of ${date}, ${days === 1 ? 'one day' : `${days} days`} old`;
  return { says, isOld: days > OLD_DAYS };
}

/** Whether contributions can be kept. Makes nothing that stays. */
export async function checkDirectory(given: string | undefined): Promise<Check> {
  const name = 'data directory';
  const directory = given ?? platformDirectory();
  try {
    const isThere = await tryWriting(directory);
    const says = isThere ? `${directory} can be written` : `${directory} is made with the first contribution`;
    return { name, state: 'ok', says };
  } catch (error) {
    const todo =
      'Make it writable, or choose another with --data-dir or ROBOTICS_MCP_HOME. Searching works without.';
    return { name, state: 'wrong', says: `${directory} cannot be written: ${sentence(error)}`, todo };
  }
}

async function tryWriting(directory: string): Promise<boolean> {
  try {
    if (!(await stat(directory)).isDirectory()) throw new Error('it is no directory');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await access(await nearestParent(directory), constants.W_OK);
    return false;
  }
  const probe = join(directory, `.doctor-${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(probe, '', { flag: 'wx' });
  } finally {
    await rm(probe, { force: true });
  }
  return true;
}

async function nearestParent(path: string): Promise<string> {
  const parent = dirname(path);
  try {
    if (!(await stat(parent)).isDirectory()) throw new Error(`${parent} is no directory`);
    return parent;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    return nearestParent(parent);
  }
}

/** Whether the hosted service, if one is set, answers as one of ours does. */
export async function checkService(address: string | undefined): Promise<Check> {
  const name = 'service';
  if (address === undefined) {
    return { name, state: 'ok', says: 'none is set; contributions stay on this machine' };
  }
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS),
    });
    const status: unknown = await response.json().catch(() => undefined);
    if (isOurs(status)) return { name, state: 'ok', says: `${address} answers (version ${status.version})` };
    const todo = 'Check the address: it ends in /api/mcp.';
    // Other servers of the protocol need not know GET.
    const isThere = response.ok || response.status === 405 || response.status === 406;
    return isThere
      ? { name, state: 'note', says: `${address} is reachable, and does not say what it is`, todo }
      : { name, state: 'wrong', says: `${address} answers ${response.status}`, todo };
  } catch (error) {
    const todo =
      'Check --service or ROBOTICS_MCP_SERVICE and the network. Contributions wait until it answers.';
    return { name, state: 'wrong', says: `${address} cannot be reached: ${sentence(error)}`, todo };
  }
}

function isOurs(status: unknown): status is { readonly version: string } {
  if (typeof status !== 'object' || status === null) return false;
  return 'name' in status && status.name === PROGRAM_NAME && 'version' in status;
}

/** Looks at every host's configuration, the user's and that of the project in this directory. */
export async function checkHosts(machine: Machine): Promise<Check[]> {
  const checks: Check[] = [];
  for (const client of clients) {
    checks.push(...(await checkFile(client, client.userFile(machine), '')));
    if (client.projectFile === undefined) continue;
    const path = joinOn(machine, machine.cwd, ...client.projectFile);
    if (path !== client.userFile(machine))
      checks.push(...(await checkFile(client, path, ' --scope project')));
  }
  if (checks.length > 0) return checks;
  const todo = `Run robotics-mcp install with one of ${clients.map(({ id }) => id).join(', ')}.`;
  return [{ name: 'hosts', state: 'note', says: 'no host has this server in its configuration', todo }];
}

/** Says nothing of a host that does not have this server. */
async function checkFile(client: Client, path: string, scope: string): Promise<Check[]> {
  const name = client.title;
  if (!existsSync(path)) return [];
  try {
    const text = await readFile(path, 'utf8');
    const entry = (await editorOf(client)).find(text.replace(/^\ufeff/, ''), client.container);
    if (entry === undefined) return [];
    const missing = missingFile(entry);
    if (missing === undefined) return [{ name, state: 'ok', says: `${path} has this server` }];
    const todo = `Run robotics-mcp install ${client.id}${scope} with the program where it is now.`;
    return [{ name, state: 'wrong', says: `${path} starts ${missing}, which is not there`, todo }];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const says = `${path}: ${isDataError(error, CANNOT_EDIT) ? why : `it cannot be read (${why})`}`;
    return [{ name, state: 'wrong', says, todo: `Repair the file; ${name} cannot read it either.` }];
  }
}

/** A program or script that is named by its path and does not exist. */
function missingFile(entry: unknown): string | undefined {
  if (!isTable(entry)) return undefined;
  const { command, args } = entry;
  const paths = [command, ...(Array.isArray(args) ? args.slice(0, 1) : [])];
  return paths
    .filter((path) => typeof path === 'string')
    .find((path) => /^(?:\/|[A-Za-z]:[\\/])/.test(path) && !existsSync(path));
}

/** What an error says; that of `fetch` says why in its cause. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error.cause instanceof Error ? error.cause.message : error.message).replace(/\.$/, '');
}
