/** What can be followed. */
export const feedNames = ['news', 'publications', 'robots', 'changes', 'challenges'] as const;
export type FeedName = (typeof feedNames)[number];

/** What is read by GET beside the status. */
export type DocumentName = 'card' | 'llms' | FeedName;

/** The name of a document that a query asks for; a sentence where it asks for a feed that there is not. */
export function documentIn(query: URLSearchParams): DocumentName | { readonly problem: string } | undefined {
  if (query.has('card')) return 'card';
  if (query.has('llms')) return 'llms';
  const asked = query.get('feed');
  if (asked === null) return undefined;
  const name = feedNames.find((known) => known === asked);
  return name ?? { problem: `There is no such feed. The feeds are ${feedNames.join(', ')}.` };
}
