import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { feedsAdapter } from '../../../src/harvest/feeds/adapter.ts';
import { type Bench, startBench } from '../helpers/run.ts';
import { type SourceServer, sendXml, startSource } from '../helpers/source-server.ts';

let source: SourceServer;
let bench: Bench;

beforeEach(async () => {
  bench = await startBench();
  source = await startSource((_, response) => response.writeHead(503).end());
});
afterEach(() => source.close());

/** The titles that were taken, and what was refused with its reason. */
async function harvested(body: string | Buffer, type?: string) {
  source.answer((_, response) => sendXml(response, body, type));
  const feed = { url: `${source.url}/feed`, outlet: 'Robot News', robotics: true, trusted: true };
  const { added, refused, fault } = await bench.run(feedsAdapter([feed]));
  return { titles: added.map(({ title }) => title), refused, fault };
}

/** As WordPress writes it. */
function wordpress(...items: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:atom="http://www.w3.org/2005/Atom"
	xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
	>
<channel>
	<title>Robot News</title>
	<atom:link href="https://news.example.org/feed/" rel="self" type="application/rss+xml" />
	<link>https://news.example.org/</link>
	<lastBuildDate>Fri, 20 Nov 2026 12:00:00 +0000</lastBuildDate>
	<generator>https://wordpress.org/?v=6.9</generator>
${items.join('\n')}
</channel>
</rss>
`;
}

let count = 0;
function item(title: string, { link = '', description = 'About robots.', more = '' } = {}): string {
  count += 1;
  return `	<item>
		<title>${title}</title>
		<link>${link || `https://news.example.org/2026/11/${count}/`}</link>
		<dc:creator><![CDATA[A. Reporter]]></dc:creator>
		<pubDate>Fri, 20 Nov 2026 10:00:00 +0000</pubDate>
		<guid isPermaLink="false">https://news.example.org/?p=${count}</guid>
		<description>${description}</description>
		<content:encoded><![CDATA[<p>The whole article &amp; more.</p> <item>no item</item>]]></content:encoded>
		${more}
	</item>`;
}

const first = 'A welding robot learns to see in the dark';
const second = 'Surgeons try a soft gripper on a distant island';
const third = 'Warehouse drones count what nobody else counts';

describe('RSS in a namespace of its own', () => {
  it.each([
    'http://backend.userland.com/rss2',
    'http://purl.org/rss/1.0/',
    'http://www.w3.org/2005/Atom',
    'https://news.example.org/ns?a=1&amp;b="2"',
  ])('is read: %s', async (namespace) => {
    const declared = namespace.includes('"') ? `xmlns='${namespace}'` : `xmlns="${namespace}"`;
    const body = wordpress(item(first), item(second)).replace('version="2.0"', `version="2.0" ${declared}`);
    expect(await harvested(body)).toEqual({ titles: [first, second], refused: [], fault: undefined });
  });

  it('that the channel alone declares is read', async () => {
    const body = wordpress(item(first)).replace(
      '<channel>',
      '<channel xmlns="http://blogs.law.harvard.edu/tech/rss">',
    );
    expect((await harvested(body)).titles).toEqual([first]);
  });

  it('is read by its prefix', async () => {
    const body = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rss="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<rss:channel rdf:about="https://news.example.org/"><rss:title>Robot News</rss:title></rss:channel>
<rss:item rdf:about="https://news.example.org/1"><rss:title>${first}</rss:title><rss:link>https://news.example.org/1</rss:link><dc:date>2026-11-20</dc:date></rss:item>
</rdf:RDF>`;
    expect((await harvested(body)).titles).toEqual([first]);
  });

  it('of Atom is read by its prefix, and so is an entry of another', async () => {
    const body = `<?xml version="1.0"?>
<a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:x="https://example.org/x"><a:title>Robot News</a:title>
<a:entry><a:title>${first}</a:title><a:link href="https://news.example.org/1"/><x:entry>inside</x:entry><a:published>2026-11-20T10:00:00Z</a:published></a:entry>
</a:feed>`;
    expect((await harvested(body)).titles).toEqual([first]);
  });
});

describe('what writers of feeds get wrong is read as it was meant', () => {
  it.each([
    [
      'named entities of HTML',
      wordpress(
        item('Caf&eacute; robots &mdash; &ldquo;na&iuml;ve&rdquo; no&nbsp;more &Scaron;koda'),
        item(second),
      ),
      ['Café robots — “naïve” no more Škoda', second],
    ],
    [
      'a bare ampersand',
      wordpress(
        item('Boston R&D builds robots & drones &c'),
        item(second, { link: 'https://n.example.org/?a=1&b=2' }),
      ),
      ['Boston R&D builds robots & drones &c', second],
    ],
    [
      'control characters',
      wordpress(
        item('A robot\u000b walks\u0000 over ice'),
        item(second, { description: '\u0001\u001f &#0; &#x1f;\ufffe' }),
      ),
      ['A robot walks over ice', second],
    ],
    [
      'blanks and a byte order mark before the declaration',
      `\ufeff\r\n \n${wordpress(item(first))}`,
      [first],
    ],
    ['blanks and two byte order marks', `\ufeff\ufeff\n${wordpress(item(first))}`, [first]],
    [
      'a prefix that nothing declares',
      wordpress(item(first, { more: '<media:thumbnail url="x" media:id="1"/>' })),
      [first],
    ],
    ['an attribute twice', wordpress(item(first, { more: '<enclosure url="a" url="b"/>' })), [first]],
    ['the end of CDATA without a beginning', wordpress(item(first, { description: 'a ]]> b' })), [first]],
    ['junk behind the end', `${wordpress(item(first))}\n<!-- cached --> <br> & more`, [first]],
    [
      'faults in the head',
      wordpress(item(first)).replace('<title>Robot News', '<title>R & D <br> </p> News'),
      [first],
    ],
    [
      'an item without its end in the middle',
      wordpress(item(first), item(second).replace('</item>', ''), item(third)),
      [first, second, third],
    ],
    [
      'an item without its end at last',
      wordpress(item(first), item(second).replace(/<\/item>$/, '')),
      [first, second],
    ],
  ])('%s', async (_, body, titles) => {
    expect(await harvested(body)).toEqual({ titles, refused: [], fault: undefined });
  });
});

