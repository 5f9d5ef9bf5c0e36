import { entryOf } from '../../../kinds/publications/cite.ts';
import {
  arxivPage,
  type CitationForm,
  citationForms,
  type Publication,
  shortNames,
} from '../../../kinds/publications/publication.ts';
import { relatedPapers } from '../../../search/related-papers.ts';
import { oneLine } from '../../shared/answer.ts';
import type { ToolContext } from '../../tool.ts';
import { numberText } from '../labels.ts';
import type { AnyRecord } from '../records.ts';
import type { RecordFact, RecordList, ShownRecord } from '../shape.ts';
import { factsOf } from './facts.ts';
import { type Searches, toAlike, toSearch } from './leads.ts';
import { LISTED, paperEntry } from './naming.ts';

const labels: Readonly<Record<CitationForm, string>> = {
  bibtex: 'BibTeX',
  ris: 'RIS',
  'csl-json': 'CSL JSON',
};

/** What is on the page of a paper beside its head. */
export function paperPage(
  paper: Publication,
  { searches }: { readonly searches: Searches },
  context: ToolContext,
): Pick<ShownRecord, 'facts' | 'lists' | 'cites'> {
  const facts = factsOf(paper as unknown as AnyRecord, {
    kind: 'publications',
    without: ['arxiv_id', 'doi', 'citations', 'venue_url'],
    leads: (member, value) => toAlike(searches, 'publications', member, value),
  });
  return {
    facts: [...facts, ...identifiers(paper), ...cited(paper)],
    lists: [related(paper, searches, context)],
    cites: citationForms.map((form) => ({ form, label: labels[form], text: entryText(paper, form) })),
  };
}

/** Short names that everybody uses; identifiers stand among the facts. */
export function paperNames(paper: Publication): string[] {
  return shortNames(paper);
}

function entryText(paper: Publication, form: CitationForm): string {
  const entry = entryOf(paper, form);
  return typeof entry === 'string' ? entry : JSON.stringify([entry], null, 2);
}

function identifiers({ arxiv_id, doi, venue_url }: Publication): RecordFact[] {
  const fact = (field: string, label: string, text: string, source: string): RecordFact => ({
    ...{ field, label, group: 'facts' },
    values: [{ text: oneLine(text), source }],
  });
  return [
    ...(arxiv_id === undefined ? [] : [fact('arxiv_id', 'arXiv', arxiv_id, arxivPage(arxiv_id))]),
    ...(doi === undefined ? [] : [fact('doi', 'DOI', doi, `https://doi.org/${doi}`)]),
    ...(venue_url === undefined || doi !== undefined
      ? []
      : [fact('venue_url', "Publisher's page", venue_url, venue_url)]),
  ];
}

const counters = { 'google-scholar': 'Google Scholar', openalex: 'OpenAlex' } as const;

function cited({ citations }: Publication): RecordFact[] {
  if (citations === undefined) return [];
  const { count, as_of, counter } = citations;
  const text = count === 1 ? 'once' : `${numberText(count)} times`;
  return [
    {
      ...{ field: 'citations', label: 'Cited', group: 'facts' },
      values: [{ text, note: `counted by ${counters[counter]}, ${as_of}` }],
    },
  ];
}

function related(paper: Publication, searches: Searches, { catalogue }: ToolContext): RecordList {
  const store = catalogue.store('publications');
  const index = store.indexOf(paper.id);
  const { like, why } = relatedPapers(store, index ?? 0);
  const { page } = catalogue.search('publications', { like, filters: [], facets: [], limit: LISTED });
  const more = toSearch(searches, 'publications', { related_to: paper.id });
  return {
    name: 'related',
    title: 'Related papers',
    note: 'By meaning, words, authors and years.',
    entries: page.map((row) => {
      const other = store.record(row);
      return { ...paperEntry(other), ...(why !== undefined && { differs: [oneLine(why(row, other))] }) };
    }),
    ...(more !== undefined && { more }),
  };
}
