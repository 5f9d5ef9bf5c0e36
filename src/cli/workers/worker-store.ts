import type {
  Appended,
  AppendOptions,
  EventBody,
  EventStore,
  Seq,
  StorageFault,
} from '../../contributions/event-store.ts';
import { isStorageError } from '../../contributions/event-store.ts';
import { PostgresStore, type StoreLink } from '../../contributions/postgres/postgres-store.ts';
import { DataError } from '../../lib/data-error.ts';
import { realSystem } from '../../lib/system.ts';
import type { WorkerQuestion } from './messages.ts';

/** What became of an append, in a form that goes from one process to another. */
type Told =
  | { readonly appended: Exclude<Appended, { readonly result: 'unknown' }> }
  | {
      readonly fault: { readonly code: StorageFault; readonly message: string };
      readonly isUnknown: boolean;
    };

type Ask = <Value>(question: WorkerQuestion) => Promise<Value>;

/** The store of a node as a worker has it: it reads the files that the primary keeps, and writes through it. */
export function workerStore(directory: string, ask: Ask): EventStore {
  return new PostgresStore({ directory, system: realSystem, link: new PrimaryLink(ask) });
}

class PrimaryLink implements StoreLink {
  onChange: () => void = () => undefined;
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async append(events: readonly EventBody[], { key, expect }: AppendOptions): Promise<Appended> {
    const told = await this.#ask<Told>({
      what: 'append',
      events: events.map((event) => ({ ...event })),
      ...(key !== undefined && { key }),
      ...(expect !== undefined && {
        expect: {
          ticket: expect.ticket,
          undecidedSince: [...expect.undecidedSince] as [number, string, number],
        },
      }),
    });
    this.onChange();
    if ('appended' in told) return told.appended;
    // Its cause is in the primary's log.
    const error = new DataError(told.fault.code, told.fault.message);
    if (told.isUnknown) return { result: 'unknown', error };
    throw error;
  }

  head(): Promise<Seq | undefined> {
    return this.#ask<Seq | undefined>({ what: 'head' });
  }

  /** All work that one process does at a time is the primary's. */
  async claim(): Promise<'unavailable'> {
    return 'unavailable';
  }

  async settle(): Promise<void> {}

  async close(): Promise<void> {}
}

/** Appends for a worker. */
export async function appendFor(
  store: EventStore,
  events: readonly EventBody[],
  options: AppendOptions,
  onFault: (cause: unknown) => void,
): Promise<Told> {
  try {
    const appended = await store.append(events, options);
    if (appended.result !== 'unknown') return { appended };
    onFault(appended.error.cause);
    return { fault: { code: appended.error.code, message: appended.error.message }, isUnknown: true };
  } catch (error) {
    if (!isStorageError(error)) throw error;
    if (error.cause !== undefined) onFault(error.cause);
    return { fault: { code: error.code, message: error.message }, isUnknown: false };
  }
}
