import { DataError } from '../../lib/data-error.ts';
import type { System } from '../../lib/system.ts';
import type { Appended, AppendOptions, Claim, EventBody, Seq, StorageFault } from '../event-store.ts';
import { hashOf } from '../journal/line.ts';
import type { StoreAddress } from './address.ts';
import { Connections, NotSent } from './connection.ts';
import { isRolledBack, notKnown, refusalOf, unavailable } from './faults.ts';
import type { FoldWriter } from './fold.ts';
import { type ChangeRow, Follower } from './follower.ts';
import { SCHEMA_VERSION } from './migrations.ts';
import { type DataNews, NodeAgreement } from './node-agreement.ts';
import type { StoreLink } from './postgres-store.ts';

/** What is appended at once. Far below what PostgreSQL takes, and above all that a tool lets through. */
const MOST_BYTES = 8_000_000;
/** Whoever holds a claim says so this often; the database gives it to another after 20 s without it. */
const RENEW_CLAIM_MS = 5_000;

interface DatabaseOptions {
  readonly address: StoreAddress;
  readonly fold: FoldWriter;
  readonly system: System;
  readonly onState: (away: string | undefined) => void;
  readonly onData: (news: DataNews) => void;
}

type AppendRow = ChangeRow & {
  readonly result: 'kept' | 'already_there' | 'overtaken';
  readonly own: string;
};

/** The database itself, as the one process of a node that connects has it. */
export class Database implements StoreLink {
  readonly #connections: Connections;
  readonly #follower: Follower;
  readonly #system: System;
  readonly #claims = new Set<DatabaseClaim>();
  /** What the nodes at this database know of each other's data. */
  readonly agreement: NodeAgreement;
  /** Called whenever there is something new to read. */
  onChange: () => void = () => undefined;

  constructor({ address, fold, system, onState, onData }: DatabaseOptions) {
    this.#system = system;
    this.#connections = new Connections(address);
    this.#follower = new Follower({
      address,
      fold,
      system,
      onState,
      onChange: () => this.onChange(),
      onData: () => this.agreement.hear(),
    });
    const connections = this.#connections;
    this.agreement = new NodeAgreement({ address, connections, fold, system, onNews: onData });
  }

  /** Begins to follow; resolves when the database has been read, or cannot be reached. */
  async open(): Promise<void> {
    this.#follower.start();
    await this.#follower.first;
  }

  get refusal(): DataError<StorageFault> | undefined {
    return this.#follower.refusal;
  }

  async append(events: readonly EventBody[], options: AppendOptions): Promise<Appended> {
    if (this.refusal !== undefined) throw this.refusal;
    const bodies = JSON.stringify(events);
    if (Buffer.byteLength(bodies) > MOST_BYTES) {
      throw new DataError('STORAGE_FULL', `This has more than ${MOST_BYTES / 1e6} MB, so nothing was kept.`);
    }
    const { key, expect, carried } = options;
    const from = this.#follower.place;
    const values = [
      SCHEMA_VERSION,
      carried?.key ?? (key === undefined ? this.#system.random.hex(16) : hashOf(key)),
      bodies,
      ticketsDecided(events),
      expect === undefined ? null : asciiOf(expect.ticket),
      expect?.undecidedSince[0] ?? null,
      carried?.at ?? null,
      from.seq,
      from.key,
    ];
    let rows: AppendRow[];
    try {
      rows = await this.#connections.query<AppendRow>(APPEND, values);
    } catch (error) {
      if (error instanceof NotSent) throw unavailable(error.cause);
      if (isRolledBack(error)) throw refusalOf(error);
      return { result: 'unknown', error: notKnown(error) };
    }
    await this.#follower.take(rows, from);
    const [{ result, own } = { result: 'overtaken' as const, own: '' }] = rows;
    return result === 'overtaken' ? { result } : { result, seq: [Number(own), '', 0] };
  }

  async head(): Promise<Seq | undefined> {
    await this.#follower.catchUp();
    const { seq, events } = this.#follower.place;
    return seq === 0 ? undefined : [seq, '', events - 1];
  }

  async claim(work: string): Promise<Claim | 'taken' | 'unavailable'> {
    if (this.refusal !== undefined) return 'unavailable';
    const holder = this.#system.random.hex(8);
    const rows = await this.#connections
      .query<{ is_ours: boolean }>(CLAIM, [work, holder])
      .catch(() => 'unavailable' as const);
    if (rows === 'unavailable') return rows;
    if (rows[0]?.is_ours !== true) return 'taken';
    const claim = new DatabaseClaim(work, holder, this.#connections);
    this.#claims.add(claim);
    return claim;
  }

  /** Never rejects: a claim that cannot be given back expires. */
  async settle(claim: Claim, afterMs = 0): Promise<void> {
    if (!(claim instanceof DatabaseClaim)) throw new TypeError('The claim is of another store.');
    this.#claims.delete(claim);
    await claim.leave(afterMs);
  }

  async close(): Promise<void> {
    await Promise.all([this.agreement.close(), ...[...this.#claims].map((claim) => this.settle(claim))]);
    await this.#follower.close();
    await this.#connections.close();
  }
}

const APPEND = 'select * from robotics_mcp.append($1, $2, $3, $4, $5, $6, $7, $8, $9)';

/** For how long, and what has expired, the database says by its own clock. */
const CLAIM = 'select robotics_mcp.claim($1, $2) as is_ours';
const HOLD = 'select robotics_mcp.hold($1, $2) as is_ours';
const LEAVE = 'select robotics_mcp.leave($1, $2, $3)';

/** Work in the outbox that this process holds, and keeps as long as it lives. */
class DatabaseClaim implements Claim {
  readonly #work: string;
  readonly #holder: string;
  readonly #connections: Connections;
  readonly #timer: NodeJS.Timeout;

  constructor(work: string, holder: string, connections: Connections) {
    this.#work = work;
    this.#holder = holder;
    this.#connections = connections;
    this.#timer = setInterval(() => void this.isHeld(), RENEW_CLAIM_MS).unref();
  }

  /** False too where the database cannot be asked: whoever does not know must not go on. */
  async isHeld(): Promise<boolean> {
    const rows = await this.#connections
      .query<{ is_ours: boolean }>(HOLD, [this.#work, this.#holder])
      .catch(() => []);
    return rows[0]?.is_ours === true;
  }

  async leave(afterMs: number): Promise<void> {
    clearInterval(this.#timer);
    await this.#connections
      .query(LEAVE, [this.#work, this.#holder, Math.round(afterMs)])
      .catch(() => undefined);
  }
}

/** The tickets that events decide on, by which the database knows whether an expectation holds. */
function ticketsDecided(events: readonly EventBody[]): string[] {
  return events.flatMap(({ type, ticket }) =>
    type === 'decided' && typeof ticket === 'string' ? [asciiOf(ticket)] : [],
  );
}

/** Text of any characters as one that PostgreSQL takes. */
function asciiOf(text: string): string {
  return /^[\x21-\x7e]{1,64}$/.test(text) ? text : hashOf(text);
}
