import { z } from 'zod';
import { saidSigns } from '../../text/fold.ts';
import { dateForms } from '../arguments.ts';
import { countryCode, line, partialDate, slug, sources, webAddress } from '../common.ts';
import { defineKind, PROMINENCE } from '../definition.ts';

/** `2401.02117`, or `cs/0612047` and `math.GT/0309136` before April 2007; without a version. */
const arxivId = z
  .string()
  .regex(/^(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?\/\d{7})$/, 'use an arXiv id such as 2401.02117');

/** Who counts citations; docs/data.md says by which lists. Their counts of one paper differ. */
const citationCounters = ['google-scholar', 'openalex'] as const;

/** How often a paper is cited: 0 is a count, and what nobody counted has none. */
const citations = z.strictObject({
  count: z.number().int().nonnegative(),
  as_of: partialDate,
  counter: z.enum(citationCounters),
});

export const publication = z.strictObject({
  id: slug,
  aliases: z
    .array(line(2, 200))
    .describe('arXiv id, DOI and former ids; short names that everybody uses, such as SayCan'),
  title: line(3, 400),
  authors: z.array(line(1, 120)).min(1).describe('In the order of the paper'),
  published: partialDate.describe(
    'First known date in the year of its venue; without a venue, of the preprint',
  ),
  year: z.number().int().min(1950).max(2100).describe('Year of the venue, or else of the preprint'),
  journal: line(2, 120).optional().describe('Common name of the journal or conference'),
  categories: z.array(line(2, 30)).describe('arXiv categories, primary first'),
  topics: z.array(slug).describe('From the taxonomy in dataset/taxonomy/topics.json'),
  arxiv_id: arxivId.optional(),
  doi: z
    .string()
    .regex(/^10\.\d{4,9}\/\S+$/)
    .max(200)
    .optional(),
  url: webAddress,
  venue_url: webAddress.optional().describe("The publisher's page where url is another one"),
  code: webAddress.optional().describe('Its repository'),
  project: webAddress.optional().describe('Its own page'),
  affiliations: z
    .array(line(2, 160))
    .min(1)
    .optional()
    .describe('Institutions of its authors, by the names of dataset/taxonomy/affiliations.json'),
  countries: z.array(countryCode).min(1).optional().describe('Of these institutions'),
  citations: citations.optional(),
  sources,
});
export type Publication = z.infer<typeof publication>;

/** What a paper may have beside its text, as fields. */
export const paperResources = ['code', 'project'] as const;

/** The forms in which papers are cited. */
export const citationForms = ['bibtex', 'ris', 'csl-json'] as const;
export type CitationForm = (typeof citationForms)[number];

/** A paper as `dataset/` holds it: the build adds the topics. */
export const publicationSource = publication.omit({ topics: true });

/** When a paper of a year was published: the first of the dates in it, the most exact one of the same time; else the year. */
export function publishedIn(year: number, dates: readonly string[]): string {
  const own = dates.filter((date) => date.startsWith(String(year)));
  // Behind its days a month, behind its months a year.
  const [first] = own.sort((a, b) => (`${a}~` < `${b}~` ? -1 : 1));
  return first ?? String(year);
}

/** True for a year that a paper may be cited with: its own, that of its arXiv id or DOI, or one in which a page of it is dated. */
export function isYearOf(year: number, paper: Publication): boolean {
  const [, preprint = ''] = /(?:^|\/)(\d\d)\d\d/.exec(paper.arxiv_id ?? '') ?? [];
  const century = Number(preprint) > 90 ? '19' : '20';
  const [, early = ''] = /\.((?:19|20)\d\d)\./.exec(paper.doi ?? '') ?? [];
  const dates = [century + preprint, early, ...paper.sources.flatMap(({ date }) => date ?? [])];
  return year === paper.year || dates.some((date) => date.startsWith(String(year)));
}

/** The page of a paper on arXiv. */
export function arxivPage(arxivId: string): string {
  return `https://arxiv.org/abs/${arxivId}`;
}

const isIdentifier =
  /^(?:(?:arxiv|doi|paper)-[a-z0-9-]+|10\.\d{4,9}\/.+|\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})$/i;

/** What everybody calls a paper: its aliases that are no identifiers. */
export function shortNames({ aliases }: Pick<Publication, 'aliases'>): string[] {
  return aliases.filter((alias) => !isIdentifier.test(alias));
}

