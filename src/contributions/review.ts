import type { Catalogue } from '../catalogue/catalogue.ts';
import { type Publication, publication } from '../records/publication.ts';
import { publicationId } from '../records/publication-id.ts';
import { classifyTopics } from '../taxonomy/topics.ts';
import { readValue, valueAt } from './correction.ts';
import type { Change, Decided } from './events.ts';
import type { KeptContributions } from './kept.ts';
import { isWaiting, type Report, type State, type Submission } from './state.ts';

/** What an operator asked for and cannot be done. The message says why. */
export class ReviewError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ReviewError';
  }
}

export interface ReviewFilter {
  /** `open` for what waits, `all`, or one state. */
  readonly status: string;
  readonly type?: 'submission' | 'report' | undefined;
  readonly kind?: string | undefined;
  readonly resource?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly since?: string | undefined;
}

/** Who decides, and why. */
export interface Reviewer {
  readonly by: string;
  readonly why?: string | undefined;
}

export interface Correction {
  readonly field?: string | undefined;
  readonly value?: string | undefined;
  readonly evidence?: string | undefined;
  /** Takes the field out of the record. */
  readonly remove?: boolean | undefined;
  /** The report is right, but nothing is changed here. */
  readonly withoutChange?: boolean | undefined;
}

/** Contributions that meet a filter, the oldest first. */
export function listContributions(
  { submissions, reports }: State,
  filter: ReviewFilter,
): (Submission | Report)[] {
  const since = filter.since === undefined ? 0 : Date.parse(filter.since);
  const all: (Submission | Report)[] = [...submissions.values(), ...reports.values()];
  return all
    .filter((each) => {
      const report = each.type === 'report' ? each.report : undefined;
      const isAsked =
        filter.status === 'all' ||
        (filter.status === 'open' ? isWaiting(each) : each.status === filter.status);
      return (
        isAsked &&
        (filter.type === undefined || each.type === filter.type) &&
        (filter.kind === undefined || (report?.resource_type ?? 'publications') === filter.kind) &&
        (filter.resource === undefined || report?.resource_id === filter.resource) &&
        each.first >= since
      );
    })
    .sort((a, b) => a.first - b.first || (a.ticket < b.ticket ? -1 : 1));
}

/** The contribution with a ticket, or with the only one that begins so. */
export function findContribution({ submissions, reports }: State, ticket: string): Submission | Report {
  const exact = submissions.get(ticket) ?? reports.get(ticket);
  if (exact !== undefined) return exact;
  const all = [...submissions.values(), ...reports.values()];
  const near = ticket.length < 4 ? [] : all.filter((each) => each.ticket.startsWith(ticket));
  const [only, ...more] = near;
  if (only !== undefined && more.length === 0) return only;
  const hint =
    more.length > 0 ? `${near.length} tickets begin so: write more of it.` : 'See review list --status all.';
  throw new ReviewError(`There is no ticket ${ticket}. ${hint}`);
}

/** The desk of an operator: decides what waits, in the name of somebody. */
export class ReviewDesk {
  private readonly kept: KeptContributions;
  private readonly catalogue: Catalogue;

  constructor(kept: KeptContributions, catalogue: Catalogue) {
    this.kept = kept;
    this.catalogue = catalogue;
  }

  /** Accepts a report; the correction is in every search from then on. Returns it, if there is one. */
  async acceptReport(
    report: Report,
    reviewer: Reviewer,
    correction: Correction,
  ): Promise<Change | undefined> {
    checkOpen(report);
    const change = correction.withoutChange ? undefined : this.changeFor(report, correction);
    await this.decide({
      ticket: report.ticket,
      decision: 'accepted',
      ...told(reviewer),
      ...(change !== undefined && { change }),
    });
    return change;
  }

  /** Accepts an address as the paper that these facts describe. */
  async acceptPaper(submission: Submission, reviewer: Reviewer, facts: object): Promise<Publication> {
    checkOpen(submission);
    const record = paperFrom(facts, submission.url);
    const known = this.catalogue.find('publications', record.id);
    await this.decide({
      ticket: submission.ticket,
      decision: 'accepted',
      ...told(reviewer),
      record: known ?? record,
    });
    return known ?? record;
  }

