import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change, ContributionEvent } from '../../src/contributions/events.ts';
import { applied } from '../../src/contributions/overlay.ts';
import type { Layer } from '../../src/contributions/state.ts';
import { checkDataset } from '../../src/data/dataset/checks/checks.ts';
import { readDatasetFiles } from '../../src/data/dataset/read.ts';
import { FolderSource } from '../../src/data/releases/folder-source.ts';
import { buildSnapshot } from '../../src/data/snapshot/build.ts';
import { unpack } from '../../src/data/snapshot/compress.ts';
import type { Publication } from '../../src/kinds/publications/publication.ts';
import { diskFiles } from '../../src/lib/file-system.ts';
import { realSystem } from '../../src/lib/system.ts';
import { overlayLayers, readAccepted } from '../../src/publish/candidate.ts';
import { ReleaseFolder } from '../../src/publish/release-folder.ts';
import { Catalogue } from '../../src/search/catalogue.ts';
import { datasetWith } from '../data/dataset/fixture.ts';
import { sqlite } from '../helpers/catalogue.ts';
import { Publisher } from './publisher.ts';

const secrets = { note: 'NOTE-for-the-operator', contact: 'CONTACT-me@example.org' };
const robot = datasetWith().records.robots[0];

const paper: Publication = {
  id: 'arxiv-2611-00001',
  aliases: ['2611.00001'],
  title: 'Legged Robots on Ice',
  authors: ['Grace Hopper'],
  published: '2026-11-20',
  year: 2026,
  categories: ['cs.RO'],
  // As an older taxonomy would have had it.
  topics: ['soccer'],
  arxiv_id: '2611.00001',
  url: 'https://arxiv.org/abs/2611.00001',
  sources: [{ url: 'https://arxiv.org/abs/2611.00001', title: 'arXiv' }],
};

function submitted(record: Publication, ticket = 'sub-000000000001'): ContributionEvent {
  return { type: 'submitted', ticket, arxiv_id: '2611.00001', note: secrets.note, record };
}

/** A report and its acceptance. */
function accepted(ticket: string, change: Change): ContributionEvent[] {
  const report = {
    resource_type: change.kind,
    resource_id: change.id,
    field: change.field,
    problem: 'PROBLEM as a reporter wrote it',
    contact: secrets.contact,
  };
  return [
    { type: 'reported', ticket, report },
    { type: 'decided', ticket, decision: 'accepted', by: 'OPERATOR', why: 'BECAUSE', change },
  ];
}

const heavier: Change = {
  kind: 'robots',
  id: 'acme-a1',
  field: 'specs.payload_kg',
  value: 7,
  was: 5,
  evidence_url: 'https://example.org/a1-data-sheet',
};

let publisher: Publisher;
beforeEach(() => {
  publisher = new Publisher();
});
afterEach(() => publisher.remove());

async function released() {
  const folder = new ReleaseFolder(publisher.dir);
  const previous = await folder.previous();
  if (previous === undefined) throw new Error('Nothing was released.');
  return (await folder.content(previous.manifest, await sqlite())).records;
}

