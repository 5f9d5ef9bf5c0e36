import type { Kind } from '../kinds/kinds.ts';
import { sanitizeLine } from '../lib/sanitize.ts';
import type { RefusedFinding, ReportFinding } from './adapter.ts';

/** A record that goes into the next version, or into review. */
export interface ReportedRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly title: string;
  readonly reason: string;
}

/** What a run made of one source. */
export interface SourceSummary {
  readonly source: string;
  readonly since: string;
  readonly added: readonly ReportedRecord[];
  readonly changed: readonly ReportedRecord[];
  /** New in the review queue. */
  readonly review: readonly ReportedRecord[];
  /** Found again that waits there, or was decided. */
  readonly reviewKnown: number;
  readonly refused: readonly Omit<RefusedFinding, 'type'>[];
  /** Nothing to do, by why. */
  readonly passed: Readonly<Record<string, number>>;
  /** Why the source could not be read to its end. */
  readonly fault?: string;
}

/** Collects what a run makes of one source. */
export class Tally {
  readonly added: ReportedRecord[] = [];
  readonly changed: ReportedRecord[] = [];
  readonly review: ReportedRecord[] = [];
  readonly refused: Omit<RefusedFinding, 'type'>[] = [];
  readonly passed = new Map<string, number>();
  reviewKnown = 0;

  pass(why: string): void {
    this.passed.set(why, (this.passed.get(why) ?? 0) + 1);
  }

  refuse({ source, what, reason }: Omit<RefusedFinding, 'type'>): void {
    this.refused.push({ source, what: sanitizeLine(what, 200), reason: sanitizeLine(reason, 300) });
  }

  summary(source: string, since: string, fault: string | undefined): SourceSummary {
    const { added, changed, review, refused, reviewKnown } = this;
    return {
      source,
      since,
      added,
      changed,
      review,
      reviewKnown,
      refused,
      passed: Object.fromEntries(this.passed),
      ...(fault !== undefined && { fault }),
    };
  }
}

/** A record's or report's line in a summary. */
export function reportedRecord(
  finding:
    | { readonly kind: Kind; readonly record: object & { readonly id: string }; readonly reason: string }
    | ReportFinding,
): ReportedRecord {
  if ('problem' in finding) {
    const { kind, id, problem } = finding;
    return { kind, id, title: problem, reason: finding.field ?? '' };
  }
  const { kind, record, reason } = finding;
  return { kind, id: record.id, title: titleOf(record), reason };
}

function titleOf(record: object): string {
  const { title, headline, name } = record as { title?: string; headline?: string; name?: string };
  return title ?? headline ?? name ?? '';
}
