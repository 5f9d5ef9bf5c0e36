import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** As many as arXiv sends in one answer. */
const pageSize = 2500;

interface MonthServer {
  readonly url: string;
  close(): void;
}

/** A server on this machine that lists so many generated papers as arXiv's OAI-PMH interface does. */
export async function serveMonth(titles: readonly string[], count: number): Promise<MonthServer> {
  const pages = Array.from({ length: Math.ceil(count / pageSize) }, (_, page) => {
    const length = Math.min(pageSize, count - page * pageSize);
    const records = Array.from({ length }, (_, i) => record(page * pageSize + i, titles));
    const isLast = (page + 1) * pageSize >= count;
    const token = isLast ? '<resumptionToken/>' : `<resumptionToken>${page + 1}</resumptionToken>`;
    return `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-11-21T04:00:00Z</responseDate>
<request verb="ListRecords">https://oaipmh.arxiv.org/oai</request><ListRecords>${records.join('\n')}${token}</ListRecords></OAI-PMH>`;
  });
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://arxiv');
    response.writeHead(200, { 'content-type': 'text/xml' });
    response.end(pages[Number(searchParams.get('resumptionToken') ?? 0)]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/oai`,
    close: () => server.close(),
  };
}

/** A paper of October 2026 whose title is made of two others, with an abstract of usual length. */
function record(number: number, titles: readonly string[]): string {
  const id = `2610.${String(number + 1).padStart(5, '0')}`;
  const [first = '', second = ''] = [
    titles[number % titles.length],
    titles[(number * 7 + 13) % titles.length],
  ];
  const title = `${first.split(':')[0]} meets ${second.split(':')[0]}, ${number}`;
  const day = String((number % 28) + 1);
  return `<record><header><identifier>oai:arXiv.org:${id}</identifier><datestamp>2026-11-20</datestamp><setSpec>cs:cs:RO</setSpec></header>
<metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>${id}</id><submitter>S. Ubmitter</submitter>
<version version="v1"><date>Thu, ${day} Oct 2026 17:59:59 GMT</date><size>2048kb</size><source_type>D</source_type></version>
<title>${escaped(title)}</title><authors>Ana M\\"uller, Wei Zhang, Jos\\'e Garc\\'{\\i}a, Kim Min-ji and Olu Ade${number}</authors>
<categories>cs.RO cs.LG cs.AI</categories><comments>8 pages, 6 figures, accepted at ICRA 2027</comments>
<license>http://creativecommons.org/licenses/by/4.0/</license>
<abstract>${'We present a robot that walks, grasps and learns, and compare it with those that do not. '.repeat(14)}</abstract>
</arXivRaw></metadata></record>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
