import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rss } from './feed-pages.ts';
import { oaiError, oaiPage, type RawPaper } from './oai-pages.ts';
import { type SourceServer, sendJson, sendXml, startSource } from './source-server.ts';

/** What the services of one day have. */
interface Day {
  papers: readonly RawPaper[];
  clearances: readonly object[];
  recalls: readonly object[];
  /** Titles of the feed's items; the last has the highest number. */
  news: readonly string[];
  /** Of all items of the feed. */
  newsDate: string;
  /** True: arXiv answers 503. */
  isArxivDown: boolean;
}

/** All services on one server of this machine. */
export interface LocalSources {
  readonly day: Day;
  readonly server: SourceServer;
  /** The options that lead a command there. */
  readonly options: readonly string[];
}

export async function startLocalSources(place: string): Promise<LocalSources> {
  const day: Day = {
    papers: [],
    clearances: [],
    recalls: [],
    news: [],
    newsDate: 'Fri, 20 Nov 2026 10:00:00 GMT',
    isArxivDown: false,
  };
  const server = await startSource(({ path }, response) => {
    if (path === '/oai') {
      if (day.isArxivDown) response.writeHead(503, { 'retry-after': '0' }).end();
      else
        sendXml(response, day.papers.length === 0 ? oaiError('noRecordsMatch', 'none') : oaiPage(day.papers));
    } else if (path === '/feed') {
      const items = day.news.map((title, i) => ({
        title,
        link: `https://news.example.org/${i + 1}`,
        date: day.newsDate,
      }));
      sendXml(response, rss(items));
    } else {
      const results = path.includes('510k') ? day.clearances : path.includes('recall') ? day.recalls : [];
      if (results.length === 0)
        sendJson(response, { error: { code: 'NOT_FOUND', message: 'No matches found!' } }, 404);
      else sendJson(response, { meta: {}, results });
    }
  });
  const feeds = join(place, 'feeds.json');
  const feed = { url: `${server.url}/feed`, outlet: 'Robot News', robotics: true };
  await writeFile(feeds, JSON.stringify([{ ...feed, trusted: true }]));
  const options = [
    '--arxiv-oai',
    `${server.url}/oai`,
    '--openfda',
    server.url,
    '--feeds',
    feeds,
    '--links-per-day',
    '0',
  ];
  return { day, server, options };
}

export const clearance = {
  k_number: 'K262345',
  applicant: 'Intuitive Surgical, Inc.',
  device_name: 'da Vinci 5 Surgical System, Model IS5000',
  decision_date: '2026-11-12',
  decision_code: 'SESE',
  product_code: 'NAY',
};
