import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openStore } from '../../contributions/open.ts';
import { openBundled } from '../../data/snapshot/open.ts';
import { DataSource } from '../../data/subscribe/local-data.ts';
import { SyncStore } from '../../data/subscribe/store.ts';
import { kinds } from '../../kinds/kinds.ts';
import { isDataError } from '../../lib/data-error.ts';
import { get } from '../../lib/fetch.ts';
import { diskFiles, readText } from '../../lib/file-system.ts';
import { PROGRAM_NAME, platformDirectory, programVersion } from '../../lib/program.ts';
import { sanitizeLine } from '../../lib/sanitize.ts';
import { exposureOf } from '../../lib/secret-file.ts';
import { shownAddress } from '../../lib/shown-address.ts';
import { requireWebAssembly } from '../../lib/webassembly-memory.ts';
import type { Catalogue } from '../../search/catalogue.ts';
import type { MeaningState } from '../../search/meaning/stored.ts';
import { parseQuery } from '../../text/query.ts';
import { type Command, nearestName } from '../command.ts';
import {
  ADDRESS_KEYS,
  type Client,
  clients,
  join as joinOn,
  type Machine,
  thisMachine,
} from '../install/clients.ts';
import { editorOf } from '../install/config-file.ts';
import { CANNOT_EDIT, isTable } from '../install/editor.ts';
import { defaultValues, readEnvironment, readFlags, variableOf, yargsOptions } from '../option-values.ts';
import { type OptionName, optionNames, SERVE_OPTIONS } from '../options.ts';
import { print } from '../print.ts';
import { type Style, styleFor } from '../render/style.ts';
import { checkTrust } from '../syncing.ts';
import type { Terminal } from '../terminal.ts';

const OPTIONS: readonly OptionName[] = ['json', 'data-dir', 'service'];

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
const MOST_STATUS_BYTES = 1_000_000;
const FAILURES = {
  timeout: 'The operation was aborted due to timeout',
  too_large: 'its answer is too large',
  redirect: 'it redirects to another address',
  redirect_circle: 'it redirects in a circle',
};

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
    const memory = checkMemory(process.constrainedMemory());
    const hasMemory = memory.every(({ state }) => state !== 'wrong');
    const checks: Check[] = [
      checkNode(process.versions.node),
      ok('program', `robotics-mcp ${programVersion()}`),
      ...memory,
      ...faults.map(({ check }) => check),
      ...checkUnknownVariables(terminal.env),
      ...(hasMemory
        ? [await checkData(new Date()), ...(await checkSynced(values['data-dir'], new Date()))]
        : []),
      await checkDirectory(values['data-dir']),
      ...checkContributions(values['data-dir']),
      ...(await checkSecrets(values['data-dir'], terminal.env)),
      await checkService(values.service),
      ...(await checkHosts(thisMachine(terminal.env), values.service)),
    ];
    const isSound = checks.every(({ state }) => state !== 'wrong');
    print(terminal, values.json, { ok: isSound, checks }, () => render(checks, styleFor(terminal)));
    return isSound ? 0 : 1;
  },
};

/** Settings in the environment with which a server would not start: each by itself, and those that contradict each other. */
function checkVariables(env: Terminal['env']): { readonly variable: string; readonly check: Check }[] {
  const faults = [...new Set<OptionName>([...SERVE_OPTIONS, ...OPTIONS])].flatMap((name) => {
    const variable = variableOf(name);
    try {
      readEnvironment(env, [name]);
      return [];
    } catch (error) {
      const { message } = error as Error;
      return [{ variable, check: wrong('environment', message, `Correct or unset ${variable}.`) }];
    }
  });
  if (faults.length > 0) return faults;
  try {
    checkTrust({ ...defaultValues(), ...readEnvironment(env, ['sync-key', 'allow-unsigned']) });
    return [];
  } catch (error) {
    const variable = variableOf('allow-unsigned');
    return [{ variable, check: wrong('environment', (error as Error).message, `Unset ${variable}.`) }];
  }
}

