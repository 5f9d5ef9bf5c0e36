import { isDeepStrictEqual } from 'node:util';
import type { ArxivClient } from '../arxiv/client.ts';
import { readArxivId } from '../arxiv/identifier.ts';
import type { ArxivAnswer } from '../arxiv/paper.ts';
import { DataError } from '../lib/data-error.ts';
import type { Catalogue } from '../search/catalogue.ts';
import type {
  Contributions,
  ErrorReport,
  PublicationSubmission,
  RecordReceipt,
  RecordSubmission,
  ReportReceipt,
  SubmissionReceipt,
  SubmissionRefusal,
} from './contributions.ts';
import type { EventStore } from './event-store.ts';
import {
  type ContributionEvent,
  type Proposed,
  proposalTicket,
  reportTicket,
  submissionTicket,
} from './events.ts';
import { Overlay } from './overlay.ts';
import { findByAddress, findByArxivId, findDuplicate, toPublication } from './proposals.ts';
import { Replay } from './replay.ts';
import { isWaiting, type Proposal, type State } from './state.ts';

/** Further reports of the same thing are joined, but kept no longer. */
const MOST_JOINED = 20;
/** How long making another version ready may keep answers waiting at a stretch. */
const SLICE_MS = 4;

/** The source of papers: arXiv's client, or the process that has it. */
export type PaperSource = Pick<ArxivClient, 'lookUp'>;

export interface StoredContributionsOptions {
  readonly catalogue: Catalogue;
  readonly store: EventStore;
  /** False where the store lasts no longer than the process. */
  readonly durable: boolean;
  readonly maxPending: number;
  /** How long a submission waits for arXiv, queueing included. */
  readonly arxivTimeoutMs: number;
  /** Loads the client when it is first needed. */
  readonly arxiv: () => Promise<PaperSource>;
  /** Called with failures that have no caller to report them to. */
  readonly onProblem: (error: unknown) => void;
}

interface GivenPaper {
  readonly arxiv_id: string;
  readonly version: number | undefined;
  readonly note: string | undefined;
}

/** Contributions as the events of a store, overlaid on the data. */
export class StoredContributions implements Contributions {
  readonly durable: boolean;
  readonly store: EventStore;
  readonly replay = new Replay();
  /** Called when any process has contributed something. */
  onNews: () => void = () => undefined;
  /** Called after this process has stored something. */
  onKept: () => void = () => undefined;
  readonly #options: StoredContributionsOptions;
  readonly #exclusive = new Exclusive();
  /** Tickets that are being opened, which the state does not know yet. */
  readonly #opening = new Set<string>();
  #cursor: string | undefined;
  /** The version of the data that submissions are held against. */
  #catalogue: Catalogue;
  /** The versions that show what was contributed. */
  readonly #overlays = new Map<Catalogue, Overlay>();
  /** Keys that have changed while another catalogue is being prepared. */
  #late: Set<string> | undefined;

  constructor(options: StoredContributionsOptions) {
    this.#options = options;
    this.durable = options.durable;
    this.store = options.store;
    this.#catalogue = options.catalogue;
    this.#overlays.set(options.catalogue, new Overlay(options.catalogue));
    this.refresh();
    this.store.wake(() => this.refresh());
  }

  get count(): number {
    return this.state.effects;
  }

  get state(): State {
    return this.replay.state;
  }

