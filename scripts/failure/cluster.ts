import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PostgresServer, quietPort, superuser } from '../harness/postgres.ts';
import {
  output,
  type RunningServer,
  removeFolder,
  startHttpServer,
  startNode,
  startProgram,
  stop,
  temporaryFolder,
} from '../harness/processes.ts';
import { builtProgram } from '../harness/program.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { type LocalArxiv, startLocalArxiv } from './local-arxiv.ts';

const DATABASE = 'robotics';
/** Who makes the tables, and who writes into them. */
const roles = { owner: 'robotics_owner', node: 'robotics_node' } as const;

export interface ClusterOptions {
  readonly nodes: number;
  /** A standby that streams, and whether commits wait for it. */
  readonly standby?: 'asynchronous' | 'synchronous' | undefined;
  readonly settings?: Readonly<Record<string, string>>;
  /** The database lies on a file system of so many bytes. */
  readonly diskBytes?: number | undefined;
  /** Environment of one node beyond that of all. */
  readonly environmentOf?: (node: number) => NodeJS.ProcessEnv;
}

/** Whether haproxy can be started here. */
export function hasBalancer(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** One server over HTTP, started again on the same port. */
export class ClusterNode {
  readonly name: string;
  readonly port: number;
  /** What it reaches the database by. */
  readonly link: CuttingProxy;
  readonly #home: string;
  readonly #environment: NodeJS.ProcessEnv;
  #server: RunningServer | undefined;

  constructor(name: string, port: number, link: CuttingProxy, home: string, environment: NodeJS.ProcessEnv) {
    this.name = name;
    this.port = port;
    this.link = link;
    this.#home = home;
    this.#environment = environment;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/api/mcp`;
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  get log(): string {
    return this.#server?.log() ?? '';
  }

  async start(): Promise<void> {
    const args = ['--port', String(this.port), '--data-dir', this.#home, '--trust-proxy', '1'];
    args.push('--log-level', 'warn');
    this.#server = await startHttpServer(
      [...args, '--store', storeAddress(this.link.port, roles.node)],
      this.#environment,
    );
    // As a balancer does: what nobody has asked for yet is loaded before callers come.
    const why = await whyNotReady(this.url);
    if (why !== undefined) throw new Error(`${this.name} is not ready: ${why}\n${this.log}`);
  }

  async kill(): Promise<void> {
    if (this.#server !== undefined) await stop(this.#server.child);
  }

  freeze(): void {
    this.#server?.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#server?.child.kill('SIGCONT');
  }
}

interface Parts extends Pick<ClusterOptions, 'standby'> {
  readonly primary: PostgresServer;
  readonly disk: string | undefined;
  readonly arxiv: LocalArxiv;
  readonly reviewerLink: CuttingProxy;
  readonly balancerPort: number;
}

/** Nodes, the database behind them, haproxy before them, and an arXiv of this machine. */
export class Cluster {
  readonly nodes: ClusterNode[] = [];
  readonly arxiv: LocalArxiv;
  standby: PostgresServer | undefined;
  /** The server that takes writes. */
  primary: PostgresServer;
  readonly #disk: string | undefined;
  readonly #standbyKind: ClusterOptions['standby'];
  readonly #balancerPort: number;
  readonly #folder = temporaryFolder();
  readonly #reviewerLink: CuttingProxy;
  #balancer: ChildProcess | undefined;

  private constructor(parts: Parts) {
    this.arxiv = parts.arxiv;
    this.primary = parts.primary;
    this.#disk = parts.disk;
    this.#standbyKind = parts.standby;
    this.#balancerPort = parts.balancerPort;
    this.#reviewerLink = parts.reviewerLink;
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const { nodes, standby, settings = {}, diskBytes, environmentOf } = options;
    const disk = diskBytes === undefined ? undefined : mountDisk(diskBytes);
    const primary = await PostgresServer.start({ settings, ...(disk !== undefined && { folder: disk }) });
    await makeDatabase(primary);
    const cluster = new Cluster({
      primary,
      standby,
      disk,
      arxiv: await startLocalArxiv(),
      reviewerLink: await CuttingProxy.start(primary.port),
      balancerPort: await quietPort(),
    });
    await cluster.#addStandby();
    for (let i = 0; i < nodes; i++) await cluster.#addNode(i, environmentOf?.(i) ?? {});
    await Promise.all(cluster.nodes.map((node) => node.start()));
    if (hasBalancer()) await cluster.#balance();
    return cluster;
  }

  /** Where callers ask: haproxy, or the first node where there is none. */
  get url(): string {
    if (this.#balancer === undefined) return this.nodes[0]?.url ?? '';
    return `http://127.0.0.1:${this.#balancerPort}/api/mcp`;
  }

  /** What reviewers reach the database by. */
  get reviewerLink(): CuttingProxy {
    return this.#reviewerLink;
  }

  get links(): CuttingProxy[] {
    return [...this.nodes.map(({ link }) => link), this.#reviewerLink];
  }

  /** The database as its owner reaches it, past every proxy. */
  get ownersStore(): string {
    return storeAddress(this.primary.port, roles.owner);
  }

  /** The store's address for whoever reviews. */
  get reviewerStore(): string {
    return storeAddress(this.#reviewerLink.port, roles.node);
  }

  folder(name: string): string {
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** The primary is lost for good: makes the standby the primary, leads everybody there, and gives it a standby. */
  async failOver(): Promise<void> {
    const { standby, primary } = this;
    if (standby === undefined) throw new Error('This cluster has no standby.');
    await standby.promote();
    this.primary = standby;
    this.standby = undefined;
    for (const link of this.links) {
      link.targetPort = standby.port;
      link.cut();
    }
    await primary.remove();
  }

  /** Gives a primary that has lost its standby another one. */
  async renewStandby(): Promise<void> {
    if (this.standby === undefined) await this.#addStandby();
  }

  async #addStandby(): Promise<void> {
    if (this.#standbyKind === undefined) return;
    this.standby = await this.primary.standby({ synchronous: this.#standbyKind === 'synchronous' });
  }

  /** Statements on the database of the store, as its superuser. */
  sql(statements: string): Promise<string> {
    return this.primary.sql(statements, DATABASE);
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await node.kill();
    if (this.#balancer !== undefined) await stop(this.#balancer);
    for (const link of this.links) await link.close();
    await this.arxiv.close();
    await this.standby?.remove();
    await this.primary.remove();
    if (this.#disk !== undefined) {
      execFileSync('umount', [this.#disk]);
      removeFolder(this.#disk);
    }
    removeFolder(this.#folder);
  }

  async #addNode(index: number, extra: NodeJS.ProcessEnv): Promise<void> {
    const name = `node-${index + 1}`;
    const link = await CuttingProxy.start(this.primary.port);
    const environment = {
      ...nodeEnvironment,
      ROBOTICS_MCP_ARXIV_API: this.arxiv.url,
      ROBOTICS_MCP_MAX_PENDING: '1000000',
      ...extra,
    };
    this.nodes.push(new ClusterNode(name, await quietPort(), link, this.folder(name), environment));
  }

  /** The settings that are handed out, with the ports of this cluster. */
  #balancerSettings(): string {
    const file = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url));
    const servers = this.nodes.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} check\n`);
    return readFileSync(file, 'utf8')
      .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${this.#balancerPort}`)
      .replace(/(^ {2}server .*\n)+/m, servers.join(''));
  }

  async #balance(): Promise<void> {
    const file = join(this.#folder, 'haproxy.cfg');
    writeFileSync(file, this.#balancerSettings());
    const balancer = startProgram('haproxy', ['-db', '-f', file]);
    this.#balancer = balancer;
    for (let tries = 0; (await whyNotReady(this.url)) !== undefined; tries++) {
      if (tries > 200) throw new Error('haproxy does not answer.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Asked on a connection of its own: one that is kept may be to the process that was killed. */
function whyNotReady(url: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = get(`${url}?ready`, { agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200 ? undefined : `${response.statusCode}`));
    });
    asked.once('error', ({ message }) => resolve(message));
  });
}

/** The password is the same for all roles: they are reachable from this machine alone. */
export const nodeEnvironment: NodeJS.ProcessEnv = { ...process.env, PGPASSWORD: superuser.password };

function storeAddress(port: number, role: string, database = DATABASE): string {
  return `postgres://${role}@127.0.0.1:${port}/${database}`;
}

/** A file system in memory, of so many bytes, in a folder of its own. */
function mountDisk(bytes: number): string {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  return folder;
}

async function makeDatabase(primary: PostgresServer): Promise<void> {
  for (const role of Object.values(roles))
    await primary.sql(`CREATE ROLE ${role} LOGIN PASSWORD '${superuser.password}'`);
  await primary.sql(`CREATE DATABASE ${DATABASE} OWNER ${roles.owner}`);
  const { code, errors } = await migrate(primary);
  if (code !== 0) throw new Error(`The schema was not made: ${errors}`);
}

/** Makes or brings up to date the schema, by the command that operators use. */
export function migrate(primary: PostgresServer, database = DATABASE) {
  const address = storeAddress(primary.port, roles.owner, database);
  const args = ['store', 'migrate', '--store', address, '--role', roles.node];
  return output(startNode([builtProgram(), ...args], nodeEnvironment));
}
