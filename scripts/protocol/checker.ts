import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * The checkers of the protocol's makers, and the Node.js that they need, which is newer than what the program
 * needs. They stand in npm's cache, not among the project's own packages, so that these install on any Node.js.
 */
const packages = [
  'node@24.21.0',
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@modelcontextprotocol/inspector@2.12.0',
];

type Checker = (args: readonly string[]) => Promise<{
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}>;

/** A checker's command; its package is fetched unless npm has it already. */
export function checker(command: 'conformance' | 'mcp-inspector'): Checker {
  const env = { ...process.env, PATH: pathOfPackages(), NO_COLOR: '1' };
  return async (args) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { code, stdout, stderr };
  };
}

function pathOfPackages(): string {
  const wanted = packages.map((one) => `--package=${one}`);
  const args = ['--yes', '--loglevel=error', ...wanted, '--call', 'node -p process.env.PATH'];
  return execFileSync('npx', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}
