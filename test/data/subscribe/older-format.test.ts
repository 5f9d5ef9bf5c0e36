import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Publisher, partOf } from '../../../scripts/sync/publisher.ts';
import { serveOffer } from '../../../scripts/sync/serve-offer.ts';
import { contentHash } from '../../../src/data/dataset/canonical.ts';
import type { ReleaseSource } from '../../../src/data/releases/release-source.ts';
import { pack } from '../../../src/data/snapshot/compress.ts';
import { SNAPSHOT_FORMAT } from '../../../src/data/snapshot/manifest.ts';
import { openSnapshot } from '../../../src/data/snapshot/open.ts';
import { DataSource } from '../../../src/data/subscribe/local-data.ts';
import { type CurrentData, SyncStore } from '../../../src/data/subscribe/store.ts';
import { type SyncOptions, type SyncOutcome, sync } from '../../../src/data/subscribe/sync.ts';
import type { RecordsByKind } from '../../../src/kinds/kinds.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { sqlite, wasmPath } from '../../helpers/catalogue.ts';
import { currentOf, versionOf } from '../../helpers/versions.ts';
import { type OlderSnapshot, olderSnapshot, recordsIn } from '../snapshot/older-format.ts';
import { clientOf, refusalOf } from './client.ts';

const older: OlderSnapshot = olderSnapshot();
const records: RecordsByKind = await recordsIn(older);
let publisher: Publisher;
let place: ReturnType<typeof temporaryDirectory>;
let closing: (() => Promise<unknown>)[];
beforeEach(async () => {
  publisher = new Publisher(await sqlite());
  place = temporaryDirectory();
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
  place.remove();
});

/** Leaves in the home what an older program has synced. */
function leaveOlder({ manifest, bytes }: OlderSnapshot): void {
  const directory = join(place.path, 'data');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, manifest.file), bytes);
  writeFileSync(join(directory, 'current.json'), JSON.stringify(currentOf({ manifest, bytes })));
}

async function serve(offer: ReleaseSource = publisher.offer()): Promise<SyncOptions> {
  const server = await serveOffer(offer);
  closing.push(() => server.close());
  return clientOf(place.path, server.url, { trust: { keys: [publisher.key], allowUnsigned: false } });
}

/** What the data in use are, and the hash of their content where they were synced: the others are many. */
async function inUse(): Promise<{ version: string; source: string; content: string | undefined }> {
  const { catalogue, origin } = await new DataSource(new SyncStore(place.path)).openNewest();
  const { version } = catalogue.info;
  const isSynced = origin.synced !== undefined;
  const content = isSynced ? contentHash(catalogue.records()) : undefined;
  catalogue.close();
  return { version, source: isSynced ? 'synced' : 'bundled', content };
}

const renamed = (): RecordsByKind => ({
  ...records,
  robots: records.robots.map((robot, i) => (i === 0 ? { ...robot, name: `${robot.name} again` } : robot)),
});

it('reads the records of an older snapshot to the letter', () => {
  expect(contentHash(records)).toBe(older.manifest.content_sha256);
  for (const [kind, count] of Object.entries(older.manifest.counts)) {
    expect(records[kind as keyof RecordsByKind]).toHaveLength(count);
  }
});