  async reject(contribution: Submission | Report, reviewer: Reviewer): Promise<void> {
    checkOpen(contribution);
    await this.decide({ ticket: contribution.ticket, decision: 'rejected', ...told(reviewer) });
  }

  /** Makes one report a part of another, whose decision holds for both. */
  async merge(report: Report, into: Report, reviewer: Reviewer): Promise<void> {
    checkOpen(report);
    const root = this.kept.state.rootOf(into);
    if (root.ticket === report.ticket)
      throw new ReviewError(`${report.ticket} cannot be merged into itself.`);
    await this.decide({ ticket: report.ticket, decision: 'merged', ...told(reviewer), into: root.ticket });
  }

  private changeFor({ report }: Report, correction: Correction): Change {
    const { resource_type: kind, resource_id } = report;
    const record = this.catalogue.find(kind, resource_id);
    if (record === undefined) throw new ReviewError(`There is no record ${resource_id} in ${kind} any more.`);
    const field = correction.field ?? report.field;
    if (field === undefined) throw new ReviewError('The report names no field: give one with --field.');
    const was = valueAt(record, field);
    const evidence_url = correction.evidence ?? report.evidence_url;
    const target = { kind, id: record.id, field, was, ...(evidence_url !== undefined && { evidence_url }) };
    if (correction.remove) return target;
    const text = correction.value ?? report.suggested_value;
    if (text === undefined) {
      throw new ReviewError(
        'The report suggests no value: give one with --value, take the field out with --remove, or leave the record alone with --without-change.',
      );
    }
    const reading = readValue(kind, record, field, text);
    if ('problem' in reading) {
      throw new ReviewError(
        `"${text}" cannot stand in ${field}: ${reading.problem}. Give another with --value.`,
      );
    }
    return { ...target, value: reading.value };
  }

  private async decide(decision: Omit<Decided, 'type'>): Promise<void> {
    await this.kept.append([{ type: 'decided', ...decision }]);
    const { decisions = [] } = this.kept.state.find(decision.ticket) ?? {};
    const counts = decisions[decisions.length - 1];
    // Somebody else may have decided in the same moment.
    if (counts?.by !== decision.by || counts.decision !== decision.decision) {
      throw new ReviewError(`${decision.ticket} was ${counts?.decision} by ${counts?.by} just before.`);
    }
  }
}

function checkOpen(contribution: Submission | Report): void {
  if (isWaiting(contribution)) return;
  const last = contribution.decisions[contribution.decisions.length - 1];
  const by = last === undefined ? '' : ` by ${last.by} on ${new Date(last.at).toISOString().slice(0, 10)}`;
  throw new ReviewError(`${contribution.ticket} is ${contribution.status} already${by}.`);
}

function told({ by, why }: Reviewer): { by: string; why?: string } {
  return { by, ...(why !== undefined && { why }) };
}

/** A record from what an operator states: title, authors, published, and whatever else a paper has. */
function paperFrom(facts: object, url: string | undefined): Publication {
  const given = facts as Record<string, unknown>;
  const authors = typeof given.authors === 'string' ? given.authors.split(/\s*;\s*/) : given.authors;
  const address = given.url ?? url;
  const draft = { categories: [], ...given, authors, url: address };
  const { title, published, doi, arxiv_id } = draft as Record<string, unknown>;
  const year = given.year ?? Number(String(published ?? '').slice(0, 4));
  const parsed = publication.safeParse({
    ...draft,
    id: publicationId({
      title: String(title ?? ''),
      authors: Array.isArray(authors) ? authors.map(String) : [],
      year: Number(year),
      doi: doi as string | undefined,
      arxiv_id: arxiv_id as string | undefined,
    }),
    year,
    aliases: [arxiv_id, doi].filter((alias) => typeof alias === 'string'),
    topics: given.topics ?? classifyTopics({ title: String(title ?? ''), categories: [] }),
    sources: [{ url: address, title: 'Submitted, reviewed' }],
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ReviewError(
    `The paper needs title, authors and published: ${issue?.path.join('.')} ${issue?.message}. Example: --record '{"title":"…","authors":["…"],"published":"2026-05"}'`,
  );
}
