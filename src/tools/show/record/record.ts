import { namesOf } from '../../../kinds/common.ts';
import { isKind, type Kind, kinds, type RecordOf } from '../../../kinds/kinds.ts';
import { datasetOf, oneLine } from '../../shared/answer.ts';
import { MOST_SOUGHT, readingNotes, resolveName } from '../../shared/named-record.ts';
import { type ToolContext, ToolError } from '../../tool.ts';
import { resolveNames } from '../named-records.ts';
import { type AnyRecord, nameOf, type SearchTool, sourcesOf } from '../records.ts';
import type { Asked, RecordStatement, ShownRecord } from '../shape.ts';
import { companyPage } from './company-page.ts';
import { factsOf } from './facts.ts';
import { type Searches, toAlike, toNamed, toRecord } from './leads.ts';
import { challengePage, newsPage, requirementPage } from './other-pages.ts';
import { paperNames, paperPage } from './paper-page.ts';
import { robotPage } from './robot-page.ts';

/** Suggested for an id that is not there. */
const NEAR_SHOWN = 6;

interface Place {
  readonly searches: Searches;
  readonly guidance: SearchTool;
}

type Body = Pick<ShownRecord, 'facts' | 'lists' | 'cites' | 'figure'>;

/** What is on the page of a kind beside what every record has; kinds without one show their members. */
const pages: { readonly [K in Kind]?: (record: RecordOf<K>, place: Place, context: ToolContext) => Body } = {
  robots: robotPage,
  publications: paperPage,
  certification: requirementPage,
  startups: (startup, ...rest) => companyPage('startups', startup, ...rest),
  manufacturers: (maker, ...rest) => companyPage('manufacturers', maker, ...rest),
  news: newsPage,
  challenges: challengePage,
};

/** The members of a record, each with a link to those that have the same. */
function plainPage(kind: Kind): (record: AnyRecord, place: Place) => Body {
  return (found, { searches }) => ({
    facts: factsOf(found, {
      kind,
      without: [],
      leads: (member, value) => toAlike(searches, kind, member, value),
    }),
    lists: [],
    cites: [],
  });
}

/** A record with all that has to do with it. Throws NOT_FOUND with what is near to the name. */
export function record(asked: Asked, place: Place, context: ToolContext): ShownRecord {
  const [text = ''] = asked.ids ?? [];
  const [, first = '', rest = ''] = /^([a-z]+)\/(.*)$/s.exec(text) ?? [];
  const wanted = isKind(first) ? { kind: first, name: rest } : { kind: undefined, name: text };
  const { kind = wanted.kind, named } =
    wanted.kind === undefined
      ? resolveNames([text], undefined, context)
      : { kind: wanted.kind, named: [resolveName(wanted.kind, wanted.name, context)] };
  const row = named[0]?.row;
  if (kind === undefined || row === undefined) throw notFound(wanted, context);
  const found = context.catalogue.store(kind).record(row) as unknown as AnyRecord;
  const make = (pages[kind] ?? plainPage(kind)) as (
    record: never,
    place: Place,
    context: ToolContext,
  ) => Body;
  const { lists, ...body } = make(found as never, place, context);
  return {
    view: 'record',
    title: titleIn(kind, found),
    // What is asked by another name has the address of the id.
    asked: { view: 'record', ids: [`${kind}/${found.id}`] },
    notes: [...readingNotes(kind, named, context)],
    dataset: datasetOf(context),
    kind,
    tool: place.searches.get(kind) ?? '',
    record: headOf(kind, found, place.searches, context),
    ...body,
    // A list of nothing that has a note says that there is nothing.
    lists: lists.filter(({ entries, note }) => entries.length > 0 || note !== undefined),
  };
}

function titleIn(kind: Kind, found: AnyRecord): string {
  if (kind !== 'robots') return nameOf(found);
  const { manufacturer, name } = found as unknown as RecordOf<'robots'>;
  return oneLine(name.startsWith(manufacturer.name) ? name : `${manufacturer.name} ${name}`);
}

function headOf(
  kind: Kind,
  found: AnyRecord,
  searches: Searches,
  context: ToolContext,
): ShownRecord['record'] {
  const { url, confidence, description, summary } = found;
  const words = [description, summary].find((text) => typeof text === 'string');
  const by = behindName(kind, found, searches, context);
  return {
    id: found.id,
    name: nameOf(found),
    names: otherNames(kind, found).map(oneLine),
    ...(by !== undefined && { by }),
    ...(typeof words === 'string' && { description: oneLine(words) }),
    ...(typeof url === 'string' && { url }),
    ...(typeof confidence === 'string' && { confidence }),
    sources: sourcesOf(found),
  };
}

function otherNames(kind: Kind, found: AnyRecord): readonly string[] {
  if (kind === 'publications') return paperNames(found as unknown as RecordOf<'publications'>);
  const { aliases, name = '' } = found;
  const own = { name: String(name), aliases: Array.isArray(aliases) ? (aliases as string[]) : [] };
  return namesOf(own).slice(1);
}

function behindName(
  kind: Kind,
  found: AnyRecord,
  searches: Searches,
  context: ToolContext,
): RecordStatement | undefined {
  const said = (text: string, leads: Asked | undefined): RecordStatement => ({
    text: oneLine(text),
    ...(leads !== undefined && { leads }),
  });
  if (kind === 'robots') {
    const { manufacturer } = found as unknown as RecordOf<'robots'>;
    const isKnown = context.catalogue.store('manufacturers').indexOf(manufacturer.id) !== undefined;
    const leads = isKnown
      ? toRecord('manufacturers', manufacturer.id)
      : toAlike(searches, 'robots', 'manufacturer', manufacturer.name);
    return said(manufacturer.name, leads);
  }
  const { outlet, organizer, authority } = found;
  if (typeof outlet === 'string') return said(outlet, toAlike(searches, 'news', 'outlet', outlet));
  if (typeof organizer === 'string') return said(organizer, toNamed(organizer, context));
  return typeof authority === 'string' ? said(authority, undefined) : undefined;
}

function notFound(
  { kind, name }: { readonly kind: Kind | undefined; readonly name: string },
  { catalogue }: ToolContext,
): ToolError {
  const among =
    kind === undefined ? kinds.slice(0, MOST_SOUGHT) : [kind, ...kinds.filter((one) => one !== kind)];
  const near: string[] = [];
  for (const each of among) {
    if (near.length >= NEAR_SHOWN) break;
    for (const id of catalogue.namesLike(each, name, NEAR_SHOWN - near.length)) near.push(`${each}/${id}`);
  }
  const hint = near.length > 0 ? ` Near to it: ${near.join(', ')}.` : ' Find records by a search.';
  const what = kind === undefined ? 'record' : `record of ${kind}`;
  return new ToolError('NOT_FOUND', `There is no ${what} called ${oneLine(name)}.${hint}`, {
    field: 'ids',
    ...(near.length > 0 && { accepted: near }),
  });
}
