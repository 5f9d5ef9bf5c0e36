import { expect, it } from 'vitest';
import { newsRecord } from '../../../src/harvest/feeds/news-record.ts';

const facts = {
  title: 'A welding robot learns to see in the dark',
  url: 'https://news.example.org/1',
  date: '2026-11-20',
  outlet: 'Robot News',
  entities: { names: [], countries: [] },
};

it.each([0, 1, 2, 3, 7, 8, 100, 2000])('gives the next number to an id that %i records have', (count) => {
  const own = '2026-11-20-a-welding-robot-learns-to-see-in-the-dark';
  const taken = new Set(Array.from({ length: count }, (_, i) => (i === 0 ? own : `${own}-${i + 1}`)));
  let looks = 0;
  const { id } = newsRecord(facts, (each) => {
    looks += 1;
    return taken.has(each);
  });
  expect(id).toBe(count === 0 ? own : `${own}-${count + 1}`);
  expect(looks).toBeLessThanOrEqual(25);
});
