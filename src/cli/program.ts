import { programVersion } from '../lib/program.ts';
import { readEnvironment, variableOf } from './environment.ts';
import { defaultValues, HTTP_OPTIONS, type OptionValues, PRINT_OPTIONS, SERVE_OPTIONS } from './options.ts';
import { createParser, parse, readFlags, yargsOptions } from './parse.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export const COMMANDS = [
  'call',
  'info',
  'review',
  'sync',
  'harvest',
  'release',
  'keys',
  'install',
  'uninstall',
  'doctor',
  'completion',
];

export type Choice =
  | { readonly command: 'serve' | 'info'; readonly values: OptionValues }
  /** Help or the version was asked for. */
  | { readonly command: 'print'; readonly text: string };

/** Finds out from a command line which command was meant, and its options. `call` reads its own. */
export function chooseCommand(argv: readonly string[], terminal: Terminal): Choice {
  let command: 'serve' | 'info' = 'serve';
  const [first = ''] = argv;
  if (/^[a-z]+(_[a-z]+)+$/.test(first)) {
    throw new UsageError(`There is no command "${first}". Tools go behind call: robotics-mcp call ${first}.`);
  }
  const parser = createParser(terminal.stdout.columns)
    .usage('$0 [options]\n\nRobotics information for AI clients, as an MCP server or from the shell.')
    .command(
      '$0',
      'Serve over stdio, or with --http over HTTP',
      (builder) => builder.options(yargsOptions(SERVE_OPTIONS)),
      () => undefined,
    )
    .command('call <tool>', 'Call one tool and print its answer (see: call --help)', {}, () => undefined)
    .command('review', 'Decide what was submitted and reported (see: review --help)', {}, () => undefined)
    .command(
      'harvest',
      'Look for new records where they come from (see: harvest --help)',
      {},
      () => undefined,
    )
    .command('release', 'Cut a new version of the data for others (see: release --help)', {}, () => undefined)
    .command('keys', 'Add, list and revoke the keys of --auth keys (see: keys --help)', {}, () => undefined)
    .command('sync', 'Fetch the newest data from a service (see: sync --help)', {}, () => undefined)
    .command(
      'install',
      'Write this server into the configuration of a host (see: install --help)',
      {},
      () => undefined,
    )
    .command('uninstall', 'Take it out again', {}, () => undefined)
    .command('doctor', 'Look for what may keep the program from working', {}, () => undefined)
    .command(
      'info',
      'Show the version, the dataset and the tools on offer',
      (builder) => builder.options(yargsOptions(PRINT_OPTIONS)),
      () => {
        command = 'info';
      },
    )
    .command('completion', 'Print a script that completes commands in your shell', {}, () => undefined)
    .version(programVersion())
    .strict()
    .epilogue(`Each option can also be set in the environment: --port as ${variableOf('port')}, and so on.`);
  const { flags, output } = parse(parser, argv, [...SERVE_OPTIONS, 'json', 'help', 'version'], COMMANDS);
  if (output !== '') return { command: 'print', text: `${output}\n` };
  return { command, values: valuesOf(command, flags, terminal) };
}

function valuesOf(
  command: 'serve' | 'info',
  flags: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): OptionValues {
  const names = command === 'serve' ? SERVE_OPTIONS : PRINT_OPTIONS;
  const given = readFlags(flags, names);
  const values = { ...defaultValues(), ...readEnvironment(terminal.env, names), ...given };
  const idle = HTTP_OPTIONS.find((name) => given[name] !== undefined);
  if (command === 'serve' && idle !== undefined && !values.http) {
    throw new UsageError(`--${idle} is for serving over HTTP: add --http.`);
  }
  return values;
}
