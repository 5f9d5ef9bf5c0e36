import type { ArxivPaper } from '../arxiv/paper.ts';
import { type Publication, publication } from '../kinds/publications/publication.ts';
import { arxivPublicationId, possiblePublicationIds } from '../kinds/publications/publication-id.ts';
import { arxivPage, identifierAliases } from '../kinds/publications/publication-names.ts';
import { classifyTopics } from '../kinds/vocabularies/topics.ts';
import type { Catalogue } from '../search/catalogue.ts';

/** A paper as a record: what arXiv states, and the topics of its title. */
export function toPublication(paper: ArxivPaper): Publication {
  const { id, title, authors, published, categories, doi } = paper;
  const url = arxivPage(id);
  return publication.parse({
    id: arxivPublicationId(id),
    aliases: identifierAliases(id, doi),
    title,
    authors,
    published,
    year: Number(published.slice(0, 4)),
    categories,
    topics: classifyTopics({ title, categories }),
    arxiv_id: id,
    ...(doi !== undefined && { doi }),
    url,
    sources: [{ url, title: 'arXiv' }],
  });
}

/** The paper with an arXiv id, if the data have it. */
export function findByArxivId(catalogue: Catalogue, arxivId: string): Publication | undefined {
  return catalogue.find('publications', arxivPublicationId(arxivId)) ?? named(catalogue, arxivId);
}

/** The paper, if the data have it under its arXiv id, its DOI, or its title, first author and year. */
export function findTwin(catalogue: Catalogue, paper: Publication): Publication | undefined {
  for (const id of possiblePublicationIds(paper)) {
    const twin = catalogue.find('publications', id);
    if (twin !== undefined) return twin;
  }
  return paper.doi === undefined ? undefined : named(catalogue, paper.doi);
}

/** The paper whose DOI an address shows, if the data have it. */
export function findByAddress(catalogue: Catalogue, url: string): Publication | undefined {
  const path = URL.canParse(url) ? decodeURI(new URL(url).pathname) : '';
  const doi = /\/(10\.\d{4,9}\/[^\s?#]+)$/.exec(path)?.[1];
  return doi === undefined ? undefined : named(catalogue, doi);
}

/** By alias: what is found by anything else, such as a title, is another one. */
function named(catalogue: Catalogue, alias: string): Publication | undefined {
  const found = catalogue.find('publications', alias);
  return found?.aliases.some((known) => known.toLowerCase() === alias.toLowerCase()) ? found : undefined;
}
