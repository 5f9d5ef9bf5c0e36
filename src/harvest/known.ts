import type { SourceOf } from '../data/dataset/canonical.ts';
import { type Kind, kinds } from '../kinds/kinds.ts';
import { surname } from '../kinds/publications/publication-id.ts';
import { compact } from '../text/fold.ts';

type Paper = SourceOf<'publications'>;

/** The records of the next version so far: those of the dataset, with what the run has added. */
export class KnownRecords {
  readonly #records = new Map<Kind, Map<string, SourceOf<Kind>>>(kinds.map((kind) => [kind, new Map()]));
  /** Ids of papers by lower-case alias and by title with first surname. */
  readonly #aliases = new Map<string, string>();
  readonly #titles = new Map<string, string>();
  /** Ids of news by address, and whose a description or summary is. */
  readonly #newsAddresses = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  find<K extends Kind>(kind: K, id: string): SourceOf<K> | undefined {
    return this.#records.get(kind)?.get(id) as SourceOf<K> | undefined;
  }

  all<K extends Kind>(kind: K): Iterable<SourceOf<K>> {
    return (this.#records.get(kind)?.values() ?? []) as Iterable<SourceOf<K>>;
  }

  count(kind: Kind): number {
    return this.#records.get(kind)?.size ?? 0;
  }

  put<K extends Kind>(kind: K, record: SourceOf<K>): void {
    this.#records.get(kind)?.set(record.id, record);
    const text =
      'description' in record ? record.description : 'summary' in record ? record.summary : undefined;
    if (text !== undefined) this.#texts.set(compact(text), `${kind} ${record.id}`);
    if (kind === 'publications') this.#indexPaper(record as Paper);
    if (kind === 'news') this.#indexNews(record as SourceOf<'news'>);
  }

  /** The paper with an arXiv id, a DOI or a former id. */
  paperCalled(alias: string): Paper | undefined {
    const id = this.#aliases.get(alias.toLowerCase());
    return id === undefined ? undefined : this.find('publications', id);
  }

  /** The paper with this title whose first author has this surname. */
  paperTitled(title: string, authors: readonly string[]): Paper | undefined {
    const id = this.#titles.get(titleKey(title, authors));
    return id === undefined ? undefined : this.find('publications', id);
  }

  /** The news item that names this page, as its own or among its sources. */
  newsAt(url: string): SourceOf<'news'> | undefined {
    const id = this.#newsAddresses.get(addressKey(url));
    return id === undefined ? undefined : this.find('news', id);
  }

  /** `news 2026-…`: the record that has this description or summary. */
  ownerOfText(text: string): string | undefined {
    return this.#texts.get(compact(text));
  }

  #indexPaper(paper: Paper): void {
    for (const alias of [paper.id, ...paper.aliases]) this.#aliases.set(alias.toLowerCase(), paper.id);
    this.#titles.set(titleKey(paper.title, paper.authors), paper.id);
  }

  #indexNews(item: SourceOf<'news'>): void {
    for (const url of [item.url, ...item.sources.map((source) => source.url)]) {
      this.#newsAddresses.set(addressKey(url), item.id);
    }
  }
}

/** Scheme, `www.`, campaign parameters, a fragment and a slash at the end make no other page. */
export function addressKey(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  for (const name of [...parsed.searchParams.keys()]) {
    if (/^(?:utm_|mc_|fbclid|gclid|ref$|cmpid)/i.test(name)) parsed.searchParams.delete(name);
  }
  const host = parsed.host.replace(/^www\./, '');
  return `${host}${parsed.pathname.replace(/\/+$/, '')}${parsed.search}`;
}

function titleKey(title: string, authors: readonly string[]): string {
  return `${compact(title)} ${surname(authors[0] ?? '')}`;
}
