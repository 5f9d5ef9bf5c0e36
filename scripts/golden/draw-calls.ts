import { Random } from '../harness/random.ts';
import { drawContribution } from './draw-contribution.ts';
import { type SearchArguments, searchArguments } from './draw-filters.ts';
import { drawQuery } from './draw-query.ts';
import { drawQuestion, type Group } from './draw-question.ts';
import { oddValue } from './odd-value.ts';
import { type Rows, textOf } from './records.ts';

/** One call of a tool. */
export interface Call {
  readonly tool: string;
  readonly args: unknown;
  /** So many pages behind the first are asked for as well, by the answers' own cursors. */
  readonly pages: number;
  /** It changes what is kept: nothing else may be under way. */
  readonly writes: boolean;
  /** What it holds, as it was drawn. */
  readonly groups: readonly Group[];
  /** It holds one condition and nothing else: a reader of questions may change what it finds by a named cause alone. */
  readonly isSingle: boolean;
}

/** Of so many calls, so many are questions with conditions. */
const [OF_CALLS, QUESTIONS] = [7, 4];
/** What calls are that were not drawn as questions. */
const other: Pick<Call, 'groups' | 'isSingle'> = { groups: ['other'], isSingle: false };

/** Draws calls of all tools: the same seed and the same records give the same calls. */
export function drawCalls(rows: Rows, seed: number, count: number): Call[] {
  const [random, asking] = [new Random(seed), new Random(seed + 5)];
  let questions = 0;
  return Array.from({ length: count }, (_, i) => {
    // The first ones ask each tool for nothing in particular.
    const bare = searchArguments[i];
    if (bare !== undefined) return { tool: bare.tool, args: {}, pages: 2, writes: false, ...other };
    if (i % OF_CALLS < QUESTIONS) return drawQuestion(asking, rows, questions++);
    if (random.next() < 0.1) {
      const { tool, args } = drawContribution(random, rows);
      return { tool, args, pages: 0, writes: true, ...other };
    }
    return drawSearch(random, rows, random.pick(searchArguments));
  });
}

/** Calls that look for what `drawContribution` brings in, once it has been accepted. */
export function drawFollowUps(rows: Rows, seed: number, count: number): Call[] {
  const random = new Random(seed + 1);
  return Array.from({ length: count }, () => {
    const call = drawSearch(random, rows, random.pick(searchArguments));
    const query = random.pick([
      'quillstone',
      'Quokka',
      'vineyards',
      'pruning robot',
      'walking robot',
      'zeppelin soft',
    ]);
    return random.next() < 0.5 ? { ...call, args: { query, limit: 5, detail: 'full' } } : call;
  });
}

function drawSearch(random: Random, rows: Rows, search: SearchArguments): Call {
  const args: Record<string, unknown> = {};
  const own = rows[search.kind];
  const chance = (probability: number) => random.next() < probability;
  if (chance(0.08)) {
    args.ids = Array.from({ length: 1 + random.below(5) }, () =>
      chance(0.8) ? textOf(random, own, 'id') : textOf(random, rows.robots, 'name'),
    );
  } else if (chance(0.7)) args.query = drawQuery(random, own);
  const names = Object.keys(search.filters);
  for (let n = random.pick([0, 0, 1, 1, 2, 3]); n > 0; n--) {
    const name = random.pick(names);
    args[name] = search.filters[name]?.(random, rows);
  }
  if (chance(0.3)) args.sort = random.pick(search.sorts);
  if (chance(0.5)) args.limit = random.pick([1, 2, 3, 5, 20, 50]);
  if (chance(0.15)) args.detail = random.pick(['full', 'full', 'concise']);
  if (chance(0.07)) spoil(random, args, names);
  return { tool: search.tool, args, pages: chance(0.25) ? 2 : 0, writes: false, ...other };
}

/** Makes something of a call wrong. */
function spoil(random: Random, args: Record<string, unknown>, names: readonly string[]): void {
  const all = [...names, 'query', 'ids', 'limit', 'cursor', 'sort', 'detail'];
  const [name, value] = random.pick<readonly [string, unknown]>([
    [random.pick(all), oddValue(random, 2)],
    [random.pick(all), oddValue(random, 2)],
    ['limit', random.pick([0, 51, -1, 2.5, '10', null])],
    ['cursor', random.pick(['', 'x', '2020.01.01~0~0~x', '~~~', 'a'.repeat(3_000)])],
    ['sort', random.pick(['best', 'name_desc', ''])],
    [random.pick(['colour', 'Query', 'filter']), 'red'],
  ]);
  args[name] = value;
}
