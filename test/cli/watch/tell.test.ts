import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataAt, drawWorld, lastMoment, type World } from '../../../scripts/events/world.ts';
import { Random } from '../../../scripts/harness/random.ts';
import { tellWatch, type UseEvents } from '../../../src/cli/watch/tell.ts';
import { type Watch, WatchesFile, withWatch } from '../../../src/cli/watch/watches-file.ts';
import { memoryFiles } from '../../../src/lib/memory-file-system.ts';
import { realSystem } from '../../../src/lib/system.ts';
import { readFilter } from '../../../src/protocol/events/filter.ts';
import { cursorAt } from '../../../src/protocol/events/read-events.ts';
import { sqlite } from '../../helpers/catalogue.ts';

let world: World;
let using: UseEvents;
let watch: Watch;
beforeAll(async () => {
  world = drawWorld(await sqlite(), new Random(5));
  const data = dataAt(world, lastMoment(world));
  using = async (use) => use(data);
  const filter = readFilter(['robot.added'], {});
  const cursor = cursorAt(filter, data);
  watch = { number: 1, words: 'robots', names: ['robot.added'], args: {}, cursor, told: '2026-10-01' };
});
afterAll(() => {
  for (const catalogue of world.catalogues) catalogue.close();
});

async function fileWith(): Promise<WatchesFile> {
  const file = new WatchesFile('/data', { ...realSystem, files: memoryFiles() });
  await file.change((all) => ({ ...all, next: 2, watches: [watch] }));
  return file;
}

describe('telling', () => {
  it('leaves a cursor alone that another has moved meanwhile', async () => {
    const file = await fileWith();
    const theirs = async () => {
      await file.change((all) => withWatch(all, 1, (one) => ({ ...one, cursor: 'theirs' })));
    };
    await tellWatch(file, watch, using, theirs);
    expect((await file.read()).watches).toMatchObject([{ cursor: 'theirs' }]);
  });

  it('does not bring back a watch that was removed meanwhile', async () => {
    const file = await fileWith();
    await tellWatch(file, watch, using, async () => {
      await file.change((all) => ({ ...all, watches: [] }));
    });
    expect((await file.read()).watches).toEqual([]);
  });

  it('moves the cursor only once what it stands behind was delivered', async () => {
    const file = await fileWith();
    const seen: string[] = [];
    const deliver = async () => {
      seen.push((await file.read()).watches[0]?.cursor ?? '');
    };
    expect(await tellWatch(file, watch, using, deliver)).toBeGreaterThan(0);
    expect(seen).toEqual([watch.cursor]);
    expect((await file.read()).watches[0]?.cursor).not.toBe(watch.cursor);
  });
});
