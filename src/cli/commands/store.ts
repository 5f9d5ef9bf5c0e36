import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type KeyPlace, keyFileIn, keysInFile } from '../../auth/keys.ts';
import { StoreKeys } from '../../auth/store-keys.ts';
import { copyEvents } from '../../contributions/copy.ts';
import type { EventStore } from '../../contributions/event-store.ts';
import { openStore } from '../../contributions/open.ts';
import { EXAMPLE, isStoreAddress } from '../../contributions/postgres/address.ts';
import { checkStore, type StoreCheck } from '../../contributions/postgres/check.ts';
import { explain } from '../../contributions/postgres/faults.ts';
import { migrate } from '../../contributions/postgres/migrations.ts';
import { DataError } from '../../lib/data-error.ts';
import { type Command, textOption } from '../command.ts';
import { openStoreNow, storeAddress } from '../node-store.ts';
import { readPath } from '../option-readers.ts';
import { type Flags, textOf, valuesOf, yargsOptions } from '../option-values.ts';
import type { OptionName } from '../options.ts';
import { print } from '../print.ts';
import { type Style, styleFor } from '../render/style.ts';
import { type ExitCode, say, stepReporter, type Terminal, UsageError } from '../terminal.ts';

const ACTIONS = ['migrate', 'check', 'copy'];
const OPTIONS: readonly OptionName[] = ['json', 'store'];

/** All that an action needs. */
interface Task {
  readonly flags: Flags;
  readonly store: string | undefined;
  readonly json: boolean;
  readonly terminal: Terminal;
}

/** The database of `--store`. */
export const storeCommand: Command = {
  words: '[action]',
  usage: `$0 store migrate --store ADDRESS --role ROLE\n$0 store check --store ADDRESS\n$0 store copy --from PLACE --to PLACE

The PostgreSQL that any number of servers keep contributions, keys and reviews in. An address is postgres://ROLE@HOST/DATABASE?sslmode=verify-full; the password is read from PGPASSWORD or from the file that PGPASSFILE names. "migrate" is for the owner of the database, and grants another role what a server needs; "check" looks for what would keep a server from using it. "copy" carries contributions and keys over, where a place is such an address or a data directory, and compares them; begun again, it goes on.`,
  positionals: { action: { choices: ACTIONS } },
  options: {
    role: textOption('migrate: the role that servers connect with; it is granted what they need'),
    from: textOption('copy: where contributions are: a data directory, or an address'),
    to: textOption('copy: where they are to be: a data directory, or the address of the owner'),
    ...yargsOptions(OPTIONS),
  },
  examples: [
    '$0 store migrate --store postgres://robotics_owner@db.example.org/robotics?sslmode=verify-full --role robotics_node',
    '$0 store check --store postgres://robotics_node@db.example.org/robotics?sslmode=verify-full',
    '$0 store copy --from /var/lib/robotics-mcp --to postgres://robotics_owner@db.example.org/robotics?sslmode=verify-full',
  ],
  handler: async (flags, terminal) => {
    const { json, store } = valuesOf(flags, terminal.env, OPTIONS);
    const task: Task = { flags, store, json, terminal };
    if (flags.action === 'migrate') return runMigrate(task);
    if (flags.action === 'check') return runCheck(task);
    if (flags.action === 'copy') return runCopy(task);
    throw new UsageError(`Say what to do: ${ACTIONS.join(', ')}. See robotics-mcp store --help.`);
  },
};

function addressOf({ store }: Task) {
  if (store !== undefined) return storeAddress(store);
  throw new UsageError('Say which database is meant with --store. See robotics-mcp store --help.');
}

async function runMigrate(task: Task): Promise<ExitCode> {
  const address = addressOf(task);
  const role = textOf(task.flags, 'role');
  const result = await migrate(address, role).catch((error: unknown) => {
    throw new DataError('STORE', explain(error, address), error);
  });
  const { applied, version } = result;
  const did = applied.length === 0 ? 'was there already' : `was made by ${applied.length} migration(s)`;
  const granted = role === undefined ? '' : `; ${role} has all that a server needs`;
  print(
    task.terminal,
    task.json,
    { ...result, role },
    () => `Schema of version ${version} ${did}${granted}.\n`,
  );
  return 0;
}

