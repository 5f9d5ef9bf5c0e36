import type { Options, PositionalOptions } from 'yargs';
import { shownAddress } from '../lib/shown-address.ts';
import { editDistance } from '../text/distance.ts';
import type { Flags } from './option-values.ts';
import { type ExitCode, type Terminal, UsageError } from './terminal.ts';

/** An option as yargs takes it, with what its help says of it. */
export interface CommandOption extends Options {
  /** What its value looks like, such as `N` or `FILE`. */
  readonly value?: string;
}

/** A command as yargs takes it, as data: help, completion and the check of what was written follow from it. */
export interface Command {
  /** Its positionals as yargs writes them, such as `[action] [tickets..]`. */
  readonly words?: string;
  /** What its help begins with; `$0` stands for the program. */
  readonly usage: string;
  /** Those of the positionals that the help tells of. */
  readonly positionals?: Readonly<Record<string, PositionalOptions>>;
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly examples?: readonly string[];
  readonly epilogue?: string;
  /** Whether `--version` belongs to it. */
  readonly hasVersion?: boolean;
  /** Whether it runs whatever else is written: a shell's profile must not fail for it. */
  readonly takesAnything?: boolean;
  /** What completion offers for a positional or an option that has no choices. */
  readonly offers?: Readonly<Record<string, readonly string[]>>;
  /** The same where it depends on what is typed: of an option, or of the words behind it as `words`. */
  readonly completes?: (name: string, typed: string) => Promise<readonly string[]>;
  /** Commands that have what this one has not, by the name of the option. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly handler: (flags: Flags, terminal: Terminal) => Promise<ExitCode>;
}

/** A command in the list of all. */
export interface Entry {
  /** The positionals that the list shows. */
  readonly words?: string;
  readonly describe: string;
  /** Whether free words follow it, of which some may begin with a dash. */
  readonly takesWords?: boolean;
  /** `argv` is what follows the name. */
  readonly load: (argv: readonly string[], terminal: Terminal) => Promise<Command>;
}

/** An option of one command alone that takes a text. */
export function textOption(describe: string): CommandOption {
  return { type: 'string', requiresArg: true, describe };
}

/** What a table has under a name that somebody wrote; nothing of what every object has, such as `constructor`. */
export function ownOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** What may be given to a positional or an option, as far as that is known. */
export function offersFor(
  { offers = {}, positionals = {}, options }: Command,
  name: string,
): readonly string[] {
  return ownOf(offers, name) ?? choicesOf(ownOf(positionals, name) ?? ownOf(options, name));
}

/** The only values that there are for it; none where there are others. */
export function choicesOf(option: Options | PositionalOptions | undefined): readonly string[] {
  return (option?.choices as readonly string[] | undefined) ?? [];
}

/**
 * Throws a UsageError for an option, word or choice that the command does not have, with the nearest that it has:
 * what yargs says in strict mode can name no nearest one. `words` are those behind the command's own name that no
 * positional took, and `commands` what may stand in their place.
 */
export function checkFlags(
  command: Command,
  flags: Flags,
  words: readonly string[],
  commands: readonly string[],
): void {
  const { words: own = '', positionals = {}, options, hasVersion, elsewhere = {} } = command;
  const names = [...Object.keys(options), 'help', ...(hasVersion ? ['version'] : [])];
  const aliases = Object.values(options).flatMap(({ alias = [] }) => alias);
  const known = new Set([...names, ...aliases, ...(own.match(/[\w-]+/g) ?? []), '$0', '_', '--', 'h']);
  const unknown = Object.keys(flags).find((key) => !known.has(key)) ?? words[0];
  if (unknown !== undefined) {
    const other = ownOf(elsewhere, unknown);
    if (other !== undefined)
      throw new UsageError(`There is no option --${unknown} here: robotics-mcp ${other} has it.`);
    throw new UsageError(explainUnknown(unknown, names, commands));
  }
  for (const [name, value] of Object.entries(flags)) {
    const choices = choicesOf(ownOf(positionals, name) ?? ownOf(options, name));
    const wrong = [value].flat().filter((each) => each !== undefined && !choices.includes(String(each)));
    if (choices.length === 0 || wrong.length === 0) continue;
    const given = wrong.map((each) => JSON.stringify(each)).join(', ');
    throw new UsageError(
      `${Object.hasOwn(positionals, name) ? '' : '--'}${name} is one of ${choices.join(', ')}, not ${given}.`,
    );
  }
}

function explainUnknown(unknown: string, names: readonly string[], words: readonly string[]): string {
  const near = nearestName(unknown, [...words, ...names]);
  const dashes = words.some((word) => word === near) ? '' : '--';
  // An address without its option may hold a password.
  const shown = unknown.includes('//') ? shownAddress(unknown) : unknown;
  const ask = words.length > 0 ? ` To ask for it: robotics-mcp robots ${shown}` : '';
  const hint = near === undefined ? `See --help.${ask}` : `Did you mean ${dashes}${near}?`;
  return `There is no option or command "${shown}". ${hint}`;
}

/** The name that was meant perhaps: the nearest one, if it is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const key = fold(name);
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(key, fold(candidate)) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    // A short word with two typos is not recognizable.
    .filter(({ distance }) => distance * 2 < key.length)
    .sort((a, b) => a.distance - b.distance);
  return best?.candidate;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}
