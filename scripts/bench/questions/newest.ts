import { type Rows, textOf } from '../../golden/records.ts';
import type { Random } from '../../harness/random.ts';
import type { CostlyCall } from './hostile.ts';

type Args = CostlyCall['args'];
type Draw = (random: Random, rows: Rows, words: string) => Omit<CostlyCall, 'group'>;

const searches = ['search_robots', 'search_publications', 'search_startups', 'get_latest_news'];
const axes = 'year month date topic journal country category price payload_kg mass_kg count'.split(' ');

/** Another first day each time, so that nothing is known from the call before. */
const since = (random: Random) => `19${10 + random.below(90)}-0${1 + random.below(9)}`;
const papersOr = (random: Random, words: string): Args =>
  random.chance(0.5) ? { from: since(random) } : { query: words };
const papers = (args: Args) => ({ tool: 'search_publications', args: { ...args, limit: 50 } });
const show = (args: Args) => ({ tool: 'show', args });

/** What cites, compares and shows, which costs by what is found more than by what is asked. */
const draws: Readonly<Record<string, Draw>> = {
  'papers like one': (random, rows) => papers({ related_to: textOf(random, rows.publications, 'id') }),
  'robots like one': (random, rows) => ({
    tool: 'search_robots',
    args: { related_to: textOf(random, rows.robots, 'id'), limit: 50 },
  }),
  'what nothing is like': (random, _rows, words) => ({
    tool: random.pick(['search_robots', 'search_publications']),
    args: { related_to: words.slice(0, 190) },
  }),
  'papers to cite': (random, _rows, words) =>
    papers({ ...papersOr(random, words), cite: random.pick(['bibtex', 'ris', 'csl-json']) }),
  'what changed': (random, _rows, words) => ({
    tool: random.pick(searches),
    args: { changed_since: since(random), query: words, limit: 50, detail: random.pick(['full', 'concise']) },
  }),
  'tables to show': (random, _rows, words) =>
    show({
      view: 'table',
      tool: random.pick(searches),
      arguments: { query: words, limit: 50, ...(random.chance(0.5) && { topic: 'slam', country: 'US' }) },
    }),
  'charts of papers': (random, _rows, words) =>
    show({
      view: 'chart',
      tool: 'search_publications',
      x: random.pick(axes),
      by: random.pick(['topic', 'journal', 'year', undefined]),
      arguments: papersOr(random, words),
    }),
  'charts of robots': (random, _rows, words) =>
    show({
      view: 'chart',
      x: random.pick(axes),
      y: random.pick(axes),
      by: random.pick(['country', 'category', undefined]),
      arguments: random.chance(0.5) ? { max_price_usd: random.below(1e6) } : { query: words },
    }),
  'records side by side': (random, rows, words) =>
    show({
      view: 'compare',
      ids: Array.from({ length: 10 }, (_, i) =>
        random.chance(0.7) ? textOf(random, rows.robots, 'id') : `${words.slice(0, 180)} ${i}`,
      ),
    }),
  checklists: (random, rows, words) =>
    show({
      view: 'checklist',
      robot: textOf(random, rows.robots, 'id'),
      features: random.chance(0.5)
        ? ['wifi', 'lidar-laser']
        : Array.from({ length: 40 }, (_, i) => `${words.slice(0, 180)}${i}`),
    }),
};

/** A call of what came after the searches, with hostile words where it takes any. */
export function drawNewest(random: Random, rows: Rows, words: string): CostlyCall {
  const group = random.pick(Object.keys(draws));
  return { group, ...(draws[group] as Draw)(random, rows, words) };
}
