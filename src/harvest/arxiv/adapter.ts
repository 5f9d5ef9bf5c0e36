import { MONTH_PAGE_SIZE, MONTH_WINDOW, monthAddress } from '../../arxiv/identifier.ts';
import { listAddress, type OaiPage, readOaiPage, resumeAddress } from '../../arxiv/oai.ts';
import { fromFeedEntry, type HarvestedPaper, type PaperReading, readFeed } from '../../arxiv/paper.ts';
import { whyReviewed } from '../../arxiv/publishable.ts';
import { arxivPage } from '../../kinds/publications/publication.ts';
import type { Adapter, Finding, HarvestRequest } from '../adapter.ts';
import { readAs, SourceFault } from '../fetcher.ts';
import { findKnown, newPublication, updated } from './publication.ts';

/** A page has up to 2,500 papers of some kilobytes. */
const maxBytes = 64_000_000;
const category = 'cs.RO';
const set = 'cs:cs:RO';
/** More pages than arXiv has papers: a token that leads in a circle ends here. */
const MAX_PAGES = 1000;

interface ArxivOptions {
  /** Of the interface that lists what has changed. */
  readonly oai: string;
  /** Of the query interface. */
  readonly api: string;
  /** `YYYY-MM`: instead of what has changed, all papers that came first in this month. */
  readonly month?: string | undefined;
}

/** New and changed papers of robotics, cross-lists included. */
export function arxivAdapter(options: ArxivOptions): Adapter {
  return {
    name: 'arxiv',
    overlapDays: 1,
    harvest: (request) =>
      options.month === undefined
        ? harvestChanges(options.oai, request)
        : harvestMonth(options.api, options.month, request),
  };
}

async function* harvestChanges(oai: string, request: HarvestRequest): AsyncGenerator<Finding> {
  let token = readToken(request.position);
  let page = await askPage(oai, token, request);
  if (token !== undefined && page.error?.code === 'badResumptionToken') {
    // Tokens of yesterday have run out: begin again, what is known is passed over.
    token = undefined;
    page = await askPage(oai, undefined, request);
  }
  let count = 0;
  const seen = new Set<string>();
  for (let pages = 1; ; pages += 1) {
    if (page.error !== undefined && page.error.code !== 'noRecordsMatch') {
      throw new SourceFault('arXiv', `refuses: ${page.error.code}, ${page.error.message}`);
    }
    for (const { id, reading } of page.records) {
      yield* reading === 'deleted'
        ? withdrawn(id, 'is no longer on arXiv', request)
        : judge(id, reading, request);
    }
    count += page.records.length;
    request.onProgress(`${count} papers`);
    token = page.token;
    if (token === undefined) return;
    if (seen.has(token) || pages >= MAX_PAGES)
      throw new SourceFault('arXiv', 'gives the same page again and again');
    seen.add(token);
    yield { type: 'checkpoint', position: { token } };
    page = await askPage(oai, token, request);
  }
}

async function askPage(oai: string, token: string | undefined, request: HarvestRequest): Promise<OaiPage> {
  const url =
    token === undefined ? listAddress(oai, { set, from: request.since }) : resumeAddress(oai, token);
  const { text } = await request.fetcher.fetchText(url, {
    source: 'arXiv',
    maxBytes,
    accept: 'text/xml, application/xml',
    signal: request.signal,
  });
  return understood(() => readOaiPage(text));
}

async function* harvestMonth(api: string, month: string, request: HarvestRequest): AsyncGenerator<Finding> {
  for (let start = readStart(request.position); start < MONTH_WINDOW; start += MONTH_PAGE_SIZE) {
    const { text } = await request.fetcher.fetchText(monthAddress(api, category, month, start), {
      source: 'arXiv',
      maxBytes,
      accept: 'application/atom+xml',
      signal: request.signal,
    });
    const feed = understood(() => readFeed(text));
    const fault = feed.entries.find(({ id }) => /^https?:\/\/arxiv\.org\/api\/errors/.test(id));
    if (fault !== undefined) throw new SourceFault('arXiv', `refuses: ${fault.summary}`);
    for (const entry of feed.entries) yield* judge(entry.id, fromFeedEntry(entry), request);
    const done = start + feed.entries.length;
    request.onProgress(`${done} of ${feed.total ?? '?'} papers`);
    // Answers are empty now and then though there is more; then the number of all says so.
    if (done >= (feed.total ?? done)) return;
    if (feed.entries.length === 0)
      throw new SourceFault('arXiv', `gives nothing after ${start} of ${feed.total}`);
    yield { type: 'checkpoint', position: { start: start + MONTH_PAGE_SIZE } };
  }
  throw new SourceFault(
    'arXiv',
    `has more than ${MONTH_WINDOW} papers of ${month}; its interface ends there`,
  );
}

function* judge(id: string, reading: PaperReading, request: HarvestRequest): Generator<Finding> {
  if ('problem' in reading) {
    yield { type: 'refused', source: 'arXiv', what: id, reason: reading.problem };
    return;
  }
  const { paper } = reading;
  if (!paper.categories.includes(category)) yield { type: 'passed', why: 'not in cs.RO' };
  else if (paper.withdrawn) yield* withdrawn(paper.id, 'was withdrawn from arXiv', request);
  else yield propose(paper, request);
}

function propose(paper: HarvestedPaper, { known, today }: HarvestRequest): Finding {
  const source = arxivPage(paper.id);
  const own = findKnown(known, paper);
  const why = whyReviewed(paper);
  if (own === undefined) {
    const record = newPublication(paper, today);
    const reason = why ?? 'new on arXiv';
    return { type: 'record', kind: 'publications', record, trusted: why === undefined, reason, source };
  }
  if (own.arxiv_id !== undefined && own.arxiv_id !== paper.id) {
    const reason = `has the title or the DOI of ${own.id}, which is ${own.arxiv_id}`;
    return { type: 'refused', source: 'arXiv', what: paper.id, reason };
  }
  const record = updated(own, paper, today);
  if (record === own) return { type: 'passed', why: 'known' };
  if (why !== undefined) {
    const problem = `arXiv states it otherwise by now, and ${why}: look whether that is to be taken over.`;
    return { type: 'report', kind: 'publications', id: own.id, problem, evidence: source };
  }
  return { type: 'record', kind: 'publications', record, trusted: true, reason: 'changed on arXiv', source };
}

/** A paper that we do not have is not taken; one that we have stays until somebody has decided. */
function* withdrawn(id: string, what: string, { known }: HarvestRequest): Generator<Finding> {
  const own = known.paperCalled(id);
  if (own === undefined) yield { type: 'passed', why: 'withdrawn' };
  else {
    yield {
      type: 'report',
      kind: 'publications',
      id: own.id,
      problem: `The paper ${what}.`,
      evidence: arxivPage(id),
      confidence: 1,
    };
  }
}

function understood<T>(read: () => T): T {
  return readAs('arXiv', read, 'sent no list of papers: its answer ');
}

function readToken(position: unknown): string | undefined {
  const token = (position as { token?: unknown } | undefined)?.token;
  return typeof token === 'string' ? token : undefined;
}

function readStart(position: unknown): number {
  const start = (position as { start?: unknown } | undefined)?.start;
  return typeof start === 'number' && Number.isInteger(start) && start >= 0 ? start : 0;
}
