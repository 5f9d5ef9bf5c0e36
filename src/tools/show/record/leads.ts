import { type Kind, kindIndexes } from '../../../kinds/kinds.ts';
import type { DataContext } from '../../tool.ts';
import type { Asked } from '../shape.ts';

/** The searches by their kinds. */
export type Searches = ReadonlyMap<Kind, string>;

/** The page of a record. */
export function toRecord(kind: Kind, id: string): Asked {
  return { view: 'record', ids: [`${kind}/${id}`] };
}

/** A search of a kind, as a table; undefined where the kind has none. */
export function toSearch(
  searches: Searches,
  kind: Kind,
  args: Readonly<Record<string, unknown>>,
): Asked | undefined {
  const tool = searches.get(kind);
  return tool === undefined ? undefined : { view: 'table', tool, arguments: { ...args } };
}

/** Members of records whose values are filtered by under another name. */
const fieldsByMember: { readonly [K in Kind]?: Readonly<Record<string, string>> } = {
  publications: {
    topics: 'topic',
    authors: 'author',
    affiliations: 'affiliation',
    countries: 'country',
    categories: 'arxiv_category',
  },
  manufacturers: { capabilities: 'capability' },
  news: { entities: 'entity', countries: 'country' },
  challenges: { topics: 'topic' },
};

/** Members whose values are words to search for. */
const searchedMembers: { readonly [K in Kind]?: readonly string[] } = {
  robots: ['tags'],
  news: ['outlet'],
  challenges: ['organizer'],
};

/** The records that have the same value of a member; undefined where nothing is searched by it. */
export function toAlike(searches: Searches, kind: Kind, member: string, value: string): Asked | undefined {
  if (searchedMembers[kind]?.includes(member) === true) return toSearch(searches, kind, { query: value });
  const field = fieldsByMember[kind]?.[member] ?? member;
  const ask = kindIndexes[kind].fields[field]?.ask;
  if (ask?.as === 'words') return toSearch(searches, kind, { [field]: value });
  return ask?.as === 'own' && kind === 'certification' && field === 'scheme'
    ? toSearch(searches, kind, { [field]: value })
    : undefined;
}

/** The kinds that a name in a text may be of, the likeliest first. */
const namedKinds = ['manufacturers', 'startups', 'robots'] as const;

/** The page of the one thing that a name stands for exactly; undefined where there is none. */
export function toNamed(name: string, { catalogue }: DataContext): Asked | undefined {
  for (const kind of namedKinds) {
    const [row, ...others] = catalogue.store(kind).named(name);
    if (row !== undefined && others.length === 0) return toRecord(kind, catalogue.store(kind).idOf(row));
  }
  return undefined;
}
