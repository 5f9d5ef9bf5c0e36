import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalStore } from '../../../src/contributions/journal/journal-store.ts';
import type { DataError } from '../../../src/lib/data-error.ts';
import { diskFiles, type FileSystem } from '../../../src/lib/file-system.ts';
import { realSystem } from '../../../src/lib/system.ts';
import { type Failure, type FaultyFiles, faultyFiles, temporaryDirectory } from '../faulty-files.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

const journalOn = (files = diskFiles) =>
  new JournalStore({ system: { ...realSystem, files }, directory: place.path });

/** What a process that starts now finds. */
function found(): string[] {
  return journalOn()
    .since()
    .events.map(({ body }) => String(body.name));
}

interface Attempts {
  readonly confirmed: string[];
  readonly refused: { readonly name: string; readonly code: string }[];
}

/** Writes five entries with one step failing. */
async function writeFive(files: FaultyFiles): Promise<Attempts> {
  const journal = journalOn(files);
  const attempts: Attempts = { confirmed: [], refused: [] };
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    // Half of them with a key.
    const code = await faultOf(journal, name, name < 'c' ? undefined : name);
    if (code === undefined) attempts.confirmed.push(name);
    else attempts.refused.push({ name, code });
  }
  await journal.close();
  return attempts;
}

/** Why an event was not kept, as far as its writer knows; undefined if it was. */
async function faultOf(journal: JournalStore, name: string, key?: string): Promise<string | undefined> {
  try {
    const appended = await journal.append([{ name }], key === undefined ? {} : { key });
    return appended.result === 'unknown' ? appended.error.code : undefined;
  } catch (error) {
    return (error as DataError).code;
  }
}

const problems: Readonly<Record<string, string>> = {
  ENOSPC: 'STORAGE_FULL',
  EDQUOT: 'STORAGE_FULL',
  EIO: 'INTERNAL',
  EACCES: 'READ_ONLY',
  EROFS: 'READ_ONLY',
};

describe.each(Object.keys(problems))('%s', (code) => {
  it.each([{ stays: false }, { stays: true }])('at every step of writing, %j', async ({ stays }) => {
    // Without a failure: makeDirectory, create, write, flush, flushDirectory, then write and flush four times.
    for (let at = 1; at <= 13; at++) {
      place.remove();
      place = temporaryDirectory();
      const files = faultyFiles();
      files.fail({ at, code, stays });
      const { confirmed, refused } = await writeFive(files);
      const step = files.steps[at - 1];
      expect(refused.length, JSON.stringify(step)).toBeGreaterThan(0);
      for (const each of refused) expect(each.code).toBe(problems[code]);
      if (!stays) {
        expect(refused).toHaveLength(1);
        expect(found(), JSON.stringify(step)).toEqual(confirmed);
      }
      // On a dying disk what was refused may stand there whole, never what was confirmed be missing.
      expect(found()).toEqual(expect.arrayContaining(confirmed));
    }
  });
});

