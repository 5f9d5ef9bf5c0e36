import { expect, it } from 'vitest';
import { readingOf } from '../../src/question/explain.ts';
import { readQuestion } from '../../src/question/read.ts';
import { fullTools } from '../helpers/full-tools.ts';

const { catalogue, tools } = await fullTools();

function read(query: string) {
  const store = catalogue.store('robots');
  return readingOf(
    readQuestion('robots', query, {
      store,
      makers: catalogue.store('manufacturers'),
      today: '2026-11-27',
    }),
  );
}

it('tells of each part what it was read as, and the words that it came from', () => {
  expect(read('second cheapest cobot from Germany or Denmark under $30k, not from ABB')).toEqual([
    { part: 'clause', field: 'category', op: 'in', value: 'cobot', from: 'cobot' },
    { part: 'clause', field: 'country', op: 'in', value: 'DE or DK', from: 'Germany or Denmark' },
    { part: 'clause', field: 'price_usd', op: 'range', value: 'under 30000', from: 'under $30k' },
    { part: 'clause', field: 'manufacturer', op: 'not in', value: 'ABB Robotics', from: 'ABB' },
    { part: 'order', field: 'price_asc', op: 'sort', value: 'place 2', from: 'second cheapest' },
  ]);
});

it('tells alternatives between fields as a whole', () => {
  expect(read('humanoid under $20k or quadruped under $3k')).toEqual([
    {
      part: 'clause',
      field: 'category or price_usd',
      op: 'any',
      value: '(category humanoid and price_usd under 20000) or (category quadruped and price_usd under 3000)',
      from: 'humanoid under $20k or quadruped under $3k',
    },
  ]);
});

it('tells what is not read, likeness, and how many are asked for', () => {
  expect(read('top 3 lightest drones, not the cheapest')).toEqual([
    { part: 'clause', field: 'category', op: 'in', value: 'drone', from: 'drones' },
    { part: 'order', field: 'mass_kg_asc', op: 'sort', value: 'first 3', from: 'top 3 lightest' },
    { part: 'unread', from: 'cheapest' },
  ]);
  expect(read('humanoid like Unitree G1')).toContainEqual({ part: 'like', from: 'Unitree G1' });
});

it('tells words as they were written and as they are searched for in English', () => {
  expect(read('Schweißroboter')).toEqual([{ part: 'word', value: 'welding', from: 'Schweißroboter' }]);
});

it('tells the place of an English word in a question of another language', () => {
  expect(read('Roboterhunde aus China, die nach 2018 erschienen sind')).toContainEqual({
    part: 'clause',
    field: 'released',
    op: 'period',
    value: 'from 2019',
    from: expect.stringContaining('2018'),
  });
});

it('stands in answers with full detail on the first page, in both forms', async () => {
  const asked = { query: 'cobots from Denmark', limit: 1 };
  const part = { part: 'clause', field: 'country', op: 'in', value: 'DK', from: 'Denmark' };
  const { structured, text } = await tools.ask('search_robots', { ...asked, detail: 'full' });
  expect(structured.reading).toContainEqual(part);
  expect(text).toContain('reading:\npart | field | op | value | from\n');
  const next = await tools.ask('search_robots', {
    ...asked,
    detail: 'full',
    cursor: structured.next_cursor,
  });
  expect(next.structured).not.toHaveProperty('reading');
  expect((await tools.ask('search_robots', asked)).structured).not.toHaveProperty('reading');
});
