/** What can be followed. */
export const feedNames = ['news', 'publications', 'robots', 'changes', 'challenges'] as const;
export type FeedName = (typeof feedNames)[number];

/** What is read by GET beside the status. */
export type DocumentName = 'card' | 'llms' | FeedName;
