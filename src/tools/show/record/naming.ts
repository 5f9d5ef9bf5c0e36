import { namesOf } from '../../../kinds/common.ts';
import type { RecordOf } from '../../../kinds/kinds.ts';
import type { Robot } from '../../../kinds/robots/robot.ts';
import { type Mask, rowsOutside, rowsWhere } from '../../../search/masks.ts';
import { formsNamedBy, nameForms } from '../../../text/company-names.ts';
import { parseQuery } from '../../../text/query.ts';
import { oneLine } from '../../shared/answer.ts';
import type { DataContext } from '../../tool.ts';
import type { RecordList } from '../shape.ts';
import { type Searches, toRecord, toSearch } from './leads.ts';

type Entry = RecordList['entries'][number];

/** Of a list on a page so many are shown; the rest is a search away. */
export const LISTED = 8;

/** Names under which news write of a robot: with its maker, and by itself where the maker is named too. */
export function newsOfRobot(robot: Robot, context: DataContext): number[] {
  const { catalogue } = context;
  const maker = catalogue.find('manufacturers', robot.manufacturer.id);
  const makers = [
    robot.manufacturer.name,
    ...(maker === undefined ? [] : namesOf(maker)),
    firstWord(robot.manufacturer.name),
  ];
  const own = namesOf(robot);
  const entities = catalogue.store('news').words('entity');
  const whole = entities.having([
    ...own.slice(1),
    ...own.flatMap((name) => makers.map((by) => `${by} ${name}`)),
  ]);
  const [byName, byMaker] = [entities.having(own), entities.having(makers)];
  return newest(context, (row) => whole[row] === 1 || (byName[row] === 1 && byMaker[row] === 1));
}

/** News about a company, by any of its names and without what tells companies from no other: `Unitree` of `Unitree Robotics`. */
export function newsOfCompany(names: readonly string[], context: DataContext): number[] {
  const { dictionary } = context.catalogue.store('news').words('entity');
  const isNamed = names.map((name) => formsNamedBy(name));
  const entities = dictionary.filter((entity) => {
    const forms = nameForms(entity);
    return isNamed.some((test) => test(forms));
  });
  return newsAbout(entities, context);
}

/** News about any of some names, newest first. */
export function newsAbout(names: readonly string[], context: DataContext): number[] {
  const mask: Mask = context.catalogue.store('news').words('entity').having(names);
  return newest(context, (row) => mask[row] === 1);
}

function newest({ catalogue }: DataContext, isAbout: (row: number) => boolean): number[] {
  const store = catalogue.store('news');
  const dates = store.dates('date');
  const rows = rowsWhere(rowsOutside(undefined, store.size), (row) => store.isLive(row) && isAbout(row));
  return [...rows].sort((a, b) => dates.at(b) - dates.at(a) || a - b);
}

/** A headline that says that products are called back. */
const RECALL = /\brecall/i;

/** Two lists of news: recalls, which a buyer must see, and the rest. */
export function newsLists(
  rows: readonly number[],
  name: string,
  searches: Searches,
  context: DataContext,
): RecordList[] {
  const items = rows.map((row) => context.catalogue.store('news').record(row));
  const recalls = items.filter(({ headline }) => RECALL.test(headline));
  const others = items.filter((item) => !recalls.includes(item));
  const more = toSearch(searches, 'news', { entity: name });
  return [
    { name: 'recalls', title: 'Recalls', entries: recalls.map(newsEntry) },
    {
      name: 'news',
      title: 'News',
      entries: others.slice(0, LISTED).map(newsEntry),
      ...(others.length > LISTED && more !== undefined && { more }),
    },
  ];
}

function newsEntry({ id, headline, date, outlet }: RecordOf<'news'>): Entry {
  return { text: oneLine(headline), date, note: oneLine(outlet), leads: toRecord('news', id) };
}

/** Papers whose titles name something, by its maker and name. */
export function papersNaming(name: string, searches: Searches, { catalogue }: DataContext): RecordList {
  const query = `"${name.replaceAll('"', ' ')}"`;
  const { page, total } = catalogue.search('publications', {
    text: parseQuery(query),
    filters: [],
    facets: [],
    isStrict: true,
    limit: LISTED,
  });
  const store = catalogue.store('publications');
  const rows = page.slice(0, total);
  const more = toSearch(searches, 'publications', { query });
  return {
    name: 'papers',
    title: 'Papers that name it',
    entries: rows.map((row) => paperEntry(store.record(row))),
    ...(total > rows.length && more !== undefined && { more }),
  };
}

/** A paper in a list: title, year, venue. */
export function paperEntry({ id, title, year, journal }: RecordOf<'publications'>): Entry {
  return {
    text: oneLine(title),
    date: String(year),
    ...(journal !== undefined && { note: oneLine(journal) }),
    leads: toRecord('publications', id),
  };
}

/** `Unitree` of `Unitree Robotics`: by it others write of a maker. */
export function firstWord(name: string): string {
  return name.split(' ')[0] ?? name;
}
