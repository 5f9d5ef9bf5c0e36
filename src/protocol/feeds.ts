import { type Kind, kinds, type RecordOf } from '../kinds/kinds.ts';
import { recordUri } from '../kinds/uris.ts';
import type { Catalogue } from '../search/catalogue.ts';
import type { VersionHistory } from '../search/change-table.ts';
import { newestFirst } from '../search/sort.ts';
import { type AtomEntry, atomFeed } from '../text/atom.ts';
import { type CalendarDay, calendarOf } from '../text/icalendar.ts';
import { ToolError } from '../tools/tool.ts';
import { occurrenceEntry } from './events/describe.ts';
import { eventTypes, followed } from './events/event-types.ts';
import { findFollowed, readFilter } from './events/filter.ts';
import { recentEvents } from './events/read-events.ts';
import type { EventData } from './events/steps.ts';
import type { DocumentQuery, FeedName } from './feed-names.ts';

/** Older entries leave a feed. */
const MOST_ENTRIES = 100;
/** Of long author lists and lists of fields so many are told. */
const MOST_TOLD = 12;

const titles: Readonly<Record<FeedName, string>> = {
  news: 'Robotics news',
  publications: 'Robotics papers',
  robots: 'Robots added and changed',
  changes: 'What changed in the robotics data',
  challenges: 'Deadlines of robotics challenges',
};

/** What a feed with a filter tells, by its name. */
const eventsOfFeeds: Readonly<Partial<Record<string, readonly string[]>>> = {
  news: followed.news,
  publications: followed.papers,
  robots: followed.robots,
};

/**
 * A feed as it is served at an address. With a filter, and under the name of an event, it is of the events that a poll or
 * a watch with the same filter is told. Throws ToolError for a filter that the feed does not take.
 */
export function feedText(
  { name, filter }: DocumentQuery,
  data: EventData,
  address: string,
): { type: string; text: string } {
  const { catalogue } = data;
  if (name === 'challenges') {
    const text = calendarOf(titles[name], deadlines(data, filter), catalogue.info.date);
    return { type: 'text/calendar; charset=utf-8', text };
  }
  const fields = Object.entries(filter).map(([field, value]): [string, string] => [field, String(value)]);
  const query = `${new URLSearchParams(fields)}`;
  const behind = query === '' ? '' : `&${query}`;
  const title =
    titles[name as FeedName] ?? eventTypes.find((type) => type.name === name)?.description ?? name;
  const text = atomFeed({
    id: `robotics://feeds/${name}${query === '' ? '' : `?${query}`}`,
    title:
      query === '' ? title : `${title}: ${new URLSearchParams(query).getAll('query').join(' ') || query}`,
    author: 'robotics-mcp',
    self: `${address}?feed=${name}${behind}`,
    updated: catalogue.info.date,
    entries: eventEntries({ name, filter }, data) ?? entriesOf(name as FeedName, catalogue),
  });
  return { type: 'application/atom+xml; charset=utf-8', text };
}

/** The entries of a feed of events; undefined for a feed of records. */
function eventEntries({ name, filter }: DocumentQuery, data: EventData): readonly AtomEntry[] | undefined {
  const isEvent = eventTypes.some((type) => type.name === name);
  if (!isEvent && Object.keys(filter).length === 0) return undefined;
  const names = isEvent ? [name] : eventsOfFeeds[name];
  if (names === undefined)
    throw new ToolError(
      'INVALID_ARGUMENT',
      `The feed ${name} takes no filter: choose that of one kind, or of an event.`,
      {},
    );
  return recentEvents(readFilter(names, filter), data, MOST_ENTRIES).map(occurrenceEntry);
}

