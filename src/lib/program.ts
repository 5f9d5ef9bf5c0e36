import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Set by the bundler; run from source the package file is read instead. */
declare const PACKAGE_VERSION: string | undefined;

/** The program's name, as clients, hosts and the command line show it. */
export const PROGRAM_NAME = 'robotics-mcp';

/** The version in package.json. */
export function programVersion(): string {
  if (typeof PACKAGE_VERSION === 'string') return PACKAGE_VERSION;
  const file = fileURLToPath(new URL('../../package.json', import.meta.url));
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
