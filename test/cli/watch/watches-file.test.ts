import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Watch, WatchesFile, withWatch } from '../../../src/cli/watch/watches-file.ts';
import { realSystem } from '../../../src/lib/system.ts';
import { faultyFiles, temporaryDirectory } from '../../contributions/faulty-files.ts';

let directory: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.remove());

const watchOf = (number: number, words = 'robots'): Watch => ({
  number,
  words,
  names: ['robot.added'],
  args: {},
  cursor: 'c',
  told: '2026-11-28T00:00:00.000Z',
});
const add = (file: WatchesFile, words?: string) =>
  file.change((all) => ({ ...all, next: all.next + 1, watches: [...all.watches, watchOf(all.next, words)] }));

describe('watches.json', () => {
  it('keeps what several processes add at the same time', async () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    await Promise.all(all.map((words) => add(new WatchesFile(directory.path), words)));
    const { watches, next } = await new WatchesFile(directory.path).read();
    expect([watches.map(({ number }) => number), next]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], 9]);
    expect(watches.map(({ words }) => words).sort()).toEqual(all);
  });

  it('is as it was, or whole and new, wherever the disk becomes full', async () => {
    const good = new WatchesFile(directory.path);
    await add(good);
    const before = readFileSync(good.path, 'utf8');
    const counted = faultyFiles();
    await add(new WatchesFile(join(directory.path, 'elsewhere'), { ...realSystem, files: counted }));
    for (let at = 1; at <= counted.steps.length; at++) {
      writeFileSync(good.path, before);
      const files = faultyFiles();
      files.fail({ at, code: 'ENOSPC', torn: 7 });
      const outcome = await add(new WatchesFile(directory.path, { ...realSystem, files })).catch(String);
      const { watches } = await good.read();
      if (typeof outcome === 'string') expect(outcome).toContain('ENOSPC');
      expect([at, [1, 2].includes(watches.length)]).toEqual([at, true]);
    }
  });

  it.each([
    ['{"format":1,"next":1,', 'is damaged'],
    ['{"format":1,"next":1,"watches":[{"number":1}]}', 'is damaged (watches.0'],
    ['{"format":2}', 'is of a newer version of this program'],
  ])('that holds %s is refused and left alone', async (text, message) => {
    const file = new WatchesFile(directory.path);
    mkdirSync(directory.path, { recursive: true });
    writeFileSync(file.path, text);
    await expect(file.read()).rejects.toThrow(message);
    await expect(add(file)).rejects.toThrow(message);
    expect(readFileSync(file.path, 'utf8')).toBe(text);
  });

  it('is not written where nothing changes, and takes a hundred watches', async () => {
    const file = new WatchesFile(directory.path);
    await file.change((all) => withWatch(all, 9, () => watchOf(9)));
    await expect(file.read()).resolves.toMatchObject({ watches: [] });
    for (let i = 0; i < 100; i++) await add(file);
    await expect(add(file)).rejects.toThrow('There are 100 watches already');
  });
});
