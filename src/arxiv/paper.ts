import { sanitizeLine } from '../lib/sanitize.ts';
import { readLatex } from '../text/read-latex.ts';
import { child, readXml, type XmlElement, XmlError } from '../text/xml.ts';
import { readArxivId } from './identifier.ts';

const atom = 'http://www.w3.org/2005/Atom';
const arxiv = 'http://arxiv.org/schemas/atom';
const openSearch = 'http://a9.com/-/spec/opensearch/1.1/';

/** The longest author lists on arXiv have about 3,000 names. */
const MAX_AUTHORS = 5000;

/** One entry of the answer, unchanged. */
interface FeedEntry {
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

interface Feed {
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
      .slice(0, MAX_AUTHORS)
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

/** A paper as arXiv states it; every text is one line without control or invisible characters. */
export interface ArxivPaper {
  /** Without its version. */
  readonly id: string;
  /** The newest version that arXiv has. */
  readonly version: number;
  readonly title: string;
  readonly authors: readonly string[];
  /** `YYYY-MM-DD` of the first version. */
  readonly published: string;
  readonly categories: readonly string[];
  readonly doi?: string;
  /** As arXiv sent it, before anything was taken out: for whoever judges what may be shown. */
  readonly stated: StatedText;
}

interface StatedText {
  readonly title: string;
  readonly authors: readonly string[];
  readonly abstract: string;
}

/** What arXiv says of an identifier. `unreachable` is the only one worth asking again. */
export type ArxivAnswer =
  | { readonly kind: 'found'; readonly paper: ArxivPaper }
  /** The reason continues a sentence that begins with the identifier. */
  | { readonly kind: 'not_found'; readonly reason: string }
  | { readonly kind: 'withdrawn'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

const MAX_TITLE_LENGTH = 400;
const MAX_NAME_LENGTH = 120;
const MAX_DOI_LENGTH = 200;
/** A withdrawal is told at the beginning of an abstract, and in a comment of few words. */
const MAX_REMARK_LENGTH = 4000;
/** Of what is only judged: far beyond what arXiv takes. */
const MAX_STATED = { title: 2000, name: 500, abstract: 10_000 };
/** How a withdrawal is told, in the comment or at the beginning of the abstract: arXiv has no field for it. */
const withdrawn =
  /^\W*(?:(?:this|the)\s+)?(?:(?:paper|article|submission|work|manuscript|preprint)\s+)?(?:(?:has been|have been|was|is)\s+)?(?:now\s+)?withdrawn\b(?!\s+from\s+(?!arxiv))/i;
const withdrawnSomewhere =
  /\b(?:this|the)\s+(?:paper|article|submission|work|manuscript|preprint)\s+(?:has been|was|is)\s+(?:now\s+)?withdrawn\b/i;

/** What a feed says of the paper that was asked for. */
export function readAnswer(feed: Feed, id: string, version: number | undefined): ArxivAnswer {
  const fault = feed.entries.find(({ id: address }) => /^https?:\/\/arxiv\.org\/api\/errors/.test(address));
  if (fault !== undefined)
    return { kind: 'not_found', reason: `is refused by arXiv: ${sanitizeLine(fault.summary, 200)}` };
  const found = feed.entries.map((entry) => ({ entry, reading: readArxivId(entry.id) }));
  const [own] = found.filter(({ entry, reading }) => 'id' in reading && isWhole(entry));
  if (own === undefined || !('id' in own.reading))
    return { kind: 'not_found', reason: 'is not known to arXiv' };
  if (own.reading.id !== id) return { kind: 'unreachable', reason: 'arXiv answered for another paper' };
  return judge(own.entry, own.reading.id, own.reading.version ?? 1, version);
}

/** Every paper of a feed that was not withdrawn. */
export function readPapers(feed: Feed): readonly ArxivPaper[] {
  return feed.entries.flatMap((entry) => {
    const reading = readArxivId(entry.id);
    if (!('id' in reading) || !isWhole(entry)) return [];
    const answer = judge(entry, reading.id, reading.version ?? 1, undefined);
    return answer.kind === 'found' ? [answer.paper] : [];
  });
}

function judge(entry: FeedEntry, id: string, newest: number, asked: number | undefined): ArxivAnswer {
  if (asked !== undefined && asked > newest) {
    return { kind: 'not_found', reason: `has no version ${asked}: the newest is ${newest}` };
  }
  if (isWithdrawn(entry.comment, entry.summary)) {
    return { kind: 'withdrawn', reason: 'was withdrawn from arXiv' };
  }
  return {
    kind: 'found',
    paper: {
      id,
      version: newest,
      published: entry.published.slice(0, 10),
      ...statedIn(entry),
      stated: statedText(entry.title, entry.authors, entry.summary),
    },
  };
}

/** The texts of a paper, sanitized. */
function statedIn(raw: Pick<FeedEntry, 'title' | 'authors' | 'categories' | 'doi'>) {
  const [doi = ''] = sanitizeLine(raw.doi, MAX_DOI_LENGTH + 1).split(/[ ,;]/);
  return {
    title: sanitizeLine(readLatex(raw.title), MAX_TITLE_LENGTH),
    authors: raw.authors
      .map((name) => sanitizeLine(readLatex(name), MAX_NAME_LENGTH))
      .filter((name) => name !== ''),
    categories: raw.categories.map((term) => sanitizeLine(term, 30)).filter((term) => term.length >= 2),
    ...(/^10\.\d{4,9}\/\S+$/.test(doi) && doi.length <= MAX_DOI_LENGTH && { doi }),
  };
}

function statedText(title: string, authors: readonly string[], abstract: string): StatedText {
  return {
    title: title.slice(0, MAX_STATED.title),
    authors: authors.map((name) => name.slice(0, MAX_STATED.name)),
    abstract: abstract.slice(0, MAX_STATED.abstract),
  };
}

/** True if the comment or the abstract says that the paper was withdrawn. */
function isWithdrawn(comment: string, abstract: string): boolean {
  const [remark = '', ...more] = [comment, abstract].map((text) => sanitizeLine(text, MAX_REMARK_LENGTH));
  return [remark, ...more].some((text) => withdrawn.test(text)) || withdrawnSomewhere.test(remark);
}

/** Unknown identifiers may come back as an entry that holds nothing but the question. */
function isWhole({ title, authors, published }: FeedEntry): boolean {
  return sanitizeLine(title, 10).length >= 3 && authors.length > 0 && /^\d{4}-\d{2}-\d{2}T/.test(published);
}

/** A paper as a list of arXiv's gives it, with what only lists tell. */
export interface HarvestedPaper extends ArxivPaper {
  readonly withdrawn: boolean;
  /** Where it was published, in the authors' words. */
  readonly journalRef?: string;
}

/** What a list says of a paper, before it is tidied. */
interface RawPaper {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly authors: readonly string[];
  /** `YYYY-MM-DD` of the first version. */
  readonly published: string;
  readonly categories: readonly string[];
  readonly comment: string;
  readonly abstract: string;
  readonly doi: string;
  readonly journalRef: string;
  readonly withdrawn: boolean;
}

/** A tidied paper, or why there is none; the problem continues a sentence that begins with the identifier. */
export type PaperReading = { readonly paper: HarvestedPaper } | { readonly problem: string };

/** Tidies what a list says of a paper. */
export function readPaper(raw: RawPaper): PaperReading {
  const reading = readArxivId(raw.id);
  if (!('id' in reading)) return { problem: reading.problem };
  const stated = statedIn(raw);
  if (stated.title.length < 3) return { problem: 'has no title' };
  if (stated.authors.length === 0) return { problem: 'has no authors' };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(raw.published)) return { problem: 'has no date of its first version' };
  if (stated.categories.length === 0) return { problem: 'has no categories' };
  const journalRef = sanitizeLine(readLatex(raw.journalRef), 300);
  return {
    paper: {
      id: reading.id,
      version: raw.version,
      published: raw.published,
      withdrawn: raw.withdrawn || isWithdrawn(raw.comment, raw.abstract),
      ...stated,
      stated: statedText(raw.title, raw.authors, raw.abstract),
      ...(journalRef !== '' && { journalRef }),
    },
  };
}

/** The paper that an entry of the query interface is about. */
export function fromFeedEntry(entry: FeedEntry): PaperReading {
  const reading = readArxivId(entry.id);
  return readPaper({
    ...entry,
    version: 'version' in reading ? (reading.version ?? 1) : 1,
    published: entry.published.slice(0, 10),
    abstract: entry.summary,
    withdrawn: false,
  });
}
