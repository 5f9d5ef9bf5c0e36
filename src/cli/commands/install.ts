import { type Command, nearestName, textOption } from '../command.ts';
import { carryOver } from '../install/carry-over.ts';
import {
  type Client,
  clients,
  type Entry,
  home,
  isPassing,
  join,
  type Machine,
  type Program,
  SERVER_NAME,
  thisMachine,
  thisProgram,
} from '../install/clients.ts';
import { editFile, editorOf } from '../install/config-file.ts';
import type { ConfigFile } from '../install/place.ts';
import type { Flags } from '../option-values.ts';
import { options } from '../options.ts';
import { printText } from '../print.ts';
import { say, type Terminal, UsageError } from '../terminal.ts';

/** Names under which a query has what nobody else may know. */
const SECRET =
  /token|secret|passw|pwd|auth|credential|(?:^|[-_.])(?:api)?[-_]?(?:key|sig|signature|jwt)$|apikey/i;

const CLIENT_IDS = clients.map(({ id }) => id);

/** Writes this server into the configuration of a host. */
export const installCommand: Command = hostCommand('install', {
  describe: 'Write this server into the configuration of a host.',
  options: {
    http: textOption('Address of a server to use instead'),
    print: { type: 'boolean', describe: 'Print what would be written, and write nothing' },
  },
  run: install,
});

/** Takes this server out of the configuration of a host. */
export const uninstallCommand: Command = hostCommand('uninstall', {
  describe: 'Take this server out of the configuration of a host.',
  options: {},
  run: uninstall,
});

/** What both are given: the host, its file, and the rest of the command line. */
interface Task {
  readonly client: Client;
  readonly file: ConfigFile;
  readonly flags: Flags;
  readonly terminal: Terminal;
}

interface Part {
  readonly describe: string;
  readonly options: Command['options'];
  /** Returns what to print. */
  readonly run: (task: Task) => Promise<string>;
}

function hostCommand(name: string, { describe, options, run }: Part): Command {
  return {
    words: '[client]',
    usage: `$0 ${name} CLIENT [options]\n\n${describe}\nCLIENT is one of ${CLIENT_IDS.join(', ')}.`,
    positionals: { client: { type: 'string' } },
    offers: { client: CLIENT_IDS },
    options: {
      scope: {
        choices: ['user', 'project'],
        default: 'user',
        describe: "The user's configuration, or that of the project in this directory",
      },
      ...options,
    },
    handler: async (flags, terminal) => {
      const client = clientOf(flags, name);
      const file = fileOf(client, thisMachine(terminal.env), flags);
      printText(terminal, await run({ client, file, flags, terminal }));
      return 0;
    },
  };
}

async function install({ client, file, flags, terminal }: Task): Promise<string> {
  const url = flags.http === undefined ? undefined : options.service.read(String(flags.http), '--http');
  const program = url === undefined ? thisProgram(terminal.isStandalone === true) : undefined;
  const entry = entryFor(client, program, url);
  const editor = await editorOf(client);
  if (flags.print === true) {
    say(terminal, `This belongs into ${file.path}:`);
    return editor.put('', client.container, entry);
  }
  let present: unknown;
  const { done, backup, leadsTo } = await editFile(file, (text) => {
    present = editor.find(text, client.container);
    return editor.put(text, client.container, entry);
  });
  const path = named(file, leadsTo);
  if (done === 'unchanged') return `${path} has "${SERVER_NAME}" already, just so.\n`;
  const lines = [
    done === 'created' ? `${path} was made, with "${SERVER_NAME}" in it.` : `"${SERVER_NAME}" is in ${path}.`,
    ...(backup === undefined ? [] : [`As it was before: ${backup}`]),
    ...carried(entry, present),
    ...(url === undefined ? [] : secretsIn(url)),
    ...notes(program, flags),
    client.next,
  ];
  return `${lines.join('\n')}\n`;
}

async function uninstall({ client, file }: Task): Promise<string> {
  const editor = await editorOf(client);
  const { done, backup, leadsTo } = await editFile(file, (text) => editor.remove(text, client.container));
  const path = named(file, leadsTo);
  if (done === 'unchanged') return `There is no "${SERVER_NAME}" in ${path}.\n`;
  return `"${SERVER_NAME}" is out of ${path}.\nAs it was before: ${backup}\nRestart ${client.title}.\n`;
}

function clientOf({ client: id }: Flags, command: string): Client {
  if (typeof id !== 'string') throw new UsageError(`Say for which host: ${CLIENT_IDS.join(', ')}.`);
  const client = clients.find((each) => each.id === id);
  if (client !== undefined) return client;
  const near = nearestName(id, CLIENT_IDS);
  const hint = near === undefined ? `The hosts are ${CLIENT_IDS.join(', ')}.` : `Did you mean ${near}?`;
  throw new UsageError(`${command} knows no host "${id}". ${hint}`);
}

/** A file as the user is told of it: with what it is, where its name is not all. */
function named({ path }: ConfigFile, leadsTo: string | undefined): string {
  return leadsTo === undefined ? path : `${path} (which leads to ${leadsTo})`;
}

function fileOf(client: Client, machine: Machine, { scope }: Flags): ConfigFile {
  if (scope !== 'project') return { path: client.userFile(machine), scope: 'user', folder: home(machine) };
  const folder = machine.cwd;
  if (client.projectFile !== undefined)
    return { path: join(machine, folder, ...client.projectFile), scope, folder };
  throw new UsageError(`${client.title} has no configuration of a project: leave --scope out.`);
}

function entryFor(client: Client, program: Program | undefined, url: string | undefined): Entry {
  if (program !== undefined) return client.local(program);
  if (url !== undefined && client.remote !== undefined) return client.remote(url);
  throw new UsageError(
    `${client.remoteInstead ?? `${client.title} takes no addresses.`} Or leave --http out.`,
  );
}

/** Says of an address that a part of it looks like a secret. */
function secretsIn(url: string): string[] {
  const names = [...new URL(url).searchParams.keys()].filter((name) => SECRET.test(name));
  if (names.length === 0) return [];
  const what = `What the address has behind "${names.join('", "')}" looks like a secret`;
  return [
    `${what}: it ends up in logs, and a server of ours refuses tokens there. Take it out, and have the host send it as a header (Authorization: Bearer).`,
  ];
}

/** What became of what stood in our entry. */
function carried(entry: Entry, present: unknown): string[] {
  const { kept, otherServer, otherCode } = carryOver(entry, present);
  const told = (says: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${says}: ${names.join(', ')}.`];
  return [
    ...told('Kept of what stood there', kept),
    ...told('Not kept, since it was meant for another server', otherServer),
    ...told('Not kept, since it can make the host load other code', otherCode),
  ];
}

function notes(program: Program | undefined, { scope }: Flags): string[] {
  if (program === undefined) return [];
  const passing =
    'This program runs from the cache of a package runner, which may be cleared. Install it for good ' +
    '(npm install -g and the package), and run this again with the installed one.';
  const own = 'The paths in it are those of this machine: others of the project need their own.';
  return [...(isPassing(program) ? [passing] : []), ...(scope === 'project' ? [own] : [])];
}
