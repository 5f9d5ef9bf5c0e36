import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataSource } from '../../../src/data/subscribe/local-data.ts';
import { SyncStore } from '../../../src/data/subscribe/store.ts';
import { realSystem, type System } from '../../../src/lib/system.ts';
import { faultyFiles, temporaryDirectory } from '../../contributions/faulty-files.ts';
import { currentOf, putVersion, snapshotOf, versionOf } from '../../helpers/versions.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

/** A machine on whose disk the step with this number fails, and whatever comes after it never happens. */
function failingAt(step: number, code: string): { system: System; taken: () => number } {
  const files = faultyFiles();
  files.fail({ at: step, code, stays: true });
  return { system: { ...realSystem, files }, taken: () => files.steps.length };
}

async function versionInUse(): Promise<{ version: string; warning: string | undefined }> {
  const { catalogue, warning } = await new DataSource(new SyncStore(place.path)).openNewest();
  const { version } = catalogue.info;
  catalogue.close();
  return { version, warning };
}

describe('a disk that fails at any step', () => {
  // The folder; then three files, each made, written, flushed, renamed, and its name flushed.
  const steps = 1 + 3 * 5;

  it.each(Array.from({ length: steps }, (_, index) => index + 1))(
    'the %ith leaves the old version or the new one, whole',
    async (step) => {
      await putVersion(new SyncStore(place.path), await snapshotOf(1));
      const { system } = failingAt(step, 'ENOSPC');
      const written = putVersion(new SyncStore(place.path, system), await snapshotOf(2));
      await expect(written).rejects.toMatchObject({
        code: 'storage',
        message: expect.stringContaining('is full. Nothing was changed. Make room and sync again.'),
      });
      const { version, warning } = await versionInUse();
      // The last flush alone comes after the new version has its name.
      expect(version).toBe(versionOf(step === steps ? 2 : 1).version);
      expect(warning).toBeUndefined();
      await putVersion(new SyncStore(place.path), await snapshotOf(2));
      expect(await versionInUse()).toEqual({ version: versionOf(2).version, warning: undefined });
    },
  );

  it('takes no further steps', async () => {
    const { system, taken } = failingAt(Number.POSITIVE_INFINITY, '');
    await putVersion(new SyncStore(place.path, system), await snapshotOf(1));
    expect(taken()).toBe(steps);
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
    for (const name of [gone, here]) writeFileSync(join(store.directory, name), 'x');
    await store.tidy([currentOf(await snapshotOf(1)).manifest]);
    expect(existsSync(join(store.directory, gone))).toBe(false);
    expect(existsSync(join(store.directory, here))).toBe(true);
  });
});

describe('what was synced and cannot be kept', () => {
  it.skipIf(process.platform === 'win32')('is told where nothing can be made', async () => {
    const store = new SyncStore('/proc/nowhere');
    await expect(store.prepare()).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('/proc/nowhere/data'),
    });
  });
});
