import { publicationId } from '../../src/kinds/publications/publication-id.ts';

/** A paper as the research file holds it, nulls left out. */
export interface ResearchPaper {
  title: string;
  authors: string[];
  published: string;
  year: number;
  journal?: string;
  categories: string[];
  arxiv_id?: string;
  doi?: string;
  url: string;
  venue_url?: string;
  source: string;
}

interface Source {
  url: string;
  title: string;
}

const titlesOfHosts: Readonly<Record<string, string>> = {
  'arxiv.org': 'arXiv',
  'ieeexplore.ieee.org': 'IEEE Xplore',
  'proceedings.mlr.press': 'PMLR',
  'www.roboticsproceedings.org': 'RSS proceedings',
  'roboticsconference.org': 'RSS programme',
  'openreview.net': 'OpenReview',
  'doi.org': 'DOI',
};

/** The record of a paper as the dataset holds it: id, aliases and sources made from the research fields. */
export function publicationOf(paper: ResearchPaper): Record<string, unknown> & { id: string } {
  const { source, ...facts } = paper;
  return {
    ...facts,
    id: publicationId(paper),
    aliases: publicationAliases(paper),
    sources: publicationSources(paper, source),
  };
}

/** The names under which a paper is looked up beside its id. */
export function publicationAliases(paper: { arxiv_id?: string; doi?: string }): string[] {
  const aliases: string[] = [];
  if (paper.arxiv_id !== undefined) aliases.push(paper.arxiv_id);
  if (paper.doi !== undefined) aliases.push(paper.doi.toLowerCase());
  return aliases;
}

function publicationSources(paper: ResearchPaper, repositories: string): Source[] {
  const pages = [paper.url, paper.venue_url]
    .filter((url) => url !== undefined)
    .map((url) => ({ url, title: titleOf(url) }));
  if (isBibliography(paper.url) && paper.doi !== undefined) {
    pages.unshift({ url: `https://doi.org/${paper.doi}`, title: 'DOI' });
  }
  return bySite([...pages, ...repositories.split('; ').map(repositorySource)]);
}

/** Each address once; several files of one repository are named in one title. */
function bySite(sources: readonly Source[]): Source[] {
  const titles = new Map<string, string[]>();
  for (const { url, title } of sources) {
    const known = titles.get(url) ?? [];
    if (!known.includes(title)) titles.set(url, [...known, title]);
  }
  return [...titles].map(([url, names]) => ({ url, title: names.join(', ') }));
}

function isBibliography(url: string): boolean {
  return url.startsWith('https://github.com/');
}

function titleOf(url: string): string {
  const { host, pathname, hash } = new URL(url);
  if (host !== 'github.com') return titlesOfHosts[host] ?? host;
  const file = pathname.split('/').slice(5).join('/');
  return file === '' ? host : `${decodeURIComponent(file)}${hash}`;
}

function repositorySource(text: string): Source {
  const match = /^(https:\/\/github\.com\/([^/\s]+\/[^/\s]+))\s*(.*)$/.exec(text.trim());
  if (match?.[1] === undefined) throw new Error(`'${text}' names no repository on GitHub`);
  return { url: match[1], title: match[3] || (match[2] ?? text) };
}
