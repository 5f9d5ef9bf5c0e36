import { main } from '../src/cli/main.ts';
import { isMemoryFault, noMemory } from '../src/lib/webassembly-memory.ts';

/** From the first signal to the end of the process, at most. */
const LONGEST_END_MS = 9_500;

/**
 * Ends the process as the signal by itself does. To exit, Node.js would wait for its threads, of which one may be with a
 * file system that does not answer. A signal that ends nothing, as on Windows and for the first process of a container,
 * leaves no other way.
 */
function endAtOnce(signal: 'SIGINT' | 'SIGTERM', code: number | string): never {
  if (process.platform !== 'win32') {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
  process.exit(code);
}

const stopped = new Promise<void>((resolve) => {
  let asked = false;
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const) {
    process.on(signal, () => {
      // Who asks twice does not want to wait.
      if (asked) endAtOnce(signal, 128 + number);
      asked = true;
      resolve();
      // What is acknowledged is on disk by now; who asked is not kept waiting for anything else.
      setTimeout(() => {
        process.stderr.write('robotics-mcp: stopped before it was done.\n');
        endAtOnce(signal, process.exitCode ?? 1);
      }, LONGEST_END_MS).unref();
    });
  }
});

/** Windows has no such signal. */
function onReport(listener: () => void): void {
  if (process.platform !== 'win32') process.on('SIGUSR2', listener);
}

const isStandalone = process.getBuiltinModule('node:sea')?.isSea() ?? false;

// A reader such as `head` may leave before the end: that is its right and no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') {
    process.exitCode ??= 0;
    return;
  }
  process.stderr.write(
    `robotics-mcp: what it answers cannot be written (${error.code}). Is the disk full? What was asked may be done all the same.\n`,
  );
  process.exit(1);
});

process.on('uncaughtException', (error) => {
  // Node.js itself fetches with WebAssembly, and tells nobody who asks that there is no memory for it.
  const says = isMemoryFault(error) ? noMemory().message : error.stack;
  process.stderr.write(`robotics-mcp: ${says}\n`);
  process.exit(1);
});

const { stdin, stdout, stderr, env } = process;
process.exitCode = await main(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  stopped,
  onReport,
  isStandalone,
});
// Standard input may still be open; what was written must be out before the program is gone.
stdin.unref?.();
stdin.pause();
