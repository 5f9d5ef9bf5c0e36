/** News feeds in the shapes in which publishers write them. */

export interface Item {
  readonly title: string;
  readonly link?: string;
  readonly date?: string;
  /** More elements, as XML. */
  readonly more?: string;
}

const link = 'https://news.example.org/2026/11/unitree-raises';

export function rss(items: readonly Item[], encoding = 'UTF-8'): string {
  return `<?xml version="1.0" encoding="${encoding}"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>Robot News</title><link>https://news.example.org/</link>
<atom:link href="https://news.example.org/feed/" rel="self" type="application/rss+xml"/>
<lastBuildDate>Fri, 20 Nov 2026 12:00:00 +0000</lastBuildDate>
${items
  .map(
    (item) => `<item>
  <title>${item.title}</title>
  <link>${item.link ?? link}</link>
  <dc:creator><![CDATA[A. Reporter]]></dc:creator>
  <pubDate>${item.date ?? 'Fri, 20 Nov 2026 10:00:00 +0000'}</pubDate>
  <guid isPermaLink="false">https://news.example.org/?p=1</guid>
  <description><![CDATA[The first lines of the article, which nobody here stores.]]></description>
  <content:encoded><![CDATA[<p>The whole article.</p>]]></content:encoded>
  ${item.more ?? ''}
</item>`,
  )
  .join('\n')}
</channel></rss>`;
}

export function atomFeed(items: readonly Item[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title type="text">Robot News</title><id>https://news.example.org/</id><updated>2026-11-20T12:00:00Z</updated>
${items
  .map(
    (item) => `<entry>
  ${item.title.startsWith('<title') ? item.title : `<title type="html">${item.title}</title>`}
  <link rel="enclosure" href="https://news.example.org/picture.jpg"/>
  <link rel="alternate" type="text/html" href="${item.link ?? link}"/>
  <id>tag:news.example.org,2026:1</id>
  <published>${item.date ?? '2026-11-20T10:00:00Z'}</published><updated>2026-11-20T11:00:00Z</updated>
  <content type="html">&lt;p&gt;The whole article.&lt;/p&gt;</content>
</entry>`,
  )
  .join('\n')}
</feed>`;
}

export function rdf(items: readonly Item[]): string {
  return `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://news.example.org/"><title>Robot News</title><link>https://news.example.org/</link><items><rdf:Seq/></items></channel>
${items
  .map(
    (item) => `<item rdf:about="${item.link ?? link}">
  <title>${item.title}</title><link>${item.link ?? link}</link><dc:date>${item.date ?? '2026-11-20T10:00:00Z'}</dc:date>
</item>`,
  )
  .join('\n')}
</rdf:RDF>`;
}
