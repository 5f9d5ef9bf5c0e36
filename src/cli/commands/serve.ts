import type { Command } from '../command.ts';
import { readFlags, valuesOf, variableOf, yargsOptions } from '../option-values.ts';
import { HTTP_OPTIONS, type OptionValues, SERVE_OPTIONS } from '../options.ts';
import { type ExitCode, type Terminal, UsageError } from '../terminal.ts';
import { runStdio } from './stdio.ts';

/** What runs when no command is named: the server. */
export const serveCommand: Command = {
  usage: '$0 [options]\n\nRobotics information for AI clients, as an MCP server or from the shell.',
  options: yargsOptions(SERVE_OPTIONS),
  hasVersion: true,
  epilogue: `Each option can also be set in the environment: --port as ${variableOf('port')}, and so on.`,
  handler: (flags, terminal) => {
    const values = valuesOf(flags, terminal.env, SERVE_OPTIONS);
    const given = readFlags(flags, HTTP_OPTIONS);
    const idle = HTTP_OPTIONS.find((name) => given[name] !== undefined);
    if (idle === undefined || values.http) return serve(values, terminal);
    throw new UsageError(`--${idle} is for serving over HTTP: add --http.`);
  },
};

export async function serve(values: OptionValues, terminal: Terminal): Promise<ExitCode> {
  if (!values.http) return runStdio(values, terminal);
  const { runHttp } = await import('./http.ts');
  return runHttp(values, terminal);
}
