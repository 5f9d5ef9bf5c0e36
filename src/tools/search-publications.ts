import { z } from 'zod';
import { anyWord, anyWordWhere, dateRange, theseRows } from '../catalogue/filters.ts';
import type { KindStore } from '../catalogue/kind-store.ts';
import { authorFilter } from '../catalogue/publication-author.ts';
import type { Filter } from '../catalogue/search.ts';
import { alphabetical, newestFirst, oldestFirst } from '../catalogue/sort.ts';
import type { Publication } from '../records/publication.ts';
import { findTopics } from '../taxonomy/topics.ts';
import { compact } from '../text/fold.ts';
import { hasWords } from '../text/matches.ts';
import { parseQuery } from '../text/query.ts';
import { dateForms, readPeriod } from './shared/read-dates.ts';
import { runSearch } from './shared/run-search.ts';
import { searchInput, searchOutput, shortText } from './shared/search-input.ts';
import type { Tool } from './tool.ts';

const input = z.strictObject({
  ...searchInput(['newest', 'oldest', 'title']),
  topic: shortText()
    .optional()
    .describe('Research topic, such as slam, legged locomotion, VLA; free words work'),
  author: shortText().optional().describe('Name or surname, such as Khatib or O. Khatib'),
  journal: shortText().optional().describe('Journal or conference, such as ICRA, T-RO, CoRL'),
  from: shortText(40).optional().describe(`Published in or after: ${dateForms}`),
  to: shortText(40).optional().describe('Published in or before'),
  arxiv_category: shortText(30).optional().describe('Such as cs.RO'),
});
type Input = z.output<typeof input>;

/** Long author lists are cut here in the concise form; `detail: full` has them all. */
const authorsShown = 2;

const fields = {
  title: z.string(),
  authors: z.unknown(),
  published: z.string(),
  journal: z.string().optional(),
  url: z.string(),
};

export const searchPublications: Tool<typeof input> = {
  name: 'search_publications',
  title: 'Search publications',
  description:
    'Find robotics papers by topic, words of the title, author, journal or conference, and date. Accepts an arXiv id, DOI or title as query. Holds titles and authors, no abstracts.',
  access: 'READ',
  announced: false,
  idempotent: true,
  openWorld: false,
  input,
  output: searchOutput(fields),
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
          filter: name === 'year' ? 'from and to' : name,
        })),
        sorts: {
          newest: [newestFirst(store.dates('published'))],
          oldest: [oldestFirst(store.dates('published'))],
          title: alphabetical(store, 'title_order'),
        },
        concise,
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
    filters.push(dateRange('from and to', store.dates('published'), period, 'excluded_unknown_date'));
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
  if (known.length > 0) return anyWord('topic', store.words('topic'), known);
  const { rows, relaxed } = store.match(parseQuery(topic));
  return theseRows('topic', new Set(relaxed ? [] : rows));
}

function journalFilter(store: KindStore<'publications'>, journal: string): Filter {
  const column = store.words('journal');
  const isExact = (name: string) => compact(name) === compact(journal);
  if (column.dictionary.some(isExact)) return anyWordWhere('journal', column, isExact);
  return anyWordWhere('journal', column, (name) => hasWords(name, journal));
}

function concise(paper: Publication): object {
  const { authors } = paper;
  const more = authors.length - authorsShown;
  return {
    id: paper.id,
    title: paper.title,
    authors: more > 0 ? [...authors.slice(0, authorsShown), `+${more}`] : authors,
    published: paper.published,
    ...(paper.journal !== undefined && { journal: paper.journal }),
    url: paper.url,
  };
}
