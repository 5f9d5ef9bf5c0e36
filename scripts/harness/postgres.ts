import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cleanUpAtExit, removeFolder, temporaryFolder } from './processes.ts';

const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 25;
const LONGEST_LOG = 200_000;

/** The user that owns a cluster, and its password: it is reachable from this machine alone. */
export const superuser = { name: 'postgres', password: 'a password of tests' } as const;

/** The folder of PostgreSQL's programs, of the newest version that is installed; undefined without any. */
export function postgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

interface PostgresOptions {
  /** Parameters of postgresql.conf beyond the harness's own. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Servers that run: they end when this process does, whatever the reason. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
/** A cluster that was never started, of which every other one is a copy. */
let template: Promise<string> | undefined;

/** A running PostgreSQL of its own on a port of the loopback address. */
export class PostgresServer {
  readonly port: number;
  readonly #programs: string;
  readonly #folder = temporaryFolder();
  #process: ChildProcess | undefined;
  #log = '';

  private constructor(programs: string, port: number) {
    this.#programs = programs;
    this.port = port;
    // The server refuses to run as root, and whoever it runs as must own its folder; -1 leaves it as it is.
    const { uid = -1, gid = -1 } = serverUser();
    chownSync(this.#folder, uid, gid);
  }

  /** Makes a cluster and starts it. Rejects with what the server wrote if it does not start. */
  static async start({ settings = {} }: PostgresOptions = {}): Promise<PostgresServer> {
    const server = new PostgresServer(requirePrograms(), await quietPort());
    // A copy takes a tenth of the time.
    template ??= new PostgresServer(server.#programs, 0).#init();
    await promisify(execFile)('cp', ['-a', await template, server.data], serverUser());
    server.#configure({ max_connections: '60', ...settings });
    await server.resume();
    return server;
  }

  /** Starts a streaming standby of this server, which must be running; `synchronous`: commits wait for it. */
  async standby({ synchronous = false }: { readonly synchronous?: boolean } = {}): Promise<PostgresServer> {
    const standby = new PostgresServer(this.#programs, await quietPort());
    await standby.#run('pg_basebackup', [
      ...['--pgdata', standby.data, '--write-recovery-conf', '--checkpoint', 'fast', '--no-sync'],
      ...['--dbname', `${this.address('')}?application_name=standby`],
    ]);
    standby.#configure({});
    await standby.resume();
    await this.#until(
      async () => (await this.sql('SELECT 1 FROM pg_stat_replication')) === '1',
      'its standby',
    );
    if (synchronous) {
      await this.sql(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
      await this.sql('SELECT pg_reload_conf()');
      const state = 'SELECT sync_state FROM pg_stat_replication';
      await this.#until(async () => (await this.sql(state)) === 'sync', 'its synchronous standby');
    }
    return standby;
  }

  get data(): string {
    return join(this.#folder, 'data');
  }

  /** Of a database, without any password; `user` is the superuser unless named. */
  address(database = 'postgres', user: string = superuser.name): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Runs statements as the superuser, in one transaction, and gives the rows: columns parted by `|`. */
  async sql(statements: string, database = 'postgres'): Promise<string> {
    const args = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--set', 'ON_ERROR_STOP=1'];
    const rows = await this.#run('psql', [
      ...args,
      '--dbname',
      this.address(database),
      '--command',
      statements,
    ]);
    return rows.trim();
  }

  /** Starts the server again where it has ended, and waits until it answers. */
  async resume(): Promise<void> {
    const ended = this.#spawn();
    const isReady = async () => {
      if (ended.code !== undefined) throw new Error(`PostgreSQL ended with ${ended.code}: ${this.#log}`);
      return this.#answers();
    };
    await this.#until(isReady, 'PostgreSQL to answer');
  }

  /** Ends every process of it by SIGKILL, as a loss of its machine does. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    // Stopped first, so that it starts no other process meanwhile.
    child.kill('SIGSTOP');
    const others = processesOf(this.pid);
    for (const pid of others) signal(pid, 'SIGKILL');
    child.kill('SIGKILL');
    await gone;
    // Until the last one is gone, a new start finds its shared memory in use.
    await this.#until(async () => others.every((pid) => !existsSync(`/proc/${pid}`)), 'its processes to end');
  }

  /** Stops every process of it, without a word to whoever is connected; thaw() lets them go on. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
    for (const pid of processesOf(this.pid)) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of processesOf(this.pid)) signal(pid, 'SIGCONT');
    this.#process?.kill('SIGCONT');
  }

  /** Makes a standby the primary, and waits until it takes writes. */
  async promote(): Promise<void> {
    await this.sql('SELECT pg_promote(true)');
    await this.#until(async () => (await this.sql('SELECT pg_is_in_recovery()')) === 'f', 'the promotion');
  }

  /** Ends it, however it stands, and removes its folder. */
  async remove(): Promise<void> {
    await this.kill();
    removeFolder(this.#folder);
  }

  async #init(): Promise<string> {
    cleanUpAtExit();
    const secret = join(this.#folder, 'password');
    writeFileSync(secret, superuser.password, { mode: 0o644 });
    await this.#run('initdb', [
      ...['--pgdata', this.data, '--username', superuser.name, '--auth', 'scram-sha-256'],
      ...['--pwfile', secret, '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
    ]);
    return this.data;
  }

  #configure(settings: Readonly<Record<string, string>>): void {
    const own = { listen_addresses: '127.0.0.1', port: String(this.port), unix_socket_directories: '' };
    const lines = Object.entries({ ...settings, ...own }).map(([name, value]) => `${name} = '${value}'\n`);
    const file = join(this.data, 'postgresql.conf');
    writeFileSync(file, readFileSync(file, 'utf8') + lines.join(''));
  }

  #spawn(): { code: number | undefined } {
    const child = spawn(join(this.#programs, 'postgres'), ['-D', this.data], {
      ...serverUser(),
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended: { code: number | undefined } = { code: undefined };
    running.add(child);
    child.once('exit', (code) => {
      running.delete(child);
      ended.code = code ?? -1;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#log = (this.#log + text).slice(-LONGEST_LOG);
    });
    this.#process = child;
    return ended;
  }

  async #answers(): Promise<boolean> {
    try {
      await this.#run('pg_isready', ['--quiet', '--dbname', this.address()]);
      return true;
    } catch {
      return false;
    }
  }

  async #run(program: string, args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(join(this.#programs, program), args, {
      ...serverUser(),
      cwd: this.#folder,
      encoding: 'utf8',
      env: { ...process.env, PGPASSWORD: superuser.password, PGCONNECT_TIMEOUT: '5' },
    });
    return stdout;
  }

  async #until(condition: () => Promise<boolean>, what: string): Promise<void> {
    const end = performance.now() + READY_WITHIN_MS;
    while (!(await condition())) {
      if (performance.now() > end) throw new Error(`Waited in vain for ${what}: ${this.#log.slice(-2000)}`);
      await pause(LOOK_EVERY_MS);
    }
  }
}

function requirePrograms(): string {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql.');
  return programs;
}

/** The user that Debian made for it where this process is root. */
function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (entry === null) throw new Error('PostgreSQL does not run as root, and there is no user "postgres".');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** A process and, further down, all that it started. */
function processesOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.trim().split(/\s+/).filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/**
 * A port that is free and that the system gives to nobody who asks for any: a server that is started again on it
 * finds it free.
 */
export async function quietPort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port was found between 10000 and 30000.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
