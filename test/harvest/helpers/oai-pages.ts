/** Answers of arXiv's OAI-PMH interface in the shape in which it gives them. */

export interface RawPaper {
  readonly id: string;
  readonly datestamp?: string;
  readonly title?: string;
  readonly authors?: string;
  readonly categories?: string;
  readonly versions?: readonly { readonly date: string; readonly source?: string }[];
  readonly comments?: string;
  readonly doi?: string;
  readonly journalRef?: string;
  readonly abstract?: string;
  readonly isDeleted?: boolean;
}

export function oaiPage(papers: readonly RawPaper[], token?: string | null): string {
  const last = token === null ? '<resumptionToken/>' : '';
  const next =
    typeof token === 'string'
      ? `<resumptionToken expirationDate='2026-11-22T00:00:00Z'>${xmlText(token)}</resumptionToken>`
      : last;
  return envelope(`<ListRecords>${papers.map(record).join('\n')}${next}</ListRecords>`);
}

export function oaiError(code: string, message: string): string {
  return envelope(`<error code='${code}'>${message}</error>`);
}

function envelope(inside: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">
    <responseDate>2026-11-21T04:00:00Z</responseDate>
    <request verb="ListRecords" metadataPrefix="arXivRaw" set="cs:cs:RO">http://oaipmh.arxiv.org/oai</request>
    ${inside}
</OAI-PMH>`;
}

function record(paper: RawPaper): string {
  const { id, datestamp = '2026-11-20' } = paper;
  if (paper.isDeleted === true) {
    return `<record><header status="deleted"><identifier>oai:arXiv.org:${id}</identifier><datestamp>${datestamp}</datestamp></header></record>`;
  }
  const versions = paper.versions ?? [{ date: 'Thu, 19 Nov 2026 17:59:59 GMT' }];
  return `<record>
    <header>
        <identifier>oai:arXiv.org:${id}</identifier>
        <datestamp>${datestamp}</datestamp>
        <setSpec>cs:cs:RO</setSpec>
        <setSpec>cs:cs:LG</setSpec>
    </header>
    <metadata>
    <arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://arxiv.org/OAI/arXivRaw/ https://oaipmh.arxiv.org/OAI/arXivRaw.xsd">
        <id>${id}</id>
        <submitter>Somebody</submitter>
        ${versions
          .map(
            ({ date, source }, i) =>
              `<version version="v${i + 1}"><date>${date}</date><size>1024kb</size>${source === undefined ? '' : `<source_type>${source}</source_type>`}</version>`,
          )
          .join('')}
        <title>${xmlText(paper.title ?? `A Walking Robot Learns Number ${id}`)}</title>
        <authors>${xmlText(paper.authors ?? 'Ana M\\"uller, Wei Zhang')}</authors>
        <categories>${paper.categories ?? 'cs.RO cs.LG'}</categories>
        ${optional('comments', paper.comments)}
        ${optional('journal-ref', paper.journalRef)}
        ${optional('doi', paper.doi)}
        <license>http://arxiv.org/licenses/nonexclusive-distrib/1.0/</license>
        <abstract>${xmlText(paper.abstract ?? 'We show a robot that walks.')}</abstract>
    </arXivRaw>
    </metadata>
  </record>`;
}

function optional(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${xmlText(text)}</${name}>`;
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