describe('what was contributed', () => {
  it('goes into the version after the one that packages carry, without who wrote it and why', async () => {
    await publisher.contribute(submitted(paper), ...accepted('rep-000000000001', heavier));
    const report = await publisher.release(21);
    expect(report).toMatchObject({
      previous: '2026.11.20',
      version: '2026.11.21',
      contributed: 2,
      left_out: [],
      changes: {
        robots: { added: 0, changed: 1, removed: 0 },
        publications: { added: 1, changed: 0, removed: 0 },
      },
    });
    const { robots, publications } = await released();
    expect(robots[0]?.specs).toEqual({ payload_kg: 7 });
    expect(robots[0]?.sources.at(-1)).toMatchObject({ url: heavier.evidence_url });
    expect(publications.map(({ id }) => id)).toEqual(['arxiv-2401-02117', paper.id]);
    // Classified by the taxonomy of today, as every paper of the dataset is.
    expect(publications[1]?.topics).toContain('legged-locomotion');

    const releases = new FolderSource(publisher.dir);
    const { manifest, text } = await releases.latest();
    const [entry] = manifest.deltas;
    if (entry === undefined) throw new Error('There is no delta.');
    const part = (await releases.deltaPart(entry.from, 0)) as Uint8Array;
    const snapshot = (await releases.snapshotPart(manifest.version, 0)) as Uint8Array;
    const handedOut = [
      text,
      Buffer.from(await unpack(part, entry)).toString('latin1'),
      Buffer.from(await unpack(snapshot, manifest.snapshot)).toString('latin1'),
    ].join('\n');
    expect(handedOut).toContain('Legged Robots on Ice');
    for (const hidden of [secrets.note, secrets.contact, 'PROBLEM', 'OPERATOR', 'BECAUSE']) {
      expect(handedOut).not.toContain(hidden);
    }
  });

  it('is not released before it is accepted, nor when it was rejected', async () => {
    const report = {
      resource_type: 'robots' as const,
      resource_id: 'acme-a1',
      field: 'name',
      problem: 'wrong',
    };
    await publisher.contribute(
      { type: 'submitted', ticket: 'sub-000000000002', url: 'https://example.org/paper' },
      { type: 'reported', ticket: 'rep-000000000002', report },
      { type: 'decided', ticket: 'rep-000000000002', decision: 'rejected', by: 'x' },
    );
    expect(await publisher.release(21)).toMatchObject({ version: '2026.11.20' });
    expect(await publisher.release(22)).toMatchObject({ status: 'unchanged', contributed: 0 });
  });

  it('stays in each next version', async () => {
    await publisher.contribute(submitted(paper));
    await publisher.release(21);
    publisher.write({ robots: [{ name: 'A2' }] });
    expect(await publisher.release(22)).toMatchObject({
      changes: { robots: { changed: 1 } },
      contributed: 1,
    });
    expect((await released()).publications).toHaveLength(2);
  });

  it('does not get lost unseen with the data directory', async () => {
    await publisher.contribute(submitted(paper));
    await publisher.release(21);
    await expect(publisher.release(22, { dataDirectory: undefined })).rejects.toThrow(
      /publications\/arxiv-2611-00001.*--data-dir/,
    );
  });

  it('is left out and told if it does not pass the checks, and all else is released', async () => {
    const late = { ...paper, published: '2027-05', year: 2027 };
    const stranger: Change = { ...heavier, field: 'manufacturer.id', was: 'acme', value: 'nobody' };
    await publisher.contribute(submitted(late), ...accepted('rep-000000000003', stranger));
    const other = { ...paper, id: 'arxiv-2611-00002', aliases: ['2611.00002'], arxiv_id: '2611.00002' };
    await publisher.contribute({
      ...submitted({ ...other, title: 'Grippers of Paper', url: 'https://arxiv.org/abs/2611.00002' }),
      ticket: 'sub-000000000003',
      arxiv_id: '2611.00002',
    } as ContributionEvent);
    const { left_out, contributed } = await publisher.release(21);
    expect(contributed).toBe(1);
    expect(left_out.map(({ where }) => where)).toEqual(
      expect.arrayContaining(['robots.jsonl:acme-a1', 'publications.jsonl:arxiv-2611-00001']),
    );
    expect((await released()).publications.map(({ id }) => id)).toEqual(['arxiv-2401-02117', other.id]);
  });

  it('is left out, it alone, where what it breaks is another record', async () => {
    const renamed: Change = {
      kind: 'manufacturers',
      id: 'acme',
      field: 'name',
      was: 'Acme Robotics',
      value: 'Acme Automation',
      evidence_url: 'https://example.org/renamed',
    };
    await publisher.contribute(submitted(paper), ...accepted('rep-000000000005', renamed));
    const { left_out, contributed } = await publisher.release(21);
    expect(contributed).toBe(1);
    expect(left_out).toEqual([
      expect.objectContaining({
        where: 'robots.jsonl:acme-a1',
        message: expect.stringContaining('make them equal'),
      }),
    ]);
    expect((await released()).manufacturers[0]?.name).toBe('Acme Robotics');
  });

  it('does not stand in the way of being told what is wrong with the dataset itself', async () => {
    await publisher.release(20);
    publisher.write({ robots: [{ released: '2027-05' }] });
    await publisher.contribute(submitted({ ...paper, published: '2027-05', year: 2027 }));
    await expect(publisher.release(21)).rejects.toThrow(/has 1 faults:\s+robots\.jsonl:acme-a1/);
  });

  it('holds a release up where some of it cannot be read', async () => {
    await publisher.contribute(submitted(paper));
    const stat = () => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    };
    const system = { ...realSystem, files: { ...diskFiles, stat } };
    expect(() => readAccepted(publisher.data, system)).toThrow(/1 file\(s\) in .* cannot be read/);
  });

  it('is not added twice if the dataset has the paper under another id', async () => {
    const twin = {
      ...paper,
      id: 'paper-0123456789ab',
      aliases: ['10.1109/test.2024.1'],
      arxiv_id: undefined,
    };
    await publisher.contribute(submitted(JSON.parse(JSON.stringify(twin))));
    await publisher.release(21);
    expect((await released()).publications).toHaveLength(1);
  });
});

