import type { ArxivPaper } from '../arxiv/paper.ts';
import {
  arxivPage,
  identifierAliases,
  type Publication,
  publication,
} from '../kinds/publications/publication.ts';
import {
  arxivPublicationId,
  possiblePublicationIds,
  publicationId,
} from '../kinds/publications/publication-id.ts';
import { classifyTopics } from '../kinds/vocabularies/topics.ts';
import { DataError } from '../lib/data-error.ts';
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

/** A record from what an operator states: title, authors, published, and whatever else a paper has. Throws a DataError. */
export function paperFrom(facts: object, url: string | undefined): Publication {
  const given = facts as Record<string, unknown>;
  const authors = typeof given.authors === 'string' ? given.authors.split(/\s*;\s*/) : given.authors;
  const address = given.url ?? url;
  const draft = { categories: [], ...given, authors, url: address };
  const { title, published, doi, arxiv_id } = draft as Record<string, unknown>;
  const year = given.year ?? Number(String(published ?? '').slice(0, 4));
  const parsed = publication.safeParse({
    ...draft,
    id: publicationId({
      title: String(title ?? ''),
      authors: Array.isArray(authors) ? authors.map(String) : [],
      year: Number(year),
      doi: doi as string | undefined,
      arxiv_id: arxiv_id as string | undefined,
    }),
    year,
    aliases: [arxiv_id, doi].filter((alias) => typeof alias === 'string'),
    topics: given.topics ?? classifyTopics({ title: String(title ?? ''), categories: [] }),
    sources: [{ url: address, title: 'Submitted, reviewed' }],
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new DataError(
    'REVIEW',
    `The paper needs title, authors and published: ${issue?.path.join('.')} ${issue?.message}. Example: --record '{"title":"…","authors":["…"],"published":"2026-05"}'`,
  );
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
