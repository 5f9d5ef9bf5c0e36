/** What can be followed. */
export const feedNames = ['news', 'publications', 'robots', 'changes', 'challenges'] as const;
export type FeedName = (typeof feedNames)[number];

/** What is read by GET beside the status. */
export interface DocumentQuery {
  /** `card`, `llms`, a feed, or the name of an event, which is a feed too. */
  readonly name: string;
  /** Which records a feed is of: the arguments of their search; none for all. */
  readonly filter: Readonly<Record<string, unknown>>;
}
