import { z } from 'zod';
import { entryOf, joinEntries } from '../kinds/publications/cite.ts';
import type { CitationForm, Publication } from '../kinds/publications/publication.ts';
import { namedTopics, topicNames } from '../kinds/vocabularies/topics.ts';
import { gapNote, venueGap } from '../search/coverage.ts';
import { authorFinder } from '../search/filters/authors.ts';
import { anyWord, both, type Filter } from '../search/filters/filters.ts';
import { finderOf } from '../search/filters/finders.ts';
import { identifiersIn } from '../search/identifiers.ts';
import type { KindStore } from '../search/kind-store.ts';
import { maskOf } from '../search/masks.ts';
import { matchOf, type TextMatch } from '../search/search.ts';
import { compact } from '../text/fold.ts';
import { parseQuery } from '../text/query.ts';
import { type ArgumentsFor, type Asked, defineSearch } from './define-search.ts';
import { oneLine, type Page } from './shared/answer.ts';
import { filterOf, type Resolved, resolve, type Worded, wordFilter } from './shared/resolver.ts';

type Input = ArgumentsFor<'publications'>;

/** Long author lists are cut here in the concise form; `detail: full` has them all. */
const AUTHORS_SHOWN = 2;

/** Of more venues asked for at once it is not said what is lacking. */
const MOST_VENUES = 3;

export const searchPublications = defineSearch('publications', {
  name: 'search_publications',
  title: 'Search publications',
  description:
    'Find robotics papers by topic, words of the title, author, journal or conference, and date. Accepts an arXiv id, DOI or title as query. Holds titles and authors, no abstracts.',
  announced: false,
  shows: {
    title: {},
    authors: {
      schema: () => z.array(z.string()),
      head: AUTHORS_SHOWN,
      of: ({ authors }) => shortened(authors),
    },
    published: {},
    journal: {
      from: ['journal', 'year', 'published'],
      of: ({ journal, year, published }) => venueOf(journal, year, published),
    },
    url: {},
    // Of papers like another one, from the search for them.
    why: { from: [] },
  },
  plan: (asked) => {
    const { args } = asked;
    const venue = venueAsked(asked);
    const part = partOfField(args, asked.store);
    const missing = missingNote(asked);
    return {
      filters: [...ownFilters(asked, venue), ...asked.filters()],
      ...(args.related_to === undefined && (part === undefined ? textOf(args) : { text: part.text })),
      notes: [
        ...(part === undefined ? [] : [part.note]),
        ...missing,
        ...venueNote(args),
        ...gapNotes(asked, venue),
      ],
      // The digits of an identifier are no words to look for.
      ...(missing.length > 0 && { text: '', like: () => matchOf([], new Float64Array(asked.store.size)) }),
      ...(args.cite !== undefined && { written: citedAs(args.cite) }),
    };
  },
});

/** Papers as entries of a bibliography. */
function citedAs(form: CitationForm): (papers: readonly Publication[]) => Page {
  return (papers) => {
    const entries = papers.map((paper) => entryOf(paper, form));
    const results = papers.map(({ id }, i) => ({ id, citation: entries[i] }));
    return { results, body: joinEntries(entries, form) };
  };
}

function ownFilters({ args, store }: Asked<'publications'>, venue: VenueAsked | undefined): Filter[] {
  const { topic, author } = args;
  return [
    ...(topic === undefined ? [] : [topicFilter(store, topic)]),
    ...(author === undefined ? [] : [authorFilter(store, author, [args.query, topic].join(' ').trim())]),
    ...(venue === undefined ? [] : [journalFilter(store, venue)]),
  ];
}

/** The query with the name of a field that is asked for: its papers have the name, the best match comes first. */
function textOf({ query = '', topic = '' }: Input): { text: string } {
  const [field, another] = namedTopics(topic);
  return field === undefined || another !== undefined
    ? { text: query }
    : { text: `${query} ${field.replaceAll('-', ' ')}` };
}

/** Of a topic that is a part of the field called so (`pipe inspection`) the words say more than the field. */
function partOfField({ topic, query }: Input, store: KindStore<'publications'>) {
  if (topic === undefined || (query ?? '') !== '') return undefined;
  const [field, another] = namedTopics(topic);
  if (field === undefined || another !== undefined || compact(topic) === compact(field)) return undefined;
  const { rows } = store.match(parseQuery(topic), { incomplete: 'never', isScored: false });
  const all = store.words('topic').having([field]);
  const own = rows.filter((row) => all[row] === 1);
  const total = all.reduce<number>((sum, has) => sum + has, 0);
  if (own.length === 0 || own.length > MOST_OF_FIELD * total) return undefined;
  const note = `"${oneLine(topic)}" is a part of the field ${field}, and its words are searched for there: topic ${field} has all ${total} papers.`;
  return { text: topic, note };
}

/** A name that more of a field's papers have is one of the whole field. */
const MOST_OF_FIELD = 0.4;

/** Papers of the field whose name this is; any other topic is searched for as a query is. */
function topicFilter(store: KindStore<'publications'>, text: string): Filter {
  const column = store.words('topic');
  const asked = { name: 'topic', text, finder: { find: namedTopics, spellings: topicNames }, store };
  return wordFilter(asked, column);
}

