import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readDataset } from '../../src/data/dataset/read.ts';
import { type Kind, kinds, type RecordsByKind } from '../../src/kinds/kinds.ts';
import { loadSqlite, type SqlJsStatic } from '../../src/search/sqlite.ts';
import { wasmFile } from '../harness/program.ts';
import type { Version } from './publisher.ts';

/** Records that never change, so that a seed means the same whatever the dataset holds by then. */
const frozenDataset = fileURLToPath(new URL('../../test/golden/dataset', import.meta.url));

/** So many of them of each kind make a version that is built in a moment. */
const SHARE = 40;

export function sqliteEngine(): Promise<SqlJsStatic> {
  return loadSqlite(readFileSync(wasmFile));
}

/** Versions that are newer than the bundled one, and differ in a few records or, every third one, in many. */
export function smallVersions(share = SHARE): {
  versionOf: (n: number) => Version;
  recordsOf: (n: number) => RecordsByKind;
} {
  const { records } = readDataset(frozenDataset);
  const some = Object.fromEntries(
    kinds.map((kind: Kind) => [kind, records[kind].slice(0, share)]),
  ) as unknown as RecordsByKind;
  return {
    versionOf: (n) => ({ version: `2030.01.01.${n}`, date: '2030-01-01' }),
    recordsOf: (n) => ({
      ...some,
      robots: some.robots.map((robot, i) =>
        i === 0 || n % 3 === 0 ? { ...robot, name: `${robot.name} ${n}` } : robot,
      ),
    }),
  };
}
