import { hostname } from 'node:os';
import { type Agreed, type Agreement, isNewer, newestOf } from '../../data/subscribe/agreement.ts';
import type { System } from '../../lib/system.ts';
import type { StoreAddress } from './address.ts';
import { type Connections, NotSent } from './connection.ts';
import { explain } from './faults.ts';
import type { FoldWriter } from './fold.ts';

/** A node says this often what it has; after the longer time without it the others go on as if it were gone. */
const beats = { renewMs: 5_000, expireMs: 20_000 };
/** What holds until the database has said what its owner wants. */
const PATIENCE_MS = 10 * 60_000;

/** What has come of newer data, for the log. */
export interface DataNews {
  readonly version: string;
  /** `ready`: this node can answer from it; `agreed`: all use it; `alone`: this node does, the database being away. */
  readonly what: 'ready' | 'agreed' | 'alone';
  readonly servers: number;
  /** Servers that lacked it. */
  readonly lacking: readonly string[];
}

interface NodeAgreementOptions {
  readonly address: StoreAddress;
  readonly connections: Connections;
  readonly fold: FoldWriter;
  readonly system: System;
  readonly onNews: (news: DataNews) => void;
}

interface AnnounceRow {
  readonly agreed: string | null;
  readonly lacking: readonly string[];
  readonly patience_ms: string;
  readonly held: readonly string[];
  readonly servers: number;
  readonly ready: number;
}

/**
 * What the nodes at one database know of each other's data. Each says every few seconds which versions it can answer from;
 * one that does not counts as gone. A version that all have is put into use by all, or one that some have waited long
 * enough for. While the database is away what was agreed on holds, until this node has waited as long by itself.
 */
export class NodeAgreement implements Agreement {
  now: Agreed;
  onChange: () => void = () => undefined;
  /** Called again and again while another node has newer data than this one. */
  onBehind: () => void = () => undefined;
  /** Why this node cannot take part, for the operator. */
  problem: string | undefined;
  readonly #options: NodeAgreementOptions;
  readonly #node: string;
  #holds: readonly string[] = [];
  #patienceMs = PATIENCE_MS;
  /** Since when this node has had a version that is newer than the one agreed on. */
  #waitsSince: number | undefined;
  #stop: (() => void) | undefined;
  #saying: Promise<void> | undefined;
  #mustSay = false;
  #isClosed = false;

  constructor(options: NodeAgreementOptions) {
    this.#options = options;
    // The last word is a secret: others are shown the name without it, and cannot speak for this node.
    this.#node = `${hostname().slice(0, 100)} ${options.system.processes.pid} ${options.system.random.hex(16)}`;
    this.now = { version: options.fold.agreed, held: [], servers: 0, ready: 0 };
  }

  announce(holds: readonly string[]): void {
    if (this.#isClosed || holds.join() === this.#holds.join()) return;
    const before = newestOf(this.#holds);
    this.#holds = holds;
    this.#stop ??= this.#options.system.clock.repeat(beats.renewMs, () => this.hear());
    const newest = newestOf(holds);
    if (before !== undefined && isNewer(newest, before)) this.#tell('ready', newest, []);
    this.hear();
  }

  /** Something may have been agreed on: says what this node has, and hears it. Does nothing before it has data. */
  hear(): void {
    if (this.#holds.length === 0) return;
    this.#mustSay = true;
    this.#saying ??= this.#sayAll().finally(() => {
      this.#saying = undefined;
    });
  }

  /** Tells the others that this node ends. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop?.();
    this.#mustSay = false;
    await this.#saying;
    if (this.#holds.length === 0 || this.problem !== undefined) return;
    this.#holds = [];
    await this.#say().catch(() => undefined);
  }

  async #sayAll(): Promise<void> {
    while (this.#mustSay) {
      this.#mustSay = false;
      try {
        const row = await this.#say();
        this.problem = undefined;
        if (row !== undefined) await this.#take(row);
      } catch (error) {
        this.problem = explain(error instanceof NotSent ? error.cause : error, this.#options.address);
        this.#waitAlone();
      }
    }
  }

  async #say(): Promise<AnnounceRow | undefined> {
    const values = [this.#node, this.#holds, beats.expireMs];
    const [row] = await this.#options.connections.query<AnnounceRow>(ANNOUNCE, values);
    return row;
  }

  async #take({ agreed, lacking, patience_ms, held, servers, ready }: AnnounceRow): Promise<void> {
    this.#patienceMs = Number(patience_ms);
    const { fold } = this.#options;
    // It may be older than what was agreed on before, where a standby took over or the owner began anew: nobody goes back.
    const version = agreed ?? undefined;
    const isNews = isNewer(version, this.now.version);
    const before = JSON.stringify(this.now);
    this.now = { version, held: [...held].sort(), servers, ready };
    if (version !== fold.agreed) {
      await fold.note({ agreed: version }).catch(() => undefined);
    }
    if (isNews) this.#tell('agreed', version, lacking);
    this.#wait();
    if (JSON.stringify(this.now) !== before) this.onChange();
    if (isNewer(newestOf(held), newestOf(this.#holds))) this.onBehind();
  }

  /** Begins or ends waiting. */
  #wait(): void {
    const waits = isNewer(newestOf(this.#holds), this.now.version);
    this.#waitsSince = waits ? (this.#waitsSince ?? this.#options.system.clock.now()) : undefined;
  }

  /** The database is away: what was agreed on holds, but not for ever. */
  #waitAlone(): void {
    this.#wait();
    const version = newestOf(this.#holds);
    const now = this.#options.system.clock.now();
    if (this.#waitsSince === undefined || now - this.#waitsSince < this.#patienceMs) return;
    this.now = { ...this.now, version };
    this.#wait();
    if (version !== undefined) this.#tell('alone', version, []);
    this.onChange();
  }

  #tell(what: DataNews['what'], version: string, lacking: readonly string[]): void {
    this.#options.onNews({ version, what, servers: this.now.servers, lacking });
  }
}

const ANNOUNCE = 'select * from robotics_mcp.announce($1, $2, $3)';
