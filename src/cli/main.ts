import { createService } from '../server/create-service.ts';
import { runStdio } from './commands/stdio.ts';
import { readEnvironment } from './environment.ts';
import { defaultValues, type OptionValues, SERVE_OPTIONS } from './options.ts';
import { registryOf } from './registry-of.ts';
import { serviceOptions } from './service-options.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Runs the program with its arguments and returns its exit code. Failures are sentences on standard error. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await run(argv, terminal);
  } catch (error) {
    terminal.stderr.write(`robotics-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  // Hosts start the server without arguments and wait for it: that needs no parser.
  if (argv.length === 0)
    return serve({ ...defaultValues(), ...readEnvironment(terminal.env, SERVE_OPTIONS) }, terminal);
  if (argv[0] === 'call') {
    const { runCall } = await import('./commands/call.ts');
    return runCall(argv.slice(1), terminal);
  }
  if (argv[0] === 'review') {
    const { runReview } = await import('./commands/review.ts');
    return runReview(argv.slice(1), terminal);
  }
  if (argv[0] === 'install' || argv[0] === 'uninstall') {
    const { runInstall, runUninstall } = await import('./commands/install.ts');
    return (argv[0] === 'install' ? runInstall : runUninstall)(argv.slice(1), terminal);
  }
  if (argv[0] === 'doctor') {
    const { runDoctor } = await import('./commands/doctor.ts');
    return runDoctor(argv.slice(1), terminal);
  }
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
  const service = createService(serviceOptions(values, terminal));
  // The three sets exist; names may not.
  if (typeof values.tools !== 'string') await registryOf(service);
  if (!values.http) return runStdio(service, terminal);
  const { runHttp } = await import('./commands/http.ts');
  return runHttp(service, values, terminal);
}
