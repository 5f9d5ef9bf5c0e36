import { officialTexts } from '../../../certification/official.ts';
import type { Certification } from '../../../kinds/certification/certification.ts';
import type { RecordOf } from '../../../kinds/kinds.ts';
import { rowsIn } from '../../../search/masks.ts';
import { cell as inWords, oneLine } from '../../shared/answer.ts';
import type { ToolContext } from '../../tool.ts';
import { labelOf, valueLabel } from '../labels.ts';
import type { AnyRecord } from '../records.ts';
import type { RecordList, ShownRecord } from '../shape.ts';
import { factsOf } from './facts.ts';
import { type Searches, toAlike, toNamed, toRecord, toSearch } from './leads.ts';
import { LISTED, newsAbout, newsLists } from './naming.ts';

type Body = Pick<ShownRecord, 'facts' | 'lists' | 'cites'>;
type Place = { readonly searches: Searches };

/** A requirement: its steps, what it rests on, and whom it concerns. */
export function requirementPage(entry: Certification, { searches }: Place, context: ToolContext): Body {
  const official = officialTexts(entry.basis);
  return {
    facts: [
      ...factsOf(entry as unknown as AnyRecord, {
        kind: 'certification',
        without: ['standing', 'fees', 'dates', 'former_editions'],
        leads: (member, value) =>
          member === 'applies_to.categories' && value !== 'all'
            ? toSearch(searches, 'robots', { category: value })
            : toAlike(searches, 'certification', member, value),
      }),
      ...(official.length === 0
        ? []
        : [
            {
              field: 'official_text',
              ...labelOf('official_text'),
              group: 'facts' as const,
              values: official.map(({ name, url }) => ({ text: oneLine(name), source: url })),
            },
          ]),
    ],
    lists: [
      {
        name: 'steps',
        title: 'Steps',
        ordered: true,
        entries: entry.checklist.map(({ step, detail, evidence }) => ({
          text: oneLine(step),
          note: oneLine(evidence === undefined ? detail : `${detail} Evidence: ${evidence}.`),
        })),
      },
      {
        name: 'dates',
        title: 'Dates',
        entries: (entry.dates ?? []).map(({ on, what }) => ({ text: oneLine(what), date: on })),
      },
      {
        name: 'fees',
        title: 'Fees',
        entries: (entry.fees ?? []).map((one) => ({ text: oneLine(inWords(one)) })),
      },
      relations(entry, context),
      holders(entry, searches, context),
    ],
    cites: [{ form: 'reference', label: 'Reference', text: referenceTo(entry, official) }],
  };
}

/** A line for a memo: what it is, its number, from when it holds, and where it is published. */
function referenceTo(
  { title, basis, authority, edition, applies_from, dates = [] }: Certification,
  official: ReturnType<typeof officialTexts>,
): string {
  const from = applies_from === undefined ? [] : [`applies from ${applies_from}`];
  // The day on which all holds is said already.
  const days = dates.filter(({ on }) => on !== applies_from).map(({ on, what }) => `${on} ${what}`);
  const sentences = [title, edition ?? basis, authority, [...from, ...days].join('; ')];
  const said = sentences.filter((text) => text !== '').map((text) => oneLine(text).replace(/\.$/, ''));
  return [`${said.join('. ')}.`, ...official.map(({ url }) => url)].join(' ');
}

function relations(
  { relations = [], related, after = [] }: Certification,
  { catalogue }: ToolContext,
): RecordList {
  const said = new Map<string, string>();
  for (const { type, id, note } of relations) {
    said.set(id, [type.replaceAll('_', ' '), ...(note === undefined ? [] : [note])].join('; '));
  }
  for (const id of after) said.set(id, said.get(id) ?? 'must be done before');
  for (const id of related) said.set(id, said.get(id) ?? '');
  return {
    name: 'related',
    title: 'Laws and standards beside it',
    entries: [...said].flatMap(([id, note]) => {
      const other = catalogue.find('certification', id);
      if (other === undefined) return [];
      return [
        {
          text: oneLine(other.title),
          ...(note !== '' && { note: oneLine(note) }),
          leads: toRecord('certification', other.id),
        },
      ];
    }),
  };
}

/** Robots that hold it, as far as is recorded. */
function holders({ basis }: Certification, searches: Searches, { catalogue }: ToolContext): RecordList {
  const store = catalogue.store('robots');
  const column = store.words('certifications');
  const own = column.dictionary.filter((word) => {
    const [, , standard = ''] = word.split('|');
    return standard !== '' && basis.toLowerCase().includes(standard.toLowerCase());
  });
  const mask = column.having(own);
  const rows = [...rowsIn(mask)].filter((row) => store.isLive(row));
  const more = toSearch(searches, 'robots', { certification: basis });
  return {
    name: 'holders',
    title: 'Robots with it on record',
    entries: rows.slice(0, LISTED).map((row) => {
      const robot = store.record(row);
      return {
        text: oneLine(`${robot.manufacturer.name} ${robot.name}`),
        leads: toRecord('robots', robot.id),
      };
    }),
    ...(rows.length > LISTED && more !== undefined && { more }),
  };
}

/** A news item: whom it is about, and what else was said of them. */
export function newsPage(item: RecordOf<'news'>, { searches }: Place, context: ToolContext): Body {
  const rows = newsAbout(item.entities, context);
  const own = context.catalogue.store('news').indexOf(item.id);
  const [first = ''] = item.entities;
  return {
    facts: factsOf(item as unknown as AnyRecord, {
      kind: 'news',
      without: [],
      leads: (member, value) =>
        (member === 'entities' ? toNamed(value, context) : undefined) ??
        toAlike(searches, 'news', member, value),
    }),
    lists: newsLists(
      rows.filter((row) => row !== own),
      first,
      searches,
      context,
    ).map((list) => (list.name === 'news' ? { ...list, title: 'More news of the same' } : list)),
    cites: [],
  };
}

/** A challenge: its dates and prize, and others that are open. */
export function challengePage(
  challenge: RecordOf<'challenges'>,
  { searches }: Place,
  context: ToolContext,
): Body {
  const { catalogue, today } = context;
  const store = catalogue.store('challenges');
  const closing = store.dates('closing');
  const now = Number(today.replaceAll('-', ''));
  const rows = Array.from({ length: store.size }, (_, row) => row)
    .filter((row) => store.isLive(row) && closing.at(row) >= now && store.idOf(row) !== challenge.id)
    .sort((a, b) => closing.at(a) - closing.at(b));
  const more = toSearch(searches, 'challenges', {});
  return {
    facts: factsOf(challenge as unknown as AnyRecord, {
      kind: 'challenges',
      without: [],
      leads: (member, value) =>
        (member === 'organizer' ? toNamed(value, context) : undefined) ??
        toAlike(searches, 'challenges', member, value),
    }),
    lists: [
      ...newsLists(newsAbout([challenge.title], context), challenge.title, searches, context),
      {
        name: 'open',
        title: 'Others that are open',
        entries: rows.slice(0, LISTED).map((row) => {
          const { id, title, deadline, event_date, kind } = store.record(row);
          const date = deadline ?? event_date;
          return {
            text: oneLine(title),
            note: valueLabel('challenges', 'kind', kind),
            ...(date !== undefined && { date }),
            leads: toRecord('challenges', id),
          };
        }),
        ...(more !== undefined && { more }),
      },
    ],
    cites: [],
  };
}
