import data from '../../../dataset/taxonomy/coverage.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';

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

const byVenue = lazily(() => {
  const found = new Map<string, Map<number, number>>();
  for (const { papers } of lists)
    for (const [venue, years] of Object.entries(papers))
      for (const [year, count] of Object.entries(years))
        found.set(venue, (found.get(venue) ?? new Map<number, number>()).set(Number(year), count));
  return found;
});
const none: ReadonlyMap<number, number> = new Map();

/** The years of a venue of which a page says how many papers there are, and how many; none for a venue without one. */
export function listedPapers(venue: string): ReadonlyMap<number, number> {
  return byVenue().get(venue) ?? none;
}
