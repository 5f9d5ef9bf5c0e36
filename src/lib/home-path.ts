import { homedir } from 'node:os';
import { join } from 'node:path';

/** `~bob/x`, `$HOME/x`, `${HOME}/x`, `%APPDATA%\x`. */
const FOR_A_SHELL = /^(?:~[^/\\]|\$\{?\w|%\w+%)/;

/**
 * A path as it was written outside a shell, with `~` and what follows `~/` below the home directory. `source` is what it was
 * written in. Throws an Error, which does not repeat the path, for what only a shell can expand: taken as it is, it would
 * name a directory of that name beside the program.
 */
export function expandHome(path: string, source: string, home: string = homedir()): string {
  const isAtHome = path.startsWith('~');
  if (FOR_A_SHELL.test(path) || (isAtHome && home === '')) {
    throw new Error(
      `${source} begins with what only a shell knows (~ of another user, or a variable). Write the path out, or ./ before it.`,
    );
  }
  return isAtHome ? join(home, path.slice(1)) : path;
}
