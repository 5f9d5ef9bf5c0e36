import data from '../../../dataset/taxonomy/coverage.json' with { type: 'json' };

/** A page that was read and says how many papers a venue has. */
interface ListSource {
  readonly url: string;
  readonly title: string;
  readonly date: string;
}

const lists: readonly {
  readonly source: ListSource;
  readonly papers: Readonly<Record<string, Readonly<Record<string, number>>>>;
}[] = data.lists;

/** The years of a venue of which a page says how many papers there are, and how many; none for a venue without one. */
export function listedPapers(venue: string): ReadonlyMap<number, number> {
  const years = lists.flatMap(({ papers }) => Object.entries(papers[venue] ?? {}));
  return new Map(years.map(([year, papers]) => [Number(year), papers]));
}

/** Where the figures of `listedPapers` were read. */
export const listSources: readonly ListSource[] = lists.map(({ source }) => source);
