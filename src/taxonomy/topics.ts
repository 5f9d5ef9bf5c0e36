/** Ids of the topics of a paper. */
export function classifyTopics(_paper: {
  readonly title: string;
  readonly categories: readonly string[];
}): string[] {
  return [];
}