/** Variables that look like settings and are none: most likely misspelt. */
function checkUnknownVariables(env: Terminal['env']): Check[] {
  const known = optionNames.map(variableOf);
  return Object.keys(env)
    .filter((variable) => variable.startsWith('ROBOTICS_MCP_') && !known.includes(variable))
    .map((variable) => {
      const near = nearestName(variable, known);
      const todo = near === undefined ? `Unset ${variable}.` : `Did you mean ${near}?`;
      return note('environment', `${variable} is no setting, and has no effect`, todo);
    });
}

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [least, leastMinor] = OLDEST_NODE;
  const says = `${version} at ${process.execPath}`;
  if (major > least || (major === least && minor >= leastMinor)) return ok('Node.js', says);
  return wrong('Node.js', says, `Install Node.js ${least}.${leastMinor} or newer.`);
}

/** A server with the bundled data open, in bytes. */
const USUAL_MEMORY = 160_000_000;

/** Says nothing where there is memory enough; `allowed` is what a container has, in bytes, 0 or endless without a limit. */
export function checkMemory(allowed: number): Check[] {
  try {
    requireWebAssembly();
  } catch (error) {
    return [wrong('memory', (error as Error).message)];
  }
  if (allowed <= 0 || allowed >= USUAL_MEMORY) return [];
  const says = `this container gives ${Math.round(allowed / 1e6)} MB, and a server takes about ${USUAL_MEMORY / 1e6} MB`;
  return [note('memory', says, 'Give it more: the system ends what goes beyond.')];
}

/** Opens the bundled data, checked against their SHA-256, and asks them. */
export async function checkData(now: Date): Promise<Check> {
  try {
    const catalogue = await openBundled({ trusted: false });
    const advice =
      'Newer data come with a newer version of the program, or from a service by robotics-mcp sync.';
    return checkCatalogue('data', catalogue, now, advice);
  } catch (error) {
    return wrong('data', sentence(error), 'Install the program again; in a clone, run npm run build.');
  }
}

/** Opens the synced data, if they are newer than the bundled ones, and asks them; says nothing where none are used. */
async function checkSynced(given: string | undefined, now: Date): Promise<Check[]> {
  const store = new SyncStore(given ?? platformDirectory());
  try {
    const { catalogue, origin, warning } = await new DataSource(store).openNewest();
    if (warning === undefined && origin.synced !== undefined)
      return [checkCatalogue('synced data', catalogue, now, 'Run robotics-mcp sync.')];
    catalogue.close();
    return warning === undefined ? [] : [wrong('synced data', warning)];
  } catch {
    // Not even the bundled data can be opened: their own check says so.
    return [];
  }
}

/** Why records are found by their words alone. */
const meaningless = {
  missing: 'have no table of what words mean',
  other_format: 'have a table of what words mean in another format',
  damaged: 'have a damaged table of what words mean',
};

/** Asks each kind one question, and says how old the data are, or that records are found by their words alone; closes them. */
function checkCatalogue(name: string, catalogue: Catalogue, now: Date, advice: string): Check {
  const { version, date } = catalogue.info;
  let state: MeaningState;
  try {
    state = catalogue.meaningState;
    for (const kind of kinds)
      catalogue.search(kind, { text: parseQuery('robot'), filters: [], facets: [], limit: 1 });
  } catch (error) {
    return wrong(name, `version ${version} cannot be searched: ${sentence(error)}`, advice);
  } finally {
    catalogue.close();
  }
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(date)) / A_DAY));
  const says = `version ${version} of ${date}, ${days === 1 ? 'one day' : `${days} days`} old`;
  if (state !== 'there')
    return note(name, `${says}; they ${meaningless[state]}: records are found by their words alone`, advice);
  return days > OLD_DAYS ? note(name, says, advice) : ok(name, says);
}

/** Whether contributions can be kept. Makes nothing that stays. */
async function checkDirectory(given: string | undefined): Promise<Check> {
  const name = 'data directory';
  const directory = given ?? platformDirectory();
  try {
    const isThere = await tryWriting(directory);
    return ok(name, `${directory} ${isThere ? 'can be written' : 'is made with the first contribution'}`);
  } catch (error) {
    return wrong(
      name,
      `${directory} cannot be written: ${sentence(error)}`,
      'Make it writable, or choose another with --data-dir or ROBOTICS_MCP_HOME. Searching works without.',
    );
  }
}

