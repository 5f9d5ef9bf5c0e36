import { writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { removeFolder, runScript, temporaryFolder } from '../harness/processes.ts';
import { median, megabytes, quantile } from '../harness/statistics.ts';
import type { BuildResult } from './growth/build.ts';
import type { MeasureResult } from './growth/measure.ts';
import { drawForGrowth } from './questions/draw.ts';
import { growthGroups } from './questions/publications.ts';
import type { BenchOptions, Section } from './section.ts';

interface Measured {
  readonly factor: number;
  readonly built: BuildResult;
  readonly measured: MeasureResult;
}

/** How cost grows with the papers: the same searches over generated multiples of the dataset. */
export async function growth({ quick, factors }: BenchOptions): Promise<Section[]> {
  const questions = await drawForGrowth(quick ? 5 : 33);
  const results: Measured[] = [];
  const failures: string[] = [];
  for (const factor of factors) {
    try {
      results.push(await measureFactor(factor, questions));
    } catch (error) {
      failures.push(`${factor} times the papers failed: ${(error as Error).message}`);
    }
  }
  const note =
    'Papers beyond the real ones are recombined from them. Each snapshot is opened in a fresh process; each question is asked once.';
  return [
    { title: 'growth: the snapshot', rows: results.map(snapshotRow), notes: [note, ...failures] },
    { title: 'growth: search_publications', rows: growthGroups.flatMap((name) => searchRows(name, results)) },
  ];
}

async function measureFactor(factor: number, questions: readonly object[]): Promise<Measured> {
  const folder = temporaryFolder();
  try {
    const file = join(folder, 'questions.json');
    writeFileSync(file, JSON.stringify(questions));
    const heap = `--max-old-space-size=${Math.floor((0.7 * totalmem()) / 2 ** 20)}`;
    const built = await runScript<BuildResult>(
      new URL('growth/build.ts', import.meta.url),
      [String(factor), folder],
      [heap],
    );
    const measured = await runScript<MeasureResult>(new URL('growth/measure.ts', import.meta.url), [
      folder,
      file,
    ]);
    return { factor, built, measured };
  } finally {
    removeFolder(folder);
  }
}

function snapshotRow({ factor, built, measured }: Measured) {
  return {
    'times the papers': factor,
    papers: built.papers,
    'file MB': megabytes(built.bytes),
    'build s': built.build_ms / 1000,
    'opening ms': measured.opening_ms,
    'first search ms': measured.first_ms,
    'opened MB': megabytes(measured.opened_bytes),
    'searched MB': megabytes(measured.searched_bytes),
  };
}

function searchRows(group: string, results: readonly Measured[]) {
  return results.map(({ factor, measured }) => {
    const own = measured.searches.filter((search) => search.group === group);
    const times = own.map(({ ms }) => ms);
    return {
      questions: group,
      'times the papers': factor,
      count: own.length,
      'median matches': median(own.map(({ matches }) => matches)),
      'p50 ms': median(times),
      'p99 ms': quantile(times, 0.99),
    };
  });
}
