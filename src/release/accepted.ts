import { join } from 'node:path';
import { Fold } from '../contributions/fold.ts';
import { diskFiles } from '../contributions/journal/files.ts';
import { Journal } from '../contributions/journal/journal.ts';
import { applied } from '../contributions/overlay.ts';
import type { Layer } from '../contributions/state.ts';
import { byCodePoint, type SourceOf, sourceSchemas } from '../dataset/canonical.ts';
import type { DatasetRecords } from '../dataset/read.ts';
import { type Kind, kinds, type RecordOf } from '../records/kinds.ts';
import { possiblePublicationIds } from '../records/publication-id.ts';
import { classifyTopics } from '../taxonomy/topics.ts';

/** What was published or accepted in a data directory: records and corrections alone, no notes and no contacts. */
export function readAccepted(dataDirectory: string): readonly Layer[] {
  const directory = join(dataDirectory, 'contributions');
  const journal = new Journal({ files: diskFiles, directory, maxBytes: Number.POSITIVE_INFINITY });
  const fold = new Fold();
  fold.take(journal.refresh());
  if (journal.faults.unreadable > 0) {
    throw new Error(
      `${journal.faults.unreadable} file(s) in ${directory} cannot be read, so contributions might be left out. Make them readable for this user.`,
    );
  }
  return [...fold.state.layers.values()];
}

/** Records with accepted contributions among them. */
export interface Laid {
  readonly records: DatasetRecords;
  /** The records that are not as the dataset has them. */
  readonly touched: { readonly [K in Kind]: ReadonlySet<string> };
}

/** Lays contributions over the records of the dataset, as a running server shows them; changes nothing given. */
export function layOver(records: DatasetRecords, layers: readonly Layer[]): Laid {
  const touched = Object.fromEntries(kinds.map((kind) => [kind, new Set<string>()])) as Record<
    Kind,
    Set<string>
  >;
  const byId = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      new Map((records[kind] as readonly RecordOf<Kind>[]).map((record) => [record.id, record])),
    ]),
  ) as Record<Kind, Map<string, RecordOf<Kind>>>;
  const names = new Set(records.publications.flatMap((paper) => namesOf('publications', paper)));
  for (const layer of layers) {
    const known = byId[layer.kind];
    const base = known.get(layer.id);
    const record = laid(base ?? newRecord(layer, names), layer);
    if (record === undefined || record === base) continue;
    known.set(record.id, record);
    if (base === undefined) for (const name of namesOf(layer.kind, record)) names.add(name);
    touched[layer.kind].add(record.id);
  }
  const sorted = kinds.map((kind) => [
    kind,
    touched[kind].size === 0
      ? records[kind]
      : [...byId[kind].values()].sort((a, b) => byCodePoint(a.id, b.id)),
  ]);
  return { records: Object.fromEntries(sorted) as unknown as DatasetRecords, touched };
}

/**
 * A record as `dataset/` would hold it: publications without topics, which are classified when they are read.
 */
export function toSource<K extends Kind>(kind: K, record: RecordOf<K>): SourceOf<K> {
  if (kind !== 'publications') return record as unknown as SourceOf<K>;
  const { topics: _classified, ...paper } = record as RecordOf<'publications'>;
  return sourceSchemas.publications.parse(paper) as SourceOf<K>;
}

function laid(record: RecordOf<Kind> | undefined, { corrections }: Layer): RecordOf<Kind> | undefined {
  if (record === undefined) return undefined;
  return corrections.reduce(applied, record);
}

/** The record that a layer adds; undefined if the data have it under another id by now. */
function newRecord({ kind, record }: Layer, names: ReadonlySet<string>): RecordOf<Kind> | undefined {
  if (record === undefined || kind !== 'publications') return record as RecordOf<Kind> | undefined;
  const paper = record as RecordOf<'publications'>;
  const isThere = [...possiblePublicationIds(paper), ...namesOf(kind, paper)].some((name) => names.has(name));
  if (isThere) return undefined;
  const { arxiv_id, doi, aliases } = paper;
  const wanted = [...aliases, arxiv_id, doi?.toLowerCase()].filter((alias) => alias !== undefined);
  return { ...paper, aliases: [...new Set(wanted)], topics: classifyTopics(paper) };
}

/** Names under which one record alone may stand: ids and aliases of papers. */
function namesOf(kind: Kind, record: RecordOf<Kind>): string[] {
  if (kind !== 'publications') return [];
  const { id, aliases } = record as RecordOf<'publications'>;
  return [id, ...aliases].map((name) => name.toLowerCase());
}
