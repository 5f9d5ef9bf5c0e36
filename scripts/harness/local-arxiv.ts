import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of this machine that has a paper under every identifier, and speaks the query interface of arXiv. */
export interface LocalArxiv {
  readonly url: string;
  /** Identifiers in the order in which they were asked for. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** The title of a paper holds a word that no other record has. */
export function titleOf(id: string): string {
  const letters = [...id].filter((each) => /\d/.test(each)).map((digit) => 'bcdfghjkmn'[Number(digit)]);
  return `Locomotion of the zq${letters.join('')}`;
}

export async function startLocalArxiv(): Promise<LocalArxiv> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const id = new URL(request.url ?? '/', 'http://x').searchParams.get('id_list') ?? '';
    asked.push(id);
    response.writeHead(200, { 'content-type': 'application/atom+xml; charset=utf-8' }).end(feed(id));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/query`,
    asked,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** See https://info.arxiv.org/help/api/user-manual.html#_details_of_atom_results_returned. */
function feed(id: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">1</opensearch:totalResults>
  <entry>
    <id>http://arxiv.org/abs/${id}v1</id>
    <updated>2026-11-02T10:00:00Z</updated>
    <published>2026-11-02T10:00:00Z</published>
    <title>${titleOf(id)}</title>
    <summary>A legged robot walks.</summary>
    <author><name>Ana Example</name></author>
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="cs.RO"/>
    <category term="cs.RO" scheme="http://arxiv.org/schemas/atom"/>
  </entry>
</feed>
`;
}
