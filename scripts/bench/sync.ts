import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest as manifestSchema } from '../../src/data/snapshot/manifest.ts';
import { openBundled } from '../../src/data/snapshot/open.ts';
import type { SyncOutcome } from '../../src/data/subscribe/sync.ts';
import type { RecordsByKind } from '../../src/kinds/kinds.ts';
import { output, startNode, temporaryFolder } from '../harness/processes.ts';
import { builtProgram, snapshotFolder } from '../harness/program.ts';
import { timed } from '../harness/statistics.ts';
import { Publisher } from '../sync/publisher.ts';
import { serveOffer } from '../sync/serve-offer.ts';
import { sqliteEngine } from '../sync/small-versions.ts';
import { morePapers } from './growth/more-papers.ts';
import type { BenchOptions, Section } from './section.ts';
import { swapUnderLoad } from './swap.ts';

const papersADay = 100;

/** Catching up by deltas and by the whole snapshot, and what a server answers while versions are swapped under it. */
export async function sync({ quick }: BenchOptions): Promise<Section[]> {
  const versions = quick ? 3 : 30;
  const publisher = await publish(versions);
  const [byDeltas, whole] = [temporaryFolder(), temporaryFolder()];
  const catching = await catchUp(publisher, byDeltas, whole);
  const swapping = await swapUnderLoad(byDeltas, quick ? 2 : 30, quick ? 50 : 2_000);
  return [
    {
      title: `sync: version 1 to ${versions}, ${papersADay} papers more in each`,
      rows: catching,
      notes: [
        'Each way in a process of its own, from its start to its end: fetched from a server on this machine, checked, applied, flushed. Both ends have the same content hash.',
      ],
    },
    {
      title: 'sync: searches over HTTP while versions are swapped',
      rows: swapping,
      notes: [
        'One connection, questions of both searches that are hardly ever asked twice. No answer failed.',
      ],
    },
  ];
}

/** Releases versions of which the first is the bundled one; only the last has a snapshot. */
async function publish(versions: number): Promise<Publisher> {
  const publisher = new Publisher(await sqliteEngine());
  const bundled = manifestSchema.parse(
    JSON.parse(readFileSync(join(snapshotFolder, 'manifest.json'), 'utf8')),
  );
  const catalogue = await openBundled();
  const records = catalogue.records();
  catalogue.close();
  await publisher.pass({ version: bundled.version, date: bundled.date }, records);
  const factor = 1 + ((versions - 1) * papersADay) / records.publications.length;
  const made = morePapers(records.publications, factor).filter(({ id }) => id.startsWith('made-'));
  const versionAt = (n: number) => ({ version: `2030.01.01.${n}`, date: '2030-01-01' });
  const recordsAt = (n: number): RecordsByKind => ({
    ...records,
    publications: [...records.publications, ...made.slice(0, (n - 1) * papersADay)].sort((a, b) =>
      a.id < b.id ? -1 : 1,
    ),
  });
  for (let n = 2; n < versions; n++) await publisher.pass(versionAt(n), recordsAt(n));
  await publisher.release(versionAt(versions), recordsAt(versions));
  return publisher;
}

async function catchUp(publisher: Publisher, byDeltas: string, whole: string) {
  const offer = publisher.offer();
  const { manifest } = publisher.latest;
  const withoutDeltas = publisher.sign({ ...manifest, deltas: [] });
  const servers = [
    await serveOffer(offer),
    await serveOffer({ ...offer, manifest: async () => withoutDeltas }),
  ];
  const rows = [];
  for (const [index, home] of [byDeltas, whole].entries()) {
    const { ms, value } = await timed(() => syncFrom(servers[index]?.url ?? '', home, publisher));
    if (value.content_sha256 !== manifest.content_sha256) throw new Error('The content hashes differ.');
    rows.push({
      way: value.way === 'deltas' ? `${manifest.deltas.length} deltas` : 'whole snapshot',
      'fetched kB': value.bytes / 1000,
      seconds: ms / 1000,
    });
  }
  for (const server of servers) await server.close();
  return rows;
}

async function syncFrom(address: string, home: string, { key }: Publisher): Promise<SyncOutcome> {
  const args = ['--from', address, '--data-dir', home, '--sync-key', key.public_key, '--json'];
  const { code, out, errors } = await output(startNode([builtProgram(), 'sync', ...args]));
  if (code !== 0) throw new Error(`sync ended with ${code}: ${errors}`);
  return JSON.parse(out) as SyncOutcome;
}
