import yargs, { type Argv } from 'yargs';
import { type Command, checkFlags } from './command.ts';
import type { Flags } from './option-values.ts';
import { type ExitCode, type Terminal, UsageError } from './terminal.ts';

/** A parser that speaks English, ends nothing and throws a UsageError for what it does not understand. */
export function createParser(columns: number | undefined): Argv {
  return yargs()
    .scriptName('robotics-mcp')
    .locale('en')
    .updateStrings({ 'Not enough arguments following: %s': '--%s wants a value behind it. See --help.' })
    .parserConfiguration({ 'camel-case-expansion': false, 'strip-aliased': true, 'populate--': true })
    .exitProcess(false)
    .showHelpOnFail(false)
    .wrap(Math.min(columns ?? 100, 120))
    .help()
    .alias('help', 'h')
    .fail((message, error) => {
      throw error instanceof UsageError ? error : new UsageError(message);
    });
}

/** How a command is mounted in the parser. */
interface Mounting {
  readonly terminal: Terminal;
  /** What its line in the list of commands says; a command below another has none of its own. */
  readonly describe: string | false;
  /** Words that lead to it. */
  readonly depth: number;
  /** The commands that may stand where it finds a word that it does not know. */
  readonly commands: readonly string[];
  readonly onDone: (exit: ExitCode) => void;
}

/** Makes a command the default of a parser: the one that runs when no other is named. */
export function mount(parser: Argv, command: Command, mounting: Mounting): Argv {
  const { words = '', positionals = {}, options, hasVersion } = command;
  const { terminal, describe, depth, commands, onDone } = mounting;
  parser.command({
    command: `$0 ${words}`.trim(),
    describe,
    builder: (own: Argv) => {
      // Of choices `checkFlags` says what is wrong in better words; what a value looks like is for the help.
      for (const [name, { choices: _, ...positional }] of Object.entries(positionals))
        own.positional(name, positional);
      for (const [name, { choices: _, value: __, ...option }] of Object.entries(options))
        own.option(name, option);
      return own;
    },
    handler: async (flags: Flags) => {
      if (!command.takesAnything)
        checkFlags(command, flags, (flags._ as unknown[]).slice(depth).map(String), commands);
      onDone(await command.handler(flags, terminal));
    },
  });
  if (!hasVersion) parser.version(false);
  return parser;
}

/** Parses, and runs the command that is meant; returns what yargs itself has to print: help, version, script. */
export async function runParser(parser: Argv, argv: readonly string[]): Promise<string> {
  refuseInherited(argv);
  let output = '';
  await parser.parseAsync([...argv], {}, (_error: unknown, _flags: unknown, text: string) => {
    output = text;
  });
  return output;
}

/** Throws for an option by the name of what every object of JavaScript has: yargs takes it for one that it knows. */
function refuseInherited(argv: readonly string[]): void {
  const end = argv.indexOf('--');
  for (const word of end === -1 ? argv : argv.slice(0, end)) {
    const [, name = ''] = /^--(?:no-)?([^=.]+)/.exec(word) ?? [];
    if (name in Object.prototype) throw new UsageError(`There is no option "--${name}". See --help.`);
  }
}
