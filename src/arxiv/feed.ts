import { SaxesParser, type SaxesTagNS } from 'saxes';

const atom = 'http://www.w3.org/2005/Atom';
const arxiv = 'http://arxiv.org/schemas/atom';
const openSearch = 'http://a9.com/-/spec/opensearch/1.1/';

/** Deeper nesting is no answer of arXiv. */
const deepest = 20;
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

/** The answer is no Atom feed, or not a whole one. */
export class FeedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FeedError';
  }
}

/**
 * Reads an answer of the arXiv API. The parser knows the five entities of XML itself and no other: a document
 * type, where entities would be declared, is refused as a whole.
 */
export function readFeed(xml: string): Feed {
  const reader = new FeedReader();
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', () => {
    throw new FeedError('The answer declares a document type, which no feed of arXiv does.');
  });
  parser.on('error', (error) => {
    throw new FeedError(`The answer is no well-formed XML: ${error.message.slice(0, 200)}`);
  });
  parser.on('opentag', (tag) => reader.open(tag));
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  parser.on('closetag', () => reader.close());
  parser.write(xml).close();
  return reader.feed();
}

type EntryText = 'id' | 'title' | 'summary' | 'published' | 'updated' | 'comment' | 'doi' | 'journalRef';

interface EntryDraft {
  readonly texts: Map<EntryText, string>;
  readonly authors: string[];
  readonly categories: Set<string>;
  primary: string | undefined;
}

/** Elements that are kept, by their path below the feed. */
const entryTexts: ReadonlyMap<string, EntryText> = new Map([
  [`{${atom}}id`, 'id'],
  [`{${atom}}title`, 'title'],
  [`{${atom}}summary`, 'summary'],
  [`{${atom}}published`, 'published'],
  [`{${atom}}updated`, 'updated'],
  [`{${arxiv}}comment`, 'comment'],
  [`{${arxiv}}doi`, 'doi'],
  [`{${arxiv}}journal_ref`, 'journalRef'],
]);

class FeedReader {
  private readonly path: string[] = [];
  private readonly entries: FeedEntry[] = [];
  private entry: EntryDraft | undefined;
  private collected = '';
  private total: number | undefined;
  private isFeed = false;

  open({ uri, local, attributes }: SaxesTagNS): void {
    const name = `{${uri}}${local}`;
    if (this.path.length === 0) this.isFeed = name === `{${atom}}feed`;
    this.path.push(name);
    if (this.path.length > deepest) throw new FeedError('The answer is nested too deeply for a feed.');
    this.collected = '';
    if (this.path.length === 2 && name === `{${atom}}entry`) {
      this.entry = { texts: new Map(), authors: [], categories: new Set(), primary: undefined };
    }
    if (this.path.length !== 3 || this.entry === undefined) return;
    const term = attributes.term?.value.trim() ?? '';
    if (term !== '' && name === `{${arxiv}}primary_category`) this.entry.primary = term;
    if (term !== '' && name === `{${atom}}category`) this.entry.categories.add(term);
  }

  text(text: string): void {
    this.collected += text;
  }

  close(): void {
    const name = this.path.pop() ?? '';
    const depth = this.path.length;
    if (depth === 1 && name === `{${openSearch}}totalResults`) this.total = Number(this.collected);
    if (depth === 1 && this.entry !== undefined) {
      this.entries.push(finish(this.entry));
      this.entry = undefined;
    }
    if (depth === 2) this.keepText(name);
    if (depth === 3 && name === `{${atom}}name` && this.path[2] === `{${atom}}author`) this.keepAuthor();
    this.collected = '';
  }

  feed(): Feed {
    if (!this.isFeed) throw new FeedError('The answer is no Atom feed.');
    return { entries: this.entries, total: Number.isInteger(this.total) ? this.total : undefined };
  }

  private keepText(name: string): void {
    const field = entryTexts.get(name);
    if (field !== undefined) this.entry?.texts.set(field, this.collected.trim());
  }

  private keepAuthor(): void {
    if (this.entry !== undefined && this.entry.authors.length < mostAuthors) {
      this.entry.authors.push(this.collected.trim());
    }
  }
}

function finish({ texts, authors, categories, primary }: EntryDraft): FeedEntry {
  const text = (name: EntryText) => texts.get(name) ?? '';
  return {
    id: text('id'),
    title: text('title'),
    summary: text('summary'),
    authors,
    published: text('published'),
    updated: text('updated'),
    comment: text('comment'),
    doi: text('doi'),
    journalRef: text('journalRef'),
    categories: [...new Set([...(primary === undefined ? [] : [primary]), ...categories])],
  };
}
