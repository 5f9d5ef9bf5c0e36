import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../../src/data/dataset/canonical.ts';
import { buildSnapshot } from '../../../src/data/snapshot/build.ts';
import { manifest as manifestSchema } from '../../../src/data/snapshot/manifest.ts';
import { kinds } from '../../../src/kinds/kinds.ts';
import { Catalogue } from '../../../src/search/catalogue.ts';
import { robotWith, smallRecords, sqlite } from '../../helpers/catalogue.ts';

const version = { version: '2026.11.20', date: '2026-11-20' };

describe('buildSnapshot', () => {
  it('gives the same bytes for the same records', async () => {
    const engine = await sqlite();
    const [first, second] = [0, 1].map(() => buildSnapshot(engine, { version, records: smallRecords }));
    expect(Buffer.compare(first?.bytes ?? new Uint8Array(), second?.bytes ?? new Uint8Array())).toBe(0);
    expect(second?.manifest).toEqual(first?.manifest);
  });

  it('states in its manifest what is in the file', async () => {
    const { bytes, manifest } = buildSnapshot(await sqlite(), { version, records: smallRecords });
    expect(manifestSchema.parse(manifest)).toEqual(manifest);
    expect(manifest).toMatchObject({
      ...version,
      size_bytes: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      content_sha256: contentHash(smallRecords),
    });
    for (const kind of kinds) expect(manifest.counts[kind]).toBe(smallRecords[kind].length);
  });

  it('writes version and content hash into the file itself', async () => {
    const engine = await sqlite();
    const { bytes, manifest } = buildSnapshot(engine, { version, records: smallRecords });
    const catalogue = new Catalogue(new engine.Database(bytes));
    expect(catalogue.info).toEqual({ ...version, content_sha256: manifest.content_sha256 });
    catalogue.close();
  });
});

describe('contentHash', () => {
  const [robot = robotWith({ id: 'a' })] = smallRecords.robots;
  const withRobots = (robots: object[]) => ({ ...smallRecords, robots });
  const hash = contentHash(withRobots([robot]));

  it('does not depend on the order in which a record names its fields', () => {
    const reversed = Object.fromEntries(Object.entries(robot).toReversed());
    expect(Object.keys(reversed)).not.toEqual(Object.keys(robot));
    expect(contentHash(withRobots([reversed]))).toBe(hash);
  });

  it('is that of the records that a database gives back', async () => {
    const engine = await sqlite();
    const { bytes } = buildSnapshot(engine, { version, records: smallRecords });
    const catalogue = new Catalogue(new engine.Database(bytes));
    const readBack = Object.fromEntries(
      kinds.map((kind) => {
        const store = catalogue.store(kind);
        return [kind, Array.from({ length: store.size }, (_, index) => store.record(index))];
      }),
    ) as unknown as typeof smallRecords;
    expect(contentHash(readBack)).toBe(contentHash(smallRecords));
    catalogue.close();
  });

  it.each([
    ['a changed fact', [{ ...robot, name: `${robot.name}!` }]],
    ['a changed fact deep inside', [{ ...robot, manufacturer: { ...robot.manufacturer, country: 'XX' } }]],
    ['a fact more', [{ ...robot, more: 1 }]],
    ['a record less', []],
    ['another order of a list', [{ ...robot, tags: [...robot.tags].reverse().concat('x') }]],
  ])('changes with %s', (_what, robots) => {
    expect(contentHash(withRobots(robots))).not.toBe(hash);
  });

  it('tells the same records of two kinds apart', () => {
    const empty = { ...smallRecords, startups: [], manufacturers: [] };
    expect(contentHash({ ...empty, startups: [robot] })).not.toBe(
      contentHash({ ...empty, manufacturers: [robot] }),
    );
  });
});
