import type { Client } from 'pg';
import { DataError } from '../../lib/data-error.ts';
import type { StoreAddress } from './address.ts';
import { connect, destroy, limits, retried } from './connection.ts';
import { isTransient, sqlState } from './faults.ts';
import { events } from './migrations/0001-events.sql.ts';
import { nodes } from './migrations/0002-nodes.sql.ts';
import { guards } from './migrations/0003-guards.sql.ts';

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** Forward only, by their numbers; what was published is never changed. */
const migrations: readonly Migration[] = [
  { version: 1, name: 'events', sql: events },
  { version: 2, name: 'nodes', sql: nodes },
  { version: 3, name: 'guards', sql: guards },
];

/** The version of the schema that this program writes. */
export const SCHEMA_VERSION = migrations.length;

/** What a node reads, and the functions that it calls; it writes by these alone. */
export const nodeRights = {
  reads: ['migrations', 'store', 'events', 'keys', 'data'],
  calls: ['since', 'append', 'announce', 'claim', 'hold', 'leave', 'servers'],
} as const;

/** Rights that a role was given beyond these, by hand or by an older program, are taken away. */
const grantsFor = (role: string): string => `
revoke all on schema robotics_mcp from ${role};
revoke all on all tables in schema robotics_mcp from ${role};
revoke all on all functions in schema robotics_mcp from ${role};
grant usage on schema robotics_mcp to ${role};
grant select on ${nodeRights.reads.map((name) => `robotics_mcp.${name}`).join(', ')} to ${role};
grant execute on function ${nodeRights.calls.map((name) => `robotics_mcp.${name}`).join(', ')} to ${role};
`;

interface Migrated {
  /** Versions that were applied, in order. */
  readonly applied: readonly number[];
  readonly version: number;
}

/**
 * Brings the schema to this program's version and grants a role what a node needs. Processes that do so at one time take
 * turns; each migration is one transaction. Throws a DataError with the code STORE.
 */
export async function migrate(address: StoreAddress, role: string | undefined): Promise<Migrated> {
  const client = await connect(address, undefined, limits.migration);
  try {
    // What is long must not be cut off by the limits of a node.
    await client.query("set statement_timeout = 0; set lock_timeout = '60s'");
    const applied: number[] = [];
    for (const { version, name, sql } of migrations) {
      const isNew = await inTurn(client, async (before) => {
        if (before >= version) return false;
        await client.query(sql);
        await client.query('insert into migrations (version, name) values ($1, $2)', [version, name]);
        return true;
      });
      if (isNew) applied.push(version);
    }
    if (role !== undefined) await inTurn(client, () => grant(client, role));
    return { applied, version: SCHEMA_VERSION };
  } finally {
    destroy(client);
  }
}

function newer(version: number): DataError {
  return new DataError(
    'STORE',
    `The schema is of version ${version}, and this program knows ${SCHEMA_VERSION}. Nothing leads back: update this program.`,
  );
}

/** The version of the schema in a database, 0 if there is none. Throws a DataError if it is somebody else's. */
async function versionIn(client: Client): Promise<number> {
  await refuseForeign(client);
  const { rows } = await client.query<{ there: boolean; ours: boolean; tables: boolean }>(
    `select exists (select from pg_namespace where nspname = 'robotics_mcp') as there,
       exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'robotics_mcp') as tables,
       (select count(*) = 3 from information_schema.columns where table_schema = 'robotics_mcp'
         and table_name = 'migrations' and column_name in ('version', 'name', 'applied_at')) as ours`,
  );
  const [found] = rows;
  if (!found?.there || !found.tables) return 0;
  if (!found.ours) {
    throw new DataError(
      'STORE',
      'There is a schema robotics_mcp in this database that is not of this program. Choose another database; nothing was changed.',
    );
  }
  const { rows: versions } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from robotics_mcp.migrations',
  );
  return versions[0]?.version ?? 0;
}

