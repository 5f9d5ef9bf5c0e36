import type { Client } from 'pg';
import { validated } from '../../lib/validated.ts';
import { contributionEvent } from '../events.ts';
import type { StoreAddress } from './address.ts';
import { connect, destroy, retried } from './connection.ts';
import { explain, readOnly } from './faults.ts';
import { changes, rowsOf, versionProblem } from './follower.ts';
import { missingParts, nodeRights, ownersIn } from './migrations.ts';
import { eventsOf, isMalformed, type StoredRow } from './stored-row.ts';

/** What was looked at in a database, and how it is. */
export interface StoreCheck {
  readonly name: string;
  readonly isSound: boolean;
  readonly says: string;
}

/** Looks for what would keep a server from using a database with this role. Changes nothing, and never rejects. */
export async function checkStore(address: StoreAddress): Promise<StoreCheck[]> {
  const checks: StoreCheck[] = [];
  let client: Client | undefined;
  try {
    const connected = await connect(address);
    client = connected;
    checks.push(ok('connection', `${address.user} is let into ${address.shown}, ${protection(address)}`));
    for (const look of [checkServer, checkSchema, checkRights, checkNodes, checkContent]) {
      const check = await retried(() => look(connected, address));
      checks.push(check);
      if (!check.isSound) break;
    }
  } catch (error) {
    checks.push(wrong(checks.length === 0 ? 'connection' : 'schema', explain(error, address)));
  } finally {
    if (client !== undefined) destroy(client);
  }
  return checks;
}

async function checkServer(client: Client, { shown }: StoreAddress): Promise<StoreCheck> {
  const { rows } = await client.query<{ version: string; number: number; is_standby: boolean }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_standby`,
  );
  const { version = '', number = 0, is_standby = false } = rows[0] ?? {};
  if (is_standby) return wrong('server', readOnly(shown));
  if (number < OLDEST_SERVER)
    return wrong('server', `PostgreSQL ${version} is too old: 14 or newer is needed.`);
  return ok('server', `PostgreSQL ${version}, takes writes`);
}

const OLDEST_SERVER = 140_000;

async function checkSchema(client: Client, address: StoreAddress): Promise<StoreCheck> {
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from robotics_mcp.migrations',
  );
  const version = rows[0]?.version ?? 0;
  const problem = versionProblem(version, address);
  if (problem !== undefined) return wrong('schema', problem);
  const missing = await missingParts(client);
  if (missing.length > 0) {
    return wrong(
      'schema',
      `It says that it is of version ${version}, and lacks ${missing.join(', ')}: it was changed by hand. Put the database back from a backup.`,
    );
  }
  const { schema = '', parts } = await ownersIn(client);
  if (parts.length === 0) return ok('schema', `version ${version}, whole, of ${schema}`);
  const foreign = parts.map(({ name, owner }) => `${name} to ${owner}`).join(', ');
  return wrong(
    'schema',
    `It belongs to ${schema}, and in it ${foreign}: who owns them can replace what servers rely on, keys included. If these are not of the owner of your store, put the database back from a backup, in a schema of its own.`,
  );
}

async function checkRights(client: Client, { user }: StoreAddress): Promise<StoreCheck> {
  const { rows } = await client.query<{ missing: string }>(
    `select what as missing from (values
       ('reading events', has_table_privilege('robotics_mcp.events', 'select')),
       ('reading keys', has_table_privilege('robotics_mcp.keys', 'select')),
       ('claiming work', ${mayCall('claim', 'hold', 'leave')}),
       ('appending', ${mayCall('append', 'since', 'announce', 'servers')})
     ) rights (what, is_there) where not is_there`,
  );
  const missing = rows.map((row) => row.missing).join(', ');
  const owner = `robotics-mcp store migrate --role ${user}`;
  if (missing !== '')
    return wrong('rights', `${user} lacks the right of ${missing}. The owner grants it: ${owner}`);
  if (await mayReplaceKeys(client)) {
    const why = 'may replace all keys, which is for the owner alone';
    return wrong('rights', `${user} ${why}. The owner takes the right away: ${owner}`);
  }
  const beyond = await rightsBeyond(client);
  if (beyond.length > 0) {
    return wrong(
      'rights',
      `${user} has rights that are for the owner alone: ${beyond.join(', ')}. The owner takes them away: ${owner}`,
    );
  }
  return ok('rights', `${user} has all that a server needs`);
}

/** True for a role that is not the owner of the schema, nor a member or administrator of it, and may change the keys. */
async function mayReplaceKeys(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select not pg_has_role(p.proowner, 'usage') and (has_function_privilege(p.oid, 'execute')
       or has_table_privilege('robotics_mcp.keys', 'insert, update, delete, truncate')) as may
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'robotics_mcp' and p.proname = 'change_keys'`,
  );
  return rows.some(({ may }) => may);
}

