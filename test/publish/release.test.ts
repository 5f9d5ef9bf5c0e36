import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../../src/data/dataset/canonical.ts';
import { checkDataset } from '../../src/data/dataset/checks/checks.ts';
import { readDatasetFiles } from '../../src/data/dataset/read.ts';
import { applyDeltas, readDelta } from '../../src/data/releases/delta.ts';
import { deltaFile, FolderSource } from '../../src/data/releases/folder-source.ts';
import { limits, parseEnvelope, partCount } from '../../src/data/releases/release-manifest.ts';
import { signPayload, verifyEnvelope } from '../../src/data/releases/signing.ts';
import { unpack } from '../../src/data/snapshot/compress.ts';
import { diskFiles } from '../../src/lib/file-system.ts';
import { realSystem } from '../../src/lib/system.ts';
import { type Previous, ReleaseFolder } from '../../src/publish/release-folder.ts';
import { verifyReleases } from '../../src/publish/verify.ts';
import { Catalogue } from '../../src/search/catalogue.ts';
import { faultyFiles } from '../contributions/faulty-files.ts';
import { packedFast } from '../data/subscribe/attacks/packed.ts';
import { sqlite } from '../helpers/catalogue.ts';
import { newPair, Publisher } from './publisher.ts';

let publisher: Publisher;
beforeEach(() => {
  publisher = new Publisher();
});
afterEach(() => publisher.remove());

/** A dataset with as many news as the day has passed since the first version. */
function news(count: number) {
  return {
    news: Array.from({ length: count }, (_, n) => ({
      id: `2025-01-02-item-${String(n).padStart(2, '0')}`,
      headline: `Headline number ${n}`,
      summary: `What is told in item number ${n} is told nowhere else, in as many words as it takes to say it.`,
      url: `https://example.org/news/${n}`,
    })),
  };
}

/** The newest version as a client gets it: from the whole snapshot. */
async function fetchWhole() {
  const releases = new FolderSource(publisher.dir);
  const { manifest } = await releases.latest();
  const parts = Array.from({ length: partCount(manifest.snapshot) }, (_, part) =>
    releases.snapshotPart(manifest.version, part),
  );
  const bytes = await unpack(Buffer.concat((await Promise.all(parts)) as Uint8Array[]), manifest.snapshot);
  const engine = await sqlite();
  const catalogue = new Catalogue(new engine.Database(bytes));
  const records = catalogue.records();
  const { history } = catalogue;
  catalogue.close();
  return { releases, manifest, records, history };
}

function filesIn(folder: string): string[] {
  return Object.keys(publisher.files()).filter((name) => name.startsWith(`${folder}/`));
}

async function verify(trusted = [publisher.pair.publicKey]) {
  return verifyReleases({ dir: publisher.dir, trusted, sqlite: await sqlite() });
}

