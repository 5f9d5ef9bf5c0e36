import { createHash } from 'node:crypto';
import type { ArxivPaper } from '../arxiv/paper.ts';
import { faultsOfRecord } from '../data/dataset/checks/checks.ts';
import { repeatedText } from '../data/dataset/checks/identity.ts';
import type { Kind, RecordOf } from '../kinds/kinds.ts';
import {
  arxivPage,
  identifierAliases,
  type Publication,
  publication,
  publishedIn,
} from '../kinds/publications/publication.ts';
import {
  arxivPublicationId,
  possiblePublicationIds,
  publicationId,
} from '../kinds/publications/publication-id.ts';
import type { Robot } from '../kinds/robots/robot.ts';
import { classifyTopics } from '../kinds/vocabularies/topics.ts';
import { DataError } from '../lib/data-error.ts';
import { decodePercent } from '../lib/percent-encoding.ts';
import { sanitizeTexts } from '../lib/sanitize.ts';
import type { Catalogue } from '../search/catalogue.ts';
import { slugify } from '../text/fold.ts';
import type { ProposedRecord } from './contributions.ts';

/** Longer ids than a schema takes are not made. */
const LONGEST_ID = 120;

/** Kinds whose descriptions a new one is compared with: those that describe what somebody makes. */
const described = ['robots', 'startups', 'manufacturers'] as const;

/** The id of a record that has none yet: the maker's id and the name of a robot, the name of a startup. */
export function proposedId(name: string, makerId?: string): string {
  const slug = slugify(name, LONGEST_ID);
  const id = makerId === undefined ? slug : `${makerId}-${slug}`;
  if (slug !== '' && id.length <= LONGEST_ID) return id;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return makerId === undefined ? hash : `${slugify(makerId.replaceAll('-', ' '))}-${hash}`;
}

/** The record of the data that is the same, by id, name or address; undefined if there is none. */
export function findKnown(
  catalogue: Catalogue,
  proposed: ProposedRecord,
): { readonly id: string } | undefined {
  if (proposed.kind === 'news') {
    const { id, url } = proposed.record;
    return catalogue.find('news', id) ?? recordsOf(catalogue, 'news').find((item) => item.url === url);
  }
  if (proposed.kind === 'startups') {
    const { id, name } = proposed.record;
    return catalogue.find('startups', id) ?? catalogue.find('startups', name);
  }
  const { id, name, manufacturer } = proposed.record;
  return [id, `${manufacturer.name} ${name}`, name]
    .map((each) => catalogue.find('robots', each))
    .find((found) => found?.id === id || found?.manufacturer.id === manufacturer.id);
}

/** What keeps a record out of the data: the first fault as a sentence without its full stop. */
export function whyNotInData(
  catalogue: Catalogue,
  proposed: ProposedRecord,
  today: string,
): string | undefined {
  const { kind, record } = proposed;
  if (kind === 'robots' && makerOf(catalogue, record) === undefined) {
    return `manufacturer ${record.manufacturer.id} is not in the data; the operator adds makers first`;
  }
  for (const fault of faultsOfRecord(kind, record, today)) return fault;
  // The summary of a news item names its own headline, outlet and day.
  if (kind === 'news') return undefined;
  const others = described.flatMap((each) => recordsOf(catalogue, each)).filter(({ id }) => id !== record.id);
  const duplicate = repeatedText(record.description, others);
  return duplicate === undefined
    ? undefined
    : `description says the same as that of ${duplicate}; write your own`;
}

/** The maker of a robot as the data have it now. */
export function makerOf(catalogue: Catalogue, { manufacturer }: Robot): Robot['manufacturer'] | undefined {
  const found = catalogue.find('manufacturers', manufacturer.id);
  if (found?.id !== manufacturer.id) return undefined;
  return { id: found.id, name: found.name, country: found.country };
}

function recordsOf<K extends Kind>(catalogue: Catalogue, kind: K): RecordOf<K>[] {
  const store = catalogue.store(kind);
  const live = Array.from({ length: store.size }, (_, index) => index).filter((index) => store.isLive(index));
  return live.map((index) => store.record(index));
}

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
  const given = sanitizeTexts(facts) as Record<string, unknown>;
  const authors = typeof given.authors === 'string' ? given.authors.split(/\s*;\s*/) : given.authors;
  const draft = { categories: [], ...given, authors, url: given.url ?? url };
  const { title, published, doi, arxiv_id } = draft as Record<string, unknown>;
  const year = Number(given.year ?? String(published ?? '').slice(0, 4));
  const parsed = publication.safeParse({
    ...draft,
    id: publicationId({
      title: String(title ?? ''),
      authors: Array.isArray(authors) ? authors.map(String) : [],
      year,
      doi: doi as string | undefined,
      arxiv_id: arxiv_id as string | undefined,
    }),
    year,
    aliases: [arxiv_id, doi].filter((alias) => typeof alias === 'string'),
    topics: given.topics ?? classifyTopics({ title: String(title ?? ''), categories: [] }),
    sources: [{ url: draft.url, title: 'Submitted, reviewed' }],
  });
  if (parsed.success) return { ...parsed.data, published: publishedIn(year, [parsed.data.published]) };
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
export function findDuplicate(catalogue: Catalogue, paper: Publication): Publication | undefined {
  for (const id of possiblePublicationIds(paper)) {
    const duplicate = catalogue.find('publications', id);
    if (duplicate !== undefined) return duplicate;
  }
  return paper.doi === undefined ? undefined : named(catalogue, paper.doi);
}

/** The paper whose DOI an address shows, if the data have it. */
export function findByAddress(catalogue: Catalogue, url: string): Publication | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  // Old sites encode in other ways than UTF-8; a DOI among them is as it stands.
  const doi = /\/(10\.\d{4,9}\/[^\s?#]+)$/.exec(decodePercent(path) ?? path)?.[1];
  return doi === undefined ? undefined : named(catalogue, doi);
}

/** By alias: what is found by anything else, such as a title, is another one. */
function named(catalogue: Catalogue, alias: string): Publication | undefined {
  const found = catalogue.find('publications', alias);
  return found?.aliases.some((known) => known.toLowerCase() === alias.toLowerCase()) ? found : undefined;
}
