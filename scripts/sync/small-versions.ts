import { readFileSync } from 'node:fs';
import { openBundled } from '../../src/data/snapshot/open.ts';
import { type Kind, kinds, type RecordsByKind } from '../../src/kinds/kinds.ts';
import { loadSqlite, type SqlJsStatic } from '../../src/search/sqlite.ts';
import { wasmFile } from '../harness/program.ts';
import type { Version } from './publisher.ts';

/** So many of the bundled records of each kind, which makes a version that is built in a moment. */
const share = 40;

export function sqliteEngine(): Promise<SqlJsStatic> {
  return loadSqlite(readFileSync(wasmFile));
}

/** Versions that are newer than the bundled one, and differ in a few records or, every third one, in many. */
export async function smallVersions(): Promise<{
  versionOf: (n: number) => Version;
  recordsOf: (n: number) => RecordsByKind;
}> {
  const catalogue = await openBundled();
  const all = catalogue.records();
  catalogue.close();
  const some = Object.fromEntries(
    kinds.map((kind: Kind) => [kind, all[kind].slice(0, share)]),
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
