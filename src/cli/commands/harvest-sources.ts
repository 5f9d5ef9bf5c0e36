import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ARXIV_INTERVAL_MS, arxivApi } from '../../arxiv/client.ts';
import { arxivLock, openStore } from '../../contributions/open.ts';

import type { SourceName } from '../../harvest/adapter.ts';
import { arxivAdapter } from '../../harvest/arxiv/adapter.ts';
import { fccAdapter } from '../../harvest/fcc/adapter.ts';
import { feedsAdapter, readFeedList } from '../../harvest/feeds/adapter.ts';
import { SourceFetcher } from '../../harvest/fetcher.ts';
import type { HarvestSource } from '../../harvest/harvest.ts';
import { linksAdapter, readLinkMemory, writeLinkMemory } from '../../harvest/links/adapter.ts';
import { openFdaAdapter } from '../../harvest/openfda/client.ts';
import { programVersion } from '../../lib/program.ts';
import type { OptionValues } from '../options.ts';
import { UsageError } from '../terminal.ts';

/** What the adapters of one run are made from. */
interface SourceSettings {
  readonly asked: {
    readonly isDaily: boolean;
    readonly sources: readonly SourceName[];
    /** arXiv: a month, such as 2026-10. */
    readonly month: string | undefined;
    /** FCC: the export that somebody saved. */
    readonly file: string | undefined;
  };
  readonly values: OptionValues;
  /** Where cursors are kept. */
  readonly directory: string;
}

/** The sources that are asked for. The day goes without feeds where no list of them is. */
export async function openSources(settings: SourceSettings): Promise<HarvestSource[]> {
  const { asked, values } = settings;
  const names = asked.isDaily
    ? asked.sources.filter((name) => name !== 'feeds' || existsSync(feedsFile(values)))
    : asked.sources;
  return Promise.all(names.map((name) => OPEN[name](settings)));
}

const OPEN: Readonly<Record<SourceName, (settings: SourceSettings) => Promise<HarvestSource>>> = {
  arxiv: async ({ asked: { month }, values }) => ({
    adapter: arxivAdapter({ oai: values['arxiv-oai'], api: arxivApiOf(values), month }),
    ...(month !== undefined && { cursor: `arxiv-${month}` }),
  }),
  openfda: async ({ values }) => ({ adapter: openFdaAdapter(values.openfda) }),
  feeds: async ({ values }) => ({ adapter: feedsAdapter(await readFeedList(feedsFile(values))) }),
  links: async ({ values, directory }) => {
    const memory = await readLinkMemory(directory);
    return {
      adapter: linksAdapter({ memory, perRun: values['links-per-day'], userAgent: userAgentOf(values) }),
      keep: () => writeLinkMemory(directory, memory),
    };
  },
  fcc: async ({ asked: { file } }) => {
    if (file === undefined) throw new UsageError('harvest fcc needs --file EXPORT.');
    return { adapter: fccAdapter(file), cursor: 'fcc' };
  },
};

/** Milliseconds between two requests: arXiv asks for three seconds, openFDA allows four a second. */
const pauses = { arxiv: ARXIV_INTERVAL_MS, openfda: 300, others: 1000 };

/** Least milliseconds between two requests to a host. */
export function pauseOf(values: OptionValues, host: string): number {
  if (isLocal(host)) return 0;
  if (arxivHosts(values).includes(host)) return pauses.arxiv;
  return host === new URL(values.openfda).host ? pauses.openfda : pauses.others;
}

/** The fetcher of a run, which asks arXiv in turn with all programs that share the data directory. */
export function openFetcher(values: OptionValues, dataDirectory: string): SourceFetcher {
  const sharedLock = arxivLock(openStore(dataDirectory));
  return new SourceFetcher({
    userAgent: userAgentOf(values),
    intervalOf: (host) => pauseOf(values, host),
    lockOf: (host) => (arxivHosts(values).includes(host) && !isLocal(host) ? sharedLock : undefined),
  });
}

function arxivHosts(values: OptionValues): string[] {
  return [values['arxiv-oai'], arxivApiOf(values)].map((address) => new URL(address).host);
}

/** Servers on this machine are nobody else's, and need no sparing. */
function isLocal(host: string): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::|$)/.test(host);
}

function arxivApiOf(values: OptionValues): string {
  return values['arxiv-api'] ?? arxivApi;
}

function feedsFile({ feeds, dataset }: OptionValues): string {
  return feeds ?? join(dataset, 'feeds.json');
}

function userAgentOf(values: OptionValues): string {
  const contact = values['arxiv-contact'] ?? 'contact not set by its operator';
  return `robotics-mcp/${programVersion()} (${contact})`;
}