function entriesOf(name: FeedName, catalogue: Catalogue): readonly AtomEntry[] {
  if (name === 'news') return newest(catalogue, 'news', 'date').map(newsEntry);
  if (name === 'publications') return newest(catalogue, 'publications', 'published').map(paperEntry);
  const followed = name === 'robots' ? (['robots'] as const) : kinds;
  return catalogue.history
    .toReversed()
    .flatMap((version) => followed.flatMap((kind) => changesIn(version, kind)))
    .slice(0, MOST_ENTRIES)
    .map((change) => changeEntry(change, catalogue));
}

function newest<K extends Kind>(catalogue: Catalogue, kind: K, date: string): readonly RecordOf<K>[] {
  const store = catalogue.store(kind);
  const sort = [newestFirst(store.dates(date))];
  const { page } = catalogue.search(kind, { filters: [], facets: [], limit: MOST_ENTRIES, sort });
  return page.map((index) => store.record(index));
}

function newsEntry({ id, headline, date, summary, url, outlet, topic }: RecordOf<'news'>): AtomEntry {
  const common = { id: recordUri('news', id), title: headline, updated: date, link: url };
  return { ...common, content: `${summary} (${outlet})`, categories: [topic] };
}

function paperEntry({
  id,
  title,
  published,
  authors,
  journal,
  url,
  topics,
}: RecordOf<'publications'>): AtomEntry {
  const more = authors.length > MOST_TOLD ? ` and ${authors.length - MOST_TOLD} more` : '';
  const told = authors.slice(0, MOST_TOLD);
  return {
    id: recordUri('publications', id),
    title,
    updated: published,
    link: url,
    authors: told,
    content: `${told.join(', ')}${more}${journal === undefined ? '' : `. ${journal}`}`,
    categories: topics,
  };
}

interface Change {
  readonly kind: Kind;
  readonly id: string;
  readonly version: string;
  readonly date: string;
  readonly what: 'Added' | 'Removed' | readonly string[];
}

function changesIn({ version, date, kinds: changed }: VersionHistory, kind: Kind): readonly Change[] {
  const { added, changed: other, removed } = changed[kind] ?? { added: [], changed: [], removed: [] };
  const about = { kind, version, date };
  return [
    ...added.slice(0, MOST_ENTRIES).map((id): Change => ({ ...about, id, what: 'Added' })),
    ...other
      .slice(0, MOST_ENTRIES)
      .map(({ id, fields }): Change => ({ ...about, id, what: Object.keys(fields) })),
    ...removed.slice(0, MOST_ENTRIES).map((id): Change => ({ ...about, id, what: 'Removed' })),
  ];
}

function changeEntry({ kind, id, version, date, what }: Change, catalogue: Catalogue): AtomEntry {
  const record = catalogue.find(kind, id) as Readonly<Record<string, unknown>> | undefined;
  const name = [record?.name, record?.title, record?.headline].find((one) => typeof one === 'string') ?? id;
  const fields = typeof what === 'string' ? '' : what.slice(0, MOST_TOLD).join(', ');
  return {
    id: `${recordUri(kind, id)}/${version}`,
    title: `${typeof what === 'string' ? what : 'Changed'}: ${String(name)}`,
    updated: date,
    content: `${kind} ${id}${fields === '' ? '' : `: ${fields}`}, version ${version}`,
    categories: [kind],
    ...(typeof record?.url === 'string' && { link: record.url }),
  };
}

/** Deadlines that are known to the day: a month alone is no event. */
function deadlines(data: EventData, filter: DocumentQuery['filter']): readonly CalendarDay[] {
  const store = data.catalogue.store('challenges');
  const rows = findFollowed(readFilter(['challenge.added'], filter), data)?.rows ?? [];
  return [...rows]
    .map((index) => store.record(index))
    .flatMap(({ id, title, deadline, organizer, summary, url, location }) =>
      deadline === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(deadline)
        ? []
        : [
            {
              uid: `${id}@robotics-mcp`,
              day: deadline,
              summary: `Deadline: ${title}`,
              description: `${organizer}. ${summary}`,
              url,
              location,
            },
          ],
    )
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.uid < b.uid ? -1 : 1));
}
