import { join } from 'node:path';
import type { ArxivClient, SharedLock } from '../arxiv/client.ts';
import { lazily } from '../lib/lazily.ts';
import { memoryFiles } from '../lib/memory-file-system.ts';
import { realSystem, type System } from '../lib/system.ts';
import type { Catalogue } from '../search/catalogue.ts';
import type { WaitingContributions } from './contributions.ts';
import type { EventStore } from './event-store.ts';
import { type JournalOptions, JournalStore } from './journal/journal-store.ts';
import { Outgoing } from './outgoing.ts';
import { defaultBounds } from './quota.ts';
import { type PaperSource, StoredContributions } from './stored-contributions.ts';

const ARXIV_TIMEOUT_MS = 10_000;
/** Between two looks whether arXiv may be asked, in milliseconds. */
const TURN_PAUSE_MS = 100;

/** Where contributions are kept and where they go. */
export interface ContributionOptions {
  /** The data directory. It is made with the first contribution. */
  readonly directory: string;
  /** Of this program. */
  readonly version: string;
  /** Address of the arXiv API, if not arXiv's own. */
  readonly arxivApi?: string | undefined;
  /** Mail or page by which arXiv can reach whoever runs this. */
  readonly arxivContact?: string | undefined;
  /** Between two requests, and after a first failure; tests alone have another than arXiv asks for. */
  readonly arxivIntervalMs?: number | undefined;
  /** Endpoint of a hosted service, to which contributions are passed on. */
  readonly service?: string | undefined;
  readonly forwardContact?: boolean | undefined;
  /** Where they are kept, if not in the data directory. Closing the contributions closes it. */
  readonly store?: EventStore | undefined;
  /** The source of papers, if not arXiv through this process itself. */
  readonly papers?: PaperSource | undefined;
  /** Given where another process forwards waiting contributions: called whenever there are some. */
  readonly onWaiting?: (() => void) | undefined;
  /** How many contributions may wait. */
  readonly maxPending?: number | undefined;
  /** What all events may take, as JSON in UTF-8. */
  readonly maxBytes?: number | undefined;
  /** Called with failures that have no caller to report them to. */
  readonly onProblem: (error: unknown) => void;
  /** The machine on whose disk they are kept. */
  readonly system?: System;
  /** Delay of background work, in favour of the first answers. */
  readonly outgoingStartMs?: number;
}

export interface OpenContributions {
  readonly contributions: StoredContributions;
  readonly outgoing: Outgoing;
  waiting(): WaitingContributions;
  /** Stops background work and closes the store. */
  close(): Promise<void>;
}

/** Reads the contributions in the data directory and overlays them on the data. Creates nothing there. */
export function openContributions(catalogue: Catalogue, options: ContributionOptions): OpenContributions {
  const store = options.store ?? openStore(options.directory, { ...options, onDamage: options.onProblem });
  const contributions = new StoredContributions({
    catalogue,
    store,
    durable: true,
    bounds: {
      pending: options.maxPending ?? defaultBounds.pending,
      bytes: options.maxBytes ?? defaultBounds.bytes,
    },
    arxivTimeoutMs: ARXIV_TIMEOUT_MS,
    arxiv: lazily(async () => options.papers ?? openArxiv(options)),
    onProblem: options.onProblem,
  });
  const outgoing = new Outgoing(contributions, {
    remote: options.service === undefined ? undefined : () => openRemote(options, options.service ?? ''),
    onProblem: options.onProblem,
    onWaiting: options.onWaiting,
    ...(options.outgoingStartMs !== undefined && { startMs: options.outgoingStartMs }),
  });
  let hasWritten = false;
  contributions.onKept = () => {
    hasWritten = true;
  };
  contributions.onNews = () => outgoing.start();
  return {
    contributions,
    outgoing,
    waiting: () => waitingOf(contributions, outgoing),
    close: async () => {
      await outgoing.close(hasWritten ? GRACE_MS : 0);
      await store.close();
    },
  };
}

/** A command that ends at once still forwards its contributions, if that takes no longer. */
const GRACE_MS = 5_000;

/** The events that are kept in a data directory. Nothing is made there before the first one. */
export function openStore(
  dataDirectory: string,
  { system, onDamage }: Pick<ContributionOptions, 'system'> & Pick<JournalOptions, 'onDamage'> = {},
): JournalStore {
  const directory = join(dataDirectory, 'contributions');
  return new JournalStore({ directory, onDamage, ...(system !== undefined && { system }) });
}

/**
 * Keeps contributions in memory until the process ends, without network: papers wait as if arXiv could not be
 * reached.
 */
export function keepInMemory(catalogue: Catalogue): StoredContributions {
  return new StoredContributions({
    catalogue,
    store: openStore('/', { system: { ...realSystem, files: memoryFiles() } }),
    durable: false,
    bounds: defaultBounds,
    arxivTimeoutMs: ARXIV_TIMEOUT_MS,
    arxiv: async () => ({ lookUp: async () => ({ kind: 'unreachable', reason: 'is not asked' }) }),
    onProblem: (error) => {
      throw error;
    },
  });
}

/** Makes the client of arXiv, which keeps to the request interval that arXiv asks for, shared among all processes of the store. */
export async function openArxiv(
  options: Pick<
    ContributionOptions,
    'directory' | 'store' | 'version' | 'arxivApi' | 'arxivContact' | 'arxivIntervalMs'
  >,
): Promise<ArxivClient> {
  const { ArxivClient } = await import('../arxiv/client.ts');
  const contact = options.arxivContact ?? 'contact not set by its operator';
  return new ArxivClient({
    address: options.arxivApi,
    userAgent: `robotics-mcp/${options.version} (${contact})`,
    sharedLock: arxivLock(options.store ?? openStore(options.directory)),
    ...(options.arxivIntervalMs !== undefined && {
      intervalMs: options.arxivIntervalMs,
      backOffMs: options.arxivIntervalMs,
    }),
  });
}

async function openRemote({ version, forwardContact = false }: ContributionOptions, address: string) {
  const { RemoteService } = await import('./remote.ts');
  return new RemoteService({ address, version, withContact: forwardContact });
}

/** Lets the processes that share a store ask arXiv one at a time. Where nothing can be claimed, each limits only itself. */
export function arxivLock(store: EventStore): SharedLock {
  return {
    acquire: async (signal) => {
      for (;;) {
        const claim = await store.claim('arxiv');
        if (claim === 'unavailable') return undefined;
        if (claim !== 'taken') return (ms) => store.settle(claim, ms);
        await pauseFor(TURN_PAUSE_MS);
        signal.throwIfAborted();
      }
    },
  };
}

function waitingOf(contributions: StoredContributions, outgoing: Outgoing): WaitingContributions {
  const { state, replay, store } = contributions;
  const submissions = [...state.submissions.values()];
  const reviewed = [...submissions, ...state.proposals.values()];
  const toForward = outgoing.toForward();
  const { unknown } = replay;
  const faults = [...store.warnings, ...contributions.full];
  if (unknown > 0) {
    const why = 'a newer program wrote them, or somebody by hand';
    faults.push(`${unknown} event(s) are of no form that this program knows, and passed over: ${why}.`);
  }
  return {
    pending: submissions.filter(({ status }) => status === 'pending').length,
    in_review: reviewed.filter(({ status }) => status === 'in_review').length,
    queued: [...state.reports.values()].filter(({ status }) => status === 'queued').length,
    ...(toForward !== undefined && { to_forward: toForward.length }),
    faults,
  };
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
