import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { openSmall } from '../helpers/catalogue.ts';
import { searches, type Tools, toolsOver } from '../helpers/tools.ts';

const today = '2026-11-21';
let catalogue: Catalogue;
let tools: Tools;
beforeAll(async () => {
  catalogue = await openSmall();
  tools = toolsOver(catalogue, today);
});
afterAll(() => catalogue.close());

/** Every argument that is a date. */
const dates = [
  ['search_publications', 'from'],
  ['search_publications', 'to'],
  ['get_latest_news', 'since'],
  ['get_latest_news', 'until'],
  ['get_open_challenges', 'deadline_after'],
  ...searches.map(([tool]) => [tool, 'changed_since'] as const),
] as const;

/** Without what repeats the question. */
async function found(tool: string, args: object): Promise<unknown> {
  const { ids, total, error } = await tools.ask(tool, args);
  expect(error).toBeUndefined();
  return { ids, total };
}

describe.each(dates)('%s reads %s', (tool, argument) => {
  it.each([
    ['2020-05-01T00:30:00+02:00', '2020-04-30'],
    ['2020-05-01 12:00:00Z', '2020-05-01'],
    ['2020/05/01', '2020-05-01'],
    ['20200501', '2020-05-01'],
    ['May 1st, 2020', '2020-05-01'],
    ['05/2020', '2020-05'],
    ['2026-11', '2026-11'],
    ['13/05/2020', '2020-05-13'],
    [20200501, '2020-05-01'],
  ])('%s as %s', async (text, iso) => {
    expect(await found(tool, { [argument]: text })).toEqual(await found(tool, { [argument]: iso }));
  });

  it('and refuses what may be two days, with both', async () => {
    const { error } = await tools.ask(tool, { [argument]: '03/04/2025' });
    expect(error).toEqual({
      code: 'INVALID_ARGUMENT',
      field: argument,
      message: `${argument} "03/04/2025" may be 3 April 2025 or 4 March 2025. Write 2025-04-03 or 2025-03-04.`,
      accepted: ['2025-04-03', '2025-03-04'],
    });
  });

  it('and says of any other text what a date is', async () => {
    const { error } = await tools.ask(tool, { [argument]: 'the other day' });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', field: argument });
    expect(error?.message).toContain('is no date that can be read. Write 2024, 2024-06,');
    expect(error?.accepted).toContain('7d');
  });
});

it('7d is the last seven days where things happened, and the next seven where they are due', async () => {
  const news = await found('get_latest_news', { since: '7d' });
  expect(news).toEqual(await found('get_latest_news', { since: '2026-11-14' }));
  const all = await found('get_open_challenges', { include_closed: true });
  const due = await found('get_open_challenges', { include_closed: true, deadline_after: '300 days' });
  expect(due).toEqual(
    await found('get_open_challenges', { include_closed: true, deadline_after: '2027-09-17' }),
  );
  expect(due).not.toEqual(all);
});

it('a quarter counts from its first day to its last', async () => {
  const quarter = await found('search_publications', { from: 'Q2 2020', to: '2020-Q2' });
  expect(quarter).toEqual(await found('search_publications', { from: '2020-04-01', to: '2020-06-30' }));
});
