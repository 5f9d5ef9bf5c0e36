import { createService } from '../protocol/create-service.ts';
import { runStdio } from './commands/stdio.ts';
import { readEnvironment } from './environment.ts';
import { defaultValues, type OptionValues, SERVE_OPTIONS } from './options.ts';
import { registryOf } from './registry-of.ts';
import { serviceOptions } from './service-options.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

type Command = (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;

/** Commands that read their own arguments; each is loaded when it is asked for. */
const COMMANDS = new Map<string, () => Promise<Command>>(
  Object.entries({
    call: async () => (await import('./commands/call.ts')).runCall,
    review: async () => (await import('./commands/review.ts')).runReview,
    harvest: async () => (await import('./commands/harvest.ts')).runHarvest,
    release: async () => (await import('./commands/release.ts')).runRelease,
    keys: async () => (await import('./commands/keys.ts')).runKeys,
    install: async () => (await import('./commands/install.ts')).runInstall,
    uninstall: async () => (await import('./commands/install.ts')).runUninstall,
    doctor: async () => (await import('./commands/doctor.ts')).runDoctor,
    sync: async () => (await import('./commands/sync.ts')).runSync,
    // How the program starts itself as the thread that applies what was fetched.
    'apply-synced-data': async () => (await import('./commands/sync.ts')).runApply,
    completion: async () => (await import('./commands/completion.ts')).runCompletion,
    '--get-yargs-completions': async () => {
      const { runGetCompletions } = await import('./commands/completion.ts');
      return (argv, terminal) => runGetCompletions(argv, terminal, main);
    },
  }),
);

/** Runs the program with its arguments and returns its exit code. Failures are sentences on standard error. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    terminal.stderr.write(`robotics-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  // Hosts start the server without arguments and wait for it: that needs no parser.
  if (argv.length === 0)
    return serve({ ...defaultValues(), ...readEnvironment(terminal.env, SERVE_OPTIONS) }, terminal);
  const run = COMMANDS.get(argv[0] ?? '');
  if (run !== undefined) return (await run())(argv.slice(1), terminal);
  const { chooseCommand } = await import('./program.ts');
  const choice = chooseCommand(argv, terminal);
  if (choice.command === 'print') {
    terminal.stdout.write(choice.text);
    return 0;
  }
  if (choice.command === 'serve') return serve(choice.values, terminal);
  const { runInfo } = await import('./commands/info.ts');
  const service = createService(serviceOptions(choice.values, terminal));
  await registryOf(service);
  return runInfo(service, choice.values, terminal);
}

async function serve(values: OptionValues, terminal: Terminal): Promise<ExitCode> {
  if (!values.http) return runStdio(values, terminal);
  const { runHttp } = await import('./commands/http.ts');
  return runHttp(values, terminal);
}