  /** Applies what any process has written. Never throws. */
  refresh(): void {
    try {
      const changes = this.store.since(this.#cursor);
      this.#cursor = changes.cursor;
      if (this.replay.take(changes)) this.onNews();
      const { state } = this;
      if (state.dirty.size === 0) return;
      const keys = [...state.dirty];
      state.dirty.clear();
      for (const key of keys) this.#late?.add(key);
      for (const overlay of this.#overlays.values()) overlay.update(state, keys);
    } catch (error) {
      this.#options.onProblem(error);
    }
  }

  /**
   * Lays all that was contributed over another version of the data, a little at a time, so that answers go out
   * meanwhile. From then on that version shows what is contributed too.
   */
  async prepare(catalogue: Catalogue): Promise<void> {
    const overlay = new Overlay(catalogue);
    const late = new Set<string>();
    this.#late = late;
    let since = performance.now();
    for (const key of [...this.state.layers.keys()]) {
      overlay.update(this.state, [key]);
      if (performance.now() - since < SLICE_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    overlay.update(this.state, late);
    this.#late = undefined;
    this.#overlays.set(catalogue, overlay);
  }

  /** Holds submissions against a version that was prepared. */
  use(catalogue: Catalogue): void {
    this.#catalogue = catalogue;
  }

  /** Shows nothing more in a version that is not in use. */
  forget(catalogue: Catalogue): void {
    this.#overlays.delete(catalogue);
  }

  /**
   * Writes an event and takes it over. Said again before anything is decided on its ticket, by whatever process, it
   * counts once; a decision is not written where another was made meanwhile. Throws a DataError if it is not kept.
   */
  async append(event: ContributionEvent): Promise<void> {
    const { ticket } = event;
    const undecidedSince = this.replay.lastOf(ticket);
    const decided = this.state.find(ticket)?.decisions.length ?? 0;
    const appended = await this.store.append([event], {
      key: `${decided} ${JSON.stringify(event)}`,
      ...(event.type === 'decided' && undecidedSince && { expect: { ticket, undecidedSince } }),
    });
    if (appended.result === 'unknown') throw appended.error;
    if (appended.result !== 'kept') this.refresh();
  }

  async submitPublication(submission: PublicationSubmission): Promise<SubmissionReceipt | SubmissionRefusal> {
    const given = submission.arxiv_id ?? submission.url ?? '';
    const reading = readArxivId(given);
    const key = 'id' in reading ? { arxiv_id: reading.id } : { url: given };
    const ticket = submissionTicket(key);
    return this.#exclusive.run(ticket, async () => {
      if ('url' in key) return this.#submitAddress(ticket, key.url, submission.note);
      const known = findByArxivId(this.#catalogue, key.arxiv_id);
      if (known !== undefined) return { status: 'already_published', publication: known };
      // arXiv need not be asked for what could not be kept.
      if (this.store.refusal !== undefined) throw this.store.refusal;
      const arxiv = await this.#options.arxiv();
      const version = 'id' in reading ? reading.version : undefined;
      const { arxivTimeoutMs: timeoutMs } = this.#options;
      const answer = await arxiv.lookUp(key.arxiv_id, { version, timeoutMs });
      return this.#settle(ticket, { ...key, version, note: submission.note }, answer);
    });
  }

  reportError(report: ErrorReport): Promise<ReportReceipt> {
    const ticket = reportTicket(report);
    return this.#exclusive.run(ticket, async () => {
      this.refresh();
      const known = this.state.reports.get(ticket);
      const event: ContributionEvent = { type: 'reported', ticket, report };
      if (known === undefined) {
        await this.#open(ticket, event);
        return { ticket, status: 'queued', joined: false };
      }
      const root = this.state.rootOf(known);
      if (!isWaiting(root)) await this.#open(ticket, event);
      else if (
        known.joined.length < MOST_JOINED &&
        ![known.report, ...known.joined].some((said) => isDeepStrictEqual(said, report))
      ) {
        await this.append(event);
      }
      return { ticket: isWaiting(root) ? root.ticket : ticket, status: 'queued', joined: true };
    });
  }

  submitRecord({ proposed, note, by }: RecordSubmission): Promise<RecordReceipt> {
    const { kind, record } = proposed;
    const ticket = proposalTicket(kind, record.id);
    return this.#exclusive.run(ticket, async () => {
      this.refresh();
      const waiting = this.state.proposals.get(ticket);
      if (waiting?.status === 'published') {
        return { status: 'already_published', joined: false, id: record.id };
      }
      const joined = waiting?.status === 'in_review';
      const event = { type: 'proposed' as const, ticket, proposed, ...(note !== undefined && { note }), by };
      if (!joined) await this.#open(ticket, event);
      else if (saysMore(waiting, event)) await this.append(event);
      return { status: 'in_review', ticket, joined, id: record.id };
    });
  }

  /** What arXiv says now of a paper that was kept while it could not be reached; false if it says nothing. */
  async confirm(ticket: string, arxivId: string, timeoutMs: number): Promise<boolean> {
    const answer = await (await this.#options.arxiv()).lookUp(arxivId, { timeoutMs });
    if (answer.kind === 'unreachable') return false;
    await this.#exclusive.run(ticket, async () => {
      this.refresh();
      const submission = this.state.submissions.get(ticket);
      if (submission?.status === 'pending') await this.#decideByArxiv(ticket, answer);
    });
    return true;
  }

  async #settle(
    ticket: string,
    { arxiv_id, version, note }: GivenPaper,
    answer: ArxivAnswer,
  ): Promise<SubmissionReceipt | SubmissionRefusal> {
    this.refresh();
    const event = { type: 'submitted' as const, ticket, arxiv_id, ...(note !== undefined && { note }) };
    const known = this.state.submissions.get(ticket);
    const isPending = known?.status === 'pending';
    if (answer.kind === 'unreachable') {
      if (!isPending) await this.#open(ticket, event);
      else if (note !== undefined && !known.notes.includes(note)) await this.append(event);
      return { status: 'pending', ticket };
    }
    if (answer.kind !== 'found') {
      if (isPending && version === undefined) await this.#decideByArxiv(ticket, answer);
      return { status: 'refused', arxiv_id, reason: answer.reason };
    }
    const record = toPublication(answer.paper);
    const duplicate = findDuplicate(this.#catalogue, record);
    if (duplicate !== undefined && !isPending) return { status: 'already_published', publication: duplicate };
    await this.append({ ...event, record: duplicate ?? record });
    this.onKept();
    return { status: 'published', ticket, publication: findByArxivId(this.#catalogue, arxiv_id) ?? record };
  }

  async #submitAddress(ticket: string, url: string, note: string | undefined): Promise<SubmissionReceipt> {
    this.refresh();
    const known = this.state.submissions.get(ticket);
    const publication = known?.record ?? findByAddress(this.#catalogue, url);
    if (publication !== undefined) return { status: 'already_published', publication };
    const event = { type: 'submitted' as const, ticket, url, ...(note !== undefined && { note }) };
    if (known?.status !== 'in_review') await this.#open(ticket, event);
    else if (note !== undefined && !known.notes.includes(note)) await this.append(event);
    return { status: 'in_review', ticket };
  }

  async #decideByArxiv(ticket: string, answer: ArxivAnswer): Promise<void> {
    if (answer.kind === 'found') {
      const record = toPublication(answer.paper);
      const duplicate = findDuplicate(this.#catalogue, record);
      await this.append({
        type: 'decided',
        ticket,
        decision: 'accepted',
        by: 'arXiv',
        record: duplicate ?? record,
      });
    } else if (answer.kind !== 'unreachable') {
      const why = `The paper ${answer.reason}.`;
      await this.append({ type: 'decided', ticket, decision: 'rejected', by: 'arXiv', why });
    }
  }

  /** Keeps what will have to wait, if there is room for it. */
  async #open(ticket: string, event: ContributionEvent): Promise<void> {
    if (this.state.waiting + this.#opening.size >= this.#options.maxPending) {
      throw new DataError(
        'STORAGE_FULL',
        `${this.#options.maxPending} contributions wait here already, so nothing was kept. Try again when they have been reviewed.`,
      );
    }
    this.#opening.add(ticket);
    try {
      await this.append(event);
    } finally {
      this.#opening.delete(ticket);
    }
    this.onKept();
  }
}

/** True if a proposal made again brings something that the operator has not seen. */
function saysMore({ versions, notes, by }: Proposal, event: Omit<Proposed, 'type' | 'ticket'>): boolean {
  if (versions.length + notes.length + by.length > MOST_JOINED) return false;
  const isOther = !versions.some((version) => isDeepStrictEqual(version, event.proposed.record));
  const isNoted = event.note !== undefined && !notes.includes(event.note);
  return isOther || isNoted || !by.includes(event.by);
}

/** Runs tasks of the same key one after the other, those of different keys at the same time. */
class Exclusive {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const turn = before.then(task, task);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
