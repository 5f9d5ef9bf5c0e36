import { z } from 'zod';
import type { Publication } from '../kinds/publications/publication.ts';
import { findTopics, topicLabel } from '../kinds/vocabularies/topics.ts';
import { lazily } from '../lib/lazily.ts';
import {
  anyWord,
  anyWordWhere,
  both,
  dateRange,
  type Filter,
  namedFilter,
} from '../search/filters/filters.ts';
import { authorFilter } from '../search/filters/publications.ts';
import { identifiersIn } from '../search/identifiers.ts';
import type { KindStore } from '../search/kind-store.ts';
import { maskOf } from '../search/masks.ts';
import { alphabetical, newestFirst, oldestFirst } from '../search/sort.ts';
import { compact } from '../text/fold.ts';
import { parseQuery } from '../text/query.ts';
import { dateForms, readPeriod } from './shared/read-dates.ts';
import { oneLine } from './shared/render.ts';
import { runSearch } from './shared/run-search.ts';
import { searchInput, searchOutput, shortText } from './shared/search-input.ts';
import type { Tool, ToolContext } from './tool.ts';

const input = lazily(() =>
  z.strictObject({
    ...searchInput(['newest', 'oldest', 'title']),
    topic: shortText()
      .optional()
      .describe('Research topic, such as slam, legged locomotion, VLA; free words work'),
    author: shortText().optional().describe('Name or surname, such as Khatib or O. Khatib'),
    journal: shortText().optional().describe('Journal or conference, such as ICRA, T-RO, CoRL'),
    from: shortText(40).optional().describe(`Published in or after: ${dateForms}`),
    to: shortText(40).optional().describe('Published in or before'),
    arxiv_category: shortText(30).optional().describe('Such as cs.RO'),
  }),
);
type Input = z.output<ReturnType<typeof input>>;

const periodName = 'from and to';

/** Long author lists are cut here in the concise form; `detail: full` has them all. */
const authorsShown = 2;

const fields = () => ({
  title: z.string(),
  authors: z.unknown(),
  published: z.string(),
  journal: z.string().optional(),
  url: z.string(),
});

export const searchPublications: Tool<ReturnType<typeof input>> = {
  name: 'search_publications',
  title: 'Search publications',
  description:
    'Find robotics papers by topic, words of the title, author, journal or conference, and date. Accepts an arXiv id, DOI or title as query. Holds titles and authors, no abstracts.',
  access: 'READ',
  announced: false,
  idempotent: true,
  openWorld: false,
  get input() {
    return input();
  },
  get output() {
    return searchOutput(fields());
  },
  run(args, context) {
    const store = context.catalogue.store('publications');
    return runSearch(
      {
        tool: 'search_publications',
        kind: 'publications',
        filters: filtersOf(args, store, context.today),
        facets: ['topic', 'journal', 'year'].map((name) => ({
          name,
          column: store.words(name),
          filter: name === 'year' ? periodName : name,
        })),
        sorts: {
          newest: [newestFirst(store.dates('published'))],
          oldest: [oldestFirst(store.dates('published'))],
          title: alphabetical(store, 'title'),
        },
        shown,
        concise,
        notes: [...missingNote(args, context), ...venueNote(args)],
      },
      args,
      context,
    );
  },
};

function filtersOf(args: Input, store: KindStore<'publications'>, today: string): Filter[] {
  const { topic, author, journal, from, to } = args;
  const filters: Filter[] = [];
  if (topic !== undefined) filters.push(topicFilter(store, topic));
  if (author !== undefined) filters.push(authorFilter(store, author));
  if (journal !== undefined) filters.push(journalFilter(store, journal));
  if (from !== undefined || to !== undefined) {
    const period = readPeriod({ name: 'from', text: from }, { name: 'to', text: to }, today);
    filters.push(dateRange(periodName, store.dates('published'), period, 'excluded_unknown_date'));
  }
  if (args.arxiv_category !== undefined) {
    const wanted = args.arxiv_category.toLowerCase();
    filters.push(
      anyWordWhere('arxiv_category', store.words('arxiv_category'), (word) => word.toLowerCase() === wanted),
    );
  }
  return filters;
}

/** A topic of the taxonomy, or else papers in which the words are found. */
function topicFilter(store: KindStore<'publications'>, topic: string): Filter {
  const known = findTopics(topic);
  if (known.length > 0) {
    const isExact = known.some(
      (id) => compact(id) === compact(topic) || compact(topicLabel(id)) === compact(topic),
    );
    const note = `Read topic "${oneLine(topic)}" as ${known.join(', ')}; for the words themselves use query.`;
    return { ...anyWord('topic', store.words('topic'), known), ...(!isExact && { note }) };
  }
  const { rows, partial } = store.match(parseQuery(topic));
  const complete = rows.filter((index) => !partial.has(index));
  return { name: 'topic', pass: maskOf(store.size, complete) };
}

/** A journal or conference, with its year if one is named: `CoRL 2021`. */
function journalFilter(store: KindStore<'publications'>, journal: string): Filter {
  const [year] = /\b(?:19|20)\d{2}\b/.exec(journal) ?? [];
  const name = year === undefined ? journal : journal.replace(year, ' ').trim();
  const named = namedFilter('journal', store.words('journal'), name);
  if (year === undefined || name === '') return named;
  const inYear = anyWord('journal', store.words('year'), [year]);
  return both(named, inYear);
}

const shown = ['id', 'title', 'authors', 'published', 'journal', 'year', 'url'] as const;

function concise(paper: Pick<Publication, (typeof shown)[number]>): object {
  const { authors } = paper;
  const more = authors.length - authorsShown;
  return {
    id: paper.id,
    title: paper.title,
    authors: more > 0 ? [...authors.slice(0, authorsShown), `+${more}`] : authors,
    published: paper.published,
    ...(paper.journal !== undefined && { journal: venueOf(paper) }),
    url: paper.url,
  };
}

/** Who asks for a paper by its identifier, in vain, can propose it. */
function missingNote({ query = '' }: Input, { catalogue }: ToolContext): string[] {
  const asked = identifiersIn(query);
  if (asked.length === 0 || asked.some((id) => catalogue.find('publications', id) !== undefined)) return [];
  return [`The data do not hold ${asked.map(oneLine).join(' or ')}: propose it with submit_publication.`];
}

/** A paper may have appeared a year before or after the conference under whose year it is listed. */
function venueNote({ journal, from, to }: Input): string[] {
  if (journal === undefined || (from === undefined && to === undefined) || /\d{4}/.test(journal)) return [];
  return [
    `from and to compare the date of publication; for one year's proceedings write journal "${oneLine(journal)} ${(from ?? to ?? '').slice(0, 4)}".`,
  ];
}

/** The venue with its year where that is not the year of the paper's date. */
function venueOf({
  journal = '',
  year,
  published,
}: Pick<Publication, 'journal' | 'year' | 'published'>): string {
  return published.startsWith(String(year)) ? journal : `${journal} ${year}`;
}