/** What is wrong with the contributions that are kept; says nothing where nothing is. */
function checkContributions(given: string | undefined): Check[] {
  const store = openStore(given ?? platformDirectory());
  store.since();
  const advice = 'What is damaged cannot be mended; everything else in the file is read.';
  return store.warnings.map((warning) =>
    store.faults.damaged + store.faults.unreadable > 0
      ? wrong('contributions', warning)
      : note('contributions', warning, advice),
  );
}

/** Which of the files that hold secrets others may use; says nothing where none. */
async function checkSecrets(given: string | undefined, env: Terminal['env']): Promise<Check[]> {
  const directory = given ?? platformDirectory();
  const { keyFileIn } = await import('../../auth/keys.ts');
  const { foldedKeys, foldIn } = await import('../../contributions/postgres/fold.ts');
  const { passwordFile } = await import('../../contributions/postgres/address.ts');
  const releaseKey = env[variableOf('key')];
  const paths = [
    keyFileIn(directory),
    foldedKeys(foldIn(directory)),
    // The variable may hold the key itself.
    ...(releaseKey !== undefined && existsSync(releaseKey) ? [releaseKey] : []),
    ...(env[variableOf('store')] === undefined || env.PGPASSWORD !== undefined ? [] : [passwordFile(env)]),
  ];
  return paths.flatMap((path) => {
    const exposure = exposureOf(path);
    return exposure === undefined ? [] : [note('secrets', exposure.says, exposure.todo)];
  });
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
  if (address === undefined) return ok(name, 'none is set; contributions stay on this machine');
  const todo =
    'Check --service or ROBOTICS_MCP_SERVICE and the network. Contributions wait until it answers.';
  return checkAddress(name, shownAddress(address), address, todo);
}

const RUN_IT =
  'Start the server there (robotics-mcp --http), or run install with --http and its address now.';

/** Whether something answers at an address, and whether it is one of ours; `unreachable` says what to do where nothing does. */
async function checkAddress(
  name: string,
  called: string,
  address: string,
  unreachable: string,
): Promise<Check> {
  const got = await get(new URL(address), {
    headers: { accept: 'application/json' },
    timeoutMs: SERVICE_TIMEOUT_MS,
    maxBytes: MOST_STATUS_BYTES,
  });
  if ('failure' in got) {
    const why = got.failure === 'connection' ? sentence(got.cause) : FAILURES[got.failure];
    return wrong(name, `${called} cannot be reached: ${why}`, unreachable);
  }
  const { status, bytes } = got;
  const version = ourVersion(Buffer.from(bytes).toString('utf8'));
  if (version !== undefined) return ok(name, `${called} answers (version ${version})`);
  const todo = 'Check the address: it ends in /api/mcp.';
  // Other servers of the protocol need not know GET.
  const isThere = (status >= 200 && status < 300) || status === 405 || status === 406;
  if (!isThere) return wrong(name, `${called} answers ${status}`, todo);
  return note(name, `${called} is reachable, and does not say what it is`, todo);
}

/** The version in the status of a service of ours. */
function ourVersion(text: string): string | undefined {
  try {
    const status = JSON.parse(text) as { readonly name?: unknown; readonly version?: unknown } | null;
    return status?.name === PROGRAM_NAME ? String(status.version) : undefined;
  } catch {
    return undefined;
  }
}

/** A host's configuration, and our entry in it. */
interface HostFile {
  readonly client: Client;
  readonly path: string;
  /** Whether the file came with the project in this directory. */
  readonly isProjects: boolean;
  readonly entry?: unknown;
  /** Why the file cannot be read. */
  readonly fault?: unknown;
}

/** Looks at every host's configuration, the user's and that of the project in this directory. */
async function checkHosts(machine: Machine, service: string | undefined): Promise<Check[]> {
  const files = await Promise.all(hostFilesOf(machine).map(readEntry));
  // Whoever wrote a project would choose what this machine asks: such an address must be known from the user too.
  const own = new Set([
    ...(service === undefined ? [] : [new URL(service).href]),
    ...files.flatMap(({ isProjects, entry }) => (isProjects ? [] : (addressIn(entry) ?? []))),
  ]);
  const checks: Check[] = [];
  for (const file of files) checks.push(...(await checkFile(file, own)));
  if (checks.length > 0) return checks;
  const todo = `Run robotics-mcp install with one of ${clients.map(({ id }) => id).join(', ')}.`;
  return [note('hosts', 'no host has this server in its configuration', todo)];
}

