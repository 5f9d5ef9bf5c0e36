import { isDeepStrictEqual } from 'node:util';
import type { ArxivClient } from '../arxiv/client.ts';
import { readArxivId } from '../arxiv/identifier.ts';
import type { ArxivAnswer } from '../arxiv/paper.ts';
import type { Publication } from '../kinds/publications/publication.ts';
import { Breath } from '../lib/breath.ts';
import { isDataError } from '../lib/data-error.ts';
import { Exclusive } from '../lib/serial.ts';
import type { Catalogue } from '../search/catalogue.ts';
import type {
  Contributions,
  DecisionLog,
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
  type Decided,
  type Forwarded,
  type Proposed,
  proposalTicket,
  reportTicket,
  type Submitted,
  submissionTicket,
} from './events.ts';
import { ARXIV, judgePaper, reviewOf } from './judge-paper.ts';
import { Overlay } from './overlay.ts';
import { findByAddress, findByArxivId } from './proposals.ts';
import { Quota, type QuotaBounds } from './quota.ts';
import { bytesOf, Replay } from './replay.ts';
import { isWaiting, type Proposal, type State, type Submission } from './state.ts';

/** How long making another version ready may keep answers waiting at a stretch. */
const SLICE_MS = 4;

/** The source of papers: arXiv's client, or the process that has it. */
export type PaperSource = Pick<ArxivClient, 'lookUp'>;

interface StoredContributionsOptions {
  readonly catalogue: Catalogue;
  readonly store: EventStore;
  /** False where the store lasts no longer than the process. */
  readonly durable: boolean;
  readonly bounds: QuotaBounds;
  /** How long a submission waits for arXiv, queueing included. */
  readonly arxivTimeoutMs: number;
  /** Loads the client when it is first needed. */
  readonly arxiv: () => Promise<PaperSource>;
  /** Called with failures that have no caller to report them to. */
  readonly onProblem: (error: unknown) => void;
}

/** What callers give: each such event says who did. */
type GivenEvent = Exclude<ContributionEvent, Decided | Forwarded> & { readonly by: string };

interface GivenPaper {
  readonly arxiv_id: string;
  readonly version: number | undefined;
  readonly note: string | undefined;
  readonly by: string;
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
  readonly #quota: Quota;
  #cursor: string | undefined;
  /** The version of the data that submissions are held against. */
  #catalogue: Catalogue;
  /** The versions that show what was contributed. */
  readonly #overlays = new Map<Catalogue, Overlay>();
  /** Keys that have changed while another catalogue is being prepared. */
  #late: Set<string> | undefined;

