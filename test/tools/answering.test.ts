import { expect, it } from 'vitest';
import { Turns } from '../../src/tools/answering.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('gives the first turn at once and the others in their order, and lets others in between', async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const all = ['first', 'second', 'third'].map((name) => turns.next().then(() => seen.push(name)));
  await Promise.resolve().then(() => undefined);
  expect(seen).toEqual(['first']);
  const others = (async () => {
    for (let i = 0; i < 3; i += 1) {
      await nextTurn();
      seen.push('something else');
    }
  })();
  await Promise.all([...all, others]);
  expect(seen.filter((name) => name !== 'something else')).toEqual(['first', 'second', 'third']);
  expect(seen.indexOf('third') - seen.indexOf('second')).toBeGreaterThan(1);
});

it('gives a turn again after all have had theirs, still one in a turn', async () => {
  const turns = new Turns();
  await turns.next();
  await nextTurn();
  let given = 0;
  const asked = [1, 2, 3].map(() => turns.next().then(() => (given += 1)));
  await Promise.resolve().then(() => undefined);
  expect(given).toBe(1);
  await Promise.all(asked);
  expect(given).toBe(3);
});
