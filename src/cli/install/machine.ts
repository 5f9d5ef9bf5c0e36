import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { UsageError } from '../terminal.ts';

/** All that the place of a host's configuration depends on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The directory that `--scope project` is about. */
  readonly cwd: string;
}

/** What starts this program. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** The machine that the program runs on. */
export function thisMachine(env: Machine['env']): Machine {
  return { platform: process.platform, env, cwd: process.cwd() };
}

/** The running program by its absolute path: a name on the registry could be somebody else's. */
export function thisProgram(isStandalone: boolean): Program {
  if (isStandalone) return { command: realpathSync(process.execPath), args: [] };
  const script = realpathSync(process.argv[1] ?? '');
  if (/\.ts$/.test(script)) {
    throw new UsageError('Hosts start the built program: npm run build, then node dist/cli.js install.');
  }
  return { command: process.execPath, args: [script] };
}

/** Whether a program stands where a package runner keeps what it may throw away. */
export function isPassing({ args }: Program): boolean {
  return args.some((arg) => /[\\/](?:_npx|dlx-[^\\/]+|bunx-[^\\/]+|\.pnpm-store)[\\/]/.test(arg));
}

/** Joins a path as the machine's platform does. */
export function join({ platform }: Machine, ...parts: readonly string[]): string {
  return (platform === 'win32' ? win32 : posix).join(...parts);
}

export function home({ platform, env }: Machine): string {
  return (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
}

/** Where desktop applications built on Electron keep their settings. */
export function applicationData(machine: Machine): string {
  const { platform, env } = machine;
  if (platform === 'win32') return env.APPDATA || join(machine, home(machine), 'AppData', 'Roaming');
  if (platform === 'darwin') return join(machine, home(machine), 'Library', 'Application Support');
  return env.XDG_CONFIG_HOME || join(machine, home(machine), '.config');
}
