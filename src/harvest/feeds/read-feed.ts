import { childText, readXml, type XmlElement, XmlError } from '../../text/xml.ts';
import { plainTitle } from './plain-title.ts';

const atom = 'http://www.w3.org/2005/Atom';
const rss1 = 'http://purl.org/rss/1.0/';
const dublinCore = 'http://purl.org/dc/elements/1.1/';
const feedburner = 'http://rssnamespace.org/feedburner/ext/1.0';

/** More items than this are no feed of news. */
const mostItems = 2000;

/** One item, as the feed has it; only what is stored of it. */
export interface FeedItem {
  readonly title: string;
  /** Absolute; empty if there is none. */
  readonly url: string;
  /** As it is written. */
  readonly date: string;
}

/**
 * Reads RSS 2.0 (and 0.9x), RSS 1.0 or Atom 1.0; `address` is where the feed came from, for relative links. Throws an
 * XmlError for anything else.
 */
export function readNewsFeed(xml: string, address: string): FeedItem[] {
  const items: FeedItem[] = [];
  const root = readXml(
    xml,
    ({ name, uri }) =>
      (name === 'entry' && uri === atom) || (name === 'item' && (uri === '' || uri === rss1)),
    (element) => {
      if (items.length < mostItems) {
        items.push(element.name === 'entry' ? readEntry(element, address) : readItem(element, address));
      }
    },
  );
  const isFeed =
    (root.name === 'feed' && root.uri === atom) ||
    root.name === 'rss' ||
    (root.name === 'RDF' && items.length > 0);
  if (isFeed) return items;
  if (root.name.toLowerCase() === 'html') throw new XmlError('is an HTML page');
  throw new XmlError(`is <${root.name.slice(0, 40)}>, no feed`);
}

function readEntry(entry: XmlElement, address: string): FeedItem {
  const links = entry.children.filter(({ name, uri }) => name === 'link' && uri === atom);
  const link =
    links.find(({ attributes }) => (attributes.get('rel') ?? 'alternate') === 'alternate') ?? links[0];
  return {
    title: plainTitle(childText(entry, 'title', atom)),
    url: absolute(childText(entry, 'origLink', feedburner) || link?.attributes.get('href') || '', address),
    date: childText(entry, 'published', atom) || childText(entry, 'updated', atom),
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
    date: childText(item, 'pubDate', own) || childText(item, 'date', dublinCore),
  };
}

/** Addresses of articles are http(s); anything else is none. */
function absolute(link: string, address: string): string {
  const text = link.trim();
  if (text === '' || !URL.canParse(text, address)) return '';
  const url = new URL(text, address);
  for (const name of [...url.searchParams.keys()]) {
    if (/^(?:utm_|fbclid|gclid|mc_)/i.test(name)) url.searchParams.delete(name);
  }
  return /^https?:$/.test(url.protocol) ? url.href : '';
}
