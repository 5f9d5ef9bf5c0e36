import {
  addKey,
  infoOf,
  type KeyInfo,
  type KeyPlace,
  keyFileIn,
  keysInFile,
  revokeKeys,
} from '../../auth/keys.ts';
import { type Scope, scopes } from '../../lib/caller.ts';
import { platformDirectory } from '../../lib/program.ts';
import { type Command, textOption } from '../command.ts';
import { dayOf } from '../day-option.ts';
import { type Flags, valuesOf, yargsOptions } from '../option-values.ts';
import type { OptionName, OptionValues } from '../options.ts';
import { print } from '../print.ts';
import { alignColumns } from '../render/style.ts';
import { type Terminal, UsageError } from '../terminal.ts';

const ACTIONS = ['add', 'list', 'revoke'];
const OPTIONS: readonly OptionName[] = ['json', 'data-dir', 'store'];

/** All that an action needs. */
interface Task {
  readonly place: KeyPlace;
  readonly names: readonly string[];
  readonly flags: Flags;
  readonly json: boolean;
  /** In UTC. */
  readonly today: string;
  readonly terminal: Terminal;
}

/** The keys of `--auth keys`. */
export const keysCommand: Command = {
  words: '[action] [names..]',
  usage:
    '$0 keys add NAME --scope SCOPE\n$0 keys list\n$0 keys revoke NAME|ID…\n\nThe keys by which callers of a server with --auth keys show who they are. A running server knows of a change at its next request; those of --store, which the owner of the database changes, within seconds.',
  positionals: { action: { choices: ACTIONS }, names: { type: 'string', array: true } },
  options: {
    scope: textOption(
      `add: what the key allows: ${scopes.join(', ')}; several comma separated. write includes read`,
    ),
    expires: textOption('add: its last day, such as 2027-06-30'),
    ...yargsOptions(OPTIONS),
  },
  examples: [
    '$0 keys add "Ana, laptop" --scope write',
    '$0 keys add monitoring --scope operator --expires 2027-06-30',
    '$0 keys revoke "Ana, laptop"',
  ],
  handler: async (flags, terminal) => {
    const values = valuesOf(flags, terminal.env, OPTIONS);
    const { place, close } = await openPlace(values);
    const task: Task = {
      place,
      names: Array.isArray(flags.names) ? flags.names.map(String) : [],
      flags,
      json: values.json,
      today: new Date().toISOString().slice(0, 10),
      terminal,
    };
    try {
      if (flags.action === 'add') await add(task);
      else if (flags.action === 'list') await list(task);
      else if (flags.action === 'revoke') await revoke(task);
      else throw new UsageError(`Say what to do: ${ACTIONS.join(', ')}. See robotics-mcp keys --help.`);
    } finally {
      await close();
    }
    return 0;
  },
};

async function openPlace(values: OptionValues) {
  if (values.store === undefined) {
    const place = keysInFile(keyFileIn(values['data-dir'] ?? platformDirectory()));
    return { place, close: async () => undefined };
  }
  const [{ StoreKeys }, { storeAddress }] = await Promise.all([
    import('../../auth/store-keys.ts'),
    import('../node-store.ts'),
  ]);
  const place = new StoreKeys(storeAddress(values.store));
  return { place, close: () => place.close() };
}

async function add({ place, names, flags, json, today, terminal }: Task): Promise<void> {
  const [name, ...more] = names;
  if (name === undefined || more.length > 0) {
    throw new UsageError('Give the key one name: robotics-mcp keys add "Ana, laptop" --scope write.');
  }
  if (name.trim() === '' || name.length > 80 || /\p{Cc}/u.test(name)) {
    throw new UsageError('The name of a key is one line of 1 to 80 characters.');
  }
  const asked = {
    name: name.trim(),
    scopes: readScopes(flags.scope),
    expires: dayOf(flags, 'expires'),
  };
  const { key, ...info } = await addKey(place, asked, today);
  print(terminal, json, { ...info, key }, () => `${key}\n`);
  if (json) return;
  terminal.stderr.write(
    `This is shown once. Its id is ${info.id}; it allows ${info.scopes.join(', ')}. Send it as: Authorization: Bearer ${key.slice(0, 9)}…\n`,
  );
}

async function list({ place, json, today, terminal }: Task): Promise<void> {
  const keys = (await place.read()).map((key) => infoOf(key, today));
  print(terminal, json, keys, () =>
    keys.length === 0 ? `There are no keys in ${place.shown}.\n` : renderKeys(keys),
  );
}

async function revoke({ place, names, json, today, terminal }: Task): Promise<void> {
  if (names.length === 0) throw new UsageError('Name a key, or its id. See robotics-mcp keys list.');
  const keys = await revokeKeys(place, names, today);
  print(terminal, json, keys, () => keys.map(({ id, name }) => `${id} (${name}): revoked\n`).join(''));
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
  return `${alignColumns([head, ...rows]).join('\n')}\n`;
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
