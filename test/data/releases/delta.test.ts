import { describe, expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { contentHash } from '../../../src/data/dataset/canonical.ts';
import { readKindLines } from '../../../src/data/dataset/files.ts';
import { applyDeltas, type Delta, diff, readDelta, writeDelta } from '../../../src/data/releases/delta.ts';
import { pack } from '../../../src/data/snapshot/compress.ts';
import { kinds, type RecordsByKind } from '../../../src/kinds/kinds.ts';
import type { Publication } from '../../../src/kinds/publications/publication.ts';
import { smallRecords } from '../../helpers/catalogue.ts';
import { randomRecords } from '../../helpers/random-records.ts';
import { datasetDir } from '../../helpers/raw-records.ts';

const step = { from: '2026.11.20', to: '2026.11.21', date: '2026-11-21' };
const empty = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as RecordsByKind;

describe('diff and applyDelta', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))('meet for random records, seed %i', (seed) => {
    const random = new Random(seed);
    const [before, after] = [randomRecords(random), randomRecords(random)];
    const copies = structuredClone([before, after]);
    const delta = readDelta(writeDelta(diff(before, after, step)));
    const applied = applyDeltas(before, [delta]);
    expect(applied).toEqual(after);
    expect(contentHash(applied)).toBe(delta.content_after);
    expect([before, after]).toEqual(copies);
  });

  it('lead from nothing to everything and back', () => {
    expect(applyDeltas(empty, [diff(empty, smallRecords, step)])).toEqual(smallRecords);
    expect(applyDeltas(smallRecords, [diff(smallRecords, empty, step)])).toEqual(empty);
  });

  it('hold only what is different', () => {
    const [first, ...others] = smallRecords.robots;
    if (first === undefined) throw new Error('There are no robots.');
    const renamed = { ...first, name: 'Another' };
    const after = { ...smallRecords, robots: [renamed, ...others], startups: smallRecords.startups.slice(1) };
    expect(diff(smallRecords, after, step).changes).toEqual({
      robots: { put: [renamed], remove: [] },
      startups: { put: [], remove: [smallRecords.startups[0]?.id] },
    });
    expect(diff(smallRecords, structuredClone(smallRecords), step).changes).toEqual({});
  });

  it('run along a chain, and give what the last version is', () => {
    const random = new Random(7);
    const versions = Array.from({ length: 12 }, () => randomRecords(random));
    const deltas = versions.slice(1).map((after, index) => {
      const [from, to] = [index + 1, index + 2].map((n) => `2026.11.${String(n).padStart(2, '0')}`);
      const days = { from: String(from), to: String(to), date: '2026-11-20' };
      return diff(versions[index] as RecordsByKind, after, days);
    });
    const [first = empty] = versions;
    expect(applyDeltas(first, deltas)).toEqual(versions[versions.length - 1]);
    expect(applyDeltas(first, [])).toEqual(first);
    expect(() => applyDeltas(first, deltas.toSpliced(5, 1))).toThrow(/does not fit/);
    expect(() => applyDeltas(first, deltas.toReversed())).toThrow(/does not fit/);
  });

  it.each(['a record less', 'a record more', 'a record changed'])('refuse a base with %s', (what) => {
    const delta = diff(smallRecords, empty, step);
    const [first, ...others] = smallRecords.news;
    if (first === undefined) throw new Error('There are no news.');
    const news = {
      'a record less': others,
      'a record more': [...smallRecords.news, { ...first, id: 'zzz' }],
      'a record changed': [{ ...first, headline: 'Another headline' }, ...others],
    }[what];
    expect(() => applyDeltas({ ...smallRecords, news: news ?? [] }, [delta])).toThrow(
      expect.objectContaining({ code: 'wrong_base' }),
    );
  });

  it('refuse a result that is not the stated one', () => {
    const delta = diff(smallRecords, empty, step);
    const { news: _left, ...changes } = delta.changes;
    expect(() => applyDeltas(smallRecords, [{ ...delta, changes }])).toThrow(
      expect.objectContaining({ code: 'wrong_result' }),
    );
    const stranger: Delta = { ...delta, changes: { ...changes, news: { put: [], remove: ['nobody'] } } };
    expect(() => applyDeltas(smallRecords, [stranger])).toThrow(/removes nobody from news/);
  });
});

describe('readDelta', () => {
  const delta = diff(empty, smallRecords, step);

  it('reads what a later program of the same format adds', () => {
    const later = { ...delta, signature_of_the_moon: 'full' };
    expect(readDelta(JSON.stringify(later))).toEqual(JSON.parse(writeDelta(delta)));
  });

  it.each([
    ['another format', { ...delta, format: 2 }, 'newer_format', /Update robotics-mcp/],
    [
      'a kind that is not known',
      { ...delta, changes: { boats: { put: [], remove: [] } } },
      'damaged',
      /boats/,
    ],
    [
      'a record without id',
      { ...delta, changes: { robots: { put: [{}], remove: [] } } },
      'damaged',
      /robots/,
    ],
    ['a way back', { ...delta, to: '2026.11.19' }, 'damaged', /leads back/],
    ['no version', { ...delta, to: '../../x' }, 'damaged', /to: use a version/],
  ])('refuses %s', (_what, wrong, problem, message) => {
    const read = () => readDelta(JSON.stringify(wrong));
    expect(read).toThrow(expect.objectContaining({ code: problem }));
    expect(read).toThrow(message);
  });

  it('refuses what is not JSON', () => {
    expect(() => readDelta(writeDelta(delta).slice(0, -1))).toThrow(/not JSON/);
  });
});

it('a day of 100 papers is sent in less than 20 kB', async () => {
  const publications = readKindLines(datasetDir, 'publications').map(
    (line) => JSON.parse(line) as Publication,
  );
  const newest = publications.toSorted((a, b) => (a.published < b.published ? 1 : -1)).slice(0, 100);
  const delta = diff(empty, { ...empty, publications: newest }, step);
  expect(delta.changes.publications?.put).toHaveLength(100);
  const { bytes } = await pack(Buffer.from(writeDelta(delta)), 'delta');
  expect(bytes.byteLength).toBeLessThan(20_000);
});
