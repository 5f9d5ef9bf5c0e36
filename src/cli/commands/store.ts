import { checkStore, type StoreCheck } from '../../contributions/postgres/check.ts';
import { explain } from '../../contributions/postgres/faults.ts';
import { migrate } from '../../contributions/postgres/migrations.ts';
import { DataError } from '../../lib/data-error.ts';
import { type Command, textOption } from '../command.ts';
import { storeAddress } from '../node-store.ts';
import { type Flags, textOf, valuesOf, yargsOptions } from '../option-values.ts';
import type { OptionName } from '../options.ts';
import { type Style, styleFor } from '../render/style.ts';
import { type ExitCode, print, type Terminal, UsageError } from '../terminal.ts';

const ACTIONS = ['migrate', 'check'];
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
  usage: `$0 store migrate --store ADDRESS --role ROLE\n$0 store check --store ADDRESS

The PostgreSQL that any number of servers keep contributions, keys and reviews in. An address is postgres://ROLE@HOST/DATABASE?sslmode=verify-full; the password is read from PGPASSWORD or from the file that PGPASSFILE names. "migrate" is for the owner of the database, and grants another role what a server needs; "check" looks for what would keep a server from using it.`,
  positionals: { action: { choices: ACTIONS } },
  options: {
    role: textOption('migrate: the role that servers connect with; it is granted what they need'),
    ...yargsOptions(OPTIONS),
  },
  examples: [
    '$0 store migrate --store postgres://owner@db.example.org/robots?sslmode=verify-full --role node',
    '$0 store check --store postgres://node@db.example.org/robots?sslmode=verify-full',
  ],
  handler: async (flags, terminal) => {
    const { json, store } = valuesOf(flags, terminal.env, OPTIONS);
    const task: Task = { flags, store, json, terminal };
    if (flags.action === 'migrate') return runMigrate(task);
    if (flags.action === 'check') return runCheck(task);
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

function render(checks: readonly StoreCheck[], style: Style): string {
  return checks
    .map(({ name, isSound, says }) => {
      const mark = isSound ? style.good('ok   ') : style.bad('WRONG');
      return `${mark}  ${style.strong(name)}: ${says}\n`;
    })
    .join('');
}
