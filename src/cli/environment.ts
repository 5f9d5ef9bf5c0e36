import { type OptionName, type OptionValues, optionNames, readOption } from './options.ts';

/** The environment variable of an option: `allowed-hosts` is `ROBOTICS_MCP_ALLOWED_HOSTS`. */
export function variableOf(name: OptionName): string {
  if (name === 'data-dir') return 'ROBOTICS_MCP_HOME';
  // A secret says whose it is.
  if (name === 'key') return 'ROBOTICS_MCP_RELEASE_KEY';
  return `ROBOTICS_MCP_${name.toUpperCase().replaceAll('-', '_')}`;
}

/**
 * Reads the options that the environment sets. Hosts pass a setting that the user has not made as an empty
 * text or as its own placeholder: both count as unset. Throws a UsageError that names the variable.
 */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
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
