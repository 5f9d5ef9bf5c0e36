import { createHash } from 'node:crypto';
import { fold, words } from '../text/fold.ts';
import type { ErrorReport } from './contributions.ts';

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
