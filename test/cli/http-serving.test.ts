import { expect, it } from 'vitest';
import { readOnceForAll } from '../../src/cli/http-serving.ts';

it('reads once for all who ask within some seconds, and again after them', async () => {
  let reads = 0;
  let clock = 0;
  const read = readOnceForAll(
    async () => {
      reads += 1;
      return { keys: [reads] };
    },
    () => clock,
  );
  const answers = await Promise.all([read(), read(), read()]);
  expect(answers).toEqual([{ keys: [1] }, { keys: [1] }, { keys: [1] }]);
  clock = 5_001;
  expect(await read()).toEqual({ keys: [2] });
});

it('keeps no failure', async () => {
  let isDown = true;
  const read = readOnceForAll(
    async () => {
      if (isDown) throw new Error('https://login.example.org/keys answers 500.');
      return { keys: [] };
    },
    () => 0,
  );
  const [first, second] = await Promise.allSettled([read(), read()]);
  expect([first?.status, second?.status]).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await read()).toEqual({ keys: [] });
});
