import type { ArxivClient } from '../../arxiv/client.ts';
import type { ArxivPaper } from '../../arxiv/paper.ts';
import { sanitizeLine } from '../../lib/sanitize.ts';
import { firstMoment, type Occurrence } from '../../protocol/events/occurrence.ts';
import type { EventData } from '../../protocol/events/steps.ts';
import { parseQuery } from '../../text/query.ts';
import type { UseEvents } from './tell.ts';
import type { ArxivProgress, Watch } from './watches-file.ts';

/** So many papers are asked for at once. */
const MOST_PAPERS = 50;
/** arXiv's own pace is one request in three seconds, shared with whatever else asks it here. */
const TIMEOUT_MS = 30_000;
const MAX_TOLD = 500;
const MAX_RECENT = 30;
const MAX_AUTHORS = 5;
const NOTE = 'at arXiv, not in these data';

/** Arguments of a search for papers that arXiv can be asked for; it knows nothing of the others. */
const ASKABLE = ['query', 'author', 'topic'];

/** What a watch asks of arXiv, and which of its arguments cannot be asked for there. */
export function arxivSearch({ args }: Pick<Watch, 'args'>) {
  const texts = (...names: readonly string[]) =>
    names.flatMap((name) => (typeof args[name] === 'string' ? [args[name]] : []));
  const words = texts('query', 'topic').flatMap((text) =>
    parseQuery(text).required.flatMap(({ stop, shown }) => (stop ? [] : [shown])),
  );
  const unasked = Object.keys(args).filter((name) => !ASKABLE.includes(name));
  return { search: { words, authors: texts('author') }, unasked };
}

/** Papers that arXiv has and these data lack, and what is kept of them once they were told; or why there are none. */
export async function askArxiv(
  watch: Watch & { readonly arxiv: ArxivProgress },
  client: ArxivClient,
  using: UseEvents,
): Promise<
  { readonly events: readonly Occurrence[]; readonly told: ArxivProgress } | { readonly reason: string }
> {
  const { since, told, recent } = watch.arxiv;
  const { search } = arxivSearch(watch);
  const answer = await client.newest(search, { most: MOST_PAPERS, timeoutMs: TIMEOUT_MS });
  if (answer.kind === 'unreachable') return { reason: answer.reason };
  const events = await using((data) =>
    answer.papers
      .filter(({ id, published }) => published >= since && !told.includes(id) && !isKnown(id, data))
      .toReversed()
      .map(paperOccurrence),
  );
  const ids = events.map(({ data }) => String(data.arxiv_id));
  return {
    events,
    told: {
      since,
      told: [...told, ...ids].slice(-MAX_TOLD),
      recent: [...recent, ...events].slice(-MAX_RECENT),
    },
  };
}

function isKnown(id: string, { catalogue }: EventData): boolean {
  return catalogue.find('publications', id) !== undefined;
}

function paperOccurrence({ id, title, authors, published }: ArxivPaper): Occurrence {
  const shown = authors.slice(0, MAX_AUTHORS).map((name) => sanitizeLine(name, 60));
  return {
    eventId: `arxiv.paper:${id}`,
    name: 'arxiv.paper',
    timestamp: firstMoment(published),
    data: {
      arxiv_id: id,
      title: sanitizeLine(title, 300),
      authors: shown,
      change: 'added',
      date: published,
      in_data: false,
      note: NOTE,
      source: `https://arxiv.org/abs/${id}`,
    },
  };
}
