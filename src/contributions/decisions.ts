import type { Kind } from '../kinds/kinds.ts';
import { checksumHex } from '../lib/checksum.ts';
import type { Decision, DecisionLog } from './contributions.ts';
import type { Seq } from './event-store.ts';
import type { ContributionEvent } from './events.ts';

interface Given {
  readonly seq: Seq;
  readonly at: number;
  readonly event: ContributionEvent;
}

type Standing = { readonly kind: Kind | undefined; readonly status: 'open' | Decision['decision'] };

/** The decisions that counted among the events of a store, which stand in its order. */
export function readDecisions(events: readonly Given[]): DecisionLog {
  const [first] = events;
  const standing = new Map<string, Standing>();
  const decisions: Decision[] = [];
  for (const { seq, at, event } of events) {
    const { ticket } = event;
    open(standing, event);
    const now = standing.get(ticket);
    const decided = now?.status === 'open' ? outcomeOf(event, now) : undefined;
    if (now === undefined || decided === undefined) continue;
    standing.set(ticket, { ...now, status: decided.decision });
    decisions.push({ seq, at, ticket, ...decided });
  }
  const store =
    first === undefined ? '' : checksumHex(JSON.stringify([first.seq, first.at, first.event.ticket]));
  return { store, decisions };
}

/** What is given waits, also again after it was rejected; a report waits again whatever was decided on it. */
function open(standing: Map<string, Standing>, event: ContributionEvent): void {
  if (event.type === 'decided' || event.type === 'forwarded') return;
  const status = standing.get(event.ticket)?.status;
  const waits = status === undefined || status === 'rejected' || event.type === 'reported';
  if (waits) standing.set(event.ticket, { kind: kindOf(event), status: 'open' });
}

function kindOf(event: ContributionEvent): Kind | undefined {
  if (event.type === 'submitted') return 'publications';
  if (event.type === 'proposed') return event.proposed.kind;
  return event.type === 'reported' ? event.report.resource_type : undefined;
}

function outcomeOf(
  event: ContributionEvent,
  { kind }: Standing,
): Pick<Decision, 'decision' | 'record' | 'into'> | undefined {
  // arXiv has confirmed it, and it was published at once.
  if (event.type === 'submitted' && event.record !== undefined)
    return { decision: 'accepted', record: { kind: 'publications', id: event.record.id } };
  if (event.type !== 'decided') return undefined;
  const { decision, record, change, into } = event;
  const about = change ?? (record === undefined || kind === undefined ? undefined : { kind, id: record.id });
  return {
    decision,
    ...(about !== undefined && { record: { kind: about.kind, id: about.id } }),
    ...(into !== undefined && { into }),
  };
}
