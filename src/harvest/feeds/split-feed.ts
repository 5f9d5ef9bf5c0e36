import { XmlError } from '../../text/xml.ts';

/** More items than this are no feed of news. */
const MAX_ITEMS = 2000;
/** An item may lack its end, but not all do. */
const MAX_UNCLOSED = 40;
/** So many tags and other marks of items are in no feed. */
const MAX_MARKS = 200_000;

interface FeedParts {
  /** All before the first item, or the whole text where there is none. */
  readonly head: string;
  /** Each from its opening tag to its closing one, which is added where it is missing. */
  readonly items: readonly string[];
  /** There are more items, which were left out. */
  readonly isCut: boolean;
}

/** Tags that begin or end an item, whatever their prefix, and what tags in it are mere letters. */
const MARK =
  /<!\[CDATA\[|<!--|<(\/?)((?:[\w.-]{1,40}:)?(?:item|entry)|(?:[\w.-]{1,40}:)?(?:channel|rss|feed|RDF))(?=[\s/>])/g;

const closing: Readonly<Record<string, string>> = { '<![CDATA[': ']]>', '<!--': '-->' };

/**
 * Cuts a feed into its items without reading them, so that a fault in one is no other's: an item ends where the next
 * begins, whether it was closed or not. Throws an XmlError where hardly any was, or where
 * there is too much to look at.
 */
export function splitFeed(xml: string): FeedParts {
  const isItem = itemNames(xml);
  const items: string[] = [];
  let first: number | undefined;
  let open: { readonly at: number; readonly name: string } | undefined;
  let unclosed = 0;
  const end = (at: number, isClosed: boolean) => {
    if (open === undefined) return;
    unclosed = isClosed ? 0 : unclosed + 1;
    if (unclosed > MAX_UNCLOSED) throw new XmlError('is nested too deeply');
    items.push(`${xml.slice(open.at, at)}${isClosed ? '' : `</${open.name}>`}`);
    open = undefined;
  };
  let marks = 0;
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(xml); mark !== null; mark = MARK.exec(xml)) {
    marks += 1;
    if (marks > MAX_MARKS) throw new XmlError('has too many tags');
    const [tag, slash, name = ''] = mark;
    const close = closing[tag];
    if (close !== undefined) {
      const at = xml.indexOf(close, MARK.lastIndex);
      if (at === -1) break;
      MARK.lastIndex = at + close.length;
    } else if (slash === '') {
      if (!isItem(name)) continue;
      end(mark.index, false);
      if (items.length === MAX_ITEMS) return { head: xml.slice(0, first), items, isCut: true };
      first ??= mark.index;
      open = { at: mark.index, name };
    } else if (name === open?.name) end(endOfTag(xml, MARK.lastIndex), true);
    else if (!/(?:item|entry)$/.test(name)) end(mark.index, false);
  }
  end(xml.length, false);
  return { head: xml.slice(0, first), items, isCut: false };
}

function endOfTag(xml: string, from: number): number {
  const at = xml.indexOf('>', from);
  return at === -1 ? xml.length : at + 1;
}

/** Items have no prefix, or one that is declared at the beginning for the namespace of a feed. */
function itemNames(xml: string): (name: string) => boolean {
  const declared = xml
    .slice(0, 20_000)
    .matchAll(
      /xmlns:([\w.-]{1,40})\s{0,9}=\s{0,9}["']http:\/\/(?:purl\.org\/rss\/1\.0\/|www\.w3\.org\/2005\/Atom)["']/g,
    );
  const prefixes = new Set([...declared].map(([, prefix]) => prefix));
  return (name) => {
    const [prefix, local] = name.includes(':') ? name.split(':') : ['', name];
    return (local === 'item' || local === 'entry') && (prefix === '' || prefixes.has(prefix));
  };
}
