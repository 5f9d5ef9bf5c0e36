import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Publisher } from '../../../scripts/sync/publisher.ts';
import { serveOffer } from '../../../scripts/sync/serve-offer.ts';
import { contentHash } from '../../../src/data/dataset/canonical.ts';
import type { PublisherKey } from '../../../src/data/releases/publisher-keys.ts';
import { introductionsHash } from '../../../src/data/releases/release-manifest.ts';
import type { ReleaseSource } from '../../../src/data/releases/release-source.ts';
import {
  generateKeys,
  introduceKeys,
  readPrivateKey,
  signPayload,
} from '../../../src/data/releases/signing.ts';
import type { Snapshot } from '../../../src/data/snapshot/build.ts';
import { type ApplyTask, apply } from '../../../src/data/subscribe/apply.ts';
import { applyInProcess } from '../../../src/data/subscribe/apply-worker.ts';
import { type CurrentData, SyncStore } from '../../../src/data/subscribe/store.ts';
import { type SyncOptions, type SyncProgress, sync } from '../../../src/data/subscribe/sync.ts';
import type { RecordsByKind } from '../../../src/kinds/kinds.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { sqlite, wasmPath } from '../../helpers/catalogue.ts';
import { PROGRAM } from '../../helpers/program.ts';
import { bundledVersion, putVersion, recordsOf, snapshotOf, versionOf } from '../../helpers/versions.ts';
import { clientOf, refusalOf } from './client.ts';

let publisher: Publisher;
let places: ReturnType<typeof temporaryDirectory>[];
let closing: (() => Promise<unknown>)[];
beforeEach(async () => {
  publisher = new Publisher(await sqlite());
  places = [];
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
  for (const place of places) place.remove();
});

function newHome(): string {
  const place = temporaryDirectory();
  places.push(place);
  return place.path;
}

async function serve(offer: ReleaseSource = publisher.offer()): Promise<string> {
  const server = await serveOffer(offer);
  closing.push(() => server.close());
  return server.url;
}

/** A folder as a program brings it along. */
function layOut({ bytes, manifest }: Snapshot): string {
  const dir = newHome();
  mkdirSync(dir);
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(dir, manifest.file), bytes);
  return dir;
}

function client(home: string, address: string, options: Partial<SyncOptions> = {}): SyncOptions {
  return clientOf(home, address, { trust: { keys: [publisher.key], allowUnsigned: false }, ...options });
}

async function releaseUpTo(last: number): Promise<void> {
  for (let n = 1; n < last; n++) await publisher.pass(versionOf(n), recordsOf(n));
  await publisher.release(versionOf(last), recordsOf(last));
}

/** The first version, with another name for one robot. */
function oneChanged(n: number): RecordsByKind {
  const { robots, ...others } = recordsOf(1);
  const [first, ...rest] = robots;
  if (first === undefined) throw new Error('There is no robot.');
  return { ...others, robots: [{ ...first, name: n === 1 ? first.name : `${first.name} ${n}` }, ...rest] };
}

function currentIn(home: string): CurrentData {
  return JSON.parse(readFileSync(join(home, 'data', 'current.json'), 'utf8')) as CurrentData;
}

