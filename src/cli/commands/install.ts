import type { Argv } from 'yargs';
import { type Client, clients } from '../install/clients.ts';
import { editFile } from '../install/config-file.ts';
import { editorOf } from '../install/editor-of.ts';
import { type Entry, SERVER_NAME } from '../install/hosts.ts';
import { isPassing, join, type Machine, type Program, thisMachine, thisProgram } from '../install/machine.ts';
import { nearestName } from '../nearest.ts';
import { options } from '../options.ts';
import { createParser, type Parsed, parse } from '../parse.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Writes this server into the configuration of a host. `argv` is what follows `install`. */
export async function runInstall(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parser = createHostParser('install', 'Write this server into the configuration of a host.', terminal)
    .option('http', { type: 'string', requiresArg: true, describe: 'Address of a server to use instead' })
    .option('print', { type: 'boolean', describe: 'Print what would be written, and write nothing' });
  const { flags, output } = parse(parser, argv, ['http', 'print', 'scope', 'help']);
  if (output !== '') return print(terminal, `${output}\n`);
  const client = clientOf(flags, 'install');
  const machine = thisMachine(terminal.env);
  const path = fileOf(client, machine, flags);
  const url = flags.http === undefined ? undefined : options.service.read(String(flags.http), '--http');
  const program = url === undefined ? thisProgram(terminal.isStandalone === true) : undefined;
  const entry = entryFor(client, program, url);
  const editor = await editorOf(client);
  if (flags.print === true) {
    terminal.stderr.write(`This belongs into ${path}:\n`);
    return print(terminal, editor.put('', client.container, entry));
  }
  const { done, backup } = await editFile(path, (text) => editor.put(text, client.container, entry));
  if (done === 'unchanged') return print(terminal, `${path} has "${SERVER_NAME}" already, just so.\n`);
  const lines = [
    done === 'created' ? `${path} was made, with "${SERVER_NAME}" in it.` : `"${SERVER_NAME}" is in ${path}.`,
    ...(backup === undefined ? [] : [`As it was before: ${backup}`]),
    ...notes(program, flags),
    client.next,
  ];
  return print(terminal, `${lines.join('\n')}\n`);
}

/** Takes this server out of the configuration of a host. `argv` is what follows `uninstall`. */
export async function runUninstall(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const describe = 'Take this server out of the configuration of a host.';
  const { flags, output } = parse(createHostParser('uninstall', describe, terminal), argv, ['scope', 'help']);
  if (output !== '') return print(terminal, `${output}\n`);
  const client = clientOf(flags, 'uninstall');
  const path = fileOf(client, thisMachine(terminal.env), flags);
  const editor = await editorOf(client);
  const { done, backup } = await editFile(path, (text) => editor.remove(text, client.container));
  if (done === 'unchanged') return print(terminal, `There is no "${SERVER_NAME}" in ${path}.\n`);
  return print(
    terminal,
    `"${SERVER_NAME}" is out of ${path}.\nAs it was before: ${backup}\nRestart ${client.title}.\n`,
  );
}

function createHostParser(command: string, describe: string, terminal: Terminal): Argv {
  const ids = clients.map(({ id }) => id).join(', ');
  return createParser(terminal.stdout.columns)
    .usage(`$0 ${command} CLIENT [options]\n\n${describe}\nCLIENT is one of ${ids}.`)
    .command('$0 [client]', false, {}, () => undefined)
    .positional('client', { type: 'string' })
    .option('scope', {
      choices: ['user', 'project'],
      default: 'user',
      describe: "The user's configuration, or that of the project in this directory",
    })
    .version(false)
    .strict();
}

function clientOf({ client: id }: Parsed['flags'], command: string): Client {
  const ids = clients.map((client) => client.id);
  if (typeof id !== 'string') throw new UsageError(`Say for which host: ${ids.join(', ')}.`);
  const client = clients.find((each) => each.id === id);
  if (client !== undefined) return client;
  const near = nearestName(id, ids);
  const hint = near === undefined ? `The hosts are ${ids.join(', ')}.` : `Did you mean ${near}?`;
  throw new UsageError(`${command} knows no host "${id}". ${hint}`);
}

function fileOf(client: Client, machine: Machine, { scope }: Parsed['flags']): string {
  if (scope !== 'project') return client.userFile(machine);
  if (client.projectFile !== undefined) return join(machine, machine.cwd, ...client.projectFile);
  throw new UsageError(`${client.title} has no configuration of a project: leave --scope out.`);
}

function entryFor(client: Client, program: Program | undefined, url: string | undefined): Entry {
  if (program !== undefined) return client.local(program);
  if (url !== undefined && client.remote !== undefined) return client.remote(url);
  throw new UsageError(
    `${client.remoteInstead ?? `${client.title} takes no addresses.`} Or leave --http out.`,
  );
}

function notes(program: Program | undefined, { scope }: Parsed['flags']): string[] {
  if (program === undefined) return [];
  const passing =
    'This program runs from the cache of a package runner, which may be cleared. Install it for good ' +
    '(npm install -g and the package), and run this again with the installed one.';
  const own = 'The paths in it are those of this machine: others of the project need their own.';
  return [...(isPassing(program) ? [passing] : []), ...(scope === 'project' ? [own] : [])];
}

function print(terminal: Terminal, text: string): ExitCode {
  terminal.stdout.write(text);
  return 0;
}
