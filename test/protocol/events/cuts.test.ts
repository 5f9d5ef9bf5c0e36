import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawCut, drawnFilters, filtersOf, wholeList } from '../../../scripts/events/cuts.ts';
import { drawWorld, type World } from '../../../scripts/events/world.ts';
import { Random } from '../../../scripts/harness/random.ts';
import { sqlite } from '../../helpers/catalogue.ts';

let world: World;
beforeAll(async () => {
  world = drawWorld(await sqlite(), new Random(1));
});
afterAll(() => {
  for (const catalogue of world.catalogues) catalogue.close();
});

describe('events', () => {
  it('are told exactly once, whatever the cuts, the days, and the servers that lag', () => {
    const random = new Random(2);
    const filters = filtersOf();
    for (let draw = 0; draw < 120; draw++) {
      const filter = random.pick(filters);
      const fault = drawCut(world, filter, random);
      expect([draw, filter.types.map(({ name }) => name).join(' '), fault]).toEqual([
        draw,
        expect.anything(),
        undefined,
      ]);
    }
  });

  it('of every name are in the drawn world, each with an id of its own and a small payload', () => {
    for (const [i, filter] of filtersOf().entries()) {
      const events = wholeList(world, filter);
      const isNothing = JSON.stringify(drawnFilters[i]).includes('zyzzyva');
      expect([i, events.length > 0]).toEqual([i, !isNothing]);
      expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
      for (const { data } of events)
        expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(1024);
    }
  });
});
