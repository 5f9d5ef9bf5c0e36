import { Writable } from 'node:stream';
import { LOCAL_USER } from '../../lib/caller.ts';
import { createService } from '../../protocol/create-service.ts';
import { readHelp } from '../help-text.ts';
import { argumentsOf } from '../input-schema.ts';
import { clients } from '../install/clients.ts';
import { defaultValues } from '../options.ts';
import { createParser, parse } from '../parse.ts';
import { COMMANDS } from '../program.ts';
import { registryOf } from '../registry-of.ts';
import { serviceOptions } from '../service-options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';

/** Runs the program with these arguments, as `main` does. */
export type RunProgram = (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;

/** Prints the script of yargs that makes bash and zsh ask this program for what may come next. */
export async function runCompletion(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parser = createParser(terminal.stdout.columns)
    .usage(
      '$0 completion\n\nPrint a script that completes commands and arguments in bash and zsh. ' +
        'Add it to ~/.bashrc or ~/.zshrc:\n$0 completion >> ~/.bashrc',
    )
    .completion('completion', false)
    .version(false);
  const isHelp = argv.some((word) => /^(-h|--help)$/.test(word));
  const { output } = parse(parser, isHelp ? ['--help'] : ['completion'], []);
  terminal.stdout.write(`${output}\n`);
  return 0;
}

/** Answers that script: a line for each word that may stand where the last one of `argv` stands. */
export async function runGetCompletions(
  argv: readonly string[],
  terminal: Terminal,
  run: RunProgram,
): Promise<ExitCode> {
  // The first word is the program; what the shell has under the cursor comes last, if only as an empty word.
  const [, ...words] = argv;
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const candidates = await candidatesFor(before, current.startsWith('-'), terminal, run);
  const fitting = candidates.filter((word) => word.startsWith(current));
  terminal.stdout.write([...new Set(fitting)].map((word) => `${word}\n`).join(''));
  return 0;
}

/** The help of each command is what is known of it: so nothing here has to keep up with the commands. */
async function candidatesFor(
  before: readonly string[],
  wantsOption: boolean,
  terminal: Terminal,
  run: RunProgram,
): Promise<string[]> {
  const [command, tool] = before;
  if (command === undefined && !wantsOption) return [...COMMANDS];
  if (command === 'call' && tool === undefined) return [...(await toolNames(terminal)), '--list', '--help'];
  const last = before.at(-1) ?? '';
  if (command === 'call' && tool !== undefined && last.startsWith('--')) {
    const values = await valuesOf(tool, last.slice(2), terminal);
    if (values !== undefined) return values;
  }
  const named = before.filter((word) => !word.startsWith('-'));
  const { options, first } = readHelp(
    await helpOf(command === 'call' ? named.slice(0, 2) : named.slice(0, 1), terminal, run),
  );
  if (wantsOption) return [...options.keys()];
  const values = options.get(last) ?? [];
  if (values.length > 0) return [...values];
  if (named.length > 1) return [];
  return command === 'install' || command === 'uninstall' ? clients.map(({ id }) => id) : [...first];
}

async function toolNames(terminal: Terminal): Promise<readonly string[]> {
  return (await loadRegistry(terminal)).names(LOCAL_USER);
}

/** What an argument of a tool may be; undefined for one that takes no value, and for an option of the program. */
async function valuesOf(tool: string, name: string, terminal: Terminal): Promise<string[] | undefined> {
  const registry = await loadRegistry(terminal);
  const definition = registry.definitions(LOCAL_USER).find((each) => each.name === tool);
  const argument = (definition === undefined ? [] : argumentsOf(definition)).find(
    (each) => each.name === name,
  );
  return argument === undefined || argument.type === 'boolean' ? undefined : [...(argument.choices ?? [])];
}

function loadRegistry(terminal: Terminal) {
  return registryOf(createService(serviceOptions({ ...defaultValues(), tools: 'all' }, terminal)));
}

async function helpOf(command: readonly string[], terminal: Terminal, run: RunProgram): Promise<string> {
  let text = '';
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
  await run([...command, '--help'], { ...terminal, stdout, stderr });
  return text;
}
