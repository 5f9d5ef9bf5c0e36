import { DataError } from '../../lib/data-error.ts';
import { diskFiles, readTextNow } from '../../lib/file-system.ts';
import { expandHome } from '../../lib/home-path.ts';
import { decodePercent } from '../../lib/percent-encoding.ts';

/** Where a database is, and how the connection to it is protected. It holds no password. */
export interface StoreAddress {
  /** A name, an address, or the directory of a socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly tls: Tls;
  /** File of the certificates that may have signed the server's, if not those that Node.js brings. */
  readonly rootCertificate: string | undefined;
  /** For messages and logs. */
  readonly shown: string;
}

/**
 * `require` is what `verify-full` is, as in pg 8: the certificate and its name are checked, where libpq would take any.
 * `no-verify` encrypts, whoever answers.
 */
const TLS = ['disable', 'require', 'verify-full', 'no-verify'] as const;
type Tls = (typeof TLS)[number];

const PARAMETERS = ['host', 'port', 'user', 'sslmode', 'sslrootcert'];
const DEFAULT_PORT = 5432;
export const EXAMPLE = 'postgres://robotics_node@db.example.org/robotics?sslmode=verify-full';

export function isStoreAddress(text: string): boolean {
  return /^postgres(?:ql)?:/i.test(text.trim());
}

/** Reads an address of PostgreSQL. Throws a DataError that never repeats the text, which may hold a password. */
export function readStoreAddress(text: string): StoreAddress {
  const url = readUrl(text.trim());
  const { searchParams: asked } = url;
  const host = pathIn(asked, 'host') ?? (decoded(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost');
  const user = asked.get('user') ?? decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  if (user === '' || database === '') {
    throw wrong(`names no ${user === '' ? 'role' : 'database'}. Write one such as ${EXAMPLE}`);
  }
  const port = Number(asked.get('port') ?? (url.port || DEFAULT_PORT));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw wrong('has a port that is none');
  const tls = readTls(asked.get('sslmode'), host);
  const rootCertificate = pathIn(asked, 'sslrootcert');
  const place = host.startsWith('/') ? `${host}, port ${port}` : `${host}:${port}`;
  return { host, port, user, database, tls, rootCertificate, shown: `${database} at ${place}` };
}

function readUrl(given: string): URL {
  if (!isStoreAddress(given) || !URL.canParse(given)) {
    throw wrong(`is no address of PostgreSQL. Write one such as ${EXAMPLE}`);
  }
  const url = new URL(given);
  if (url.password !== '' || url.searchParams.has('password')) {
    throw wrong(
      'holds a password, which everybody who lists processes could read. Take it out, and give it in PGPASSWORD or in the file that PGPASSFILE names',
    );
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    throw wrong(`has a parameter "${unknown}" that is not known. Known: ${PARAMETERS.join(', ')}`);
  }
  return url;
}

function readTls(mode: string | null, host: string): Tls {
  const tls = TLS.find((each) => each === mode);
  if (tls !== undefined) return tls;
  if (mode !== null) throw wrong(`has an sslmode that is not known. Known: ${TLS.join(', ')}`);
  if (host.startsWith('/') || /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host)) return 'disable';
  throw wrong(
    'leads to another machine: say in it whether the connection is protected, with sslmode=verify-full, or sslmode=disable where the network is trusted',
  );
}

/** The value of a parameter that names a file or directory, with `~/` written out. */
function pathIn(asked: URLSearchParams, name: string): string | undefined {
  const given = asked.get(name);
  try {
    return given === null ? undefined : expandHome(given, `The parameter ${name} of the store's address`);
  } catch (error) {
    throw new DataError('STORE_ADDRESS', (error as Error).message);
  }
}

function decoded(text: string): string {
  const plain = decodePercent(text);
  if (plain === undefined) throw wrong('has a % that stands for no character');
  return plain;
}

function wrong(what: string): DataError {
  return new DataError('STORE_ADDRESS', `The address of the store ${what}.`);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The file that passwords are looked for in, as libpq has it. */
export function passwordFile(env: Environment = process.env): string {
  return expandHome(env.PGPASSFILE || '~/.pgpass', 'PGPASSFILE');
}

/**
 * The password for an address: PGPASSWORD, or that of the first line that fits in the file that PGPASSFILE names
 * (~/.pgpass if it names none). Undefined without either. The form of the file: PostgreSQL's documentation of libpq,
 * "The Password File".
 */
export function passwordFor(address: StoreAddress, env: Environment = process.env): string | undefined {
  if (env.PGPASSWORD !== undefined) return env.PGPASSWORD;
  const path = passwordFile(env);
  let text: string;
  try {
    text = readTextNow(diskFiles, path);
  } catch {
    return undefined;
  }
  const host = address.host.startsWith('/') ? ['localhost', address.host] : [address.host];
  const wanted = [host, [String(address.port)], [address.database], [address.user]];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const fields = line.match(/(?:\\.|[^:\\])+/g)?.map((field) => field.replace(/\\(.)/g, '$1')) ?? [];
    const password = fields[4];
    const fits = wanted.every((values, i) => fields[i] === '*' || values.includes(fields[i] ?? ''));
    if (password !== undefined && fits) return password;
  }
  return undefined;
}
