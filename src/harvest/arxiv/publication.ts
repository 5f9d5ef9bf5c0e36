import { isDeepStrictEqual } from 'node:util';
import type { HarvestedPaper } from '../../arxiv/harvested.ts';
import type { SourceOf } from '../../data/dataset/canonical.ts';
import { arxivPublicationId, publicationId } from '../../kinds/publications/publication-id.ts';
import { arxivPage, identifierAliases } from '../../kinds/publications/publication-names.ts';
import type { KnownRecords } from '../known.ts';
import { readVenue } from './venue.ts';

type Paper = SourceOf<'publications'>;

/** The paper of ours that this is: by its arXiv id, its DOI, or its title and first author. */
export function findKnown(known: KnownRecords, paper: HarvestedPaper): Paper | undefined {
  return (
    known.paperCalled(paper.id) ??
    known.find('publications', arxivPublicationId(paper.id)) ??
    (paper.doi === undefined ? undefined : known.paperCalled(paper.doi)) ??
    known.paperTitled(paper.title, paper.authors)
  );
}

/** A paper that the data lack, as a record. */
export function newPublication(paper: HarvestedPaper, today: string): Paper {
  const { id, title, authors, published, categories, doi } = paper;
  const url = arxivPage(id);
  const venue = venueOf(paper, today);
  return {
    id: arxivPublicationId(id),
    aliases: identifierAliases(id, doi),
    title,
    authors: [...authors],
    published,
    year: venue?.year ?? Number(published.slice(0, 4)),
    ...(venue !== undefined && { journal: venue.journal }),
    categories: [...categories],
    arxiv_id: id,
    ...(doi !== undefined && { doi }),
    url,
    sources: [{ url, title: 'arXiv' }],
  };
}

/**
 * Our record with what arXiv says by now; the same object if nothing is new. What a publisher's page states stays:
 * only a preprint takes over a changed title or other authors. The id never changes.
 */
export function updated(own: Paper, paper: HarvestedPaper, today: string): Paper {
  const url = arxivPage(paper.id);
  const isPreprint = own.journal === undefined && own.id === arxivPublicationId(paper.id);
  const doi = own.doi ?? paper.doi;
  const venue = own.journal === undefined ? venueOf(paper, today) : undefined;
  const names = identifierAliases(paper.id, doi);
  const next: Paper = {
    ...own,
    aliases: [...own.aliases, ...names.filter((name) => !own.aliases.includes(name))],
    ...(isPreprint && { title: paper.title, authors: [...paper.authors] }),
    published: firstDate(own.published, paper.published),
    ...(venue !== undefined && { journal: venue.journal }),
    categories: [...paper.categories],
    arxiv_id: own.arxiv_id ?? paper.id,
    ...(doi !== undefined && { doi }),
    sources: own.sources.some((source) => source.url === url)
      ? own.sources
      : [{ url, title: 'arXiv' }, ...own.sources],
  };
  // An id made from title, surname and year holds only as long as they do.
  const dated = venue?.year === undefined ? next : { ...next, year: venue.year };
  const result =
    own.id.startsWith('paper-') && publicationId({ ...dated, arxiv_id: undefined, doi: undefined }) !== own.id
      ? next
      : dated;
  return isDeepStrictEqual(result, own) ? own : result;
}

/** Which of two dates came first; the more exact one of the same time. */
function firstDate(own: string, given: string): string {
  if (given.startsWith(own)) return given;
  return given < own ? given : own;
}

function venueOf(paper: HarvestedPaper, today: string) {
  if (paper.journalRef === undefined) return undefined;
  const bounds = { from: Number(paper.published.slice(0, 4)), to: Number(today.slice(0, 4)) + 1 };
  const venue = readVenue(paper.journalRef, bounds);
  // What will be printed next year is not yet a fact of the data.
  const isAhead = venue?.year !== undefined && venue.year > Number(today.slice(0, 4));
  return isAhead ? undefined : venue;
}
