import cluster from 'node:cluster';
import type { Logger } from '../../lib/log/logger.ts';
import type { OptionValues } from '../options.ts';
import { type ExitCode, type Terminal, UsageError } from '../terminal.ts';

/** Serves from several processes: the one that was started looks after those that it starts. */
export async function runWorkers(values: OptionValues, terminal: Terminal, log: Logger): Promise<ExitCode> {
  if (terminal.isStandalone === true) {
    throw new UsageError(
      '--workers needs Node.js: a standalone executable does not start itself again. Use the npm package, or start several executables on ports of their own behind a proxy.',
    );
  }
  if (cluster.isPrimary) {
    const { runPrimary } = await import('./primary.ts');
    return runPrimary(values, terminal, log);
  }
  const { runWorker } = await import('./worker.ts');
  return runWorker(values, terminal, log);
}
