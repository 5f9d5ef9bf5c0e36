import type { Argv } from 'yargs';
import { keyFileIn, readKeyFile } from '../../auth/keys/key-file.ts';
import { addKey, infoOf, KeyError, type KeyInfo, revokeKeys } from '../../auth/keys/manage-keys.ts';
import { partialDate } from '../../kinds/common.ts';
import { type Scope, scopes } from '../../lib/caller.ts';
import { platformDirectory } from '../../lib/platform-directory.ts';
import { readEnvironment } from '../environment.ts';
import { defaultValues, type OptionName, type OptionValues } from '../options.ts';
import { createParser, type Parsed, parse, readFlags, yargsOptions } from '../parse.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const ACTIONS = ['add', 'list', 'revoke'];
const OPTIONS: readonly OptionName[] = ['json', 'data-dir'];

/** All that an action needs. */
interface Desk {
  readonly path: string;
  readonly names: readonly string[];
  readonly flags: Parsed['flags'];
  readonly json: boolean;
  /** In UTC. */
  readonly today: string;
  readonly terminal: Terminal;
}

/** The keys of `--auth keys`. `argv` is what follows `keys`. */
export async function runKeys(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const known = [...ACTIONS, ...OPTIONS, 'scope', 'expires', 'help'];
  const { flags, output } = parse(createKeysParser(terminal.stdout.columns), argv, known);
  if (output !== '') {
    terminal.stdout.write(`${output}\n`);
    return 0;
  }
  try {
    await act(flags, valuesOf(flags, terminal), terminal);
    return 0;
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    terminal.stderr.write(`robotics-mcp: ${error.message}\n`);
    return 1;
  }
}

function createKeysParser(columns: number | undefined): Argv {
  return createParser(columns)
    .usage(
      '$0 keys add NAME --scope SCOPE\n$0 keys list\n$0 keys revoke NAME|ID…\n\nThe keys by which callers of a server with --auth keys show who they are. A running server knows of a change at its next request.',
    )
    .command('$0 [action] [names..]', false, {}, () => undefined)
    .positional('action', { choices: ACTIONS })
    .positional('names', { type: 'string', array: true })
    .options({
      scope: {
        type: 'string',
        requiresArg: true,
        describe: `add: what the key allows: ${scopes.join(', ')}; several comma separated. write includes read`,
      },
      expires: { type: 'string', requiresArg: true, describe: 'add: its last day, such as 2027-06-30' },
      ...yargsOptions(OPTIONS),
    })
    .version(false)
    .strict()
    .example('$0 keys add "Ana, laptop" --scope write', '')
    .example('$0 keys add monitoring --scope operator --expires 2027-06-30', '')
    .example('$0 keys revoke "Ana, laptop"', '');
}

function valuesOf(flags: Parsed['flags'], terminal: Terminal): OptionValues {
  return { ...defaultValues(), ...readEnvironment(terminal.env, OPTIONS), ...readFlags(flags, OPTIONS) };
}

async function act(flags: Parsed['flags'], values: OptionValues, terminal: Terminal): Promise<void> {
  const { action } = flags;
  const desk: Desk = {
    path: keyFileIn(values['data-dir'] ?? platformDirectory()),
    names: Array.isArray(flags.names) ? flags.names.map(String) : [],
    flags,
    json: values.json,
    today: new Date().toISOString().slice(0, 10),
    terminal,
  };
  if (action === 'add') await add(desk);
  else if (action === 'list') list(desk);
  else if (action === 'revoke') await revoke(desk);
  else throw new UsageError(`Say what to do: ${ACTIONS.join(', ')}. See robotics-mcp keys --help.`);
}

async function add({ path, names, flags, json, today, terminal }: Desk): Promise<void> {
  const [name, ...more] = names;
  if (name === undefined || more.length > 0) {
    throw new UsageError('Give the key one name: robotics-mcp keys add "Ana, laptop" --scope write.');
  }
  if (name.trim() === '' || name.length > 80 || /\p{Cc}/u.test(name)) {
    throw new UsageError('The name of a key is one line of 1 to 80 characters.');
  }
  const asked = { name: name.trim(), scopes: readScopes(flags.scope), expires: readDay(flags.expires) };
  const { key, ...info } = await addKey(path, asked, today);
  if (json) {
    terminal.stdout.write(`${JSON.stringify({ ...info, key }, null, 2)}\n`);
    return;
  }
  terminal.stdout.write(`${key}\n`);
  terminal.stderr.write(
    `This is shown once. Its id is ${info.id}; it allows ${info.scopes.join(', ')}. Send it as: Authorization: Bearer ${key.slice(0, 9)}…\n`,
  );
}

function list({ path, json, today, terminal }: Desk): void {
  const keys = readKeyFile(path).map((key) => infoOf(key, today));
  if (json) terminal.stdout.write(`${JSON.stringify(keys, null, 2)}\n`);
  else if (keys.length === 0) terminal.stdout.write(`There are no keys in ${path}.\n`);
  else terminal.stdout.write(renderKeys(keys));
}

async function revoke({ path, names, json, today, terminal }: Desk): Promise<void> {
  if (names.length === 0) throw new UsageError('Name a key, or its id. See robotics-mcp keys list.');
  const keys = await revokeKeys(path, names, today);
  if (json) terminal.stdout.write(`${JSON.stringify(keys, null, 2)}\n`);
  else terminal.stdout.write(keys.map(({ id, name }) => `${id} (${name}): revoked\n`).join(''));
}

function renderKeys(keys: readonly KeyInfo[]): string {
  const head = ['ID', 'STATUS', 'SCOPES', 'CREATED', 'EXPIRES', 'NAME'];
  const rows = keys.map(({ id, status, scopes: held, created, expires = '-', name }) => [
    id,
    status,
    held.join(','),
    created,
    expires,
    name,
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => (row[i] ?? '').length)));
  return [head, ...rows]
    .map((row) => `${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}

function readScopes(value: unknown): readonly Scope[] {
  const given = [value ?? []].flat().flatMap((text) => String(text).split(/[\s,]+/));
  const asked = given.filter((text) => text !== '');
  const wrong = asked.find((text) => !scopes.some((scope) => scope === text));
  if (wrong !== undefined) throw new UsageError(`--scope is ${scopes.join(', ')}, not "${wrong}".`);
  if (asked.length === 0) {
    throw new UsageError(`Say what the key allows with --scope: ${scopes.join(', ')}.`);
  }
  return scopes.filter((scope) => asked.includes(scope));
}

function readDay(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && partialDate.length(10).safeParse(value).success) return value;
  throw new UsageError(`--expires is a day such as 2027-06-30, not "${String(value)}".`);
}
