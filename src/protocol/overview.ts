import { type Kind, kinds, type RecordOf } from '../kinds/kinds.ts';
import { termLabel, vocabularies } from '../kinds/vocabularies/vocabulary.ts';
import { sanitizeLine } from '../lib/sanitize.ts';
import type { Catalogue } from '../search/catalogue.ts';
import type { KindStore } from '../search/kind-store.ts';
import { withParts } from '../tools/show/coverage.ts';
import type { CountedValue, Noted, Overview } from '../tools/show/overview-shape.ts';

/** Years of papers that are drawn. */
const YEARS = 20;
/** Of news and deadlines so many are told. */
const TOLD = 6;

let made: { readonly state: string; readonly overview: Overview } | undefined;

/** What the start page says, worked out once for a state of the data and a day, `YYYY-MM-DD`. */
export function overviewOf(catalogue: Catalogue, today: string): Overview {
  const state = `${catalogue.state} ${today}`;
  if (made?.state !== state) {
    const overview = {
      robotsByCategory: countCategories(catalogue),
      papersByYear: countYears(catalogue),
      news: newestNews(catalogue),
      deadlines: challengesAhead(catalogue, today, 'deadline', ({ deadline }) => deadline),
      events: challengesAhead(catalogue, today, 'event', ({ event_date }) => event_date),
      changes: lastChanges(catalogue),
    };
    made = { state, overview };
  }
  return made.overview;
}

/** Years that are not over, and those before the first that is drawn, would be read as a fall or a rise. */
function countYears(catalogue: Catalogue): CountedValue[] {
  const store = catalogue.store('publications');
  const published = store.dates('published');
  const counts = new Map<number, number>();
  for (let index = 0; index < store.size; index++) {
    if (!store.isLive(index)) continue;
    const year = Math.floor(published.at(index) / 10_000);
    counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  const { date } = catalogue.info;
  const last = Number(date.slice(0, 4)) - 1;
  const years = Array.from({ length: YEARS }, (_, i) => last - YEARS + 1 + i);
  const { points } = withParts({
    kind: 'publications',
    x: { name: 'year', label: 'Year', type: 'year' },
    by: undefined,
    points: years.map((year) => ({ x: String(year), y: counts.get(year) ?? 0 })),
    rows: Int32Array.from(liveRows(store)),
    store: store as unknown as KindStore<Kind>,
    date,
  });
  return points.map(({ x, y, part }) => ({
    value: String(x),
    label: String(x),
    count: y,
    ...(part === true && { part }),
  }));
}

function countCategories(catalogue: Catalogue): CountedValue[] {
  const facet = { name: 'category', column: catalogue.store('robots').words('category'), filter: 'category' };
  const { facets } = catalogue.search('robots', { filters: [], facets: [facet], limit: 1 });
  return (facets.category ?? []).map(({ value, count }) => ({
    value,
    label: termLabel(vocabularies.robot_category, value),
    count,
  }));
}

function newestNews(catalogue: Catalogue): Noted[] {
  const store = catalogue.store('news');
  const dates = store.dates('date');
  return liveRows(store)
    .sort((a, b) => dates.at(b) - dates.at(a) || a - b)
    .slice(0, TOLD)
    .map((row) => {
      const { id, headline, date } = store.record(row);
      return { kind: 'news', id, title: sanitizeLine(headline), date };
    });
}

/** Challenges by a date of theirs that is still to come, soonest first. */
function challengesAhead(
  catalogue: Catalogue,
  today: string,
  column: 'deadline' | 'event',
  dateOf: (challenge: RecordOf<'challenges'>) => string | undefined,
): Noted[] {
  const store = catalogue.store('challenges');
  const dates = store.dates(column);
  const now = Number(today.replaceAll('-', ''));
  return liveRows(store)
    .filter((row) => dates.at(row) >= now)
    .sort((a, b) => dates.at(a) - dates.at(b) || a - b)
    .slice(0, TOLD)
    .map((row) => {
      const challenge = store.record(row);
      return {
        kind: 'challenges',
        id: challenge.id,
        title: sanitizeLine(challenge.title),
        date: dateOf(challenge) ?? '',
      };
    });
}

function liveRows(store: { readonly size: number; isLive(row: number): boolean }): number[] {
  return Array.from({ length: store.size }, (_, row) => row).filter((row) => store.isLive(row));
}

function lastChanges({ history }: Catalogue): Overview['changes'] {
  const last = history.at(-1);
  if (last === undefined || Object.keys(last.kinds).length === 0) return undefined;
  const own = kinds.flatMap((kind) => {
    const { added = [], changed = [], removed = [] } = last.kinds[kind] ?? {};
    return added.length + changed.length + removed.length === 0
      ? []
      : [{ kind, added: added.length, changed: changed.length, removed: removed.length }];
  });
  return { version: last.version, date: last.date, kinds: own };
}
