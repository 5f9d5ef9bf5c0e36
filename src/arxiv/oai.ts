import { child, childText, readXml, type XmlElement } from '../text/xml.ts';
import { splitAuthors } from './authors.ts';
import { type PaperReading, readPaper } from './paper.ts';

const oai = 'http://www.openarchives.org/OAI/2.0/';
const raw = 'http://arxiv.org/OAI/arXivRaw/';

export interface OaiRecord {
  /** The arXiv identifier as the header has it. */
  readonly id: string;
  /** `YYYY-MM-DD` of the last change. */
  readonly datestamp: string;
  /** `deleted` if arXiv has it no more. */
  readonly reading: PaperReading | 'deleted';
}

export interface OaiPage {
  readonly records: readonly OaiRecord[];
  /** Asks for the next page; undefined on the last. */
  readonly token: string | undefined;
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

/**
 * The address of the first page of what has changed in a set since a day, both ends included. See
 * https://info.arxiv.org/help/oa.
 */
export function listAddress(
  base: string,
  { set, from, until }: { readonly set: string; readonly from: string; readonly until?: string | undefined },
): URL {
  const url = new URL(base);
  url.searchParams.set('verb', 'ListRecords');
  // The raw format alone has the versions, and with them the day of the first.
  url.searchParams.set('metadataPrefix', 'arXivRaw');
  url.searchParams.set('set', set);
  url.searchParams.set('from', from);
  if (until !== undefined) url.searchParams.set('until', until);
  return url;
}

/** The address of a further page: a token stands alone; see OAI-PMH 2.0, section 3.5. */
export function resumeAddress(base: string, token: string): URL {
  const url = new URL(base);
  url.searchParams.set('verb', 'ListRecords');
  url.searchParams.set('resumptionToken', token);
  return url;
}

/** Reads one page. Throws an XmlError for what is no answer of the interface. */
export function readOaiPage(xml: string): OaiPage {
  const records: OaiRecord[] = [];
  let token: string | undefined;
  let error: OaiPage['error'];
  const wanted = new Set(['record', 'resumptionToken', 'error']);
  const root = readXml(
    xml,
    ({ name, uri }) => uri === oai && wanted.has(name),
    (element) => {
      if (element.name === 'record') records.push(readRecord(element));
      else if (element.name === 'resumptionToken') token = element.text.trim() || undefined;
      else error = { code: element.attributes.get('code') ?? '', message: element.text.trim().slice(0, 300) };
    },
  );
  if (root.name !== 'OAI-PMH' || root.uri !== oai) {
    error ??= { code: 'notOai', message: `the answer is <${root.name.slice(0, 40)}>, no list of records` };
  }
  return { records, token, error };
}

function readRecord(record: XmlElement): OaiRecord {
  const header = child(record, 'header', oai);
  const id =
    header === undefined ? '' : childText(header, 'identifier', oai).replace(/^oai:arXiv\.org:/i, '');
  const datestamp = header === undefined ? '' : childText(header, 'datestamp', oai).slice(0, 10);
  if (header?.attributes.get('status') === 'deleted') return { id, datestamp, reading: 'deleted' };
  const metadata = child(record, 'metadata', oai);
  const paper = metadata === undefined ? undefined : child(metadata, 'arXivRaw', raw);
  if (paper === undefined) return { id, datestamp, reading: { problem: 'has no metadata of arXiv' } };
  const own = childText(paper, 'id', raw);
  if (own !== id)
    return { id, datestamp, reading: { problem: `is called ${own.slice(0, 40)} in its metadata` } };
  return { id, datestamp, reading: readRaw(paper, id) };
}

function readRaw(paper: XmlElement, id: string): PaperReading {
  const text = (name: string) => childText(paper, name, raw);
  const versions = paper.children
    .filter(({ name, uri }) => name === 'version' && uri === raw)
    .map((version) => ({
      number: Number(version.attributes.get('version')?.replace(/^v/, '')),
      date: childText(version, 'date', raw),
      // Encoded in flags among others; I is a version without a paper.
      isWithdrawn: childText(version, 'source_type', raw).includes('I'),
    }))
    .sort((a, b) => a.number - b.number);
  const newest = versions[versions.length - 1];
  return readPaper({
    id,
    version: newest?.number ?? 1,
    title: text('title'),
    authors: splitAuthors(text('authors')),
    published: dayOf(versions[0]?.date ?? ''),
    categories: text('categories').split(' '),
    comment: text('comments'),
    abstract: text('abstract'),
    doi: text('doi'),
    journalRef: text('journal-ref'),
    withdrawn: newest?.isWithdrawn ?? false,
  });
}

/** `Wed, 25 Jun 2008 15:29:38 GMT` as `2008-06-25`; empty if it is none. */
function dayOf(date: string): string {
  const time = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} /.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}
