import { main } from '../src/cli/main.ts';

const stopped = new Promise<void>((resolve) => {
  process.once('SIGINT', resolve);
  process.once('SIGTERM', resolve);
});

// A reader such as `head` may leave before the end: that is its right and no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exitCode ??= 0;
});

const { stdin, stdout, stderr, env } = process;
process.exitCode = await main(process.argv.slice(2), { stdin, stdout, stderr, env, stopped });
// Standard input may still be open; what was written must be out before the program is gone.
stdin.unref?.();
stdin.pause();
