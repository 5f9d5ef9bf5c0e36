import { type Kind, kinds, type RecordsByKind } from '../../kinds/kinds.ts';
import type { History } from '../../search/change-table.ts';
import type { IndexTerms } from '../../search/index-terms.ts';
import type { MeaningData } from '../../search/meaning/stored.ts';
import type { SqlJsStatic } from '../../search/sqlite.ts';
import { writeDatabase } from '../../search/write-database.ts';
import { contentHash } from '../dataset/canonical.ts';
import { APPLICATION_ID, type Manifest, SNAPSHOT_FORMAT, sha256 } from './manifest.ts';

export interface Snapshot {
  readonly bytes: Uint8Array;
  readonly manifest: Manifest;
}

/** What a snapshot is made of. */
export interface Content {
  readonly version: { readonly version: string; readonly date: string };
  readonly records: RecordsByKind;
  /** Begins with this version if none is given. */
  readonly history?: History | undefined;
  readonly terms?: IndexTerms | undefined;
  readonly meaning?: MeaningData | undefined;
}

/** Makes the snapshot of a dataset version. The same records give the same bytes, on every run and machine. */
export function buildSnapshot(
  sqlite: SqlJsStatic,
  { version, records, history, terms, meaning }: Content,
): Snapshot {
  const content_sha256 = contentHash(records);
  const marks = { applicationId: APPLICATION_ID, format: SNAPSHOT_FORMAT };
  const bytes = writeDatabase(sqlite, records, { ...version, content_sha256 }, marks, {
    history,
    terms,
    meaning,
  });
  const counts = Object.fromEntries(kinds.map((kind) => [kind, records[kind].length])) as Record<
    Kind,
    number
  >;
  return {
    bytes,
    manifest: {
      format: SNAPSHOT_FORMAT,
      ...version,
      counts,
      content_sha256,
      file: 'snapshot.sqlite',
      sha256: sha256(bytes),
      size_bytes: bytes.byteLength,
    },
  };
}