describe('a client catches up', () => {
  it('from the first version to the thirtieth by deltas, to the same content as by the snapshot', async () => {
    for (let n = 1; n < 30; n++) await publisher.pass(versionOf(n), oneChanged(n));
    await publisher.release(versionOf(30), oneChanged(30));
    const address = await serve();
    const [byDeltas, bySnapshot] = [newHome(), newHome()];
    await putVersion(new SyncStore(byDeltas), await snapshotOf(1));
    const one = await sync(client(byDeltas, address));
    const other = await sync(client(bySnapshot, address));
    expect(one).toMatchObject({ status: 'updated', way: 'deltas', from_version: versionOf(1).version });
    expect(other).toMatchObject({ status: 'updated', way: 'snapshot', from_version: bundledVersion });
    expect(one.bytes).toBeLessThan(other.bytes);
    expect(one.content_sha256).toBe(contentHash(oneChanged(30)));
    expect(other.content_sha256).toBe(one.content_sha256);
    // The same program makes the same file of the same records and the same history.
    expect(currentIn(byDeltas).manifest).toEqual(currentIn(bySnapshot).manifest);
    expect(currentIn(byDeltas).history.map(({ version }) => version)).toEqual(
      Array.from({ length: 30 }, (_, i) => versionOf(i + 1).version),
    );
  });

  it('by the snapshot where the chain does not reach back to it', async () => {
    await publisher.pass(versionOf(5), recordsOf(5));
    await publisher.release(versionOf(6), recordsOf(6));
    const home = newHome();
    await putVersion(new SyncStore(home), await snapshotOf(1));
    expect(await sync(client(home, await serve()))).toMatchObject({ status: 'updated', way: 'snapshot' });
  });

  it('by the snapshot where its own version has other content than the chain begins with', async () => {
    await releaseUpTo(3);
    const home = newHome();
    const own = await snapshotOf(7);
    const mislabelled = { ...own, manifest: { ...own.manifest, version: versionOf(1).version } };
    await putVersion(new SyncStore(home), mislabelled);
    expect(await sync(client(home, await serve()))).toMatchObject({ status: 'updated', way: 'snapshot' });
  });

  it('by the snapshot where the deltas that are named are not served', async () => {
    await releaseUpTo(3);
    const home = newHome();
    await putVersion(new SyncStore(home), await snapshotOf(1));
    const address = await serve({ ...publisher.offer(), deltaPart: async () => undefined });
    expect(await sync(client(home, address))).toMatchObject({ status: 'updated', way: 'snapshot' });
  });

  it('with a service that moves on while it is read', async () => {
    await releaseUpTo(3);
    const offer = publisher.offer();
    const stale = publisher.latest;
    let isFirst = true;
    const address = await serve({
      ...offer,
      manifest: async () => {
        if (!isFirst) return offer.manifest();
        isFirst = false;
        await publisher.release(versionOf(4), recordsOf(4));
        return stale.envelope;
      },
      snapshotPart: async (version, part) =>
        version === versionOf(4).version ? offer.snapshotPart(version, part) : undefined,
    });
    expect(await sync(client(newHome(), address))).toMatchObject({ version: versionOf(4).version });
  });

  it('anew where its own file is damaged', async () => {
    await releaseUpTo(2);
    const [home, address] = [newHome(), await serve()];
    await sync(client(home, address));
    const file = join(home, 'data', currentIn(home).manifest.file);
    writeFileSync(file, readFileSync(file).fill(1, 5000, 6000));
    expect(await sync(client(home, address))).toMatchObject({ status: 'updated', way: 'snapshot' });
    expect(await sync(client(home, address))).toMatchObject({ status: 'current', way: 'none' });
  });

  it('not from data of the program that are damaged where nothing else tells', async () => {
    const { bytes, manifest } = await snapshotOf(1);
    // SQLite file format, section 1.3: the file change counter.
    const dir = layOut({
      bytes: Uint8Array.from(bytes, (byte, i) => (i === 27 ? byte ^ 1 : byte)),
      manifest,
    });
    await releaseUpTo(2);
    const options = client(newHome(), await serve(), { bundled: { dir, wasm: wasmPath } });
    await expect(sync(options)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('does not have the SHA-256'),
    });
  });

  it('not where another process has taken its lock, or changed what is in use, meanwhile', async () => {
    await releaseUpTo(2);
    const address = await serve();
    for (const name of ['sync.lock', 'current.json', 'seen.json']) {
      const home = newHome();
      const meanwhile = (task: ApplyTask) => {
        writeFileSync(join(home, 'data', name), 'of another');
        return apply(task);
      };
      const { code, message } = await refusalOf(client(home, address, { apply: meanwhile }));
      expect([code, message]).toEqual(['busy', expect.stringContaining('Another process has begun to sync')]);
      expect(readFileSync(join(home, 'data', name), 'utf8')).toBe('of another');
    }
  });

  it('applying in a process of its own, as a standalone executable does', async () => {
    await releaseUpTo(2);
    const address = await serve();
    const command = [process.execPath, PROGRAM];
    const apply = (task: ApplyTask) => applyInProcess(command, task);
    expect(await sync(client(newHome(), address, { apply }))).toMatchObject({
      version: versionOf(2).version,
    });
    const altered = publisher.sign({
      ...publisher.latest.manifest,
      content_sha256: 'c'.repeat(64),
      deltas: [],
    });
    const lying = await serve({ ...publisher.offer(), manifest: async () => altered });
    const refusal = await refusalOf(client(newHome(), lying, { apply }));
    expect(refusal).toMatchObject({ code: 'altered_snapshot' });
  });

  it('telling how far it is', async () => {
    await releaseUpTo(2);
    const told: SyncProgress[] = [];
    const outcome = await sync(
      client(newHome(), await serve(), { onProgress: (progress) => told.push(progress) }),
    );
    expect(told[0]).toEqual({ phase: 'connecting' });
    expect(told.at(-1)).toMatchObject({
      phase: 'applying',
      bytes: outcome.bytes,
      total_bytes: outcome.bytes,
    });
    expect(told.map(({ phase }) => phase)).toContain('fetching');
  });
});

