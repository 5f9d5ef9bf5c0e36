import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type DatedHeadline, isSameEvent, KnownEvents } from '../../../src/harvest/feeds/same-event.ts';
import { processorMs } from '../../helpers/processor-time.ts';

type News = DatedHeadline & { readonly id: string };

const news: readonly News[] = readFileSync('dataset/news.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

/** As another outlet might tell it: some words fewer, some others, a day or some later. */
function retold({ date, headline, entities }: News, i: number): DatedHeadline {
  const words = headline.split(' ').filter((_, at) => (at + i) % 5 !== 0);
  const later = new Date(Date.parse(date) + (i % 6) * 86_400_000).toISOString().slice(0, 10);
  return { date: later, headline: `${words.join(' ')} today`, entities: i % 2 === 0 ? entities : [] };
}

it('finds the news that a look at each would find first', () => {
  const events = new KnownEvents();
  for (const item of news) events.put(item.id, item);
  const asked = news.map(retold).filter((_, i) => i % 19 === 0);
  const found = asked.map((told) => events.find(told));
  const looked = asked.map((told) => news.find((item) => isSameEvent(item, told))?.id);
  expect(found).toEqual(looked);
  expect(found.filter((id) => id !== undefined).length).toBeGreaterThan(asked.length / 3);
});

it('forgets what a record said before it was replaced, and keeps its place', () => {
  const told = (headline: string): DatedHeadline => ({ date: '2026-11-20', headline, entities: [] });
  const events = new KnownEvents();
  events.put('a', told('A welding robot learns to see in the dark of night'));
  events.put('b', told('Surgeons try a soft gripper on a distant island'));
  events.put('a', told('Surgeons try a soft gripper on a distant island'));
  expect(events.find(told('A welding robot learns to see in the dark of night'))).toBeUndefined();
  expect(events.find(told('Surgeons try a soft gripper on a distant island'))).toBe('a');
  events.put('a', { ...told('Surgeons try a soft gripper on a distant island'), date: '2026-11' });
  expect(events.find(told('Surgeons try a soft gripper on a distant island'))).toBe('b');
});

it('takes a time in proportion to the headlines, where all of a day are alike', () => {
  const read = (count: number) => {
    const events = new KnownEvents();
    for (let i = 0; i < count; i += 1) {
      const headline = `A humanoid robot number ${i} was shown today in a hall in Tokyo`;
      const told = { date: '2026-11-20', headline, entities: ['Unitree'] };
      if (events.find(told) !== undefined) throw new Error('they tell of other amounts');
      events.put(String(i), told);
    }
  };
  read(1000);
  const growth = processorMs(() => read(2400), 0) / processorMs(() => read(600), 0);
  expect(growth).toBeLessThan(8);
}, 60_000);
