import { z } from 'zod';
import { line } from '../../kinds/common.ts';
import { diskFiles, readText } from '../../lib/file-system.ts';
import { shorten } from '../../lib/sanitize.ts';
import { readsLikeInstruction } from '../../text/wording.ts';
import type { Adapter, Finding, HarvestRequest } from '../adapter.ts';
import { readAs, SourceFault } from '../fetcher.ts';
import { recognise } from '../match/entities.ts';
import { NameIndex } from '../match/name-index.ts';
import { isAboutRobots, newsRecord } from './news-record.ts';
import { readDate } from './read-date.ts';
import { type FeedItem, type NewsFeed, readNewsFeed } from './read-feed.ts';

/** The largest feeds that are read have some hundred kilobytes. */
const maxBytes = 8_000_000;
const MIN_TITLE_LETTERS = 12;
/** Outlets that are named for one event: more say nothing more. */
const MOST_SOURCES = 20;

/**
 * News of a list of feeds. One that fails is told, and the others are read; then it is a SourceFault, so that the next run
 * begins where this one did and finds what the feed had meanwhile.
 */
export function feedsAdapter(feeds: readonly FeedSource[]): Adapter {
  return {
    name: 'feeds',
    // A feed that was down for days still has its older items; those that are known are passed over.
    overlapDays: 14,
    async *harvest(request) {
      const index = new NameIndex(request.known);
      const failed: string[] = [];
      for (const [i, feed] of feeds.entries()) {
        request.onProgress(`${i + 1} of ${feeds.length} feeds`);
        try {
          const { items, bad } = await readOne(feed, request);
          for (const item of bad) yield { type: 'refused', source: feed.url, ...item };
          for (const item of items) yield judge(item, feed, index, request);
        } catch (error) {
          if (!(error instanceof SourceFault) || request.signal.aborted) throw error;
          failed.push(feed.outlet);
          yield {
            type: 'refused',
            source: feed.url,
            what: 'the feed',
            reason: error.message.slice(feed.url.length + 1),
          };
        }
      }
      if (failed.length > 0)
        throw new SourceFault(
          `${failed.length} of ${feeds.length} feeds`,
          `could not be read (${failed.join(', ')})`,
        );
    },
  };
}

async function readOne(feed: FeedSource, { fetcher, signal }: HarvestRequest): Promise<NewsFeed> {
  const { text, url, badBytes } = await fetcher.fetchText(new URL(feed.url), {
    source: feed.url,
    maxBytes,
    accept:
      'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.8',
    signal,
    replaceBadBytes: true,
  });
  const { items, bad } = readAs(feed.url, () => readNewsFeed(text, url));
  const isWhole = ({ title }: FeedItem) => !title.includes('\ufffd');
  const damaged = items
    .filter((item) => !isWhole(item))
    .map((item) => ({
      what: item.url || item.title,
      reason: badBytes ?? 'has a title of which letters were lost',
    }));
  return { items: items.filter(isWhole), bad: [...bad, ...damaged] };
}

/** How many letters and figures it has: a row of signs says nothing. */
function lettersOf(title: string): number {
  return title.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

function judge(item: FeedItem, feed: FeedSource, index: NameIndex, request: HarvestRequest): Finding {
  const refuse = (reason: string): Finding => ({
    type: 'refused',
    source: feed.url,
    what: item.url || item.title || 'an item',
    reason,
  });
  if (item.url === '') return refuse('has no address of an article');
  if (readsLikeInstruction(item.title))
    return refuse('has a title that reads like an instruction to a model');
  if (lettersOf(item.title) < MIN_TITLE_LETTERS) return refuse('has a title that says too little');
  const date = readDate(item.date);
  if (date === undefined) return refuse(`has a date that cannot be read: "${shorten(item.date, 40)}"`);
  if (date > request.today) return refuse(`is dated ${date}, in the future`);
  if (date < request.since) return { type: 'passed', why: 'older' };
  if (request.known.newsAt(item.url) !== undefined) return { type: 'passed', why: 'known' };
  const entities = recognise(item.title, index);
  if (!feed.robotics && entities.names.length === 0 && !isAboutRobots(item.title)) {
    return { type: 'passed', why: 'not about robots' };
  }
  return propose({ item, date, entities }, feed, request);
}

type Facts = { item: FeedItem; date: string; entities: ReturnType<typeof recognise> };

function propose({ item, date, entities }: Facts, feed: FeedSource, { known }: HarvestRequest): Finding {
  const facts = { title: item.title, url: item.url, date, outlet: feed.outlet, entities };
  const told = { date, headline: item.title, entities: entities.names };
  const own = known.newsTelling(told);
  if (own !== undefined) {
    if (!feed.trusted || own.sources.length >= MOST_SOURCES) {
      return { type: 'passed', why: 'told by another outlet already' };
    }
    const sources = [...own.sources, { url: item.url, title: feed.outlet }];
    const reason = `the same event, told by ${feed.outlet}`;
    return {
      type: 'record',
      kind: 'news',
      record: { ...own, sources },
      trusted: true,
      reason,
      source: feed.url,
    };
  }
  const record = newsRecord(facts, (id) => known.find('news', id) !== undefined);
  return {
    type: 'record',
    kind: 'news',
    record,
    trusted: feed.trusted,
    reason: `told by ${feed.outlet}`,
    source: feed.url,
  };
}

const feed = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2000),
  outlet: line(2, 80).describe('Name of the publisher, as news records have it'),
  robotics: z.boolean().default(false).describe('Every item is about robots'),
  trusted: z.boolean().default(false).describe('Its items go into the next version without review'),
});
/** A feed that is read every day. */
export type FeedSource = z.infer<typeof feed>;

const feedList = z.array(feed).max(500);

/** Reads the list of feeds. Throws a sentence that names the file, and what to write. */
export async function readFeedList(path: string): Promise<FeedSource[]> {
  let json: unknown;
  try {
    json = JSON.parse(await readText(diskFiles, path));
  } catch (error) {
    throw new Error(
      `The list of feeds ${path} cannot be read: ${(error as Error).message}. See docs/harvesting.md.`,
    );
  }
  const parsed = feedList.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(
      `The list of feeds ${path} is wrong at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message}. Write [{"url": "https://…", "outlet": "…"}].`,
    );
  }
  return parsed.data;
}
