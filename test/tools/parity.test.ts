import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';
import { searches } from '../helpers/tools.ts';

const { tools } = await fullTools();

/** Members that text writes otherwise or in other words, or that help no reader. */
const otherwise = new Set([
  // Said of all rows once, or by `price: not stated`.
  'not_stated',
  // `$1B` of a billion.
  'amount_usd',
  'total_funding_usd',
  'valuation_usd',
  // `round` of an undisclosed stage, `sought, not raised` of a sum.
  'stage',
  'kind',
  // A heading in capitals.
  'obligation',
  // `family: up to 5` and `(old)`.
  'family',
  'old',
]);

/** Every leaf of a record with the member that it stands in. */
function leavesOf(value: unknown, member = ''): { readonly member: string; readonly text: string }[] {
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, member));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, name));
  return value === undefined || otherwise.has(member) ? [] : [{ member, text: String(value) }];
}

const calls: readonly (readonly [string, object])[] = [
  ...searches,
  ...searches.map(([tool, args]) => [tool, { ...args, limit: 50 }] as const),
  ['search_robots', { query: 'Spot' }],
  ['search_robots', { query: 'price and payload of humanoids' }],
  ['search_robots', { ids: ['ur5e', 'unitree-g1', 'roomba-j7-plus', 'toddlerbot'] }],
  ['search_startups', { query: 'Figure AI' }],
  ['search_startups', { sort: 'funding_desc', limit: 50 }],
  ['search_publications', { query: 'Diffusion Policy' }],
  ['search_manufacturers', { query: 'FANUC' }],
  ['get_latest_news', { query: 'Unitree IPO' }],
];

describe.each(calls)('%s %j', (tool, args) => {
  it('says in text every leaf of its records', async () => {
    const { results, text } = await tools.ask(tool, args);
    expect(results.length).toBeGreaterThan(0);
    // A cell has no bars.
    const lacking = results
      .flatMap((result) => leavesOf(result))
      .filter(({ text: leaf }) => !text.includes(leaf.replaceAll('|', '/')));
    expect(lacking).toEqual([]);
  });
});

describe('what text says of age is in the data', () => {
  it('of prices and rounds', async () => {
    const robots = await tools.ask('search_robots', { category: 'home_cleaning', limit: 50 });
    const prices = robots.results.flatMap(
      ({ price }) => (price as { readonly old?: boolean } | undefined) ?? [],
    );
    const written = robots.text.match(/, old\)/g) ?? [];
    expect(written.length).toBeGreaterThan(0);
    expect(prices.filter(({ old }) => old)).toHaveLength(written.length);
    const startups = await tools.ask('search_startups', { country: 'US', limit: 50 });
    const rounds = startups.results.flatMap(
      ({ last_round }) =>
        (last_round as { readonly old?: boolean; readonly amount?: string } | undefined) ?? [],
    );
    expect(rounds.filter(({ old }) => old)).toHaveLength((startups.text.match(/\(old\)/g) ?? []).length);
    expect(rounds.filter(({ amount }) => amount === 'undisclosed')).toHaveLength(
      (startups.text.match(/undisclosed sum/g) ?? []).length,
    );
  });

  it('an unknown status was last seen on sale', async () => {
    const { text } = await tools.ask('search_robots', { query: 'Roomba j7+' });
    expect(text).toContain('status: unknown, last seen on sale 2023-04');
  });
});
