import type { Client } from 'pg';
import { DataError } from '../../lib/data-error.ts';
import { backoffMs } from '../../lib/fetch.ts';
import { Serial } from '../../lib/serial.ts';
import type { System } from '../../lib/system.ts';
import type { StorageFault } from '../event-store.ts';
import type { StoreAddress } from './address.ts';
import { connect, destroy, retried } from './connection.ts';
import { explain, readOnly, unavailable } from './faults.ts';
import type { FoldFile, FoldWriter } from './fold.ts';
import { SCHEMA_VERSION } from './migrations.ts';
import { readRow, type StoredRow } from './stored-row.ts';

/** Reading makes up for a notification that was lost. */
const POLL_MS = 5_000;
/** Between two attempts to connect. */
const pauses = { firstMs: 250, longestMs: 2_000, jitter: 0.5 };
/** Rows that are read at once. */
const PAGE = 500;
/** The time of the last look is written down no more often. */
const NOTE_MS = 30_000;

/** A row of what since() and append() return: the state of the store, and an event row if there is one. */
export interface ChangeRow {
  readonly stands: boolean;
  readonly store: string;
  readonly version: number;
  readonly keys_revision: string;
  readonly seq: string | null;
  readonly key: string;
  readonly at: string;
  /** JSON that a role of a node may have written by itself. */
  readonly bodies: unknown;
}

interface FollowerOptions {
  readonly address: StoreAddress;
  readonly fold: FoldWriter;
  readonly system: System;
  /** Called whenever there is something new to read. */
  readonly onChange: () => void;
  /** Called when the database is reached again (without a sentence), or lost, with a sentence for the operator. */
  readonly onState: (away: string | undefined) => void;
  /** Called when the nodes' versions of the data may have changed. */
  readonly onData: () => void;
}