/** An SQL expression: whether the role may execute all of these functions of the schema. */
function mayCall(...names: readonly (typeof nodeRights.calls)[number][]): string {
  return `(select bool_and(has_function_privilege(p.oid, 'execute')) from pg_proc p
    where p.pronamespace = 'robotics_mcp'::regnamespace and p.proname in ('${names.join("', '")}'))`;
}

/** What a role may do beyond a node's rights; nothing for the owner of the schema, its members and administrators. */
async function rightsBeyond(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ beyond: string }>(
    `select case when has_table_privilege(c.oid, 'insert, update, delete, truncate, references, trigger')
         or has_any_column_privilege(c.oid, 'insert, update, references') then 'writing to ' else 'reading ' end
         || c.relname as beyond
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'robotics_mcp' and c.relkind = 'r' and not pg_has_role(n.nspowner, 'usage')
         and (has_table_privilege(c.oid, 'insert, update, delete, truncate, references, trigger')
           or has_any_column_privilege(c.oid, 'insert, update, references')
           or (has_any_column_privilege(c.oid, 'select') and not c.relname::text = any ($1)))
     union all
     select 'making objects in the schema' from pg_namespace n
       where n.nspname = 'robotics_mcp' and not pg_has_role(n.nspowner, 'usage')
         and has_schema_privilege(n.oid, 'create')
     union all
     select 'calling ' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'robotics_mcp' and not pg_has_role(n.nspowner, 'usage')
         and p.proname = 'take_out' and has_function_privilege(p.oid, 'execute')`,
    [nodeRights.reads],
  );
  return rows.map(({ beyond }) => beyond);
}

/** More numbers than these are counted only. */
const MOST_TOLD = 20;

/** Reads all that was appended, as a server does. */
async function checkContent(client: Client): Promise<StoreCheck> {
  const { rows } = await client.query<{ keys: string }>(
    `select json_array_length(document->'keys') as keys from robotics_mcp.keys`,
  );
  const unreadable: number[] = [];
  let count = 0;
  let last = 0;
  for (let from = { seq: 0, key: '' }; ; ) {
    const read = rowsOf(await changes(client, from));
    const end = read.at(-1);
    if (end === undefined) break;
    count += read.length;
    for (const row of read) {
      last = Math.max(last, row.at);
      if (isMalformed(row) || !isUnderstood(row)) unreadable.push(row.seq);
    }
    from = { seq: end.seq, key: end.key };
  }
  const since = last === 0 ? '' : `, the last of ${new Date(last).toISOString()}`;
  const found = `${count} appends${since}; ${rows[0]?.keys ?? '0'} keys`;
  if (unreadable.length === 0) return ok('content', found);
  const told = unreadable.slice(0, MOST_TOLD).join(', ');
  const more = unreadable.length > MOST_TOLD ? `, … (${MOST_TOLD} of ${unreadable.length})` : '';
  return wrong(
    'content',
    `${found}. What this program cannot read, and every server passes over: ${told}${more}. If no newer program wrote it, the owner looks at it (SELECT seq, key, at, left(bodies::text, 500) FROM robotics_mcp.events WHERE seq IN (${told})), takes it out (SELECT robotics_mcp.take_out(ARRAY[${told}])), and gives the servers' role another password: it was written by somebody who has it.`,
  );
}

function isUnderstood(row: StoredRow): boolean {
  return eventsOf(row).every(({ body }) => validated(contributionEvent, body).success);
}

async function checkNodes(client: Client): Promise<StoreCheck> {
  const { rows } = await client.query<{ agreed: string | null; alive: number; lacking: string[] | null }>(
    'select * from robotics_mcp.servers()',
  );
  const { agreed = null, alive = 0, lacking = null } = rows[0] ?? {};
  const version =
    agreed === null ? 'no version of the data agreed on yet' : `data of version ${agreed} agreed on`;
  const without = lacking === null ? '' : `, which these lack: ${lacking.join(', ')}`;
  return ok('servers', `${alive} alive; ${version}${without}`);
}

function protection({ tls, host }: StoreAddress): string {
  if (tls === 'disable') return host.startsWith('/') ? 'over a socket' : 'unencrypted';
  return tls === 'no-verify' ? 'encrypted, its certificate unchecked' : 'encrypted, its certificate checked';
}

function ok(name: string, says: string): StoreCheck {
  return { name, isSound: true, says };
}

function wrong(name: string, says: string): StoreCheck {
  return { name, isSound: false, says };
}