function authorFilter(store: KindStore<'publications'>, text: string, query: string): Filter {
  const among = () => store.match(parseQuery(query), { incomplete: 'if none is complete', isScored: false });
  const finder = authorFinder(store, query === '' ? undefined : () => rowsOf(among()));
  const asked = { name: 'author', text, finder, store };
  const filter = filterOf(asked, together(asked) ?? person(text, resolve(asked)), (rows) =>
    maskOf(store.size, rows),
  );
  if (!finder.hasTooManyNamesakes(text)) return filter;
  const note = `Very many papers have an author called so or nearly so: only the newest were looked at for "${oneLine(text)}". Write the first name in full.`;
  return { ...filter, note };
}

/** Who joins names by `and` means papers of both, where there are some; a list by commas is any of it. */
function together({ text, finder }: Worded<number>): Resolved<number> | undefined {
  const names = text.split(/\s+(?:and|with)\s+|\s*&\s*/i);
  if (names.length < 2 || names.length > MOST_AUTHORS || text.includes(',')) return undefined;
  const [first = [], ...others] = names.map((name) => finder.find(name));
  const sets = others.map((rows) => new Set(rows));
  const values = first.filter((row) => sets.every((rows) => rows.has(row)));
  const note = `Read author "${oneLine(text)}" as those together; with commas it is any of them.`;
  return values.length === 0 ? undefined : { values, note };
}

const MOST_AUTHORS = 4;

/** A name that nobody has is no words to search for: parts of it are of others. */
function person<Row>(text: string, read: Resolved<Row>): Resolved<Row> {
  return read.words === undefined ? read : { values: [], note: `No author is called "${oneLine(text)}".` };
}

function rowsOf({ rows, nearest }: TextMatch): readonly number[] {
  return [...rows, ...nearest];
}

/** A journal or conference, with its year if one is named: `CoRL 2021`. */
interface VenueAsked {
  readonly years: readonly string[];
  /** Undefined where only years are named. */
  readonly named?: { readonly asked: Worded<string>; readonly as: Resolved<string> };
}

/** Read once for the filter and the notes: a venue that is none is looked for in every way there is. */
function venueAsked({ args: { journal }, store }: Asked<'publications'>): VenueAsked | undefined {
  if (journal === undefined) return undefined;
  const years = journal.match(/\b(?:19|20)\d{2}\b/g) ?? [];
  const name = years.reduce((rest: string, year) => rest.replace(year, ' '), journal).trim();
  if (compact(name) === '') return { years };
  const finder = finderOf('venue', store.words('journal'), []);
  const asked = { name: 'journal', text: name, finder, store };
  return { years, named: { asked, as: resolve(asked) } };
}

function journalFilter(store: KindStore<'publications'>, { years, named }: VenueAsked): Filter {
  const inYear = () => anyWord('journal', store.words('year'), years);
  if (named === undefined) return inYear();
  const inVenue = filterOf(named.asked, named.as, (venues) => store.words('journal').having(venues));
  return years.length === 0 ? inVenue : both(inVenue, inYear());
}

/** What the data lack of the venues asked for, in the years asked for. */
function gapNotes({ args, question, store }: Asked<'publications'>, venue: VenueAsked | undefined): string[] {
  const { clauses = [] } = question ?? {};
  const inWords = clauses.flatMap((one) =>
    one.is === 'leaf' && one.field === 'journal' && one.op === 'in' ? one.values : [],
  );
  const { values = inWords, isNegated = false } = venue?.named?.as ?? {};
  if (values.length === 0 || isNegated || values.length > MOST_VENUES) return [];
  const asked = venue?.years.map((year) => [Number(year), Number(year)]) ?? [];
  const period = clauses.find((one) => one.is === 'leaf' && one.op === 'period');
  const { from, to } = period?.is === 'leaf' && period.op === 'period' ? period.period : args;
  const spans = asked.length > 0 ? asked : [[from, to].map(yearOf)];
  return values.flatMap((name) =>
    spans.flatMap(([from, to]) => venueGap(store, name, from, to) ?? []).map(gapNote),
  );
}

function yearOf(date: string | undefined): number | undefined {
  const [year] = /^\d{4}/.exec(date ?? '') ?? [];
  return year === undefined ? undefined : Number(year);
}

/** Who asks for a paper by its identifier, in vain, can propose it. */
function missingNote({
  args: { query = '' },
  question,
  context: { catalogue },
}: Asked<'publications'>): string[] {
  const inWords = (question?.clauses ?? []).flatMap((one) =>
    one.is === 'leaf' && one.field === 'identifier' && one.op === 'in' ? one.values : [],
  );
  const asked = [...identifiersIn(query), ...inWords];
  const store = catalogue.store('publications');
  const isHeld = (id: string) =>
    catalogue.find('publications', id) !== undefined || store.withAddress(id).length > 0;
  if (asked.length === 0 || asked.some(isHeld)) return [];
  return [`The data do not hold ${asked.map(oneLine).join(' or ')}: propose it with submit_publication.`];
}

/** A paper may have appeared a year before or after the conference under whose year it is listed. */
function venueNote({ journal, from, to }: Input): string[] {
  if (journal === undefined || (from === undefined && to === undefined) || /\d{4}/.test(journal)) return [];
  return [
    `from and to compare the date of publication; for one year's proceedings write journal "${oneLine(journal)} ${(from ?? to ?? '').slice(0, 4)}".`,
  ];
}

function shortened(authors: readonly string[]): readonly string[] {
  const more = authors.length - AUTHORS_SHOWN;
  return more > 0 ? [...authors.slice(0, AUTHORS_SHOWN), `+${more}`] : authors;
}

/** The venue with its year where that is not the year of the paper's date. */
function venueOf(journal: string | undefined, year: number, published: string): string | undefined {
  return journal === undefined || published.startsWith(String(year)) ? journal : `${journal} ${year}`;
}
