import { namesOf } from '../../../kinds/common.ts';
import { type Kind, kindIndexes, type RecordOf } from '../../../kinds/kinds.ts';
import type { KindStore } from '../../../search/kind-store.ts';
import { rowsIn } from '../../../search/masks.ts';
import { sharingRecords } from '../../../search/related.ts';
import { oneLine } from '../../shared/answer.ts';
import type { ToolContext } from '../../tool.ts';
import { priceText, valueLabel } from '../labels.ts';
import type { AnyRecord } from '../records.ts';
import type { RecordList, ShownRecord } from '../shape.ts';
import { factsOf } from './facts.ts';
import { type Searches, toAlike, toRecord, toSearch } from './leads.ts';
import { LISTED, newsLists, newsOfCompany } from './naming.ts';

type CompanyKind = 'manufacturers' | 'startups';

/** A maker has more robots than a page of anything else. */
const MOST_ROBOTS = 40;

/** What is on the page of a maker or startup beside its head: everything of theirs. */
export function companyPage<K extends CompanyKind>(
  kind: K,
  company: RecordOf<K>,
  { searches }: { readonly searches: Searches },
  context: ToolContext,
): Pick<ShownRecord, 'facts' | 'lists' | 'cites'> {
  const names = namesOf(company);
  return {
    facts: factsOf(company as unknown as AnyRecord, {
      kind,
      without: ['funding.original.note'],
      leads: (member, value) => toAlike(searches, kind, member, value),
    }),
    lists: [
      robotsOf(company, searches, context),
      ...newsLists(newsOfCompany(names, context), company.name, searches, context),
      otherRole(kind, names, context),
      alike(kind, company.id, context),
    ],
    cites: [],
  };
}

function robotsOf(
  { id, name }: { readonly id: string; readonly name: string },
  searches: Searches,
  { catalogue }: ToolContext,
): RecordList {
  const store = catalogue.store('robots');
  const column = store.words('manufacturer');
  const own = column.dictionary.filter((word) => word.startsWith(`${id}|`) || word.endsWith(`|${name}`));
  const mask = column.having(own);
  const rows = [...rowsIn(mask)].filter((row) => store.isLive(row));
  const robots = rows
    .map((row) => store.record(row))
    .sort(
      (a, b) =>
        Number(a.status === 'discontinued') - Number(b.status === 'discontinued') ||
        (a.category < b.category ? -1 : a.category > b.category ? 1 : 0),
    );
  const more = toSearch(searches, 'robots', { manufacturer: name });
  return {
    name: 'robots',
    title: 'Robots',
    entries: robots.slice(0, MOST_ROBOTS).map((robot) => ({
      text: oneLine(robot.name),
      note: [
        valueLabel('robots', 'category', robot.category),
        ...(robot.released === undefined ? [] : [robot.released]),
        robot.status,
        ...(robot.price === undefined ? [] : [priceText(robot.price)]),
      ].join(', '),
      leads: toRecord('robots', robot.id),
    })),
    ...(robots.length > 0 && more !== undefined && { more }),
  };
}

/** The same company as a startup, or as a maker. */
function otherRole(kind: CompanyKind, names: readonly string[], { catalogue }: ToolContext): RecordList {
  const other = kind === 'manufacturers' ? 'startups' : 'manufacturers';
  const store = catalogue.store(other);
  const rows = new Set(names.flatMap((name) => store.named(name)));
  return {
    name: 'as',
    title: other === 'startups' ? 'Its funding' : 'What it makes',
    entries: [...rows].map((row) => {
      const { id, name } = store.record(row);
      return { text: oneLine(name), leads: toRecord(other, id) };
    }),
  };
}

function alike(kind: CompanyKind, id: string, { catalogue }: ToolContext): RecordList {
  const store = catalogue.store(kind) as unknown as KindStore<Kind>;
  const index = store.indexOf(id);
  const field = kind === 'startups' ? 'focus' : 'capability';
  const { like } = sharingRecords(store, index ?? 0, field, kindIndexes[kind].domainStopWords);
  const { page } = catalogue.search(kind, { like, filters: [], facets: [], limit: LISTED });
  return {
    name: 'alike',
    title: kind === 'startups' ? 'Startups like it' : 'Makers like it',
    entries: page.map((row) => {
      const other = store.record(row) as unknown as RecordOf<CompanyKind>;
      return {
        text: oneLine(other.name),
        note: valueLabel(kind, 'country', other.country),
        leads: toRecord(kind, other.id),
      };
    }),
  };
}
