import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { removeFolder, runScript, temporaryFolder } from '../harness/processes.ts';
import { builtProgram, snapshotFolder } from '../harness/program.ts';
import { breathe, median, megabytes, timed } from '../harness/statistics.ts';
import type { BuildResult } from './growth/build.ts';
import { openCatalogue } from './registry.ts';
import type { BenchOptions, Section } from './section.ts';

/** Size of the snapshot, how long it takes to make and to open. */
export async function snapshot({ quick }: BenchOptions): Promise<Section[]> {
  builtProgram();
  const file = join(snapshotFolder, 'snapshot.sqlite');
  const opening: number[] = [];
  for (let i = 0; i < (quick ? 3 : 15); i++) {
    const { ms, value } = await timed(() => openCatalogue());
    value.close();
    opening.push(ms);
    await breathe();
  }
  const rows = [
    { what: 'file, MB', value: megabytes(statSync(file).size) },
    { what: 'file under gzip, MB', value: megabytes(gzipSync(readFileSync(file)).length) },
    { what: 'opening, the first in the process, ms', value: opening[0] ?? Number.NaN },
    { what: 'opening, median, ms', value: median(opening) },
    ...(await building(quick)),
  ];
  const notes = ['Opening reads the file, checks format, size and SHA-256, compiles SQLite and hands over.'];
  return [{ title: 'snapshot', rows, notes }];
}

async function building(quick: boolean): Promise<{ what: string; value: number }[]> {
  const folder = temporaryFolder();
  const factor = quick ? 0.02 : 1;
  const built = await runScript<BuildResult>(new URL('growth/build.ts', import.meta.url), [
    String(factor),
    folder,
  ]);
  removeFolder(folder);
  return [
    { what: 'reading and checking the dataset, s', value: built.read_ms / 1000 },
    { what: `building (${built.papers.toLocaleString('en-US')} papers), s`, value: built.build_ms / 1000 },
  ];
}
