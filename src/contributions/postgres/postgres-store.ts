import type { DataError } from '../../lib/data-error.ts';
import type { System } from '../../lib/system.ts';
import type {
  Appended,
  AppendOptions,
  Changes,
  Claim,
  Cursor,
  EventBody,
  EventStore,
  Seq,
  StorageFault,
  StoredEvent,
} from '../event-store.ts';
import { unavailable } from './faults.ts';
import { FoldReader } from './fold.ts';
import type { NodeAgreement } from './node-agreement.ts';
import { eventsOf, isMalformed } from './stored-row.ts';

/** The way to the database: the database itself, or for a worker the process that has it. */
export interface StoreLink {
  readonly refusal?: DataError<StorageFault> | undefined;
  /** Called whenever there is something new to read. */
  onChange: () => void;
  append(events: readonly EventBody[], options: AppendOptions): Promise<Appended>;
  /** The last sequence number, once all that was in the database is in the files. Rejects if it cannot be asked. */
  head(): Promise<Seq | undefined>;
  claim(work: string): Promise<Claim | 'taken' | 'unavailable'>;
  settle(claim: Claim, afterMs?: number): Promise<void>;
  close(): Promise<void>;
}

interface PostgresStoreOptions {
  /** Of the files that the process that connects keeps. */
  readonly directory: string;
  readonly system: System;
  readonly link: StoreLink;
  readonly agreement?: NodeAgreement;
  /** Called at the end, when nothing is written any more. */
  readonly onClosed?: () => Promise<void>;
}

/**
 * Events in PostgreSQL. What is read comes from files beside the process, which follow the database, so that no answer
 * waits for it; what is written goes there and is in the files before it is acknowledged.
 */
export class PostgresStore implements EventStore {
  readonly needsTidying = false;
  /** Which data the nodes at this database use; undefined in a worker, whose primary knows it. */
  readonly agreement: NodeAgreement | undefined;
  readonly #reader: FoldReader;
  readonly #link: StoreLink;
  readonly #onClosed: () => Promise<void>;
  #closed: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();
  /** What the cursors of this store begin with. */
  readonly #name: string;
  #unchanged: Changes = { events: [], cursor: '', startAgain: false };
  #reads = 0;
  /** Numbers of the rows of which something was left out. */
  #malformed: number[] = [];

  constructor(options: PostgresStoreOptions) {
    const { directory, system, link, agreement, onClosed = async () => undefined } = options;
    this.agreement = agreement;
    this.#reader = new FoldReader(directory, system);
    this.#name = system.random.fraction().toString(36).slice(2);
    this.#link = link;
    this.#onClosed = onClosed;
    link.onChange = () => {
      for (const listener of this.#listeners) listener();
    };
  }

  get refusal(): DataError<StorageFault> | undefined {
    // A worker knows it by the state of the files alone.
    const isAway = this.#reader.state?.away !== undefined;
    return this.#link.refusal ?? (isAway ? unavailable() : undefined);
  }

  get warnings(): readonly string[] {
    const { away, read_only } = this.#reader.state ?? {};
    const { problem } = this.agreement ?? {};
    const apart =
      problem === undefined || away !== undefined
        ? undefined
        : `Newer data are not put into use together with the other servers: ${problem}`;
    const malformed = this.#malformed.length === 0 ? undefined : leftOut(this.#malformed);
    return [away, read_only, apart, malformed].filter((each) => each !== undefined);
  }

  append(events: readonly EventBody[], options: AppendOptions = {}): Promise<Appended> {
    return this.#link.append(events, options);
  }

  since(cursor?: Cursor): Changes {
    const isKnown = cursor === this.#unchanged.cursor && cursor !== '';
    if (!isKnown) this.#reader.restart();
    const { rows, isAll } = this.#reader.read();
    if (rows.length === 0 && isKnown && !isAll) return this.#unchanged;
    const events: StoredEvent[] = rows.flatMap(eventsOf);
    const malformed = rows.filter(isMalformed).map(({ seq }) => seq);
    this.#malformed = isKnown && !isAll ? [...this.#malformed, ...malformed] : malformed;
    this.#reads += 1;
    this.#unchanged = { events: [], cursor: `${this.#name}-${this.#reads}`, startAgain: false };
    return { ...this.#unchanged, events, startAgain: !isKnown || isAll };
  }

  head(): Promise<Seq | undefined> {
    return this.#link.head();
  }

  wake(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  claim(work: string): Promise<Claim | 'taken' | 'unavailable'> {
    return this.#link.claim(work);
  }

  settle(claim: Claim, afterMs?: number): Promise<void> {
    return this.#link.settle(claim, afterMs);
  }

  /** PostgreSQL does so by itself. */
  async tidy(): Promise<void> {}

  close(): Promise<void> {
    this.#closed ??= this.#link.close().then(this.#onClosed);
    return this.#closed;
  }
}

/** More numbers than these are counted only. */
const MOST_TOLD = 10;

/** For the operator: which rows hold what nobody can read. */
function leftOut(rows: readonly number[]): string {
  const told = rows.slice(0, MOST_TOLD).join(', ');
  const more = rows.length > MOST_TOLD ? ', …' : '';
  return `${rows.length} append(s) in the database are malformed and left out (${told}${more}): whoever has the password of a server wrote them. robotics-mcp store check says how they are taken out.`;
}
