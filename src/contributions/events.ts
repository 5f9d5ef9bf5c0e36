import { createHash } from 'node:crypto';
import { z } from 'zod';
import { kinds } from '../kinds/kinds.ts';
import { newsItem } from '../kinds/news/news-item.ts';
import { publication } from '../kinds/publications/publication.ts';
import { robot } from '../kinds/robots/robot.ts';
import { startup } from '../kinds/startups/startup.ts';
import { fold, words } from '../text/fold.ts';
import type { ErrorReport } from './contributions.ts';

const text = z.string().max(10_000);
const ticket = z.string().regex(/^(sub|rep)-[0-9a-f]{12}$/);
const kind = z.enum(kinds as [(typeof kinds)[number], ...(typeof kinds)[number][]]);

/** What a correction puts into a record: a value, or nothing where `value` is left out. */
const change = z.strictObject({
  kind,
  id: text,
  field: text,
  value: z.unknown().optional(),
  /** The value at the time of the decision: a record with another value by now is left unchanged. */
  was: z.unknown().optional(),
  /** The page that shows it, if one is known. */
  evidence_url: text.optional(),
});
export type Change = z.infer<typeof change>;

const reportContent = z.strictObject({
  resource_type: kind,
  resource_id: text,
  field: text.optional(),
  problem: text,
  suggested_value: text.optional(),
  evidence_url: text.optional(),
  contact: text.optional(),
});

/** Who gave it, as the server knows them; absent where that was not recorded. */
const by = text.optional();

const submitted = z.strictObject({
  type: z.literal('submitted'),
  ticket,
  arxiv_id: text.optional(),
  url: text.optional(),
  note: text.optional(),
  by,
  /** Given if arXiv has confirmed the paper, and it was published at once. */
  record: publication.optional(),
  /** Given if arXiv has confirmed the paper, and a person is to look at it first: why, and the paper as arXiv has it. */
  review: z.strictObject({ why: text, record: publication.optional() }).optional(),
});

const proposed = z.strictObject({
  type: z.literal('proposed'),
  ticket,
  proposed: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('robots'), record: robot }),
    z.strictObject({ kind: z.literal('startups'), record: startup }),
    z.strictObject({ kind: z.literal('news'), record: newsItem }),
  ]),
  note: text.optional(),
  /** Who proposed it. */
  by: text,
});

const reported = z.strictObject({ type: z.literal('reported'), ticket, report: reportContent, by });

const decisions = ['accepted', 'rejected', 'merged'] as const;

const decided = z.strictObject({
  type: z.literal('decided'),
  ticket,
  decision: z.enum(decisions),
  by: text,
  why: text.optional(),
  /** The ticket that another was merged into. */
  into: ticket.optional(),
  /** The record that an accepted submission puts into the data. */
  record: z.union([publication, robot, startup, newsItem]).optional(),
  /** The correction that an accepted report makes. */
  change: change.optional(),
});

const forwarded = z.strictObject({
  type: z.literal('forwarded'),
  ticket,
  /** The outcome at the hosted service; `refused` with its reason in `why`. */
  status: text,
  remote_ticket: text.optional(),
  why: text.optional(),
});

/** Everything that happens to contributions. */
export const contributionEvent = z.discriminatedUnion('type', [
  submitted,
  proposed,
  reported,
  decided,
  forwarded,
]);
export type ContributionEvent = z.infer<typeof contributionEvent>;
export type Proposed = z.infer<typeof proposed>;
export type Submitted = z.infer<typeof submitted>;
export type Reported = z.infer<typeof reported>;
export type Decided = z.infer<typeof decided>;
export type Forwarded = z.infer<typeof forwarded>;

/** The ticket of a paper, by its arXiv id or else its address: the same in every process. */
export function submissionTicket(key: { readonly arxiv_id: string } | { readonly url: string }): string {
  return ticketOf('sub', 'arxiv_id' in key ? ['arxiv', key.arxiv_id] : ['url', addressKey(key.url)]);
}

/** The ticket of a proposed record, by the id that it would have. */
export function proposalTicket(kind: string, id: string): string {
  return ticketOf('sub', ['record', kind, id]);
}

/** The ticket of a report, by its target and the words of the problem. */
export function reportTicket({ resource_type, resource_id, field, problem }: ErrorReport): string {
  return ticketOf('rep', [resource_type, resource_id, field ?? '', words(fold(problem)).join(' ')]);
}

/** Case of the host, a fragment and the slash at the end make no other page. */
function addressKey(url: string): string {
  if (!URL.canParse(url)) return url.trim();
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href.replace(/\/$/, '');
}

function ticketOf(prefix: 'sub' | 'rep', key: readonly string[]): string {
  return `${prefix}-${createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 12)}`;
}
