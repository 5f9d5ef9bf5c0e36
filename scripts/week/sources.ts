import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A paper as arXiv lists it. */
export interface ListedPaper {
  readonly id: string;
  readonly title: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** What is harvested from, on this machine: arXiv's list of papers; openFDA has nothing, and no page is asked for. */
export interface Sources {
  /** What arXiv lists when it is next asked. */
  papers: readonly ListedPaper[];
  /** The options that lead `harvest` there. */
  readonly options: readonly string[];
  close(): Promise<void>;
}

export async function startSources(folder: string): Promise<Sources> {
  const server = createServer(({ url = '/' }, response) => {
    if (url.startsWith('/oai')) {
      const text = list(sources.papers);
      response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(text);
      return;
    }
    const nothing = JSON.stringify({ error: { code: 'NOT_FOUND', message: 'No matches found!' } });
    response.writeHead(404, { 'content-type': 'application/json' }).end(nothing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const feeds = join(folder, 'feeds.json');
  writeFileSync(feeds, '[]');
  const options = ['--arxiv-oai', `${address}/oai`, '--openfda', address, '--feeds', feeds];
  const sources: Sources = {
    papers: [],
    options: [...options, '--links-per-day', '0'],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return sources;
}

/** See http://www.openarchives.org/OAI/openarchivesprotocol.html and https://info.arxiv.org/help/oa/index.html. */
function list(papers: readonly ListedPaper[]): string {
  const inside =
    papers.length === 0
      ? "<error code='noRecordsMatch'>none</error>"
      : `<ListRecords>${papers.map(record).join('')}</ListRecords>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
<responseDate>2031-01-01T00:00:00Z</responseDate>
<request verb="ListRecords" metadataPrefix="arXivRaw" set="cs:cs:RO">http://oaipmh.arxiv.org/oai</request>
${inside}
</OAI-PMH>`;
}

function record({ id, title, day }: ListedPaper): string {
  const date = new Date(`${day}T10:00:00Z`).toUTCString();
  return `<record>
<header><identifier>oai:arXiv.org:${id}</identifier><datestamp>${day}</datestamp><setSpec>cs:cs:RO</setSpec></header>
<metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/">
<id>${id}</id><submitter>Somebody</submitter>
<version version="v1"><date>${date}</date><size>10kb</size></version>
<title>${title}</title><authors>Ana Example, Wei Example</authors><categories>cs.RO</categories>
<license>http://arxiv.org/licenses/nonexclusive-distrib/1.0/</license><abstract>A robot walks.</abstract>
</arXivRaw></metadata></record>`;
}
