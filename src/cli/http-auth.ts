import { platformDirectory } from '../server/open-data.ts';
import type { HttpAuth } from '../transports/http/gate.ts';
import type { OptionValues } from './options.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** How callers over HTTP show who they are; undefined where nobody has to. Throws a UsageError. */
export async function httpAuth(values: OptionValues, terminal: Terminal): Promise<HttpAuth | undefined> {
  const { auth, private: isPrivate } = values;
  if (auth === 'none') {
    if (isPrivate)
      throw new UsageError('--private wants to know who calls: add --auth keys or --auth oauth.');
    return undefined;
  }
  return keysAuth(values, terminal);
}

async function keysAuth(values: OptionValues, terminal: Terminal): Promise<HttpAuth> {
  const { keyFileIn, readKeyFile } = await import('../auth/keys/key-file.ts');
  const { KeyVerifier } = await import('../auth/keys/key-verifier.ts');
  const path = keyFileIn(values['data-dir'] ?? (await platformDirectory()));
  if (readKeyFile(path).every(({ sha256 }) => sha256 === undefined)) {
    terminal.stderr.write(
      `robotics-mcp: There is no key in ${path} yet. Add one: robotics-mcp keys add NAME --scope write\n`,
    );
  }
  const verifier = new KeyVerifier({ path, onProblem: (error) => tell(error, terminal) });
  return { verifier, isPrivate: values.private };
}

function tell(error: unknown, terminal: Terminal): void {
  terminal.stderr.write(`robotics-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
}