describe('older and newer', () => {
  it('a service with an older version than the program leaves the data alone', async () => {
    await publisher.release(versionOf(0), recordsOf(0));
    const home = newHome();
    expect(await sync(client(home, await serve()))).toMatchObject({
      status: 'older',
      version: bundledVersion,
    });
    expect(new SyncStore(home).stamp()).toBeUndefined();
  });

  it('is current when nothing is newer, and remembers that it looked', async () => {
    await releaseUpTo(2);
    const [home, address] = [newHome(), await serve()];
    await sync(client(home, address));
    const stamp = new SyncStore(home).stamp();
    const now = () => new Date('2031-05-05T00:00:00Z');
    expect(await sync(client(home, address, { now }))).toMatchObject({ status: 'current', bytes: 0 });
    expect(new SyncStore(home).stamp()).toBe(stamp);
    expect((await new SyncStore(home).seen())?.checked_at).toBe('2031-05-05T00:00:00.000Z');
  });
});

describe('a clock that jumps', () => {
  it.each(['1970-01-01T00:00:00Z', '2100-01-01T00:00:00Z', '2029-06-01T00:00:00Z'])(
    'to %s changes nothing in what is taken',
    async (instant) => {
      await releaseUpTo(2);
      const [home, address] = [newHome(), await serve()];
      await sync(client(home, address));
      await publisher.release(versionOf(3), recordsOf(3));
      const now = () => new Date(instant);
      const outcome = await sync(client(home, address, { now }));
      expect(outcome).toMatchObject({ status: 'updated', version: versionOf(3).version });
      const isBehind = Date.parse(instant) < Date.parse('2030-01-01');
      expect(outcome.warnings.join()).toMatch(isBehind ? /still to come by the clock/ : /^$/);
      expect(await sync(client(home, address))).toMatchObject({ status: 'current' });
    },
  );
});