/** Throws a DataError if the schema, or anything in it, belongs to another role than the one that migrates. */
async function refuseForeign(client: Client): Promise<void> {
  const { schema, parts } = await ownersIn(client);
  if (schema === undefined) return;
  const { rows } = await client.query<{ name: string }>('select current_user as name');
  const ours = rows[0]?.name ?? '';
  const foreign = [{ name: 'the schema robotics_mcp', owner: schema }, ...parts].find(
    ({ owner }) => owner !== ours,
  );
  if (foreign === undefined) return;
  throw new DataError(
    'STORE',
    `In this database ${foreign.name} belongs to ${foreign.owner}, and ${ours} migrates: who owns it can replace what servers rely on, keys included. Nothing was changed. If ${foreign.owner} is the owner of your store, migrate as ${foreign.owner}; if not, look at what is in it, let the database's administrator take it away (DROP SCHEMA robotics_mcp), and migrate again.`,
  );
}

/** Who owns the schema, if there is one, and what in it belongs to somebody else. */
export async function ownersIn(
  client: Client,
): Promise<{ schema: string | undefined; parts: { name: string; owner: string }[] }> {
  const { rows } = await client.query<{ schema: string; name: string | null; owner: string }>(
    `select pg_get_userbyid(n.nspowner) as schema, part.name, pg_get_userbyid(part.owner) as owner
     from pg_namespace n left join lateral (
       select 'the table ' || relname as name, relowner as owner from pg_class
         where relnamespace = n.oid and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       union all select 'the function ' || proname, proowner from pg_proc where pronamespace = n.oid
     ) part on part.owner <> n.nspowner
     where n.nspname = 'robotics_mcp' order by part.name`,
  );
  const parts = rows.flatMap(({ name, owner }) => (name === null ? [] : [{ name, owner }]));
  return { schema: rows[0]?.schema, parts };
}

/**
 * Runs a task in one transaction, after those of all who migrate at the same time: the table of migrations is locked,
 * which its owner alone may do. The task is given the version that is there. Throws a DataError for a newer one.
 */
function inTurn<T>(client: Client, task: (version: number) => Promise<T>): Promise<T> {
  return retried(async () => {
    await client.query('begin');
    try {
      await versionIn(client);
      await client.query(BEGINNING);
      const version = await versionIn(client);
      if (version > SCHEMA_VERSION) throw newer(version);
      const result = await task(version);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  }, isRace);
}

const BEGINNING = `
create schema if not exists robotics_mcp;
create table if not exists robotics_mcp.migrations
  (version int primary key, name text not null, applied_at timestamptz not null default now());
set local search_path = robotics_mcp, pg_temp;
lock table migrations in exclusive mode;
`;

/** Of two who make the same schema or table at one time the second is told that it is there, or that its name is taken. */
function isRace(error: unknown): boolean {
  return isTransient(error) || ['23505', '42P06', '42P07'].includes(sqlState(error));
}

async function grant(client: Client, role: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) {
    throw new DataError(
      'STORE',
      `There is no role ${role}. The database's administrator makes it: CREATE ROLE ${client.escapeIdentifier(role)} LOGIN`,
    );
  }
  // What is the owner's own cannot be taken from it.
  const { rows } = await client.query<{ is_owner: boolean }>('select $1 = current_user as is_owner', [role]);
  if (rows[0]?.is_owner !== true) await client.query(grantsFor(client.escapeIdentifier(role)));
}

/** What is missing from a schema that says it is of this program's version: names of tables and functions. */
export async function missingParts(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name where to_regclass('robotics_mcp.' || name) is null
     union all
     select name from unnest($2::text[]) name
     where not exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'robotics_mcp' and p.proname = name)`,
    [
      ['migrations', 'store', 'events', 'tickets', 'outbox', 'keys', 'data', 'nodes'],
      [...nodeRights.calls, 'change_keys', 'version_order', 'are_events', 'take_out'],
    ],
  );
  return rows.map(({ name }) => name);
}