/** The aliases that follow from a paper's identifiers: the arXiv id, then the DOI in small letters. */
export function identifierAliases(arxivId: string | undefined, doi: string | undefined): string[] {
  return [arxivId, doi?.toLowerCase()].filter((alias) => alias !== undefined);
}

export const publicationKind = defineKind('publications', publication, {
  label: 'A paper',
  domainStopWords:
    'robot robotic robotics paper publication article research study work based literature machine',
  recency: 'published',
  text: [
    { name: 'title', variants: true, of: (paper) => paper.title },
    { name: 'authors', variants: true, verbatim: true, of: (paper) => paper.authors.join(' ; ') },
    { name: 'called', variants: true, of: (paper) => shortNames(paper).join(' ; ') },
    { name: 'topics', of: (paper) => paper.topics.join(' ') },
    { name: 'journal', of: (paper) => `${paper.journal ?? ''} ${paper.year}` },
  ],
  fields: {
    topic: {
      type: 'words',
      of: (paper) => paper.topics,
      ask: {
        as: 'words',
        reads: 'topic',
        describe: 'Such as slam, legged locomotion, VLA; free words work',
      },
      facet: true,
    },
    author: {
      ask: { as: 'words', reads: 'author', describe: 'Such as Khatib or O. Khatib' },
    },
    journal: {
      type: 'words',
      of: (paper) => paper.journal,
      ask: { as: 'words', reads: 'venue', describe: 'Journal or conference, such as ICRA, T-RO, CoRL' },
      facet: true,
    },
    affiliation: {
      type: 'words',
      of: (paper) => paper.affiliations,
      ask: { as: 'words', reads: 'affiliation', describe: 'Institution, such as ETH, MIT, DLR' },
      facet: true,
    },
    country: {
      type: 'words',
      of: (paper) => paper.countries,
      ask: { as: 'words', reads: 'country', describe: 'Of the institutions' },
      facet: true,
    },
    published: {
      type: 'date',
      of: (paper) => paper.published,
      ask: {
        as: 'period',
        from: { argument: 'from', describe: `Published in or after: ${dateForms}` },
        to: { argument: 'to', describe: 'Published in or before' },
        unknown: 'excluded_unknown_date',
      },
    },
    arxiv_category: {
      type: 'words',
      of: (paper) => paper.categories,
      ask: { as: 'words', reads: 'code', max: 30, describe: 'Such as cs.RO' },
    },
    year: { type: 'words', of: (paper) => String(paper.year), facet: { filters: ['from and to'] } },
    resource: {
      type: 'words',
      of: (paper) => paperResources.filter((one) => paper[one] !== undefined),
      ask: { as: 'words', reads: 'paper_resource', describe: 'code or project' },
    },
    related_to: { ask: { as: 'own', describe: 'Id of a paper, for others like it' } },
    cite: {
      ask: { as: 'own', schema: () => z.enum(citationForms), describe: 'Entries to paste instead of rows' },
    },
  },
  columns: {
    citations: { type: 'number', of: (paper) => paper.citations?.count },
    citation_counter: { type: 'words', of: (paper) => paper.citations?.counter },
    citations_as_of: { type: 'date', of: (paper) => paper.citations?.as_of },
    prominence: PROMINENCE,
  },
  packed: {
    title: 'sorted',
    authors: 'names',
    published: { column: 'published', as: 'date' },
    year: { column: 'year', as: 'number' },
    journal: { column: 'journal', as: 'word' },
    categories: { column: 'arxiv_category', as: 'list' },
    topics: { column: 'topic', as: 'list' },
    affiliations: { column: 'affiliation', as: 'some' },
    countries: { column: 'country', as: 'some' },
    citations: {
      members: {
        count: { column: 'citations', as: 'number' },
        as_of: { column: 'citations_as_of', as: 'date' },
        counter: { column: 'citation_counter', as: 'word' },
      },
    },
  },
  dates: [{ field: 'published', nouns: 'published appeared presented written' }],
  quantities: [
    {
      field: 'citations',
      column: 'citations',
      dimension: 'citations',
      factor: 1,
      nouns: 'cited citations citation',
      bare: 'min',
      usual: 'any',
    },
  ],
  sorts: {
    newest: { column: 'published', descending: true },
    oldest: { column: 'published' },
    most_cited: {
      column: 'citations',
      descending: true,
      measured: {
        by: 'citation_counter',
        say: 'The citations are of different counters, which count differently',
      },
    },
    title: { alphabetical: 'title' },
  },
  keys: (paper) => [paper.id, ...paper.aliases.map(saidSigns), paper.title],
});
