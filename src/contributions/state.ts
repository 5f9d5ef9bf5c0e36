import { isDeepStrictEqual } from 'node:util';
import { recordSchemas } from '../kinds/kinds.ts';
import type { Publication } from '../kinds/publications/publication.ts';
import { validated } from '../lib/validated.ts';
import type { ProposedRecord } from './contributions.ts';
import type {
  Change,
  ContributionEvent,
  Decided,
  Forwarded,
  Proposed,
  Reported,
  Submitted,
} from './events.ts';
import { Usage } from './usage.ts';

/** When something happened, in milliseconds since 1970. */
type Time = number;

interface Decision extends Omit<Decided, 'type' | 'ticket' | 'record'> {
  readonly at: Time;
}

interface Contribution {
  readonly ticket: string;
  /** Who gave it, as far as that was recorded. */
  readonly by: string[];
  readonly first: Time;
  last: Time;
  /** All that were made, the one that counts last; others came too late or before it was given again. */
  readonly decisions: Decision[];
  forwarded: (Omit<Forwarded, 'type' | 'ticket'> & { readonly at: Time }) | undefined;
}

export interface Submission extends Contribution {
  readonly type: 'submission';
  readonly arxiv_id: string | undefined;
  readonly url: string | undefined;
  readonly notes: string[];
  status: 'pending' | 'in_review' | 'published' | 'rejected';
  record: Publication | undefined;
  /** Why a person is to look at it, though arXiv has it, and the paper as arXiv has it. */
  review: Submitted['review'];
}

/** A whole record that somebody proposes. */
export interface Proposal extends Contribution {
  readonly type: 'record';
  readonly kind: Proposed['proposed']['kind'];
  /** As it was proposed first, and what others proposed otherwise. */
  readonly versions: ProposedRecord['record'][];
  readonly notes: string[];
  status: 'in_review' | 'published' | 'rejected';
  record: ProposedRecord['record'] | undefined;
}

/** Whatever has a ticket. */
export type AnyContribution = Submission | Report | Proposal;

export interface Report extends Contribution {
  readonly type: 'report';
  /** As it was made first. */
  readonly report: Reported['report'];
  /** Those that said the same, where they say anything more. */
  readonly joined: Reported['report'][];
  status: 'queued' | 'accepted' | 'rejected' | 'merged';
  into: string | undefined;
}

/** The overlay of one record. */
export interface Layer {
  readonly kind: Change['kind'];
  readonly id: string;
  /** A record that the data may lack. */
  record: Publication | ProposedRecord['record'] | undefined;
  readonly corrections: { readonly change: Change; readonly ticket: string; readonly at: Time }[];
}

/** The state of contributions after a sequence of events; `apply` takes the events in order. */
export class State {
  readonly submissions = new Map<string, Submission>();
  readonly reports = new Map<string, Report>();
  readonly proposals = new Map<string, Proposal>();
  /** By kind and id, in the order in which they came. */
  readonly layers = new Map<string, Layer>();
  /** Keys of the layers that have changed since they were last read. */
  readonly dirty = new Set<string>();
  /** Records published and corrections accepted: everything that changes an answer. */
  effects = 0;
  /** Contributions that wait for arXiv or for the operator. */
  waiting = 0;
  /** What they take. */
  readonly usage = new Usage();

  /** Applies an event of so many bytes that happened at a time. Events of unknown tickets are ignored. */
  apply(event: ContributionEvent, at: Time, bytes: number): void {
    if (event.type === 'submitted') this.#submit(event, at);
    else if (event.type === 'proposed') this.#propose(event, at);
    else if (event.type === 'reported') this.#report(event, at);
    else if (event.type === 'decided') this.#decide(event, at);
    else if (event.type === 'forwarded') {
      const { type: _type, ticket, ...told } = event;
      const contribution = this.find(ticket);
      if (contribution !== undefined) contribution.forwarded = { ...told, at };
    }
    if (event.type !== 'forwarded') this.#account(event, at, bytes);
  }

  /** All contributions, in no order. */
  all(): AnyContribution[] {
    return [...this.submissions.values(), ...this.reports.values(), ...this.proposals.values()];
  }

  find(ticket: string): AnyContribution | undefined {
    return this.submissions.get(ticket) ?? this.reports.get(ticket) ?? this.proposals.get(ticket);
  }

  /** The report that one was merged into, or itself. */
  rootOf(report: Report): Report {
    const seen = new Set<Report>();
    let root = report;
    while (root.into !== undefined && !seen.has(root)) {
      seen.add(root);
      root = this.reports.get(root.into) ?? root;
    }
    return root;
  }

