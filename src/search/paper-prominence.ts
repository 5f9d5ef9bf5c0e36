import type { Publication } from '../kinds/publications/publication.ts';

type Counted = Pick<Publication, 'id' | 'year' | 'citations'>;

/**
 * Prominence of papers: the binary logarithm of one in how many papers of its year, counted by the same counter, is cited as
 * often, so 1 for the better half and 10 for the first of a thousand. Counts of two counters and of old and new papers are
 * never compared. What nobody counted is as prominent as papers are on average.
 */
export function paperProminence(papers: readonly Counted[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number[]>();
  for (const paper of papers) {
    if (paper.citations === undefined) continue;
    const own = counts.get(groupOf(paper)) ?? [];
    counts.set(groupOf(paper), own);
    own.push(paper.citations.count);
  }
  const ranks = new Map([...counts].map(([group, own]) => [group, prominenceByCount(own)]));
  return new Map(
    papers.map((paper) => [
      paper.id,
      ranks.get(groupOf(paper))?.get(paper.citations?.count as number) ?? AVERAGE,
    ]),
  );
}

/** The mean of the binary logarithm of one in how many, over evenly spread ranks. */
const AVERAGE = rounded(Math.LOG2E);

function groupOf({ year, citations }: Counted): string {
  return `${year} ${citations?.counter}`;
}

/** By count the logarithm of the share that is cited as often. */
function prominenceByCount(counts: readonly number[]): ReadonlyMap<number, number> {
  const sorted = [...counts].sort((a, b) => a - b);
  const byCount = new Map<number, number>();
  sorted.forEach((count, less) => {
    if (!byCount.has(count)) byCount.set(count, rounded(Math.log2(sorted.length / (sorted.length - less))));
  });
  return byCount;
}

/** Two digits are precise enough, and numbers that repeat are small when they are packed. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
