import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SyncStore } from '../../src/data/subscribe/store.ts';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { createService, type Service } from '../../src/protocol/service.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { bundledVersion, putVersion, snapshotOf, versionOf } from '../helpers/versions.ts';

interface Found {
  readonly results: readonly { readonly name: string }[];
  readonly dataset: { readonly version: string };
}

let place: ReturnType<typeof temporaryDirectory>;
let store: SyncStore;
let services: Service[];
let problems: unknown[];
beforeEach(() => {
  place = temporaryDirectory();
  store = new SyncStore(place.path);
  services = [];
  problems = [];
});
afterEach(async () => {
  for (const service of services) await service.close();
  place.remove();
});

function startService(): Service {
  const service = createService({
    tools: 'default',
    readOnly: false,
    onInternalError: (_reference, error) => problems.push(error),
    keep: { directory: place.path },
  });
  services.push(service);
  return service;
}

async function search(service: Service, args: object = { manufacturer: 'Unitree' }): Promise<Found> {
  const registry = await service.registry();
  const { isError, structuredContent } = await registry.call('search_robots', args, LOCAL_USER);
  if (isError) throw new Error(JSON.stringify(structuredContent));
  return structuredContent as unknown as Found;
}

async function versionIn(service: Service): Promise<string> {
  return (await search(service)).dataset.version;
}

/** Asks until the answer comes from this version. */
async function reaches(service: Service, version: string): Promise<void> {
  await expect.poll(() => versionIn(service), { timeout: 15_000, interval: 10 }).toBe(version);
}

describe('the newest data are used', () => {
  it('those of the program, where nothing was synced', async () => {
    expect(await startService().status()).toMatchObject({ version: bundledVersion, source: 'bundled' });
  });

  it('those that were synced, if they are newer', async () => {
    await putVersion(store, await snapshotOf(1));
    expect(await startService().status()).toMatchObject({ version: versionOf(1).version, source: 'synced' });
    expect(problems).toEqual([]);
  });

  it('those of the program, if they are newer than the synced ones', async () => {
    await putVersion(store, await snapshotOf(0));
    expect(await startService().status()).toMatchObject({ version: bundledVersion, source: 'bundled' });
    expect(problems).toEqual([]);
  });
});

describe('synced data that cannot be used give way to those of the program, with a warning', () => {
  const damages: readonly [string, (file: string, current: string) => void][] = [
    ['a byte of the file is another', (file) => flipByte(file, 5000)],
    ['the file is cut short', (file) => writeFileSync(file, readFileSync(file).subarray(0, 4096))],
    ['the file is gone', (file) => rmSync(file)],
    ['current.json is no JSON', (_file, current) => writeFileSync(current, 'not JSON')],
    ['current.json is empty', (_file, current) => writeFileSync(current, '')],
    ['current.json says nothing', (_file, current) => writeFileSync(current, '{"format":1}')],
    ['current.json is of a newer program', (_file, current) => writeFileSync(current, '{"format":2}')],
  ];
  it.each(damages)('%s', async (_what, damage) => {
    const snapshot = await snapshotOf(1);
    await putVersion(store, snapshot);
    damage(join(store.directory, snapshot.manifest.file), join(store.directory, 'current.json'));
    const status = await startService().status();
    expect(status).toMatchObject({ version: bundledVersion, source: 'bundled' });
    expect(status.warnings?.join()).toContain('robotics-mcp sync');
    expect(problems.join()).toContain('The synced data cannot be used');
    expect(problems.join()).toContain('To fetch them again: robotics-mcp sync.');
    expect(problems.join()).not.toContain('Install robotics-mcp again');
  });
});

describe('a running server', () => {
  it('takes over what another process has synced', async () => {
    const service = startService();
    expect(await versionIn(service)).toBe(bundledVersion);
    await putVersion(store, await snapshotOf(1));
    await reaches(service, versionOf(1).version);
    await putVersion(store, await snapshotOf(2));
    await reaches(service, versionOf(2).version);
    expect(problems).toEqual([]);
  });

  it('stays with its data when newer ones cannot be opened, and takes the next that can', async () => {
    const service = startService();
    await putVersion(store, await snapshotOf(1));
    await reaches(service, versionOf(1).version);
    const broken = await snapshotOf(2);
    await putVersion(store, { ...broken, bytes: broken.bytes.subarray(0, 5000) });
    await expect.poll(async () => (await service.status()).warnings?.length).toBe(1);
    expect(await versionIn(service)).toBe(versionOf(1).version);
    await putVersion(store, await snapshotOf(3));
    await reaches(service, versionOf(3).version);
    expect((await service.status()).warnings).toBeUndefined();
  });

  it('shows over the new version what was contributed before', async () => {
    const service = startService();
    const registry = await service.registry();
    const report = { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'The mass is wrong.' };
    const before = await registry.call('report_error', report, LOCAL_USER);
    await putVersion(store, await snapshotOf(1));
    await reaches(service, versionOf(1).version);
    const after = await registry.call('report_error', report, LOCAL_USER);
    expect(after.structuredContent).toMatchObject({
      ticket: (before.structuredContent as { ticket: string }).ticket,
    });
  });

  it('answers each of many questions from one version while five are put in place', {
    timeout: 60_000,
  }, async () => {
    const service = startService();
    const last = 5;
    await versionIn(service);
    let isOver = false;
    const seen = new Map<string, number>();
    const ask = async () => {
      while (!isOver) {
        const { dataset, results } = await search(service, { limit: 14, sort: 'name' });
        seen.set(dataset.version, (seen.get(dataset.version) ?? 0) + 1);
        const n = dataset.version === bundledVersion ? undefined : dataset.version.split('.').at(-1);
        for (const { name } of results) expect(/ V(\d+)$/.exec(name)?.[1]).toBe(n);
        // Answers are made in microtasks alone: nothing else would ever have its turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const asking = Promise.all(Array.from({ length: 4 }, ask));
    try {
      for (let n = 1; n <= last; n++) {
        await putVersion(store, await snapshotOf(n));
        await reaches(service, versionOf(n).version);
      }
    } finally {
      isOver = true;
    }
    await asking;
    expect(seen.size).toBeGreaterThan(last / 2);
    expect(problems).toEqual([]);
  });
});

function flipByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}
