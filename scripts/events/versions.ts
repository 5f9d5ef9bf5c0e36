import { diff } from '../../src/data/releases/delta.ts';
import { historyOf } from '../../src/data/releases/history.ts';
import { buildSnapshot, type Snapshot } from '../../src/data/snapshot/build.ts';
import { snapshotName } from '../../src/data/subscribe/store.ts';
import type { RecordsByKind } from '../../src/kinds/kinds.ts';
import { Catalogue } from '../../src/search/catalogue.ts';
import { continued, type History } from '../../src/search/change-table.ts';
import type { SqlJsStatic } from '../../src/search/sqlite.ts';
import { writeDatabase } from '../../src/search/write-database.ts';

/** The records of a version, whose date is that of its name. */
export type NamedVersion = readonly [version: string, records: RecordsByKind];

const dayOf = (version: string) => version.split('.').slice(0, 3).join('-');

/** What a chain of versions changed, oldest first. */
function historyOfVersions(versions: readonly NamedVersion[]): History {
  const deltas = versions.slice(1).map(([to, after], i) => {
    const [from, before] = versions[i] as NamedVersion;
    return diff(before, after, { from, to, date: dayOf(to) });
  });
  const [[first, before]] = versions as [NamedVersion];
  return continued([{ version: first, date: dayOf(first), kinds: {} }], historyOf(before, deltas));
}

/** The last of some versions, which knows what each changed. */
export function openChain(engine: SqlJsStatic, versions: readonly NamedVersion[]): Catalogue {
  const [version, records] = versions.at(-1) as NamedVersion;
  const info = { version, date: dayOf(version), content_sha256: '0'.repeat(64) };
  const format = { applicationId: 1, format: 1 };
  const bytes = writeDatabase(engine, records, info, format, { history: historyOfVersions(versions) });
  return new Catalogue(new engine.Database(bytes));
}

/** The snapshot of the last of some versions, as a release has it. */
export function snapshotOfChain(engine: SqlJsStatic, versions: readonly NamedVersion[]): Snapshot {
  const [version, records] = versions.at(-1) as NamedVersion;
  const named = { version, date: dayOf(version) };
  const { bytes, manifest } = buildSnapshot(engine, {
    version: named,
    records,
    history: historyOfVersions(versions),
  });
  return { bytes, manifest: { ...manifest, file: snapshotName(manifest.version, manifest.sha256) } };
}
