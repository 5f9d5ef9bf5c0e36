import type { Command } from '../command.ts';
import { valuesOf, yargsOptions } from '../option-values.ts';
import { HTTP_OPTIONS, SERVE_OPTIONS } from '../options.ts';
import { serve } from './serve.ts';

const STDIO_OPTIONS = SERVE_OPTIONS.filter((name) => name !== 'http' && !HTTP_OPTIONS.includes(name));

/** Serves over stdio, whatever the environment says of HTTP: a container's own command is serving over HTTP. */
export const stdioCommand: Command = {
  usage:
    '$0 stdio [options]\n\nServe over stdio, as without a command, whatever the environment says of HTTP.',
  options: yargsOptions(STDIO_OPTIONS),
  handler: (flags, terminal) =>
    serve({ ...valuesOf(flags, terminal.env, STDIO_OPTIONS), http: false }, terminal),
};