async function runCheck(task: Task): Promise<ExitCode> {
  const checks = await checkStore(addressOf(task));
  const ok = checks.every(({ isSound }) => isSound);
  print(task.terminal, task.json, { ok, checks }, () => render(checks, styleFor(task.terminal)));
  return ok ? 0 : 1;
}

async function runCopy({ flags, json, terminal }: Task): Promise<ExitCode> {
  const [from, to] = (['from', 'to'] as const).map((name) => placeOf(name, textOf(flags, name))) as [
    Place,
    Place,
  ];
  if (from.shown === to.shown) throw new UsageError('--from and --to are the same place.');
  const tell = stepReporter(terminal);
  const source = await from.open();
  try {
    const target = await to.open();
    try {
      const copied = await copyEvents(source, target, (count, all) => {
        if (count % TOLD_EVERY === 0) tell(`${count} of ${all}`);
      });
      for (const warning of source.warnings) say(terminal, `robotics-mcp: ${warning}`);
      const keys = await copyKeys(from, to);
      print(terminal, json, { ...copied, keys }, () => {
        const before = copied.already_there > 0 ? `, ${copied.already_there} had been before` : '';
        return `${copied.copied} appends were carried over${before}; both hold the same now. ${KEYS_SAY[keys]}\n`;
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  return 0;
}

const TOLD_EVERY = 1000;

/** Where contributions and keys are. */
interface Place {
  readonly shown: string;
  open(): Promise<EventStore>;
  keys(): { readonly place: KeyPlace; close(): Promise<void> };
}

function placeOf(name: 'from' | 'to', text: string | undefined): Place {
  if (text === undefined) throw new UsageError('Say from where to where, with --from and --to.');
  if (isStoreAddress(text)) {
    const address = storeAddress(text, name);
    const keys = () => {
      const place = new StoreKeys(address);
      return { place, close: () => place.close() };
    };
    return { shown: address.shown, open: () => openStoreNow(address), keys };
  }
  if (text.includes('://'))
    throw new UsageError(`--${name} is a data directory or an address such as ${EXAMPLE}.`);
  const directory = resolve(readPath(text, `--${name}`));
  if (name === 'from' && !existsSync(join(directory, 'contributions'))) {
    throw new UsageError(`--from: there are no contributions in ${directory}.`);
  }
  return {
    shown: directory,
    open: async () => openStore(directory),
    keys: () => ({ place: keysInFile(keyFileIn(directory)), close: async () => undefined }),
  };
}

const KEYS_SAY = {
  none: 'There are no keys.',
  copied: 'The keys were carried over too.',
  same: 'The keys are the same.',
  left: 'The target has other keys, which stay as they are.',
};

/** Carries the keys over where the target has none. */
async function copyKeys(from: Place, to: Place): Promise<keyof typeof KEYS_SAY> {
  const [source, target] = [from.keys(), to.keys()];
  try {
    const [wanted, there] = [await source.place.read(), await target.place.read()];
    if (wanted.length === 0) return 'none';
    if (isDeepStrictEqual(wanted, there)) return 'same';
    if (there.length > 0) return 'left';
    const now = await target.place.change((keys) => (keys.length === 0 ? wanted : keys));
    return isDeepStrictEqual(now, wanted) ? 'copied' : 'left';
  } finally {
    await source.close();
    await target.close();
  }
}

function render(checks: readonly StoreCheck[], style: Style): string {
  return checks
    .map(({ name, isSound, says }) => {
      const mark = isSound ? style.good('ok   ') : style.bad('WRONG');
      return `${mark}  ${style.strong(name)}: ${says}\n`;
    })
    .join('');
}