  constructor(options: StoredContributionsOptions) {
    this.#options = options;
    this.#quota = new Quota(options.bounds);
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

  get decisions(): DecisionLog {
    return this.replay.decisions;
  }

  get state(): State {
    return this.replay.state;
  }

  /** What is full, in sentences for the operator. */
  get full(): string[] {
    return this.#quota.faults(this.state.usage, this.replay.bytes);
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
    const breath = new Breath(SLICE_MS);
    for (const key of [...this.state.layers.keys()]) {
      overlay.update(this.state, [key]);
      await breath.take();
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
    // Of who says it what is said is independent: by two at one time it counts once.
    const said =
      event.type === 'submitted' || event.type === 'reported' ? { ...event, by: undefined } : event;
    const appended = await this.store.append([event], {
      key: `${decided} ${JSON.stringify(said)}`,
      ...(event.type === 'decided' && undecidedSince && { expect: { ticket, undecidedSince } }),
    });
    if (appended.result === 'unknown') throw appended.error;
    if (appended.result !== 'kept') this.refresh();
  }

  async submitPublication(
    submission: PublicationSubmission,
    by: string,
  ): Promise<SubmissionReceipt | SubmissionRefusal> {
    const given = submission.arxiv_id ?? submission.url ?? '';
    const reading = readArxivId(given);
    const key = 'id' in reading ? { arxiv_id: reading.id } : { url: given };
    const ticket = submissionTicket(key);
    const { note } = submission;
    return this.#exclusive.run(ticket, async () => {
      if ('url' in key) return this.#submitAddress(ticket, key.url, note, by);
      const known = findByArxivId(this.#catalogue, key.arxiv_id);
      if (known !== undefined) return { status: 'already_published', publication: known };
      // arXiv need not be asked for what could not be kept.
      if (this.store.refusal !== undefined) throw this.store.refusal;
      this.#admit({ type: 'submitted', ticket, ...key, by }, ticket, false)();
      const arxiv = await this.#options.arxiv();
      const version = 'id' in reading ? reading.version : undefined;
      const { arxivTimeoutMs: timeoutMs } = this.#options;
      const answer = await arxiv.lookUp(key.arxiv_id, { version, timeoutMs });
      return this.#settle(ticket, { ...key, version, note, by }, answer);
    });
  }

  reportError(report: ErrorReport, by: string): Promise<ReportReceipt> {
    const ticket = reportTicket(report);
    return this.#exclusive.run(ticket, async () => {
      this.refresh();
      const known = this.state.reports.get(ticket);
      const root = known && this.state.rootOf(known);
      const held = root !== undefined && isWaiting(root) ? root.ticket : ticket;
      const isSaid =
        held === root?.ticket &&
        [known?.report, ...(known?.joined ?? [])].some((said) => isDeepStrictEqual(said, report));
      if (!isSaid) await this.#give({ type: 'reported', ticket, report, by }, held);
      return { ticket: held, status: 'queued', joined: known !== undefined };
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
      if (!joined || saysMore(waiting, event)) await this.#give(event);
      else if (!waiting.by.includes(by)) {
        // Nothing is lost where there is no room for a name alone.
        await this.#give(event).catch((error: unknown) => {
          if (!isDataError(error, 'STORAGE_FULL')) throw error;
        });
      }
      return { status: 'in_review', ticket, joined, id: record.id };
    });
  }

  /** Keeps a paper of arXiv for review that a program found, and that is not to be published unseen. */
  reviewPaper(record: Publication, why: string, by: string): Promise<void> {
    const { arxiv_id = '' } = record;
    const ticket = submissionTicket({ arxiv_id });
    return this.#exclusive.run(ticket, () =>
      this.#give({ type: 'submitted', ticket, arxiv_id, by, review: reviewOf(record, why) }),
    );
  }

  /** What arXiv says now of a paper that was kept while it could not be reached; false if it says nothing. */
  async confirm(ticket: string, arxivId: string, timeoutMs: number): Promise<boolean> {
    const answer = await (await this.#options.arxiv()).lookUp(arxivId, { timeoutMs });
    if (answer.kind === 'unreachable') return false;
    await this.#exclusive.run(ticket, async () => {
      this.refresh();
      const submission = this.state.submissions.get(ticket);
      if (submission?.status === 'pending') await this.#decideByArxiv(submission, answer);
    });
    return true;
  }

  async #settle(
    ticket: string,
    { arxiv_id, version, note, by }: GivenPaper,
    answer: ArxivAnswer,
  ): Promise<SubmissionReceipt | SubmissionRefusal> {
    this.refresh();
    const event = { type: 'submitted' as const, ticket, arxiv_id, ...(note !== undefined && { note }), by };
    const known = this.state.submissions.get(ticket);
    if (answer.kind === 'unreachable') return this.#wait(event, known);
    if (answer.kind !== 'found') {
      if (known?.status === 'pending' && version === undefined) await this.#decideByArxiv(known, answer);
      return { status: 'refused', arxiv_id, reason: answer.reason };
    }
    const judged = judgePaper(answer.paper, this.#catalogue, known);
    const waits = known !== undefined && isWaiting(known);
    if ('known' in judged && !waits) return { status: 'already_published', publication: judged.known };
    if ('record' in judged && judged.review !== undefined) {
      return this.#wait({ ...event, review: judged.review }, known);
    }
    const record = 'known' in judged ? judged.known : judged.record;
    await this.#give({ ...event, record }, ticket, false);
    return { status: 'published', ticket, publication: findByArxivId(this.#catalogue, arxiv_id) ?? record };
  }

  /** Keeps a submission until arXiv or the operator has decided, or adds to one that waits. */
  async #wait(
    event: Submitted & { readonly by: string },
    known: Submission | undefined,
  ): Promise<SubmissionReceipt> {
    const { ticket, note, review } = event;
    const waits = known !== undefined && isWaiting(known);
    const isNew = !waits || (review !== undefined && known.status === 'pending');
    if (isNew || (note !== undefined && !known.notes.includes(note))) await this.#give(event);
    const why = review?.why ?? (waits ? known.review?.why : undefined);
    return { status: why === undefined ? 'pending' : 'in_review', ticket, ...(why !== undefined && { why }) };
  }

  async #submitAddress(
    ticket: string,
    url: string,
    note: string | undefined,
    by: string,
  ): Promise<SubmissionReceipt> {
    this.refresh();
    const known = this.state.submissions.get(ticket);
    const publication = known?.record ?? findByAddress(this.#catalogue, url);
    if (publication !== undefined) return { status: 'already_published', publication };
    const event = { type: 'submitted' as const, ticket, url, ...(note !== undefined && { note }), by };
    const isNoted = note !== undefined && known?.notes.includes(note) === false;
    if (known?.status !== 'in_review' || isNoted) await this.#give(event);
    return {
      status: 'in_review',
      ticket,
      why: 'it has no arXiv identifier',
    };
  }

  async #decideByArxiv(submission: Submission, answer: ArxivAnswer): Promise<void> {
    const { ticket, arxiv_id } = submission;
    if (answer.kind === 'found') {
      const judged = judgePaper(answer.paper, this.#catalogue, submission);
      if ('record' in judged && judged.review !== undefined) {
        return this.append({ type: 'submitted', ticket, arxiv_id, by: ARXIV, review: judged.review });
      }
      const record = 'known' in judged ? judged.known : judged.record;
      await this.append({ type: 'decided', ticket, decision: 'accepted', by: ARXIV, record });
    } else if (answer.kind !== 'unreachable') {
      const why = `The paper ${answer.reason}.`;
      await this.append({ type: 'decided', ticket, decision: 'rejected', by: ARXIV, why });
    }
  }

  /** Holds room for what a caller gives on a ticket. Throws BoundReached if there is none. */
  #admit(event: GivenEvent, ticket: string, waits: boolean): () => void {
    const asked = { ticket, by: event.by, bytes: bytesOf(event), at: Date.now(), waits };
    return this.#quota.admit(asked, this.state.usage, this.replay.bytes);
  }

  /** Keeps what a caller gives, if there is room for it: on its own ticket, or on the one that it is merged into. */
  async #give(event: GivenEvent, ticket = event.ticket, waits = true): Promise<void> {
    const release = this.#admit(event, ticket, waits);
    try {
      await this.append(event);
    } finally {
      release();
    }
    this.onKept();
  }
}

/** True if a proposal made again brings something that the operator has not seen. */
function saysMore(
  { versions, notes }: Proposal,
  { proposed, note }: Pick<Proposed, 'proposed' | 'note'>,
): boolean {
  const isOther = !versions.some((version) => isDeepStrictEqual(version, proposed.record));
  return isOther || (note !== undefined && !notes.includes(note));
}