describe('what an older program synced', () => {
  it('is not opened, and what came with the program is', async () => {
    leaveOlder(older);
    const { catalogue, origin, warning } = await new DataSource(new SyncStore(place.path)).openNewest();
    catalogue.close();
    expect(origin.synced).toBeUndefined();
    expect(warning).toBe(
      `The synced data cannot be used, so those that came with the program are. The data in ${join(place.path, 'data')} have the older format ${older.manifest.format}; this program opens format ${SNAPSHOT_FORMAT}. They are indexed anew when it syncs. To fetch them again: robotics-mcp sync.`,
    );
  });

  it('is gone on from by deltas', async () => {
    leaveOlder(older);
    await publisher.pass(versionOf(1), records);
    await publisher.release(versionOf(2), renamed());
    const outcome = await sync(await serve());
    expect(outcome).toMatchObject({ status: 'updated', way: 'deltas', from_version: versionOf(1).version });
    expect(await inUse()).toEqual({
      version: versionOf(2).version,
      source: 'synced',
      content: contentHash(renamed()),
    });
  });

  const indexedAnew = async (): Promise<void> => {
    const { manifest } = older;
    expect(await inUse()).toEqual({
      version: manifest.version,
      source: 'synced',
      content: manifest.content_sha256,
    });
    const current = readFileSync(join(place.path, 'data', 'current.json'), 'utf8');
    expect(JSON.parse(current) as CurrentData).toMatchObject({
      format: SNAPSHOT_FORMAT,
      manifest: { format: SNAPSHOT_FORMAT, content_sha256: manifest.content_sha256 },
    });
  };

  it('is indexed anew where it is the newest', async () => {
    leaveOlder(older);
    await publisher.release(versionOf(1), records);
    const outcome: SyncOutcome = await sync(await serve());
    expect(outcome).toMatchObject({ status: 'current', way: 'none', bytes: 0 });
    await indexedAnew();
  });

  it('is indexed anew also where the service does not answer', async () => {
    leaveOlder(older);
    const options = await serve();
    for (const close of closing.splice(0)) await close();
    expect((await refusalOf(options)).code).toBe('unreachable');
    await indexedAnew();
  });

  it('gives way to what came with the program if its records are others than stated', async () => {
    leaveOlder({ ...older, manifest: { ...older.manifest, content_sha256: '0'.repeat(64) } });
    await publisher.release(versionOf(2), renamed());
    const outcome = await sync(await serve());
    expect(outcome).toMatchObject({ status: 'updated', way: 'snapshot' });
    expect(await inUse()).toMatchObject({ version: versionOf(2).version, source: 'synced' });
  });

  it('is not indexed anew if its records are others than stated, and no service answers', async () => {
    leaveOlder({ ...older, manifest: { ...older.manifest, content_sha256: '0'.repeat(64) } });
    const options = await serve();
    for (const close of closing.splice(0)) await close();
    expect((await refusalOf(options)).code).toBe('unreachable');
    expect(await inUse()).toMatchObject({ source: 'bundled' });
  });
});

describe('an older service', () => {
  /** Offers the older snapshot whole, as its program did. */
  async function olderOffer(bytes: Uint8Array): Promise<ReleaseSource> {
    const packed = await pack(bytes, 'snapshot');
    const { latest } = publisher;
    const envelope = publisher.sign({ ...latest.manifest, snapshot: packed.stated });
    return {
      manifest: async () => envelope,
      snapshotPart: async (_version, part) => partOf(packed.bytes, part),
      deltaPart: async () => undefined,
    };
  }

  it('is synced from: the records of its snapshot are indexed anew', async () => {
    await publisher.release(versionOf(1), records);
    const outcome = await sync(await serve(await olderOffer(older.bytes)));
    expect(outcome).toMatchObject({ status: 'updated', way: 'snapshot' });
    const { content_sha256: content, version } = older.manifest;
    expect(await inUse()).toEqual({ version, source: 'synced', content });
  });

  it('is refused where its snapshot holds other records than its manifest states', async () => {
    await publisher.release(versionOf(1), renamed());
    const refused = await refusalOf(await serve(await olderOffer(older.bytes)));
    expect(refused.code).toBe('altered_snapshot');
    expect(existsSync(join(place.path, 'data', 'current.json'))).toBe(false);
  });
});

it('in the folder of the program itself is refused, and what to do is said', async () => {
  mkdirSync(place.path, { recursive: true });
  const { manifest, bytes } = older;
  writeFileSync(join(place.path, manifest.file), bytes);
  writeFileSync(join(place.path, 'manifest.json'), JSON.stringify(manifest));
  await expect(openSnapshot({ dir: place.path, wasm: wasmPath })).rejects.toThrow(
    `have the older format ${manifest.format}; this program opens format ${SNAPSHOT_FORMAT}. Install robotics-mcp again`,
  );
});
