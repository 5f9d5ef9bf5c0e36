import { sanitizeLine } from '../lib/sanitize.ts';

/** One entry of a feed. */
export interface AtomEntry {
  /** An IRI that stays the same. */
  readonly id: string;
  readonly title: string;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly updated: string;
  readonly content: string;
  readonly link?: string | undefined;
  readonly authors?: readonly string[];
  readonly categories?: readonly string[];
}

/** A feed of entries, the newest first. */
interface AtomFeed {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** Its own address. */
  readonly self: string;
  /** When there are no entries. */
  readonly updated: string;
  readonly entries: readonly AtomEntry[];
}

/** A feed in Atom (RFC 4287). */
export function atomFeed({ id, title, author, self, updated, entries }: AtomFeed): string {
  const newest = entries
    .map((entry) => instant(entry.updated))
    .sort()
    .at(-1);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', id),
    element('title', title),
    element('updated', newest ?? instant(updated)),
    `<author>${element('name', author)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(self)}"/>`,
    ...entries.map(entryXml),
    '</feed>',
    '',
  ].join('\n');
}

function entryXml({ id, title, updated, content, link, authors = [], categories = [] }: AtomEntry): string {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    element('updated', instant(updated)),
    ...authors.map((name) => `<author>${element('name', name)}</author>`),
    ...(link === undefined || !/^https?:/i.test(link)
      ? []
      : [`<link rel="alternate" href="${escaped(link)}"/>`]),
    ...categories.map((term) => `<category term="${escaped(term)}"/>`),
    `<content type="text">${escaped(content)}</content>`,
    '</entry>',
  ].join('\n');
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

/** The first moment of a date. */
function instant(date: string): string {
  return `${date.padEnd('YYYY-MM-DD'.length, '-01')}T00:00:00Z`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML 1.0 takes it, on one line: without the characters that it has no way to write, and those that hide. */
function escaped(text: string): string {
  return sanitizeLine(text).replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