describe('release', () => {
  it('takes the first version from dataset/VERSION, and each next one from its day', async () => {
    expect(await publisher.release(20)).toMatchObject({
      status: 'released',
      version: '2026.11.20',
      signed_by: publisher.pair.publicKey.key_id,
      changes: { robots: { added: 1, changed: 0, removed: 0 } },
    });
    publisher.write(news(2));
    const report = await publisher.release(21, { allowRemovals: true });
    expect(report).toMatchObject({
      version: '2026.11.21',
      previous: '2026.11.20',
      changes: { news: { added: 2, changed: 0, removed: 1 } },
      delta: { from: '2026.11.20', to: '2026.11.21', content_after: report.content_sha256 },
    });
    publisher.write(news(3));
    expect(await publisher.release(21)).toMatchObject({ version: '2026.11.21.1', date: '2026-11-21' });
    publisher.write({ ...news(3), robots: [{ name: 'A2' }] });
    expect(await publisher.release(22)).toMatchObject({
      version: '2026.11.22',
      changes: { robots: { added: 0, changed: 1, removed: 0 } },
    });
    const { history } = await fetchWhole();
    expect(history.map(({ version }) => version)).toEqual([
      '2026.11.20',
      '2026.11.21',
      '2026.11.21.1',
      '2026.11.22',
    ]);
    expect(history[0]?.kinds).toEqual({});
    expect(history.at(-1)?.kinds.robots?.changed).toMatchObject([{ fields: { name: { to: 'A2' } } }]);
    publisher.write(news(4), { version: '2026.12.01', date: '2026-12-01' });
    expect(await publisher.release(25)).toMatchObject({ version: '2026.12.01', date: '2026-12-01' });
  });

  it('cuts nothing when nothing has changed, and writes nothing', async () => {
    await publisher.release(20);
    const before = publisher.files();
    expect(await publisher.release(23)).toMatchObject({
      status: 'unchanged',
      version: '2026.11.20',
      changes: {},
    });
    expect(publisher.files()).toEqual(before);
  });

  it('signs the newest version anew when it is asked to, for clients that look how old it is', async () => {
    await publisher.release(20);
    expect(await publisher.release(23, { refresh: true })).toMatchObject({
      status: 'refreshed',
      version: '2026.11.20',
    });
    const { manifest } = await fetchWhole();
    expect(manifest).toMatchObject({ version: '2026.11.20', issued_at: '2026-11-23T04:00:00Z' });
    expect((await verify()).faults).toEqual([]);
    await expect(publisher.release(22, { refresh: true })).rejects.toThrow(/Check the clock/);
  });

  it('gives the same bytes for the same inputs', async () => {
    const other = new Publisher();
    try {
      for (const day of [20, 21, 22]) {
        for (const each of [publisher, other]) {
          each.write(news(day - 18));
          await each.release(day, {
            dataDirectory: undefined,
            signer: { key: publisher.pair.key, issuedAt: `2026-11-${day}T04:00:00Z` },
          });
        }
      }
      expect(other.files()).toEqual(publisher.files());
      expect(Object.keys(publisher.files())).toHaveLength(9);
    } finally {
      other.remove();
    }
  });

  it('writes nothing when run dry', async () => {
    expect(await publisher.release(20, { dryRun: true })).toMatchObject({
      status: 'released',
      dry_run: true,
    });
    expect(() => publisher.files()).toThrow(/ENOENT/);
  });

  it('refuses a dataset with a fault, and leaves the releases as they are', async () => {
    await publisher.release(20);
    const before = publisher.files();
    publisher.write({
      robots: [{ released: '2027-01' }, { manufacturer: { id: 'nobody', name: 'N', country: 'DE' } }],
    });
    await expect(publisher.release(21)).rejects.toThrow(/lies after the dataset's own date 2026-11-21/);
    expect(publisher.files()).toEqual(before);
  });

  it('lets no released record go unless told to', async () => {
    publisher.write(news(8));
    await publisher.release(20);
    publisher.write(news(1));
    await expect(publisher.release(21)).rejects.toThrow(
      /7 record\(s\) of 2026\.11\.20 would be gone: news\/2025-01-02-item-01, .* and 2 more\. .*--allow-removals/,
    );
    expect(await publisher.release(21, { allowRemovals: true })).toMatchObject({
      changes: { news: { added: 0, changed: 0, removed: 7 } },
    });
  });

  it('refuses to go on from a release whose files are not whole', async () => {
    await publisher.release(20);
    const [name = ''] = Object.keys(publisher.files()).filter((file) => file.startsWith('snapshots/'));
    const path = join(publisher.dir, name);
    const bytes = readFileSync(path);
    bytes[bytes.byteLength >> 1] = (bytes[bytes.byteLength >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    publisher.write(news(2));
    await expect(publisher.release(21)).rejects.toThrow(
      /is not what was released: it does not have the stated/,
    );
    rmSync(path);
    await expect(publisher.release(21)).rejects.toThrow(/it is missing/);
  });

  it('refuses a latest.json that is none, and says where copies are', async () => {
    await publisher.release(20);
    writeFileSync(join(publisher.dir, 'latest.json'), '<html>');
    await expect(publisher.release(21)).rejects.toThrow(/not JSON.*copy of each version's manifest is in/);
  });

  it('waits for another release no longer than it must, and says what to do', async () => {
    await publisher.release(20);
    writeFileSync(join(publisher.dir, 'release.lock'), 'of another');
    const clock = { ...realSystem.clock, sleep: async () => undefined };
    const busy = publisher.release(21, { refresh: true, system: { ...realSystem, clock } });
    await expect(busy).rejects.toThrow(/Another process is writing to .* and remove .*release\.lock/);
  });

  it('flushes what it finds before it tells that nothing is new: who wrote it may have been killed', async () => {
    await publisher.release(20);
    const files = faultyFiles();
    const unchanged = await publisher.release(21, { system: { ...realSystem, files } });
    expect(unchanged).toMatchObject({ status: 'unchanged' });
    const flushed = files.steps.filter(({ operation }) => operation === 'flushDirectory');
    expect(flushed.map(({ name }) => name)).toEqual(['releases', 'manifests', 'dataset']);
  });

  it('says at once that a full disk takes nothing', async () => {
    await publisher.release(20);
    const full = async (): Promise<never> => {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    };
    const create: typeof diskFiles.create = async (path, mode) => {
      const file = await diskFiles.create(path, mode);
      return { ...file, write: full, close: () => file.close() };
    };
    const system = { ...realSystem, files: { ...diskFiles, create } };
    const refused = publisher.release(21, { refresh: true, system });
    await expect(refused).rejects.toThrow(/cannot be written\. Is the disk full|ENOSPC/);
    expect(existsSync(join(publisher.dir, 'release.lock'))).toBe(false);
  });

  it('says which folder has no dataset', async () => {
    await expect(publisher.release(20, { dataset: publisher.data })).rejects.toThrow(
      /There is no .*--dataset/,
    );
  });

  it('refuses to go on from a snapshot of other records than its manifest states', async () => {
    await publisher.release(20);
    const folder = new ReleaseFolder(publisher.dir);
    const { manifest } = (await folder.previous()) as Previous;
    await expect(
      folder.content({ ...manifest, content_sha256: 'b'.repeat(64) }, await sqlite()),
    ).rejects.toThrow(/its records are others/);
  });

  it('does not begin anew where latest.json was lost', async () => {
    await publisher.release(20);
    publisher.write({ robots: [{ name: 'A2' }] });
    await publisher.release(21);
    rmSync(join(publisher.dir, 'latest.json'));
    await expect(publisher.release(22)).rejects.toThrow(/latest.json is missing, though 2 versions/);
  });

  it('stays unsigned if it was, and never becomes so', async () => {
    const unsigned = { signer: { key: undefined, issuedAt: '2026-11-20T04:00:00Z' } };
    const { signed_by, ...report } = await publisher.release(20, unsigned);
    expect([report.status, signed_by]).toEqual(['released', undefined]);
    await publisher.release(20, { refresh: true });
    await expect(publisher.release(20, { ...unsigned, refresh: true })).rejects.toThrow(/give --key/);
  });
});

describe('the chain', () => {
  it('leads over thirty versions to what the whole snapshot holds, and is bounded', async () => {
    await publisher.release(20);
    const first = (await fetchWhole()).records;
    for (let n = 1; n <= 29; n++) {
      publisher.write({ ...news(1 + n), robots: [{ name: `B${n}` }] });
      await publisher.release(20, { allowRemovals: true });
    }
    const { releases, manifest, records } = await fetchWhole();
    expect([manifest.version, manifest.deltas.length]).toEqual(['2026.11.20.29', 29]);
    const deltas = await Promise.all(
      manifest.deltas.map(async (entry) => {
        const part = await releases.deltaPart(entry.from, 0);
        return readDelta(Buffer.from(await unpack(part as Uint8Array, entry)).toString('utf8'));
      }),
    );
    const applied = applyDeltas(first, deltas);
    expect(applied).toEqual(records);
    expect(contentHash(applied)).toBe(manifest.content_sha256);
    const { text } = await releases.latest();
    expect(Buffer.byteLength(text)).toBeLessThan(20_000);
    expect(verifyEnvelope(parseEnvelope(text), [publisher.pair.publicKey]).manifest).toEqual(manifest);
    // The newest three are kept whole, and from the older two the deltas lead to it.
    expect(await verify()).toEqual({
      version: '2026.11.20.29',
      deltas: 29,
      followed: ['2026.11.20.28', '2026.11.20.27'],
      signed_by: publisher.pair.publicKey.key_id,
      faults: [],
    });
    expect(filesIn('snapshots')).toHaveLength(3);

    for (let n = 30; n <= limits.deltas + 2; n++) {
      publisher.write({ ...news(30), robots: [{ name: `B${n}` }] });
      await publisher.release(20);
    }
    const later = (await fetchWhole()).manifest;
    expect([later.deltas.length, later.deltas[0]?.from]).toEqual([limits.deltas, '2026.11.20.2']);
    expect(filesIn('deltas')).toHaveLength(limits.deltas);
    expect(await releases.deltaPart('2026.11.20.1', 0)).toBeUndefined();
    expect(await releases.deltaPart('2026.11.20.2', 0)).toBeInstanceOf(Uint8Array);
    expect(await releases.deltaPart('2026.11.20.2', 1)).toBeUndefined();
    expect(await releases.snapshotPart('2026.11.20.61', 0)).toBeInstanceOf(Uint8Array);
    for (const [version, part] of [
      ['2026.11.20', 0],
      ['2026.11.20.61', 1],
      ['2026.11.20.61', -1],
      ['2026.11.20.61', 0.5],
      ['2026.11.20.99', 0],
      ['../2026.11.20', 0],
    ] as const) {
      expect(await releases.snapshotPart(version, part)).toBeUndefined();
    }
  }, 120_000);
});

describe('verify', () => {
  beforeEach(async () => {
    for (const day of [20, 21, 22]) {
      publisher.write({ robots: [{ name: `A${day}` }] });
      await publisher.release(day);
    }
  });

  it.each([
    'latest.json',
    'snapshots/2026.11.22',
    'snapshots/2026.11.20',
    'deltas/2026.11.20',
    'deltas/2026.11.21',
  ])('finds a changed byte in %s', async (beginning) => {
    const [name = ''] = Object.keys(publisher.files()).filter((file) => file.startsWith(beginning));
    const path = join(publisher.dir, name);
    const text = readFileSync(path, 'latin1');
    const changed = beginning.endsWith('json') ? text.replace('2026-11-22T04', '2026-11-22T05') : `${text}x`;
    writeFileSync(path, changed, 'latin1');
    const { faults } = await verify();
    expect(faults).toHaveLength(1);
  });

  it('finds a delta that says it leads elsewhere than its manifest states', async () => {
    const { envelope, manifest } = (await new ReleaseFolder(publisher.dir).previous()) as Previous;
    const [entry, ...others] = manifest.deltas;
    if (entry === undefined) throw new Error('There is no delta.');
    const text = brotliDecompressSync(readFileSync(deltaFile(publisher.dir, entry))).toString('utf8');
    const { bytes, stated } = packedFast(
      Buffer.from(JSON.stringify({ ...JSON.parse(text), to: '2026.12.01' })),
    );
    const restated = { ...entry, ...stated };
    writeFileSync(deltaFile(publisher.dir, restated), bytes);
    const payload = JSON.stringify({ ...manifest, deltas: [restated, ...others] });
    const signatures = [signPayload(payload, publisher.pair.key)];
    writeFileSync(join(publisher.dir, 'latest.json'), JSON.stringify({ ...envelope, payload, signatures }));
    const { faults } = await verify();
    expect(faults).toEqual([expect.stringContaining('its to is not the one that the manifest states')]);
  });

  it('needs a release', async () => {
    rmSync(publisher.dir, { recursive: true });
    await expect(verify()).rejects.toThrow(/has no release\..*cuts the first/);
  });

  it('finds what is missing, and a key that nobody trusts', async () => {
    const [name = ''] = Object.keys(publisher.files()).filter((file) => file.startsWith('deltas/2026.11.20'));
    rmSync(join(publisher.dir, name));
    const { faults, followed } = await verify([newPair().publicKey]);
    expect(faults).toEqual([
      expect.stringContaining('not trusted here'),
      expect.stringContaining('is missing'),
    ]);
    expect(followed).toEqual(['2026.11.21']);
  });
});

it('leaves a dataset that passes the checks when contributions are written into it', async () => {
  await publisher.release(20, { writeDataset: true });
  const dataset = readDatasetFiles(publisher.dataset);
  expect(checkDataset(dataset)).toEqual([]);
  publisher.write(news(2));
  await publisher.release(22, { writeDataset: true, allowRemovals: true });
  expect(readFileSync(join(publisher.dataset, 'VERSION'), 'utf8')).toBe(
    '{ "version": "2026.11.22", "date": "2026-11-22" }\n',
  );
});
