import yargs, { type Argv, type Options } from 'yargs';
import { nearestName } from './nearest.ts';
import {
  type DeclaredOption,
  type OptionName,
  type OptionValues,
  options,
  readOption,
  showDefault,
} from './options.ts';
import { UsageError } from './usage-error.ts';

/** What yargs made of a command line: the command's own output if help or the version was asked for. */
export interface Parsed {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly output: string;
}

/** A parser that speaks English, ends nothing and calls a fault by the name of the nearest option. */
export function createParser(columns: number | undefined): Argv {
  return yargs()
    .scriptName('robotics-mcp')
    .locale('en')
    .parserConfiguration({ 'camel-case-expansion': false, 'strip-aliased': true, 'strip-dashed': false })
    .exitProcess(false)
    .showHelpOnFail(false)
    .wrap(Math.min(columns ?? 100, 120))
    .help()
    .alias('help', 'h');
}

/** Parses; throws a UsageError for what the parser does not know, with the nearest of what it does know. */
export function parse(
  parser: Argv,
  argv: readonly string[],
  known: readonly string[],
  commands: readonly string[] = [],
): Parsed {
  let output = '';
  const flags = parser
    .fail((message, error) => {
      throw error instanceof UsageError ? error : new UsageError(explain(message, argv, known, commands));
    })
    .parseSync([...argv], {}, (_error: unknown, _flags: unknown, text: string) => {
      output = text;
    }) as Record<string, unknown>;
  return { flags, output };
}

/** The program's own options in the form that yargs takes. */
export function yargsOptions(names: readonly OptionName[]): Record<string, Options> {
  return Object.fromEntries(
    names.map((name) => {
      const { type, describe, mayStandAlone = false } = options[name] as DeclaredOption<unknown>;
      const defaultDescription = showDefault(options[name].default);
      return [name, { type, describe, defaultDescription, requiresArg: type === 'string' && !mayStandAlone }];
    }),
  );
}

/** Reads the values of the program's own options from what was parsed. */
export function readFlags(flags: Parsed['flags'], names: readonly OptionName[]): Partial<OptionValues> {
  const given = names.filter((name) => flags[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => [name, readOption(name, textOf(name, flags[name]), `--${name}`)]),
  ) as Partial<OptionValues>;
}

function textOf(name: OptionName, value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  if (Array.isArray(options[name].default) || name === 'tools') return value.join(',');
  throw new UsageError(`--${name} is given ${value.length} times; give it once.`);
}

function explain(
  message: string,
  argv: readonly string[],
  known: readonly string[],
  commands: readonly string[],
): string {
  const unknown = /^Unknown (?:arguments?|commands?|options?): (.*)$/.exec(message)?.[1]?.split(', ')[0];
  if (unknown !== undefined) return explainUnknown(unknown, known, commands);
  const [, withoutValue] = /^Not enough arguments following: (.*)$/.exec(message) ?? [];
  if (withoutValue !== undefined) return `--${withoutValue} wants a value behind it. See --help.`;
  const [, name, given, choices] = /Argument: (.*), Given: (".*"), Choices: (.*)$/m.exec(message) ?? [];
  if (choices === undefined) return `${message.replace(/\.$/, '')}.`;
  const isFlag = argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  return `${isFlag ? '--' : ''}${name} is one of ${choices.replaceAll('"', '')}, not ${given}.`;
}

function explainUnknown(unknown: string, known: readonly string[], commands: readonly string[]): string {
  const near = nearestName(unknown, [...commands, ...known]);
  const dashes = commands.some((command) => command === near) ? '' : '--';
  const hint = near === undefined ? 'See --help.' : `Did you mean ${dashes}${near}?`;
  return `There is no option or command "${unknown}". ${hint}`;
}