it.each([
  ['A1', 1],
  ['a-1', 1],
  ['A1 Max', 2],
])('a proposed robot %s makes it %i: the dataset has an A1 of that maker', (name, count) => {
  const { records } = datasetWith();
  const proposed = { ...robot, id: 'acme-robotics-a1', name };
  const layer = { kind: 'robots', id: proposed.id, record: proposed, corrections: [] } as unknown as Layer;
  const laid = overlayLayers(records, [
    layer,
    { ...layer, id: 'again', record: { ...proposed, id: 'again' } } as never,
  ]);
  expect(laid.records.robots).toHaveLength(count);
  expect(records.robots).toHaveLength(1);
});

describe('written into the dataset', () => {
  it('it is there without the data directory, and the next release has nothing new', async () => {
    await publisher.contribute(submitted(paper), ...accepted('rep-000000000001', heavier));
    expect(await publisher.release(21, { writeDataset: true })).toMatchObject({ written_to_dataset: 2 });
    const dataset = readDatasetFiles(publisher.dataset);
    expect(checkDataset(dataset)).toEqual([]);
    expect(dataset.version).toEqual({ version: '2026.11.21', date: '2026-11-21' });
    expect(dataset.records).toEqual(await released());
    // What a package made now would carry is the version that was released.
    const { manifest } = buildSnapshot(await sqlite(), dataset);
    const { manifest: latest } = await new FolderSource(publisher.dir).latest();
    expect(manifest).toMatchObject({ version: latest.version, content_sha256: latest.content_sha256 });

    const again = await publisher.release(22, { writeDataset: true });
    expect(again).toMatchObject({ status: 'unchanged', contributed: 0, written_to_dataset: 0 });
    expect(await publisher.release(22, { dataDirectory: undefined })).toMatchObject({ status: 'unchanged' });
  });

  it('a correction does not come back once it was corrected again', async () => {
    const back: Change = { ...heavier, was: 7, value: 5 };
    await publisher.contribute(...accepted('rep-000000000001', heavier));
    await publisher.release(21, { writeDataset: true });
    await publisher.contribute(...accepted('rep-000000000002', back));
    await publisher.release(22, { writeDataset: true });
    for (const day of [23, 24]) {
      expect(await publisher.release(day, { writeDataset: true })).toMatchObject({ status: 'unchanged' });
    }
    const [record] = (await released()).robots;
    expect(record?.specs).toEqual({ payload_kg: 5 });
    expect(record?.sources).toHaveLength((robot?.sources.length ?? 0) + 2);
    const correction = { change: heavier, ticket: 'rep-000000000001', at: 0 };
    if (record === undefined) throw new Error('The robot is gone.');
    expect(applied(record, correction)).toBe(record);
  });

  it('a correction of topics, which the files cannot hold, goes on to come from the data directory', async () => {
    const change: Change = {
      kind: 'publications',
      id: 'arxiv-2401-02117',
      field: 'topics',
      was: ['mobile-manipulation'],
      value: ['manipulation'],
    };
    const [before] = readDatasetFiles(publisher.dataset).records.publications;
    await publisher.contribute(...accepted('rep-000000000004', { ...change, was: before?.topics }));
    await publisher.release(21, { writeDataset: true });
    expect((await released()).publications[0]?.topics).toEqual(['manipulation']);
    expect(await publisher.release(22, { writeDataset: true })).toMatchObject({ status: 'unchanged' });
    expect(readFileSync(join(publisher.dataset, 'publications.jsonl'), 'utf8')).not.toContain('review');
  });
});

it('a catalogue of the release shows what it says', async () => {
  await publisher.contribute(submitted(paper));
  await publisher.release(21);
  const releases = new FolderSource(publisher.dir);
  const { manifest } = await releases.latest();
  const part = (await releases.snapshotPart(manifest.version, 0)) as Uint8Array;
  const engine = await sqlite();
  const catalogue = new Catalogue(new engine.Database(await unpack(part, manifest.snapshot)));
  expect(catalogue.info).toMatchObject({ version: '2026.11.21', content_sha256: manifest.content_sha256 });
  expect(catalogue.find('publications', '2611.00001')?.title).toBe(paper.title);
  catalogue.close();
});

it.each([
  ['of an article that the dataset lacks', 'https://news.example.org/new', 1],
  ['of an article that the dataset has under another id', undefined, 0],
])('proposed news %s is released as %i new record', (_, url, count) => {
  const { records } = datasetWith();
  const [item] = records.news;
  if (item === undefined) throw new Error('the fixture has news');
  const record = { ...item, id: '2025-01-03-acme-opens-a-plant', url: url ?? item.url };
  const layer = { kind: 'news', id: record.id, record, corrections: [] } as Layer;
  expect(overlayLayers(records, [layer]).touched.news.size).toBe(count);
});
