import { join } from 'node:path';
import type { Gate } from '../arxiv/pace.ts';
import { diskFiles } from '../lib/disk.ts';
import type { FileSystem } from '../lib/file-system.ts';
import { Lock } from '../lib/lock.ts';
import type { Catalogue } from '../search/catalogue.ts';
import type { WaitingContributions } from './contributions.ts';
import { Journal } from './journal/journal.ts';
import { KeptContributions, type PaperSource } from './kept.ts';
import { Outgoing } from './outgoing.ts';

/** The bounds of what is kept; interface.md, section 5. */
export const bounds = { pending: 1000, bytes: 256_000_000 };
const arxivTimeoutMs = 10_000;

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
  /** Who is asked for papers, if not arXiv by this process itself. */
  readonly papers?: PaperSource | undefined;
  /** Given where another process sends on what waits: called whenever something does. */
  readonly onWaiting?: (() => void) | undefined;
  readonly maxPending?: number | undefined;
  readonly maxBytes?: number | undefined;
  /** Told of what goes wrong without a caller who could be told. */
  readonly onProblem: (error: unknown) => void;
  readonly files?: FileSystem;
  /** How long background work leaves the first answers alone. */
  readonly outgoingStartMs?: number;
  readonly now?: () => number;
}

export interface OpenContributions {
  readonly contributions: KeptContributions;
  readonly outgoing: Outgoing;
  waiting(): WaitingContributions;
  /** Stops background work and closes the journal. */
  close(): Promise<void>;
}

/** Reads what is kept in the data directory and lays it over the data. Makes nothing there. */
export function openContributions(catalogue: Catalogue, options: ContributionOptions): OpenContributions {
  const { directory, files = diskFiles, maxBytes = bounds.bytes, now } = options;
  const place = placeIn(directory);
  const journal = new Journal({ files, directory: place, maxBytes, ...(now !== undefined && { now }) });
  const contributions = new KeptContributions({
    catalogue,
    journal,
    maxPending: options.maxPending ?? bounds.pending,
    arxivTimeoutMs,
    arxiv: once(async () => options.papers ?? openArxiv(options)),
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
      await outgoing.close(hasWritten ? graceMs : 0);
      await journal.close();
    },
  };
}

/** A command that ends at once hands over what it was given, if that takes no longer. */
const graceMs = 5_000;

function placeIn(directory: string): string {
  return join(directory, 'contributions');
}

/** Makes the client of arXiv, which keeps the pace that arXiv asks for among all processes of the directory. */
export async function openArxiv(
  options: Pick<
    ContributionOptions,
    'directory' | 'version' | 'arxivApi' | 'arxivContact' | 'arxivIntervalMs'
  >,
): Promise<PaperSource> {
  const { ArxivClient } = await import('../arxiv/client.ts');
  const contact = options.arxivContact ?? 'contact not set by its operator';
  return new ArxivClient({
    address: options.arxivApi,
    userAgent: `robotics-mcp/${options.version} (${contact})`,
    gate: gateAt(join(placeIn(options.directory), 'arxiv.lock')),
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

/** Lets the processes that share a directory ask arXiv in turn. Without a directory each keeps its own pace. */
export function gateAt(path: string): Gate {
  return {
    enter: async (signal) => {
      for (;;) {
        const lock = await Lock.take(path);
        if (lock !== undefined) return (ms) => lock.leave(ms);
        if (!(await Lock.exists(path))) return undefined;
        await pauseFor(100);
        signal.throwIfAborted();
      }
    },
  };
}

function waitingOf({ state, fold, journal }: KeptContributions, outgoing: Outgoing): WaitingContributions {
  const submissions = [...state.submissions.values()];
  const reviewed = [...submissions, ...state.proposals.values()];
  const toForward = outgoing.toForward();
  const { torn, damaged, set_aside, unreadable } = journal.faults;
  const faults = [
    [torn, 'file(s) end in the middle of a line: their process was killed or is writing'],
    [damaged, 'line(s) are damaged and passed over'],
    [set_aside, 'file(s) of torn lines were set aside'],
    [unreadable, 'file(s) cannot be read'],
    [fold.unknown, 'event(s) come from a newer program and are passed over'],
  ] as const;
  return {
    pending: submissions.filter(({ status }) => status === 'pending').length,
    in_review: reviewed.filter(({ status }) => status === 'in_review').length,
    queued: [...state.reports.values()].filter(({ status }) => status === 'queued').length,
    ...(toForward !== undefined && { to_forward: toForward.length }),
    faults: faults.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}.`),
  };
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}
