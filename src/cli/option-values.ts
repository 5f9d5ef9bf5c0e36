import type { Options } from 'yargs';
import { readPath } from './option-readers.ts';
import { type DeclaredOption, type OptionName, type OptionValues, optionNames, options } from './options.ts';
import { UsageError } from './terminal.ts';

/** What the parser found: by the name of an option or a positional, texts, booleans, or lists of what is repeated. */
export type Flags = Readonly<Record<string, unknown>>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The values of a command's options: what the flags say, or else the environment, or else the defaults. */
export function valuesOf(flags: Flags, env: Environment, names: readonly OptionName[]): OptionValues {
  return { ...defaultValues(), ...readEnvironment(env, names), ...readFlags(flags, names) };
}

/** The values that hold when nothing is said. */
export function defaultValues(): OptionValues {
  return Object.fromEntries(optionNames.map((name) => [name, options[name].default])) as OptionValues;
}

/** The environment variable of an option: `allowed-hosts` is `ROBOTICS_MCP_ALLOWED_HOSTS`. */
export function variableOf(name: OptionName): string {
  const { variable } = options[name] as DeclaredOption<unknown>;
  return variable ?? `ROBOTICS_MCP_${name.toUpperCase().replaceAll('-', '_')}`;
}

/**
 * Reads the options that the environment sets. Hosts pass a setting that the user has not made as an empty
 * text or as its own placeholder: both count as unset. Throws a UsageError that names the variable.
 */
export function readEnvironment(
  env: Environment,
  names: readonly OptionName[] = optionNames,
): Partial<OptionValues> {
  const set = names.flatMap((name) => {
    const variable = variableOf(name);
    const text = env[variable]?.trim() ?? '';
    return isUnset(text) ? [] : [[name, readOption(name, text, variable)] as const];
  });
  return Object.fromEntries(set) as Partial<OptionValues>;
}

function isUnset(text: string): boolean {
  return text === '' || /^\$\{user_config\.[^}]*\}$/.test(text);
}

/** Reads the options that the command line sets. Throws a UsageError that names the flag. */
export function readFlags(flags: Flags, names: readonly OptionName[]): Partial<OptionValues> {
  const given = names.filter((name) => flags[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => [name, readOption(name, flagText(name, flags), `--${name}`)]),
  ) as Partial<OptionValues>;
}

/** Turns the text of an option into its value; `source` is what the user wrote it in. */
export function readOption<Name extends OptionName>(
  name: Name,
  text: string,
  source: string,
): OptionValues[Name] {
  return options[name].read(text, source) as OptionValues[Name];
}

function flagText(name: OptionName, flags: Flags): string {
  const value = flags[name];
  if (Array.isArray(value) && (Array.isArray(options[name].default) || name === 'tools'))
    return value.join(',');
  return textOf(flags, name) ?? '';
}

/** The one text that an option was given; undefined if it was left out. */
export function textOf(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  if (Array.isArray(value)) throw new UsageError(`--${name} is given ${value.length} times; give it once.`);
  return value === undefined ? undefined : String(value);
}

/** The path that an option gives, with `~/` written out; undefined if it was left out. */
export function pathOf(flags: Flags, name: string): string | undefined {
  const text = textOf(flags, name);
  return text === undefined ? undefined : readPath(text, `--${name}`);
}

/** The program's own options in the form that yargs takes. */
export function yargsOptions(names: readonly OptionName[]): Record<string, Options> {
  return Object.fromEntries(
    names.map((name) => {
      const { type, describe, mayStandAlone = false } = options[name] as DeclaredOption<unknown>;
      const { default: usual } = options[name];
      const isSaid =
        type === 'string' && usual !== undefined && !(Array.isArray(usual) && usual.length === 0);
      return [
        name,
        {
          ...{ type, describe, requiresArg: type === 'string' && !mayStandAlone },
          ...(isSaid && { defaultDescription: showDefault(usual) }),
        },
      ];
    }),
  );
}

/** Shows a default as it would be written on the command line. */
export function showDefault(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(',');
  return value === undefined ? 'none' : String(value);
}