/** Follows the events and keys of a database into the files beside this process. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #ended = new AbortController();
  /** Resolves when the first attempt to read the database has come to an end. */
  readonly first: Promise<void>;
  #onFirst: () => void = () => undefined;
  #running: Promise<void> | undefined;
  #client: Client | undefined;
  /** Why nothing can be written now. */
  refusal: DataError<StorageFault> | undefined;
  #away: string | undefined;
  #keysRevision = '';
  #notedAt = 0;
  #wake: () => void = () => undefined;
  #isWoken = false;
  /** What is added to the files, one after the other, and what is read from the connection likewise. */
  readonly #additions = new Serial();
  readonly #reads = new Serial();
  #next: Promise<void> | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.first = new Promise((resolve) => {
      this.#onFirst = resolve;
    });
  }

  /** The file that rows are added to, and how far it goes: where a reader of the database goes on. */
  get place(): FoldFile['last'] & { readonly file: FoldFile } {
    const file = this.#options.fold.current;
    return { file, ...file.last };
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when all that was in the database at the time of the call is in the files. Rejects if it is away. */
  catchUp(): Promise<void> {
    // Whoever comes while a read waits for its turn is served by it.
    this.#next ??= this.#reads.run(async () => {
      this.#next = undefined;
      const client = this.#client;
      if (client === undefined) throw unavailable();
      await this.#read(client);
    });
    return this.#next;
  }

  /**
   * Adds the rows that an append brought along, which follow upon the place where it was sent. Resolves when they are
   * there, and never rejects: what cannot be added now is read later.
   */
  async take(rows: readonly ChangeRow[], from: Follower['place']): Promise<void> {
    const isTaken = await this.#add(rows, from).catch(() => false);
    if (!isTaken || rows.length >= PAGE) await this.catchUp().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#ended.abort();
    this.#wake();
    if (this.#client !== undefined) destroy(this.#client);
    await this.#running;
    await this.#additions.run(async () => undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#ended;
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.#follow(() => {
          failures = 0;
        });
      } catch (error) {
        if (!signal.aborted) await this.#lose(error);
      }
      this.#onFirst();
      failures += 1;
      await this.#options.system.clock.sleep(backoffMs(pauses, failures), signal).catch(() => undefined);
    }
  }

  /** Follows one connection to its end. */
  async #follow(onRead: () => void): Promise<void> {
    let isLost = false;
    const client = await connect(this.#options.address, () => {
      isLost = true;
      this.#wake();
    });
    try {
      client.on('notification', ({ payload }) => {
        if (payload === 'data') return this.#options.onData();
        this.#isWoken = true;
        this.#wake();
      });
      await this.#checkWritable(client);
      await client.query('listen robotics_mcp');
      this.#client = client;
      while (!isLost && !this.#ended.signal.aborted) {
        this.#isWoken = false;
        await this.catchUp();
        onRead();
        this.#onFirst();
        if (!this.#isWoken && !isLost && !this.#ended.signal.aborted) await this.#pause();
      }
      if (isLost) throw new Error('the connection ended');
    } finally {
      this.#client = undefined;
      destroy(client);
    }
  }

  async #checkWritable(client: Client): Promise<void> {
    const { rows } = await retried(() => client.query<{ is_standby: boolean }>(IS_STANDBY));
    if (rows[0]?.is_standby) throw new DataError('STORE', readOnly(this.#options.address.shown));
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #read(client: Client): Promise<void> {
    for (;;) {
      const from = this.place;
      const rows = await changes(client, from);
      if (!(await this.#add(rows, from))) await this.#loadAnew(client);
      else if (rows.length < PAGE) {
        await this.#readKeys(client, rows[0]?.keys_revision ?? '');
        return this.#noteFollowed(rows[0]?.version ?? 0);
      }
    }
  }

  /** False if they do not follow upon what is in the files. */
  #add(rows: readonly ChangeRow[], { file, seq }: Follower['place']): Promise<boolean> {
    const { fold, onChange } = this.#options;
    return this.#additions.run(async () => {
      const [first] = rows;
      const isSame = first?.store === fold.store || seq === 0;
      if (first?.stands !== true || !isSame || fold.current.isBroken) return false;
      // Loaded anew meanwhile: the rows are there, or are read next.
      if (fold.current !== file) return true;
      const fresh = rowsOf(rows).filter((row) => row.seq > fold.current.last.seq);
      await fold.add(fresh);
      if (fold.store !== first.store) await fold.note({ store: first.store });
      if (fresh.length > 0) onChange();
      return true;
    });
  }

  /** The place is gone: another timeline, or another store. Until all has been read, what was known is shown. */
  async #loadAnew(client: Client): Promise<void> {
    const { fold, onChange } = this.#options;
    const file = await fold.newFile();
    let store = '';
    for (;;) {
      const rows = await changes(client, file.last);
      store = rows[0]?.store ?? store;
      await fold.add(rowsOf(rows), file);
      if (rows.length < PAGE) break;
    }
    await this.#additions.run(() => fold.use(file, store));
    onChange();
  }

  async #readKeys(client: Client, revision: string): Promise<void> {
    if (revision === this.#keysRevision) return;
    const { rows } = await retried(() => client.query<{ revision: string; document: string }>(KEYS));
    const [found] = rows;
    if (found === undefined) return;
    await this.#options.fold.keys(found.document);
    this.#keysRevision = found.revision;
  }

  async #noteFollowed(version: number): Promise<void> {
    const { fold, system, onState, address } = this.#options;
    const problem = versionProblem(version, address);
    const before = this.refusal?.message;
    this.refusal = problem === undefined ? undefined : new DataError('READ_ONLY', REFUSED);
    const wasAway = this.#away !== undefined;
    this.#away = undefined;
    const now = system.clock.now();
    if (!wasAway && before === this.refusal?.message && now - this.#notedAt < NOTE_MS) return;
    this.#notedAt = now;
    await fold.note({ followed_at: now, away: undefined, read_only: problem });
    if (wasAway || before !== this.refusal?.message) onState(problem);
  }

  async #lose(error: unknown): Promise<void> {
    const { fold, onState, address } = this.#options;
    this.refusal = unavailable();
    const why = explain(error, address);
    if (why === this.#away) return;
    this.#away = why;
    onState(why);
    await fold.note({ away: why }).catch(() => undefined);
  }
}

const IS_STANDBY =
  "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_standby";
const CHANGES = 'select * from robotics_mcp.since($1, $2, $3)';
const KEYS = 'select revision, document::text as document from robotics_mcp.keys';

const REFUSED =
  'The database of this server is of another version than the server, so nothing was kept. Its operator finds out more with robotics-mcp store check; searching goes on.';

/** Why a program that knows one version of the schema does not write to another, for the operator. */
export function versionProblem(version: number, { shown }: StoreAddress): string | undefined {
  if (version === SCHEMA_VERSION) return undefined;
  if (version > SCHEMA_VERSION) {
    return `The schema in the database ${shown} is of version ${version}, and this program writes ${SCHEMA_VERSION}: it reads on and writes nothing. Update the program.`;
  }
  return `The schema in the database ${shown} is of version ${version}, and this program writes ${SCHEMA_VERSION}. Its owner brings it forward: robotics-mcp store migrate --role ROLE`;
}

/** The next rows behind a place. */
export async function changes(
  client: Client,
  from: Pick<FoldFile['last'], 'seq' | 'key'>,
): Promise<ChangeRow[]> {
  const { rows } = await retried(() => client.query<ChangeRow>(CHANGES, [from.seq, from.key, PAGE]));
  return rows;
}

/** The event rows among them, each of them validated. */
export function rowsOf(rows: readonly ChangeRow[]): StoredRow[] {
  return rows.flatMap(({ seq, key, at, bodies }) =>
    seq === null ? [] : [readRow(Number(seq), key, Number(at), bodies)],
  );
}
