import { ADDRESS_KEYS, type Entry, TRANSPORT_KEYS } from './clients.ts';
import { isTable, type Table } from './editor.ts';

/** Keys by which a host says with what right it asks a server, or how far it trusts it: meant for that one server. */
const FOR_ONE_SERVER =
  /header|auth|token|cred|secret|password|api_?key|cookie|cert|request|trust|allow|approv/i;

/** Keys that lead the program to other files: where it starts, and whose variables it is given. */
const LEADS_ASTRAY = /^(?:cwd|env_?file|working_?dir(?:ectory)?)$/i;

/** Variables of the environment by which Node.js, OpenSSL, a shell or the system's loader loads other code. */
const LOADS_CODE =
  /^(?:NODE_(?:OPTIONS|PATH|COMPILE_CACHE|REPL_EXTERNAL_MODULE)|LD_.*|DYLD_.*|OPENSSL_(?:CONF|MODULES|ENGINES)|GCONV_PATH|BASH_ENV)$/i;

/** Keys under which hosts have the variables of a server's environment. */
const VARIABLES = ['env', 'envs', 'environment'];

/** What becomes of an entry that is written anew. */
interface CarriedOver {
  readonly entry: Table;
  /** By name, as `env.A`: what stood there and stays. */
  readonly kept: readonly string[];
  /** What was meant for the server that stood there. */
  readonly otherServer: readonly string[];
  /** What could have the host start other code than ours. */
  readonly otherCode: readonly string[];
}

/**
 * Our entry with what the user has added to the one that is there, such as variables of the environment. What was meant
 * for another server goes: the host would send it to the new one. So does what loads other code into the program: an entry
 * may have come with a project, whoever wrote it.
 */
export function carryOver(entry: Entry, present: unknown): CarriedOver {
  const names = { kept: [] as string[], otherServer: [] as string[], otherCode: [] as string[] };
  if (!isTable(present)) return { entry, ...names };
  const isSameServer = originsOf(present) === originsOf(entry);
  const added: [string, unknown][] = [];
  for (const [key, value] of Object.entries(present)) {
    if (TRANSPORT_KEYS.includes(key)) continue;
    if (LEADS_ASTRAY.test(key)) names.otherCode.push(key);
    else if (!isSameServer && FOR_ONE_SERVER.test(key)) names.otherServer.push(key);
    else if (VARIABLES.includes(key) && isTable(value)) added.push(...variablesOf(key, value, names));
    else {
      names.kept.push(key);
      added.push([key, value]);
    }
  }
  return { entry: { ...entry, ...Object.fromEntries(added) }, ...names };
}

/** The variables that stay; none is no `env`, but where none was there. */
function variablesOf(
  key: string,
  env: Table,
  names: { kept: string[]; otherCode: string[] },
): [string, unknown][] {
  const all = Object.entries(env);
  const stay = all.filter(([name]) => !LOADS_CODE.test(name));
  names.kept.push(...stay.map(([name]) => `${key}.${name}`));
  names.otherCode.push(...all.filter(([name]) => LOADS_CODE.test(name)).map(([name]) => `${key}.${name}`));
  return stay.length === 0 && all.length > 0 ? [] : [[key, Object.fromEntries(stay)]];
}

/** The servers whose addresses an entry has, as one text; empty for a program to start. */
function originsOf(entry: Table): string {
  const addresses = ADDRESS_KEYS.flatMap((key) => (typeof entry[key] === 'string' ? [entry[key]] : []));
  const origins = addresses.map((address) => (URL.canParse(address) ? new URL(address).origin : address));
  return [...new Set(origins)].sort().join(' ');
}