function hostFilesOf(machine: Machine): HostFile[] {
  return clients.flatMap((client) => {
    const users = { client, path: client.userFile(machine), isProjects: false };
    if (client.projectFile === undefined) return [users];
    const path = joinOn(machine, machine.cwd, ...client.projectFile);
    return path === users.path ? [users] : [users, { client, path, isProjects: true }];
  });
}

async function readEntry(file: HostFile): Promise<HostFile> {
  const { client, path } = file;
  if (!existsSync(path)) return file;
  try {
    const text = await readText(diskFiles, path);
    return { ...file, entry: (await editorOf(client)).find(text.replace(/^\ufeff/, ''), client.container) };
  } catch (fault) {
    return { ...file, fault };
  }
}

/** Says nothing of a host that does not have this server. */
async function checkFile(file: HostFile, own: ReadonlySet<string>): Promise<Check[]> {
  const { client, path, isProjects, entry, fault } = file;
  const name = client.title;
  if (fault !== undefined) {
    const why = fault instanceof Error ? fault.message : String(fault);
    const says = `${path}: ${isDataError(fault, CANNOT_EDIT) ? why : `it cannot be read (${why})`}`;
    return [wrong(name, says, `Repair the file; ${name} cannot read it either.`)];
  }
  if (entry === undefined) return [];
  const address = addressIn(entry);
  const called = address && `${path} names ${shownAddress(address)}, which`;
  if (address !== undefined && isProjects && !own.has(address)) {
    const todo = `If you know it, ask it yourself: robotics-mcp doctor --service ${shownAddress(address)}`;
    return [note(name, `${called} was not asked: it stands in a file of the project alone`, todo)];
  }
  if (address !== undefined) return [await checkAddress(name, called ?? '', address, RUN_IT)];
  const missing = missingFile(entry);
  if (missing === undefined) return [ok(name, `${path} has this server`)];
  const scope = isProjects ? ' --scope project' : '';
  const todo = `Run robotics-mcp install ${client.id}${scope} with the program where it is now.`;
  return [wrong(name, `${path} starts ${missing}, which is not there`, todo)];
}

/** The address by which a host reaches this server, if it is no program to start. */
function addressIn(entry: unknown): string | undefined {
  if (!isTable(entry)) return undefined;
  const found = ADDRESS_KEYS.map((key) => entry[key]).find(
    (one): one is string => typeof one === 'string' && URL.canParse(one),
  );
  return found && new URL(found).href;
}

/**
 * A program or script that is named by its path and does not exist. Two slashes may stand for another machine, which would
 * be asked for it.
 */
function missingFile(entry: unknown): string | undefined {
  if (!isTable(entry)) return undefined;
  const { command, cmd, args } = entry;
  // Some hosts have the program and its arguments in one list.
  const paths = [command ?? cmd, Array.isArray(args) ? args.slice(0, 1) : []].flat(2).slice(0, 2);
  return paths
    .filter((path) => typeof path === 'string')
    .find((path) => /^(?:\/(?![\\/])|[A-Za-z]:[\\/])/.test(path) && !existsSync(path));
}

/** What an error says; that of `fetch` says why in its cause. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error.cause instanceof Error ? error.cause.message : error.message).replace(/\.$/, '');
}

/** Longer sentences are cut. */
const LONGEST_LINE = 4_000;
const MARKS = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

function render(checks: readonly Check[], style: Style): string {
  const paint = { ok: style.good, note: style.note, wrong: style.bad };
  return checks
    .flatMap(({ state, name, says, todo }) => [
      `${paint[state](MARKS[state])}  ${style.strong(name)}: ${sanitizeLine(says, LONGEST_LINE)}`,
      ...(todo === undefined ? [] : [`       ${sanitizeLine(todo, LONGEST_LINE)}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function ok(name: string, says: string): Check {
  return { name, state: 'ok', says };
}

function note(name: string, says: string, todo: string): Check {
  return { name, state: 'note', says, todo };
}

function wrong(name: string, says: string, todo?: string): Check {
  return { name, state: 'wrong', says, ...(todo !== undefined && { todo }) };
}
