import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawnFilters } from '../../../scripts/events/cuts.ts';
import { drawKills } from '../../../scripts/events/kills.ts';
import { drawWorld, type World } from '../../../scripts/events/world.ts';
import { Random } from '../../../scripts/harness/random.ts';
import { sqlite } from '../../helpers/catalogue.ts';

let world: World;
beforeAll(async () => {
  world = drawWorld(await sqlite(), new Random(3));
});
afterAll(() => {
  for (const catalogue of world.catalogues) catalogue.close();
});

it('a process that is killed between output and cursor, or amid either, loses nothing', async () => {
  const random = new Random(4);
  let [kills, repeats] = [0, 0];
  for (const [names, args] of drawnFilters) {
    const outcome = await drawKills(world, names, args, random);
    expect([names, outcome.fault]).toEqual([names, undefined]);
    kills += outcome.kills;
    repeats += outcome.repeats;
  }
  expect([kills > 50, repeats > 20]).toEqual([true, true]);
});
