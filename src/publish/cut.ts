import type { DatasetVersion } from '../data/dataset/read.ts';
import { type Delta, writeDelta } from '../data/releases/delta.ts';
import { deltaFile, snapshotFile } from '../data/releases/folder-source.ts';
import { type DeltaEntry, limits, RELEASE_FORMAT } from '../data/releases/release-manifest.ts';
import { buildSnapshot } from '../data/snapshot/build.ts';
import { pack } from '../data/snapshot/compress.ts';
import { compareVersions, nextVersion } from '../data/snapshot/manifest.ts';
import { type Kind, kinds, type RecordsByKind } from '../kinds/kinds.ts';
import { DataError } from '../lib/data-error.ts';
import type { Aside } from '../lib/system.ts';
import type { History } from '../search/change-table.ts';
import type { IndexTerms } from '../search/index-terms.ts';
import type { MeaningData } from '../search/meaning/stored.ts';
import type { SqlJsStatic } from '../search/sqlite.ts';
import { type Draft, type Issued, issue, type Signer } from './issue.ts';
import type { Previous, ReleaseFile } from './release-folder.ts';

/**
 * Version and date of the next release: what `dataset/VERSION` states if it lies ahead of all that was released, so
 * that no package is older than its own data; else the day's, or the next one of that day.
 */
export function chooseVersion(
  latest: string | undefined,
  stated: DatasetVersion,
  day: string,
): DatasetVersion {
  if (stated.date.length < 10) {
    throw new DataError('not_released', `dataset/VERSION has the date ${stated.date}: write the day too.`);
  }
  if (latest === undefined) return stated;
  const version = nextVersion(latest, day);
  if (compareVersions(stated.version, version) > 0) return stated;
  return { version, date: version.split('.').slice(0, 3).join('-') };
}

/** How many records of a kind are new, changed and gone. */
interface KindSummary {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}
export type ChangeSummary = { readonly [K in Kind]?: KindSummary };

/** A version that is ready to be written. */
interface Cut extends Issued {
  /** Snapshot and delta. */
  readonly files: readonly ReleaseFile[];
  readonly delta: DeltaEntry | undefined;
}

interface CutOptions {
  readonly dir: string;
  readonly version: DatasetVersion;
  readonly records: RecordsByKind;
  readonly terms?: IndexTerms | undefined;
  readonly meaning?: MeaningData | undefined;
  /** The release before this one, and what leads from it to these records; none for the first. */
  readonly previous:
    | { readonly release: Previous; readonly delta: Delta; readonly history: History }
    | undefined;
  readonly signer: Signer;
  readonly sqlite: SqlJsStatic;
  readonly aside?: Aside | undefined;
  readonly onStep: (step: string) => void;
}

/** Makes snapshot, delta and signed manifest of a version. Nothing is written; the same inputs give the same bytes. */
export async function cutVersion(options: CutOptions): Promise<Cut> {
  const { dir, version, records, terms, meaning, previous, aside, onStep } = options;
  onStep(`Building the snapshot of ${version.version}`);
  const { bytes, manifest: built } = buildSnapshot(options.sqlite, {
    version,
    records,
    history: previous?.history,
    terms,
    meaning,
  });
  onStep('Compressing it');
  const snapshot = await pack(bytes, 'snapshot', aside);
  const delta = previous && (await packDelta(previous.delta, aside));
  const chain = [...(previous?.release.manifest.deltas ?? []), ...(delta ? [delta.entry] : [])];
  const { counts, content_sha256 } = built;
  const draft: Draft = {
    format: RELEASE_FORMAT,
    ...version,
    counts,
    content_sha256,
    snapshot: snapshot.stated,
    deltas: chain.slice(-limits.deltas),
  };
  const issued = issue(draft, options.signer, previous?.release);
  const files = [{ path: snapshotFile(dir, issued.manifest), bytes: snapshot.bytes }];
  if (delta) files.push({ path: deltaFile(dir, delta.entry), bytes: delta.bytes });
  return { ...issued, files, delta: delta?.entry };
}

async function packDelta(
  delta: Delta,
  aside?: Aside,
): Promise<{ readonly entry: DeltaEntry; readonly bytes: Uint8Array }> {
  const { bytes, stated } = await pack(Buffer.from(writeDelta(delta)), 'delta', aside);
  const { from, to, content_before, content_after } = delta;
  return { bytes, entry: { from, to, content_before, content_after, ...stated } };
}

/** What is new, changed and gone, by kind. */
export function summarize(before: RecordsByKind, changes: Delta['changes']): ChangeSummary {
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const { put, remove } = changes[kind] ?? { put: [], remove: [] };
      const known = new Set(before[kind].map(({ id }) => id));
      const changed = put.filter(({ id }) => known.has(id)).length;
      const summary = { added: put.length - changed, changed, removed: remove.length };
      return put.length + remove.length === 0 ? [] : [[kind, summary]];
    }),
  );
}
