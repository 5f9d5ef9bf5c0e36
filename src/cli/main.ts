import { serve } from './commands/serve.ts';
import { valuesOf } from './option-values.ts';
import { SERVE_OPTIONS } from './options.ts';
import { type ExitCode, say, type Terminal, UsageError } from './terminal.ts';

/** Runs the program with its arguments and returns its exit code. Failures are sentences on standard error. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    say(terminal, `robotics-mcp: ${error instanceof Error ? error.message : String(error)}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  // Hosts start the server without arguments and wait for it: that needs no parser.
  if (argv.length === 0) return serve(valuesOf({}, terminal.env, SERVE_OPTIONS), terminal);
  // How the program starts itself as the thread that applies what was fetched.
  if (argv[0] === 'apply-synced-data') {
    const { runApply } = await import('./commands/sync.ts');
    return runApply();
  }
  const { runProgram } = await import('./program.ts');
  return runProgram(argv, terminal);
}
