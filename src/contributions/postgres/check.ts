import type { Client } from 'pg';
import type { StoreAddress } from './address.ts';
import { connect, destroy, retried } from './connection.ts';
import { explain, readOnly } from './faults.ts';
import { versionProblem } from './follower.ts';
import { missingParts } from './migrations.ts';

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
    for (const look of [checkServer, checkSchema, checkRights, checkContent, checkNodes]) {
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
  if (missing.length === 0) return ok('schema', `version ${version}, whole`);
  return wrong(
    'schema',
    `It says that it is of version ${version}, and lacks ${missing.join(', ')}: it was changed by hand. Put the database back from a backup.`,
  );
}

async function checkRights(client: Client, { user }: StoreAddress): Promise<StoreCheck> {
  const { rows } = await client.query<{ missing: string }>(
    `select what as missing from (values
       ('reading events', has_table_privilege('robotics_mcp.events', 'select')),
       ('reading keys', has_table_privilege('robotics_mcp.keys', 'select')),
       ('claiming work', has_table_privilege('robotics_mcp.outbox', 'insert')
         and has_table_privilege('robotics_mcp.outbox', 'update')),
       ('appending', (select bool_and(has_function_privilege(p.oid, 'execute')) from pg_proc p
         join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = 'robotics_mcp' and p.proname in ('append', 'since', 'announce')))
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

async function checkContent(client: Client): Promise<StoreCheck> {
  const { rows } = await client.query<{ events: string; last: string | null; keys: string }>(
    `select count(*) as events, max(at) as last,
       (select json_array_length(document->'keys') from robotics_mcp.keys) as keys from robotics_mcp.events`,
  );
  const { events = '0', last = null, keys = '0' } = rows[0] ?? {};
  const since = last === null ? '' : `, the last of ${new Date(Number(last)).toISOString()}`;
  return ok('content', `${events} appends${since}; ${keys} keys`);
}

async function checkNodes(client: Client): Promise<StoreCheck> {
  const { rows } = await client.query<{ agreed: string | null; alive: string; lacking: string[] | null }>(
    `select d.agreed, count(n.node) as alive,
       array_agg(n.node order by n.node) filter (where not coalesce(d.agreed, '') = any (n.holds)) as lacking
     from robotics_mcp.data d left join robotics_mcp.nodes n on n.expires > clock_timestamp() group by d.agreed`,
  );
  const { agreed = null, alive = '0', lacking = null } = rows[0] ?? {};
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
