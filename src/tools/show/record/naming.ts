import { namesOf } from '../../../kinds/common.ts';
import type { RecordOf } from '../../../kinds/kinds.ts';
import type { Robot } from '../../../kinds/robots/robot.ts';
import { type Mask, rowsOutside, rowsWhere } from '../../../search/masks.ts';
import { formsNamedBy, nameForms } from '../../../text/company-names.ts';
import { isEnglish } from '../../../text/english.ts';
import { fold, words } from '../../../text/fold.ts';
import { parseQuery } from '../../../text/query.ts';
import { oneLine } from '../../shared/answer.ts';
import type { DataContext } from '../../tool.ts';
import type { RecordList } from '../shape.ts';
import { type Searches, toRecord, toSearch } from './leads.ts';

type Entry = RecordList['entries'][number];

/** Of a list on a page so many are shown; the rest is a search away. */
export const LISTED = 8;
/** Of papers with the words of a name so many titles are looked at. */
const MOST_TITLED = 24;

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

/**
 * What papers call a robot: its names, with the maker in front; also alone where that is a word of no other meaning. What
 * stands in brackets is a name too, and a version's sign behind one is often left out: `ANYmal` of `ANYmal C`.
 */
function namesInPapers(robot: Robot): string[] {
  const maker = firstWord(robot.manufacturer.name);
  const own = namesOf(robot).flatMap((name) => {
    const [, outside = name, inside] = /^(.*?)\s*\(([^)]*)\)$/.exec(name) ?? [];
    return inside === undefined ? [outside] : [outside, inside];
  });
  const short = own.flatMap((name) => /^(.+)[ -]\S{1,2}$/.exec(name)?.[1] ?? []);
  return [
    ...own.flatMap((name) =>
      name.startsWith(maker) ? [name] : [`${maker} ${name}`, `${robot.manufacturer.name} ${name}`],
    ),
    ...[...own, ...short].filter(isDistinct),
  ];
}

/** True for a name that means nothing else: `UR10e`, `ANYmal`; not `Spot`, `G1` or `Production 3`. */
function isDistinct(name: string): boolean {
  const parts = words(fold(name));
  return parts.some((part) => part.length > 3 && !isEnglish(part));
}

/** Papers whose titles name a robot, then those that name its maker alone. */
export function papersNaming(robot: Robot, searches: Searches, context: DataContext): RecordList[] {
  const names = namesInPapers(robot);
  const rows = papersTitled(names, context);
  const maker = firstWord(robot.manufacturer.name);
  const others = isDistinct(maker) ? papersTitled([maker], context).filter((row) => !rows.includes(row)) : [];
  const [first = robot.name] = names;
  const more = toSearch(searches, 'publications', { query: first });
  const count = context.catalogue.store('publications').count.toLocaleString('en-US');
  return [
    {
      ...paperList('papers', 'Papers that name it', rows, context),
      ...(rows.length === 0 && { note: `None of the ${count} titles held names it.` }),
      ...(more !== undefined && { more }),
    },
    paperList('papers_of_maker', `Papers that name ${oneLine(maker)}`, others, context),
  ];
}

function paperList(name: string, title: string, rows: readonly number[], { catalogue }: DataContext) {
  const store = catalogue.store('publications');
  return { name, title, entries: rows.slice(0, LISTED).map((row) => paperEntry(store.record(row))) };
}

/** Papers that have all words of one of some names in their titles, newest first. */
function papersTitled(names: readonly string[], { catalogue }: DataContext): number[] {
  const store = catalogue.store('publications');
  const found = new Set<number>();
  for (const name of new Set(names)) {
    const { page, total } = catalogue.search('publications', {
      text: parseQuery(`"${name.replaceAll('"', ' ')}"`),
      filters: [],
      facets: [],
      isStrict: true,
      limit: MOST_TITLED,
    });
    const wanted = words(fold(name));
    for (const row of page.slice(0, total)) {
      // Words of abstracts find papers too: a title says that it is about the robot.
      const title = new Set(words(fold(store.record(row).title)));
      if (wanted.every((word) => title.has(word))) found.add(row);
    }
  }
  const dates = store.dates('published');
  return [...found].sort((a, b) => dates.at(b) - dates.at(a) || a - b);
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
function firstWord(name: string): string {
  return name.split(' ')[0] ?? name;
}
