import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { crashReleases } from '../../scripts/crash/releases.ts';
import { Random } from '../../scripts/harness/random.ts';
import { FolderSource } from '../../src/data/releases/folder-source.ts';
import { makeKeyFile } from '../../src/publish/issue.ts';
import { ReleaseFolder } from '../../src/publish/release-folder.ts';
import { verifyReleases } from '../../src/publish/verify.ts';
import { sqlite } from '../helpers/catalogue.ts';
import { Publisher } from './publisher.ts';

let publisher: Publisher;
beforeEach(() => {
  publisher = new Publisher();
});
afterEach(() => publisher.remove());

it('killed at any time, release leaves the old version or the new one, whole', {
  timeout: 240_000,
}, async () => {
  const key = join(publisher.root, 'key.pem');
  await makeKeyFile(key);
  const random = new Random(5);
  const report = await crashReleases({
    dir: publisher.dir,
    dataset: publisher.dataset,
    key,
    kills: 3,
    sqlite: await sqlite(),
    change: (round) => publisher.write({ robots: [{ name: `Robot ${round}` }] }),
    random: () => random.next(),
  });
  expect(report.faults).toEqual([]);
  expect(report).toMatchObject({ kills: 3 });
});

/** Files of a directory as they come into being: the third makes the version count. */
const order = ['snapshots/', 'deltas/', 'latest.json', 'manifests/'];

it('interrupted between any two files, or in one, it goes on to the same bytes', async () => {
  const other = new Publisher();
  try {
    await publisher.release(20);
    const first = publisher.files();
    publisher.write({ robots: [{ name: 'A2' }] });
    await publisher.release(21);
    const second = publisher.files();
    const fresh = Object.entries(second)
      .filter(([name, bytes]) => first[name] !== bytes)
      .sort(([a], [b]) => order.findIndex((o) => a.startsWith(o)) - order.findIndex((o) => b.startsWith(o)));
    expect(fresh.map(([name]) => name.split('/')[0])).toEqual([
      'snapshots',
      'deltas',
      'latest.json',
      'manifests',
    ]);
    for (let done = 0; done < fresh.length; done++) {
      rmSync(other.dir, { recursive: true, force: true });
      lay(other.dir, Object.entries(first));
      lay(other.dir, fresh.slice(0, done));
      const [name = '', bytes = ''] = fresh[done] ?? [];
      lay(other.dir, [[`${name}.99-0123abcd.tmp`, bytes.slice(0, bytes.length / 2)]]);
      // Clients see the old version or the new one, and nothing is wrong with it.
      const { manifest } = await new FolderSource(other.dir).latest();
      expect(manifest.version).toBe(done <= order.indexOf('latest.json') ? '2026.11.20' : '2026.11.21');
      const trusted = [publisher.pair.publicKey];
      expect((await verifyReleases({ dir: other.dir, trusted, sqlite: await sqlite() })).faults).toEqual([]);
      other.write({ robots: [{ name: 'A2' }] });
      await other.release(21, { signer: { key: publisher.pair.key, issuedAt: '2026-11-21T04:00:00Z' } });
      expect(other.files()).toEqual(second);
    }
  } finally {
    other.remove();
  }
});

it('interrupted in its first release, it begins again', async () => {
  await publisher.release(20);
  const whole = publisher.files();
  const other = new Publisher();
  try {
    lay(
      other.dir,
      Object.entries(whole).filter(([name]) => name !== 'latest.json'),
    );
    await other.release(20, { signer: { key: publisher.pair.key, issuedAt: '2026-11-20T04:00:00Z' } });
    expect(other.files()).toEqual(whole);
  } finally {
    other.remove();
  }
});

it('a version that was begun and never finished is not handed out, listed or kept', async () => {
  await publisher.release(20);
  const first = Object.keys(publisher.files());
  publisher.write({ robots: [{ name: 'A2' }] });
  await publisher.release(21);
  const begun = Object.entries(publisher.files()).filter(([name]) => !first.includes(name));
  const other = new Publisher();
  try {
    await other.release(20);
    lay(other.dir, begun);
    lay(other.dir, [['manifests/note-of-mine.txt', 'what an operator put there']]);
    other.write({ robots: [{ name: 'A3' }] });
    await other.release(22);
    const releases = new FolderSource(other.dir);
    const { manifest } = await releases.latest();
    expect(manifest.deltas.map(({ from, to }) => [from, to])).toEqual([['2026.11.20', '2026.11.22']]);
    expect(await releases.snapshotPart('2026.11.20', 0)).toBeInstanceOf(Uint8Array);
    expect(await releases.snapshotPart('2026.11.21', 0)).toBeUndefined();
    lay(other.dir, begun);
    expect(await releases.snapshotPart('2026.11.21', 0)).toBeUndefined();
    const listed = await new ReleaseFolder(other.dir).known(manifest);
    expect(listed.manifests.map(({ version }) => version)).toEqual(['2026.11.22', '2026.11.20']);
    other.write({ robots: [{ name: 'A4' }] });
    await other.release(23);
    const names = Object.keys(other.files());
    expect(names.filter((name) => name.includes('2026.11.21'))).toEqual([]);
    expect(names).toContain('manifests/note-of-mine.txt');
  } finally {
    other.remove();
  }
});

it('two at a time do not mix', async () => {
  await publisher.release(20);
  publisher.write({ robots: [{ name: 'A2' }] });
  const reports = await Promise.all([publisher.release(21), publisher.release(21), publisher.release(21)]);
  expect(reports.map(({ status }) => status).sort()).toEqual(['released', 'unchanged', 'unchanged']);
  const found = await verifyReleases({ dir: publisher.dir, trusted: undefined, sqlite: await sqlite() });
  expect(found).toMatchObject({ version: '2026.11.21', deltas: 1, faults: [] });
});

it('what cannot be written leaves the old version, and is told', async () => {
  await publisher.release(20);
  const before = publisher.files();
  publisher.write({ robots: [{ name: 'A2' }] });
  // The first delta finds no folder that it could stand in.
  writeFileSync(join(publisher.dir, 'deltas'), '');
  await expect(publisher.release(21)).rejects.toThrow(/EEXIST|ENOTDIR/);
  const { deltas: _in_the_way, ...after } = publisher.files();
  expect(after).toMatchObject(before);
  expect((await new FolderSource(publisher.dir).latest()).manifest.version).toBe('2026.11.20');
  rmSync(join(publisher.dir, 'deltas'));
  expect(await publisher.release(21)).toMatchObject({ version: '2026.11.21' });
});

function lay(dir: string, files: readonly (readonly [string, string])[]): void {
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), bytes, 'latin1');
  }
}