describe('a fault costs the item that it is in, which is told', () => {
  it.each([
    ['a tag without its end', item(second, { description: 'one <br> two <b>three' })],
    ['an end without its tag', item(second, { description: 'one</p>' })],
    ['a smaller-than sign', item(second, { description: '5 < 6' })],
    ['an entity that nobody knows', item(second, { description: '&unheard;' })],
    ['an attribute without quotes', item(second, { more: '<enclosure url=a />' })],
    ['nesting without end', item(second, { more: '<a>'.repeat(500) })],
    ['CDATA without its end', item(second, { more: '<x><![CDATA[' }).replace('</item>', '')],
    ['a doctype', item(second, { more: '<!DOCTYPE x [<!ENTITY y "z">]>' })],
  ])('%s', async (_, bad) => {
    const body = bad.includes('<x>')
      ? wordpress(item(first), item(third), bad)
      : wordpress(item(first), bad, item(third));
    const { titles, refused, fault } = await harvested(body);
    expect(titles).toEqual([first, third]);
    expect(refused).toEqual([
      {
        source: `${source.url}/feed`,
        what: second,
        reason: expect.stringMatching(/well-formed|nested|entities/),
      },
    ]);
    expect(fault).toBeUndefined();
  });

  it('a byte that is in no encoding costs the title that it is in', async () => {
    const body = Buffer.from(
      wordpress(item(first), item('Roboter f\u00fcr Z\u00fcrich und Genf'), item(third)),
      'latin1',
    );
    const { titles, refused } = await harvested(body, 'text/xml; charset=utf-8');
    expect(titles).toEqual([first, third]);
    expect(refused.map(({ reason }) => reason)).toEqual(['is not in the encoding that it states (utf-8)']);
  });

  it('a feed that breaks off costs its last item', async () => {
    const body = wordpress(item(first), item(second));
    const { titles, refused } = await harvested(
      body.slice(0, body.indexOf('<pubDate>', body.indexOf(second))),
    );
    expect(titles).toEqual([first]);
    expect(refused).toMatchObject([{ reason: expect.stringContaining('date that cannot be read') }]);
  });

  it('a feed of more items than there is news says what it leaves out', async () => {
    const old = item(first).replace('2026 10:00', '2020 10:00');
    const { refused } = await harvested(wordpress(...Array.from({ length: 2001 }, () => old)));
    expect(refused).toEqual([
      { source: `${source.url}/feed`, what: 'the end', reason: 'is left out: more than 2000 items' },
    ]);
  });

  it.each([41, 3000])('a head of %i tags that are never closed is refused', async (count) => {
    const body = wordpress(item(first)).replace('<channel>', '<a>'.repeat(count));
    const { refused } = await harvested(body);
    expect(refused).toEqual([
      { source: `${source.url}/feed`, what: 'the feed', reason: 'is nested too deeply' },
    ]);
  });

  it('one headline at many addresses is one event, which names twenty of them', async () => {
    const told = Array.from({ length: 60 }, () => item(first));
    source.answer((_, response) => sendXml(response, wordpress(...told)));
    const feed = { url: `${source.url}/feed`, outlet: 'Robot News', robotics: true, trusted: true };
    const { added, changed, passed } = await bench.run(feedsAdapter([feed]));
    expect([added.length, changed.length, passed]).toEqual([1, 19, { 'told by another outlet already': 40 }]);
  });

  it('a feed none of whose items can be read is a feed that cannot be read', async () => {
    const { refused, fault } = await harvested(wordpress(item(first, { more: '<p>' })));
    expect(refused).toMatchObject([
      { what: 'the feed', reason: expect.stringContaining('no item that can be read') },
    ]);
    expect(fault).toContain('could not be read');
  });
});

describe('entities never grow', () => {
  it.each([
    ['<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>', '&b;'],
    ['<!DOCTYPE rss [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>', '&p;'],
    ['\ufeff <!DOCTYPE rss [\n<!ENTITY nbsp "x">]>', '&nbsp;'],
  ])('%j', async (doctype, entity) => {
    const body = wordpress(item(`${entity} robot of many words`)).replace('<rss', `${doctype}<rss`);
    const { titles, refused } = await harvested(body);
    expect(titles).toEqual([]);
    expect(refused).toMatchObject([{ what: 'the feed', reason: 'declares entities of its own' }]);
  });

  it('but a document type without any is passed over', async () => {
    const doctype =
      '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/rss-0.91.dtd">';
    expect((await harvested(wordpress(item(first)).replace('<rss', `${doctype}<rss`))).titles).toEqual([
      first,
    ]);
  });
});
