import { child, readXml, type XmlElement, XmlError } from '../text/xml.ts';

const atom = 'http://www.w3.org/2005/Atom';
const arxiv = 'http://arxiv.org/schemas/atom';
const openSearch = 'http://a9.com/-/spec/opensearch/1.1/';

/** The longest author lists on arXiv have about 3,000 names. */
const mostAuthors = 5000;

/** One entry of the answer, as it stands there. */
export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly authors: readonly string[];
  readonly published: string;
  readonly updated: string;
  readonly comment: string;
  readonly doi: string;
  readonly journalRef: string;
  /** Primary first. */
  readonly categories: readonly string[];
}

export interface Feed {
  readonly entries: readonly FeedEntry[];
  readonly total: number | undefined;
}

/** Reads an answer of the arXiv API. Throws an XmlError for what is no Atom feed, or not a whole one. */
export function readFeed(xml: string): Feed {
  const entries: FeedEntry[] = [];
  let total: number | undefined;
  const root = readXml(
    xml,
    ({ name, uri, depth }) =>
      depth === 1 && ((name === 'entry' && uri === atom) || (name === 'totalResults' && uri === openSearch)),
    (element) => {
      if (element.name === 'entry') entries.push(readEntry(element));
      else total = Number(element.text);
    },
  );
  if (root.name !== 'feed' || root.uri !== atom) throw new XmlError('is no Atom feed');
  return { entries, total: Number.isInteger(total) ? total : undefined };
}

function readEntry(entry: XmlElement): FeedEntry {
  const text = (name: string, uri = atom) => child(entry, name, uri)?.text.trim() ?? '';
  const terms = (name: string, uri: string) =>
    childrenOf(entry, name, uri)
      .map(({ attributes }) => attributes.get('term')?.trim() ?? '')
      .filter((term) => term !== '');
  return {
    id: text('id'),
    title: text('title'),
    summary: text('summary'),
    authors: childrenOf(entry, 'author', atom)
      .slice(0, mostAuthors)
      .flatMap((author) => childrenOf(author, 'name', atom).map((name) => name.text.trim())),
    published: text('published'),
    updated: text('updated'),
    comment: text('comment', arxiv),
    doi: text('doi', arxiv),
    journalRef: text('journal_ref', arxiv),
    categories: [...new Set([...terms('primary_category', arxiv), ...terms('category', atom)])],
  };
}

function childrenOf(element: XmlElement, name: string, uri: string): readonly XmlElement[] {
  return element.children.filter((each) => each.name === name && each.uri === uri);
}