it('leaves no file behind for each write that a full disk refuses', async () => {
  let isFull = true;
  const files: FileSystem = {
    ...diskFiles,
    create: async (path, mode) => {
      const file = await diskFiles.create(path, mode);
      const write = async (bytes: Uint8Array) => {
        if (isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        await file.write(bytes);
      };
      return { ...file, write };
    },
  };
  const store = journalOn(files);
  for (let i = 0; i < 50; i++) {
    const { result, ...why } = await store.append([{ name: 'a' }]);
    expect([result, why]).toMatchObject(['unknown', { error: { code: 'STORAGE_FULL' } }]);
  }
  expect(readdirSync(place.path)).toEqual([]);
  isFull = false;
  await store.append([{ name: 'b' }]);
  expect(readdirSync(place.path)).toHaveLength(1);
  expect(found()).toEqual(['b']);
});

describe('a torn write', () => {
  const tear = (torn: number): Failure => ({ at: 8, code: 'ENOSPC', torn });

  it('of every length leaves nothing half, and the next entry goes to another file', async () => {
    for (let torn = 0; torn <= 110; torn += 5) {
      place.remove();
      place = temporaryDirectory();
      const files = faultyFiles();
      files.fail(tear(torn));
      const { confirmed, refused } = await writeFive(files);
      expect(refused.map(({ name }) => name)).toEqual(['c']);
      expect(confirmed).toEqual(['a', 'b', 'd', 'e']);
      expect(found()).toEqual(confirmed);
      expect(journalOn().faults).toMatchObject({ torn: 0, damaged: 0 });
      expect(readdirSync(place.path)).toHaveLength(2);
    }
  });

  it('that cannot be taken off the disk is set aside, and does not harm what another process writes', async () => {
    const files = faultyFiles();
    files.fail({ ...tear(40), stays: true });
    const { confirmed } = await writeFive(files);
    expect(confirmed).toEqual(['a', 'b']);
    const other = journalOn();
    await other.append([{ name: 'x' }]);
    expect(found()).toEqual(['a', 'b', 'x']);
    other.since();
    expect(other.faults.torn).toBe(1);
    await other.compact({ idleMs: 0, atLeast: 1 });
    other.since();
    expect(other.faults).toMatchObject({ torn: 0, set_aside: 1 });
    expect(readdirSync(place.path).filter((name) => name.endsWith('.torn'))).toHaveLength(1);
    expect(found()).toEqual(['a', 'b', 'x']);
    await other.close();
  });

  it('that left a whole line behind is taken back by the next entry', async () => {
    const files = faultyFiles();
    const journal = journalOn(files);
    await journal.append([{ name: 'a' }]);
    // The line is written, its flush fails, and so does taking it off.
    files.fail({ at: files.steps.length + 2, code: 'EIO', stays: true });
    expect(await journal.append([{ name: 'ghost' }])).toMatchObject({
      result: 'unknown',
      error: { code: 'INTERNAL' },
    });
    expect(journal.since().events).toHaveLength(1);
    files.fail(undefined);
    await journal.append([{ name: 'b' }]);
    await journal.close();
    expect(found()).toEqual(['a', 'b']);
  });
});

describe('after a failed flush', () => {
  it('the file is never written to again', async () => {
    const files = faultyFiles();
    files.fail({ at: 7, code: 'EIO' });
    await writeFive(files);
    const created = files.steps.filter(({ operation }) => operation === 'create').map(({ name }) => name);
    expect(created).toHaveLength(2);
    const failed = files.steps.findIndex((_, i) => i === 6);
    expect(
      files.steps
        .slice(failed + 1)
        .filter(({ operation, name }) => operation === 'write' && name === created[0]),
    ).toEqual([]);
  });
});

describe('compaction', () => {
  async function fill(): Promise<string[]> {
    const names: string[] = [];
    for (let file = 0; file < 4; file++) {
      const journal = journalOn();
      for (let i = 0; i < 3; i++) {
        await journal.append([{ name: `${file}${i}` }]);
        names.push(`${file}${i}`);
      }
      await journal.close();
    }
    return names.sort();
  }

  const compactOn = async (files: FaultyFiles) => {
    const journal = journalOn(files);
    journal.since();
    // The time of a file has fractions of a millisecond, the clock has none: one just written would lie in the future.
    await setTimeout(5);
    return journal.compact({ idleMs: 0, atLeast: 2 });
  };

  it('makes one file of many, which holds the same', async () => {
    const names = await fill();
    expect(await compactOn(faultyFiles())).toEqual({ files: 4, entries: 12, set_aside: 0 });
    expect(readdirSync(place.path)).toHaveLength(1);
    expect(found().sort()).toEqual(names);
  });

  it('is seen by a process that follows along, which takes nothing twice', async () => {
    const names = await fill();
    const follower = journalOn();
    const { cursor, events } = follower.since();
    expect(events).toHaveLength(12);
    await compactOn(faultyFiles());
    expect(follower.since(cursor)).toEqual({ events: [], cursor, startAgain: false });
    const writer = journalOn();
    await writer.append([{ name: 'new' }]);
    expect(follower.since(cursor).events).toHaveLength(1);
    expect(found()).toHaveLength(names.length + 1);
    await writer.close();
  });

  it.each(['ENOSPC', 'EIO', 'EACCES'])('can fail with %s, or be killed, at any step', async (code) => {
    const whole = faultyFiles();
    await fill();
    await compactOn(whole);
    const steps = whole.steps.length;
    expect(steps).toBeGreaterThan(10);
    for (let at = 1; at <= steps; at++) {
      for (const torn of code === 'ENOSPC' ? [undefined, 20] : [undefined]) {
        place.remove();
        place = temporaryDirectory();
        const names = await fill();
        const files = faultyFiles();
        // What stays failing does nothing more: to the directory that is a process that was killed.
        files.fail({ at, code, stays: true, ...(torn !== undefined && { torn }) });
        await compactOn(files).catch(() => undefined);
        expect(found().sort(), `killed at ${JSON.stringify(files.steps[at - 1])}`).toEqual(names);
        // As if the time had passed after which the lock of a killed process is free.
        rmSync(join(place.path, 'compaction.lock'), { force: true });
        await compactOn(faultyFiles());
        expect(found().sort()).toEqual(names);
        expect(readdirSync(place.path)).toHaveLength(1);
      }
    }
  });

  it('loses nothing of a process that goes on writing', async () => {
    const writers = [journalOn(), journalOn(), journalOn()];
    const confirmed: string[] = [];
    let stop = false;
    const compacting = (async () => {
      while (!stop) {
        await compactOn(faultyFiles());
        await setTimeout(5);
      }
    })();
    await Promise.all(
      writers.map(async (writer, w) => {
        for (let i = 0; i < 60; i++) {
          await writer.append([{ name: `${w}-${i}` }]);
          confirmed.push(`${w}-${i}`);
        }
      }),
    );
    stop = true;
    await compacting;
    for (const writer of writers) await writer.close();
    expect(found().sort()).toEqual(confirmed.sort());
  });

  it('leaves the work to the one that has the lock', async () => {
    await fill();
    const journal = journalOn();
    const claim = await journal.claim('compaction');
    if (typeof claim === 'string') throw new Error(claim);
    expect(await compactOn(faultyFiles())).toBeUndefined();
    await journal.settle(claim);
    expect(await compactOn(faultyFiles())).toBeDefined();
  });
});