  /** Counts what was given to the ticket that it waits with, and ends the account of what waits no longer. */
  #account(event: Exclude<ContributionEvent, Forwarded>, at: Time, bytes: number): void {
    const given = this.find(event.ticket);
    if (given === undefined) return;
    const held = event.type === 'decided' || given.type !== 'report' ? given : this.rootOf(given);
    const { ticket } = held;
    if (event.type !== 'decided') {
      const { by = '' } = event;
      if (by !== '' && !given.by.includes(by)) given.by.push(by);
      this.usage.give({ ticket, by, bytes, at }, isWaiting(held));
    }
    if (!isWaiting(held)) this.usage.close(ticket);
  }

  #submit({ ticket, arxiv_id, url, note, record, review }: Submitted, at: Time): void {
    let submission = this.submissions.get(ticket);
    if (submission === undefined || submission.status === 'rejected') {
      submission = {
        ...(submission ?? {
          type: 'submission',
          ticket,
          arxiv_id,
          url,
          notes: [],
          by: [],
          first: at,
          decisions: [],
        }),
        last: at,
        forwarded: undefined,
        status: arxiv_id === undefined ? 'in_review' : 'pending',
        record: undefined,
        review: undefined,
      };
      this.submissions.set(ticket, submission);
      this.waiting += 1;
    }
    submission.last = at;
    if (note !== undefined && !submission.notes.includes(note)) submission.notes.push(note);
    if (review !== undefined && isWaiting(submission))
      Object.assign(submission, { review, status: 'in_review' });
    if (record !== undefined) this.#publish(submission, record);
  }

  #propose({ ticket, proposed: { kind, record }, note }: Proposed, at: Time): void {
    let proposal = this.proposals.get(ticket);
    if (proposal === undefined || proposal.status === 'rejected') {
      const fresh = { type: 'record' as const, ticket, kind, versions: [], notes: [], by: [], decisions: [] };
      proposal = {
        ...(proposal ?? { ...fresh, first: at }),
        last: at,
        forwarded: undefined,
        status: 'in_review',
        record: undefined,
      };
      this.proposals.set(ticket, proposal);
      this.waiting += 1;
    }
    proposal.last = at;
    if (!proposal.versions.some((version) => isDeepStrictEqual(version, record)))
      proposal.versions.push(record);
    if (note !== undefined && !proposal.notes.includes(note)) proposal.notes.push(note);
  }

  #report({ ticket, report }: Reported, at: Time): void {
    const known = this.reports.get(ticket);
    if (known === undefined) {
      this.reports.set(ticket, {
        type: 'report',
        ticket,
        report,
        joined: [],
        by: [],
        first: at,
        last: at,
        decisions: [],
        forwarded: undefined,
        status: 'queued',
        into: undefined,
      });
      this.waiting += 1;
      return;
    }
    known.last = at;
    known.joined.push(report);
    // Said again after it was decided, it waits again.
    if (isWaiting(this.rootOf(known))) return;
    known.status = 'queued';
    known.into = undefined;
    known.forwarded = undefined;
    this.waiting += 1;
  }

  #decide(event: Decided, at: Time): void {
    const { type: _type, ticket, record, ...told } = event;
    const contribution = this.find(ticket);
    if (contribution === undefined) return;
    const isOpen = isWaiting(contribution);
    const decision = { ...told, at };
    // The first decision counts; one that crossed it is kept before it, for the operator to see.
    if (isOpen) contribution.decisions.push(decision);
    else contribution.decisions.splice(-1, 0, decision);
    if (!isOpen) return;
    contribution.last = at;
    if (contribution.type === 'report') this.#decideReport(contribution, event, at);
    else this.#decideSubmission(contribution, event);
  }

  #decideSubmission(
    submission: Submission | Proposal,
    { decision, record }: Pick<Decided, 'decision' | 'record'>,
  ): void {
    if (decision === 'accepted' && record !== undefined && isOfItsKind(submission, record))
      this.#publish(submission, record);
    if (decision !== 'rejected') return;
    submission.status = 'rejected';
    this.waiting -= 1;
  }

  #decideReport(report: Report, { decision, into, change, ticket }: Decided, at: Time): void {
    report.status = decision;
    this.waiting -= 1;
    if (decision === 'merged') report.into = into;
    if (decision !== 'accepted' || change === undefined) return;
    this.#layer(change.kind, change.id).corrections.push({ change, ticket, at });
    this.effects += 1;
  }

  #publish(submission: Submission | Proposal, record: Publication | ProposedRecord['record']): void {
    if (submission.status === 'published') return;
    submission.status = 'published';
    submission.record = record as never;
    this.waiting -= 1;
    const layer = this.#layer(kindOf(submission), record.id);
    layer.record ??= record;
    this.effects += 1;
  }

  #layer(kind: Change['kind'], id: string): Layer {
    const key = `${kind} ${id}`;
    this.dirty.add(key);
    const known = this.layers.get(key);
    if (known !== undefined) return known;
    const layer: Layer = { kind, id, record: undefined, corrections: [] };
    this.layers.set(key, layer);
    return layer;
  }
}

/** What a submission is published in. */
function kindOf(submission: Submission | Proposal): Proposal['kind'] | 'publications' {
  return submission.type === 'record' ? submission.kind : 'publications';
}

/** A decision may bring a record of any kind: another one than what was given would be shown as what it is not. */
function isOfItsKind(submission: Submission | Proposal, record: object): boolean {
  return validated(recordSchemas[kindOf(submission)], record).success;
}

/** True for what has still to be confirmed or decided. */
export function isWaiting({ status }: AnyContribution): boolean {
  return status === 'pending' || status === 'in_review' || status === 'queued';
}
