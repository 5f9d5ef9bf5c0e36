import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot, type Snapshot } from '../../src/data/snapshot/build.ts';
import { type CurrentData, type SyncStore, snapshotName } from '../../src/data/subscribe/store.ts';
import type { RecordsByKind } from '../../src/kinds/kinds.ts';
import { programPlace } from '../../src/lib/program.ts';
import { smallRecords, sqlite } from './catalogue.ts';

/** The version of the data that come with the program. */
export const bundledVersion = (
  JSON.parse(readFileSync(join(programPlace().dir, 'manifest.json'), 'utf8')) as { version: string }
).version;

/** The day of a version: version 0 is older than the data that come with the program, all others are newer. */
export function versionOf(n: number): { version: string; date: string } {
  return n === 0
    ? { version: '2020.01.01', date: '2020-01-01' }
    : { version: `2030.01.01.${n}`, date: '2030-01-01' };
}

/** The small records, with the number of the version in the name of every robot. */
export function recordsOf(n: number): RecordsByKind {
  const robots = smallRecords.robots.map((robot) => ({ ...robot, name: `${robot.name} V${n}` }));
  return { ...smallRecords, robots };
}

/** The same in which every other robot is missing, and those that remain come in the opposite order of names. */
export function shuffledOf(n: number): RecordsByKind {
  const { robots, ...others } = recordsOf(n);
  const left = robots.filter((_robot, i) => i % 2 === 0);
  const byName = [...left].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = new Map(byName.map(({ id }, i) => [id, byName.at(-1 - i)?.name ?? '']));
  return { ...others, robots: left.map((robot) => ({ ...robot, name: names.get(robot.id) ?? robot.name })) };
}

/** A version of forty records. */
export async function snapshotOf(n: number, records = recordsOf(n)): Promise<Snapshot> {
  const { bytes, manifest } = buildSnapshot(await sqlite(), { version: versionOf(n), records });
  return { bytes, manifest: { ...manifest, file: snapshotName(manifest.version, manifest.sha256) } };
}

/** What stands in `current.json` for a version. */
export function currentOf({ manifest }: Snapshot): CurrentData {
  const { version, date } = manifest;
  return {
    format: manifest.format,
    manifest,
    from: 'http://127.0.0.1:1/api/mcp',
    issued_at: '2030-01-01T00:00:00Z',
    signed_by: null,
    applied_at: '2030-01-01T00:00:00Z',
    history: [{ version, date }],
  };
}

/** Puts a version into a store, as a process that syncs does. */
export async function putVersion(store: SyncStore, snapshot: Snapshot): Promise<void> {
  await store.prepare();
  await store.writeSnapshot(snapshot.manifest, snapshot.bytes);
  await store.makeCurrent('{}', currentOf(snapshot));
}
