/** Answers of the arXiv API in the shapes in which it gives them. */

export interface FakePaper {
  readonly id: string;
  readonly version?: number;
  readonly title?: string;
  readonly authors?: readonly string[];
  readonly published?: string;
  readonly summary?: string;
  readonly comment?: string;
  readonly doi?: string;
  readonly categories?: readonly string[];
}

/** A feed with one entry, as for a paper that exists. */
export function successFeed(paper: FakePaper): string {
  return feed(1, entry(paper));
}

/** A feed without an entry, as for an identifier that is well formed and unknown. */
export const emptyFeed = feed(0, '');

/** How the API tells a fault: an entry called Error, which is no paper. */
export function errorFeed(id: string): string {
  return feed(
    1,
    `<entry>
    <id>http://arxiv.org/api/errors#incorrect_id_format_for_${id}</id>
    <title>Error</title>
    <summary>incorrect id format for ${id}</summary>
    <updated>2026-11-20T00:00:00-05:00</updated>
    <link href="http://arxiv.org/api/errors#incorrect_id_format_for_${id}" rel="alternate" type="text/html"/>
    <author><name>arXiv api core</name></author>
  </entry>`,
  );
}

/** What the older API sent for unknown identifiers. */
export function hollowFeed(id: string): string {
  return feed(1, `<entry><id>http://arxiv.org/abs/${id}</id><title></title></entry>`);
}

/** Entities that grow: a billion laughs. */
export const entityBomb = `<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i === 0 ? '' : i};`.repeat(10)}">`,
).join('')}]>
<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>&lol9;</title></entry></feed>`;

function feed(total: number, entries: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <link href="http://arxiv.org/api/query?search_query%3D%26id_list%3D2401.02117" rel="self" type="application/atom+xml"/>
  <title type="html">ArXiv Query: search_query=&amp;id_list=2401.02117&amp;start=0&amp;max_results=1</title>
  <id>http://arxiv.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id>
  <updated>2026-11-20T00:00:00-05:00</updated>
  <opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">${total}</opensearch:totalResults>
  <opensearch:startIndex xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">0</opensearch:startIndex>
  <opensearch:itemsPerPage xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">1</opensearch:itemsPerPage>
  ${entries}
</feed>`;
}

function entry(paper: FakePaper): string {
  const { id, version = 1, comment, doi } = paper;
  const {
    title = `Learning Legged Locomotion from\n  Demonstrations: ${id}`,
    authors = ['Ana Müller', 'Wei Zhang'],
    published = '2026-11-02T17:59:59Z',
    summary = 'We show a robot that walks.',
    categories = ['cs.RO', 'cs.LG'],
  } = paper;
  return `<entry>
    <id>http://arxiv.org/abs/${id}v${version}</id>
    <updated>${published}</updated>
    <published>${published}</published>
    <title>${xml(title)}</title>
    <summary>  ${xml(summary)}
</summary>
    ${authors.map((name) => `<author><name>${xml(name)}</name><arxiv:affiliation xmlns:arxiv="http://arxiv.org/schemas/atom">TU</arxiv:affiliation></author>`).join('\n    ')}
    ${comment === undefined ? '' : `<arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">${xml(comment)}</arxiv:comment>`}
    ${doi === undefined ? '' : `<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">${doi}</arxiv:doi><link title="doi" href="http://dx.doi.org/${doi}" rel="related"/>`}
    <link href="http://arxiv.org/abs/${id}v${version}" rel="alternate" type="text/html"/>
    <link title="pdf" href="http://arxiv.org/pdf/${id}v${version}" rel="related" type="application/pdf"/>
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="${categories[0]}" scheme="http://arxiv.org/schemas/atom"/>
    ${categories.map((term) => `<category term="${term}" scheme="http://arxiv.org/schemas/atom"/>`).join('\n    ')}
  </entry>`;
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
