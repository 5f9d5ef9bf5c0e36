import { sanitizeLine } from '../../lib/sanitize.ts';
import { childText, readXml, readXmlHead, type XmlElement, XmlError } from '../../text/xml.ts';
import { plainTitle } from './plain-title.ts';
import { splitFeed } from './split-feed.ts';

const atom = 'http://www.w3.org/2005/Atom';
const dublinCore = 'http://purl.org/dc/elements/1.1/';
const feedburner = 'http://rssnamespace.org/feedburner/ext/1.0';

/** Longer ones are no address of an article. */
const MAX_ADDRESS = 2000;
const MAX_DATE = 80;

/** One item, as the feed has it; only what is stored of it. */
export interface FeedItem {
  readonly title: string;
  /** Absolute; empty if there is none. */
  readonly url: string;
  /** As it is written. */
  readonly date: string;
}

/** An item that cannot be read; the reason continues a sentence that begins with the item. */
interface BadItem {
  /** Its title, as far as that is seen, or its number. */
  readonly what: string;
  readonly reason: string;
}

export interface NewsFeed {
  readonly items: readonly FeedItem[];
  readonly bad: readonly BadItem[];
}

/**
 * Reads RSS 2.0 (and 0.9x), RSS 1.0 or Atom 1.0; `address` is where the feed came from, for relative links. An item
 * that is no XML costs itself. Throws an XmlError for anything else, and for a feed none of whose items can be read.
 */
export function readNewsFeed(xml: string, address: string): NewsFeed {
  const { head, items: parts, isCut } = splitFeed(xml);
  // Without any item the whole is judged as XML.
  const { root, namespaces } =
    parts.length > 0 ? readXmlHead(head) : { root: readWhole(xml), namespaces: new Map<string, string>() };
  if (root.name.toLowerCase() === 'html') throw new XmlError('is an HTML page');
  const isFeed = root.name === 'rss' || root.name === 'feed' || (root.name === 'RDF' && parts.length > 0);
  if (!isFeed) throw new XmlError(`is <${root.name.slice(0, 40)}>, no feed`);
  const items: FeedItem[] = [];
  const bad: BadItem[] = isCut
    ? [{ what: 'the end', reason: `is left out: more than ${parts.length} items` }]
    : [];
  for (const [i, part] of parts.entries()) {
    try {
      items.push(readPart(part, namespaces, address));
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      bad.push({ what: titleSeenIn(part) || `item ${i + 1}`, reason: error.message });
    }
  }
  const [first] = bad;
  if (first !== undefined && items.length === 0) {
    throw new XmlError(`has no item that can be read: ${first.what} ${first.reason}`);
  }
  return { items, bad };
}

function readWhole(xml: string) {
  return readXml(
    xml,
    () => false,
    () => undefined,
  );
}

/** One item by itself, with the namespaces that the feed declares for it. */
function readPart(part: string, namespaces: ReadonlyMap<string, string>, address: string): FeedItem {
  const found: FeedItem[] = [];
  readXml(
    `<feed${declarations(namespaces)}>${part}</feed>`,
    ({ depth }) => depth === 1,
    (element) => {
      found.push(element.name === 'entry' ? readEntry(element, address) : readItem(element, address));
    },
  );
  const [item] = found;
  if (item === undefined) throw new XmlError('is empty');
  return item;
}

/** A feed has some dozen namespaces at most. */
const MAX_NAMESPACES = 50;
const MAX_NAMESPACE_LENGTH = 300;

function declarations(namespaces: ReadonlyMap<string, string>): string {
  return [...namespaces]
    .filter(([prefix, uri]) => prefix.length + uri.length <= MAX_NAMESPACE_LENGTH)
    .slice(0, MAX_NAMESPACES)
    .map(([prefix, uri]) => {
      const value = uri.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
      return ` xmlns${prefix && `:${prefix}`}="${value}"`;
    })
    .join('');
}

function titleSeenIn(part: string): string {
  return plainTitle(/<title[^<>]{0,200}>(?:<!\[CDATA\[)?([^<]{1,300})/.exec(part)?.[1] ?? '');
}

function readEntry(entry: XmlElement, address: string): FeedItem {
  const own = entry.uri;
  const links = entry.children.filter(({ name, uri }) => name === 'link' && uri === own);
  const link =
    links.find(({ attributes }) => (attributes.get('rel') ?? 'alternate') === 'alternate') ?? links[0];
  return {
    title: plainTitle(childText(entry, 'title', own)),
    url: absolute(childText(entry, 'origLink', feedburner) || link?.attributes.get('href') || '', address),
    date: dateIn(childText(entry, 'published', own) || childText(entry, 'updated', own)),
  };
}

function readItem(item: XmlElement, address: string): FeedItem {
  const own = item.uri;
  const guid = item.children.find(({ name, uri }) => name === 'guid' && uri === own);
  const permalink = guid?.attributes.get('isPermaLink') === 'false' ? '' : (guid?.text.trim() ?? '');
  const atomLink = item.children.find(({ name, uri }) => name === 'link' && uri === atom);
  return {
    title: plainTitle(childText(item, 'title', own)),
    url: absolute(
      childText(item, 'origLink', feedburner) ||
        childText(item, 'link', own) ||
        atomLink?.attributes.get('href') ||
        permalink,
      address,
    ),
    date: dateIn(childText(item, 'pubDate', own) || childText(item, 'date', dublinCore)),
  };
}

function dateIn(text: string): string {
  return sanitizeLine(text, MAX_DATE);
}

/** Addresses of articles are http(s); anything else is none. */
function absolute(link: string, address: string): string {
  const text = link.slice(0, 2 * MAX_ADDRESS).trim();
  if (text === '' || text.length > MAX_ADDRESS || !URL.canParse(text, address)) return '';
  const url = new URL(text, address);
  for (const name of [...url.searchParams.keys()]) {
    if (/^(?:utm_|fbclid|gclid|mc_)/i.test(name)) url.searchParams.delete(name);
  }
  return /^https?:$/.test(url.protocol) ? url.href : '';
}