describe('whom a client trusts', () => {
  it('nobody, unless told: data are refused with what to do', async () => {
    await releaseUpTo(1);
    const trust = { keys: [], allowUnsigned: false };
    const refusal = await refusalOf(client(newHome(), await serve(), { trust }));
    expect(refusal).toMatchObject({ code: 'unknown_key', message: expect.stringContaining('--sync-key') });
  });

  it('anybody, if told so, and says it aloud', async () => {
    await releaseUpTo(1);
    const unsigned = JSON.stringify({ ...JSON.parse(publisher.latest.envelope), signatures: [] });
    const address = await serve({ ...publisher.offer(), manifest: async () => unsigned });
    const outcome = await sync(client(newHome(), address, { trust: { keys: [], allowUnsigned: true } }));
    expect(outcome).toMatchObject({ status: 'updated', signed_by: null });
    expect(outcome.warnings.join()).toContain('taken unsigned');
  });

  it('a key that is given, whatever else is said: unsigned data are refused', async () => {
    await releaseUpTo(1);
    const unsigned = JSON.stringify({ ...JSON.parse(publisher.latest.envelope), signatures: [] });
    const address = await serve({ ...publisher.offer(), manifest: async () => unsigned });
    const trust = { keys: [publisher.key], allowUnsigned: true };
    expect(await refusalOf(client(newHome(), address, { trust }))).toMatchObject({ code: 'unsigned' });
  });

  it('a new key that the old one introduced, and the old one no longer', async () => {
    await releaseUpTo(1);
    const [home, next] = [newHome(), generateKeys()];
    const offer = { ...publisher.offer(), manifest: async () => envelope };
    let envelope = publisher.sign({ ...publisher.latest.manifest, keys: [next.publicKey] });
    const address = await serve(offer);
    await sync(client(home, address));

    await publisher.release(versionOf(2), recordsOf(2));
    envelope = publisher.sign(publisher.latest.manifest, next.privateKey);
    expect(await sync(client(home, address))).toMatchObject({
      status: 'updated',
      signed_by: next.publicKey.key_id,
    });
    await publisher.release(versionOf(3), recordsOf(3));
    envelope = publisher.latest.envelope;
    expect(await refusalOf(client(home, address))).toMatchObject({ code: 'unknown_key' });
    // Another key in the configuration is the operator's word, and counts.
    const other = { keys: [publisher.key, next.publicKey], allowUnsigned: false };
    expect(await sync(client(home, address, { trust: other }))).toMatchObject({ status: 'updated' });
  });

  it('another key, and no longer a version of the year 9999 that the stolen one signed', async () => {
    await releaseUpTo(1);
    const [home, fresh] = [newHome(), generateKeys()];
    const honest = publisher.sign(publisher.latest.manifest, fresh.privateKey);
    await publisher.release({ version: '9999.12.28', date: '9999-12-28' }, recordsOf(2));
    let envelope = publisher.latest.envelope;
    const address = await serve({ ...publisher.offer(), manifest: async () => envelope });
    expect(await sync(client(home, address))).toMatchObject({ version: '9999.12.28' });
    envelope = honest;
    expect(await refusalOf(client(home, address))).toMatchObject({
      code: 'unknown_key',
      message: expect.stringContaining('--sync-key'),
    });
    const trust = { keys: [fresh.publicKey], allowUnsigned: false };
    const outcome = await sync(client(home, address, { trust }));
    expect(outcome).toMatchObject({ status: 'updated', version: versionOf(1).version, way: 'snapshot' });
    expect(outcome.warnings.join()).toMatch(/although newer ones were seen/);
    expect(currentIn(home).before).toBeUndefined();
    expect(await sync(client(home, address, { trust }))).toMatchObject({ status: 'current' });
  });

  it('another key whose data are older than those of the package: those are in use then', async () => {
    await publisher.release(versionOf(0), recordsOf(0));
    const [home, fresh] = [newHome(), generateKeys()];
    const old = publisher.sign(publisher.latest.manifest, fresh.privateKey);
    await publisher.release({ version: '9999.12.28', date: '9999-12-28' }, recordsOf(2));
    let envelope = publisher.latest.envelope;
    const address = await serve({ ...publisher.offer(), manifest: async () => envelope });
    await sync(client(home, address));
    envelope = old;
    const trust = { keys: [fresh.publicKey], allowUnsigned: false };
    expect(await sync(client(home, address, { trust }))).toMatchObject({
      status: 'older',
      version: bundledVersion,
    });
    expect(new SyncStore(home).stamp()).toBeUndefined();
  });

  it('a new key that was introduced while the client was away', async () => {
    const next = generateKeys();
    const old = oldKey();
    await releaseUpTo(1);
    const introductions = [
      introduceKeys([next.publicKey], '2030-01-01T00:00:00Z', readPrivateKey(old.privateKey)),
    ];
    const payload = JSON.stringify({
      ...publisher.latest.manifest,
      introductions_sha256: introductionsHash(introductions),
    });
    const signatures = [signPayload(payload, readPrivateKey(next.privateKey))];
    const envelope = JSON.stringify({ payload, signatures, introductions });
    const address = await serve({ ...publisher.offer(), manifest: async () => envelope });
    const trust = { keys: [old.publicKey], allowUnsigned: false };
    expect(await sync(client(newHome(), address, { trust }))).toMatchObject({
      status: 'updated',
      signed_by: next.publicKey.key_id,
    });
  });

  function oldKey(): { privateKey: string; publicKey: PublisherKey } {
    return generateKeys();
  }
});
