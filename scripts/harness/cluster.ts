import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CuttingProxy } from './cutting-proxy.ts';
import { type LocalArxiv, startLocalArxiv } from './local-arxiv.ts';
import { PostgresServer, quietPort, superuser } from './postgres.ts';
import {
  output,
  type RunningServer,
  removeFolder,
  startHttpServer,
  startNode,
  startProgram,
  stop,
  temporaryFolder,
} from './processes.ts';
import { builtProgram } from './program.ts';

const DATABASE = 'robotics';
/** Who makes the tables, and who writes into them. */
const roles = { owner: 'robotics_owner', node: 'robotics_node' } as const;

interface ClusterOptions {
  readonly nodes: number;
  /** Whether a standby streams, for which commits wait. */
  readonly standby?: boolean;
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
class ClusterNode {
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

  async start(): Promise<void> {
    const args = ['--port', String(this.port), '--data-dir', this.#home, '--trust-proxy', '1'];
    args.push('--log-level', 'warn');
    this.#server = await startHttpServer(
      [...args, '--store', storeAddress(this.link.port, roles.node)],
      this.#environment,
    );
    // As a balancer does: what nobody has asked for yet is loaded before callers come.
    const why = await whyNotReady(this.url);
    if (why !== undefined) throw new Error(`${this.name} is not ready: ${why}\n${this.#server.log()}`);
  }

  async kill(): Promise<void> {
    if (this.#server !== undefined) await stop(this.#server.child);
  }
}

interface Parts {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer | undefined;
  readonly arxiv: LocalArxiv;
  readonly reviewerLink: CuttingProxy;
  readonly balancerPort: number;
}

/** Nodes, the database behind them, haproxy before them, and an arXiv of this machine. */
export class Cluster {
  readonly nodes: ClusterNode[] = [];
  readonly arxiv: LocalArxiv;
  /** The server that takes writes. */
  primary: PostgresServer;
  #standby: PostgresServer | undefined;
  readonly #balancerPort: number;
  readonly #folder = temporaryFolder();
  readonly #reviewerLink: CuttingProxy;
  #balancer: ChildProcess | undefined;

  private constructor(parts: Parts) {
    this.arxiv = parts.arxiv;
    this.primary = parts.primary;
    this.#standby = parts.standby;
    this.#balancerPort = parts.balancerPort;
    this.#reviewerLink = parts.reviewerLink;
  }

  static async start({ nodes, standby = false }: ClusterOptions): Promise<Cluster> {
    const primary = await PostgresServer.start();
    await makeDatabase(primary);
    const cluster = new Cluster({
      primary,
      standby: standby ? await primary.standby({ synchronous: true }) : undefined,
      arxiv: await startLocalArxiv(),
      reviewerLink: await CuttingProxy.start(primary.port),
      balancerPort: await quietPort(),
    });
    for (let i = 0; i < nodes; i++) await cluster.#addNode(i);
    await Promise.all(cluster.nodes.map((node) => node.start()));
    if (hasBalancer()) await cluster.#balance();
    return cluster;
  }

  /** Where callers ask: haproxy, or the first node where there is none. */
  get url(): string {
    if (this.#balancer === undefined) return this.nodes[0]?.url ?? '';
    return `http://127.0.0.1:${this.#balancerPort}/api/mcp`;
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

  /** The primary is lost for good: makes the standby the primary, and leads everybody there. */
  async failOver(): Promise<void> {
    const { primary } = this;
    if (this.#standby === undefined) throw new Error('This cluster has no standby.');
    this.primary = this.#standby;
    this.#standby = undefined;
    await this.primary.promote();
    for (const link of this.#links) {
      link.targetPort = this.primary.port;
      link.cut();
    }
    await primary.remove();
  }

  get #links(): CuttingProxy[] {
    return [...this.nodes.map(({ link }) => link), this.#reviewerLink];
  }

  /** Statements on the database of the store, as its superuser. */
  sql(statements: string): Promise<string> {
    return this.primary.sql(statements, DATABASE);
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await node.kill();
    if (this.#balancer !== undefined) await stop(this.#balancer);
    for (const link of this.#links) await link.close();
    await this.arxiv.close();
    await this.#standby?.remove();
    await this.primary.remove();
    removeFolder(this.#folder);
  }

  async #addNode(index: number): Promise<void> {
    const name = `node-${index + 1}`;
    const link = await CuttingProxy.start(this.primary.port);
    const environment = {
      ...nodeEnvironment,
      ROBOTICS_MCP_ARXIV_API: this.arxiv.url,
      ROBOTICS_MCP_MAX_PENDING: '1000000',
      ROBOTICS_MCP_MAX_MEGABYTES: '100000',
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

function storeAddress(port: number, role: string): string {
  return `postgres://${role}@127.0.0.1:${port}/${DATABASE}`;
}

async function makeDatabase(primary: PostgresServer): Promise<void> {
  for (const role of Object.values(roles))
    await primary.sql(`CREATE ROLE ${role} LOGIN PASSWORD '${superuser.password}'`);
  await primary.sql(`CREATE DATABASE ${DATABASE} OWNER ${roles.owner}`);
  const store = ['--store', storeAddress(primary.port, roles.owner), '--role', roles.node];
  const { code, errors } = await output(
    startNode([builtProgram(), 'store', 'migrate', ...store], nodeEnvironment),
  );
  if (code !== 0) throw new Error(`The schema was not made: ${errors}`);
}
