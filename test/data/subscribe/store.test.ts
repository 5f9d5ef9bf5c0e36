import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Disk, realDisk } from '../../../src/data/subscribe/disk.ts';
import { DataSource } from '../../../src/data/subscribe/local-data.ts';
import { SyncStore } from '../../../src/data/subscribe/store.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { currentOf, putVersion, snapshotOf, versionOf } from '../../helpers/versions.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

/** A disk on which the step with this number fails, and whatever comes after it never happens. */
function failingAt(step: number, code: string): { disk: Disk; steps: () => number } {
  let steps = 0;
  const next = () => {
    steps += 1;
    if (steps >= step) throw Object.assign(new Error(code), { code });
  };
  const stepping = <Args extends unknown[]>(work: (...args: Args) => Promise<void>) => {
    return async (...args: Args) => {
      next();
      await work(...args);
    };
  };
  return {
    steps: () => steps,
    disk: {
      ...realDisk,
      write: stepping(realDisk.write),
      rename: stepping(realDisk.rename),
      flushDirectory: stepping(realDisk.flushDirectory),
      remove: stepping(realDisk.remove),
    },
  };
}

async function versionInUse(): Promise<{ version: string; warning: string | undefined }> {
  const { catalogue, warning } = await new DataSource(new SyncStore(place.path)).openNewest();
  const { version } = catalogue.info;
  catalogue.close();
  return { version, warning };
}

describe('a disk that fails at any step', () => {
  // Three files, each written, renamed, and its name flushed.
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'the %ith leaves the old version or the new one, whole',
    async (step) => {
      await putVersion(new SyncStore(place.path), await snapshotOf(1));
      const { disk } = failingAt(step, 'ENOSPC');
      const written = putVersion(new SyncStore(place.path, disk), await snapshotOf(2));
      await expect(written).rejects.toMatchObject({
        problem: 'storage',
        message: expect.stringContaining('is full. Nothing was changed. Make room and sync again.'),
      });
      const { version, warning } = await versionInUse();
      // The last flush alone comes after the new version has its name.
      expect(version).toBe(versionOf(step === 9 ? 2 : 1).version);
      expect(warning).toBeUndefined();
      await putVersion(new SyncStore(place.path), await snapshotOf(2));
      expect(await versionInUse()).toEqual({ version: versionOf(2).version, warning: undefined });
    },
  );

  it('takes nine steps', async () => {
    const { disk, steps } = failingAt(Number.POSITIVE_INFINITY, '');
    await putVersion(new SyncStore(place.path, disk), await snapshotOf(1));
    expect(steps()).toBe(9);
  });
});

describe('tidying', () => {
  it('keeps the version in use and the one before, and nothing of older ones', async () => {
    const store = new SyncStore(place.path);
    const versions = [await snapshotOf(1), await snapshotOf(2), await snapshotOf(3)] as const;
    for (const version of versions) await putVersion(store, version);
    await store.tidy([versions[1].manifest, versions[2].manifest]);
    const names = readdirSync(store.directory).filter((name) => name.endsWith('.sqlite'));
    expect(names.sort()).toEqual([versions[1].manifest.file, versions[2].manifest.file].sort());
    expect(existsSync(join(store.directory, 'current.json'))).toBe(true);
  });

  it('removes what a process left that is gone, and leaves what one is writing', async () => {
    const store = new SyncStore(place.path);
    await putVersion(store, await snapshotOf(1));
    const { pid } = process;
    const [gone, here] = [`a.sqlite.${2 ** 22 + 1}-1.tmp`, `a.sqlite.${pid}-1.tmp`];
    for (const name of [gone, here]) await realDisk.write(join(store.directory, name), Buffer.from('x'));
    await store.tidy([currentOf(await snapshotOf(1)).manifest]);
    expect(existsSync(join(store.directory, gone))).toBe(false);
    expect(existsSync(join(store.directory, here))).toBe(true);
  });
});

describe('what was synced and cannot be kept', () => {
  it.skipIf(process.platform === 'win32')('is told where nothing can be made', async () => {
    const store = new SyncStore('/proc/nowhere');
    await expect(store.prepare()).rejects.toMatchObject({
      problem: 'storage',
      message: expect.stringContaining('/proc/nowhere/data'),
    });
  });
});
