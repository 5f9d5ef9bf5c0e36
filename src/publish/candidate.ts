import { join } from 'node:path';
import { openStore } from '../contributions/open.ts';
import { applied } from '../contributions/overlay.ts';
import { Replay } from '../contributions/replay.ts';
import type { Layer } from '../contributions/state.ts';
import {
  byCodePoint,
  canonicalLine,
  fileOf,
  type SourceOf,
  sourceSchemas,
} from '../data/dataset/canonical.ts';
import { placeOf } from '../data/dataset/checks/check.ts';
import { checkDataset } from '../data/dataset/checks/checks.ts';
import type { Fault } from '../data/dataset/files.ts';
import { writeKindLines } from '../data/dataset/files.ts';
import { type DatasetFiles, type DatasetVersion, datasetError } from '../data/dataset/read.ts';
import { compareVersions } from '../data/snapshot/manifest.ts';
import { type Kind, kinds, type RecordOf, type RecordsByKind } from '../kinds/kinds.ts';
import { possiblePublicationIds } from '../kinds/publications/publication-id.ts';
import { classifyTopics } from '../kinds/vocabularies/topics.ts';
import { replaceFile } from '../lib/atomic-file.ts';
import type { System } from '../lib/system.ts';
import { compact } from '../text/fold.ts';

/** What was published or accepted in a data directory: records and corrections alone, no notes and no contacts. */
export function readAccepted(dataDirectory: string, system?: System): readonly Layer[] {
  const store = openStore(dataDirectory, { ...(system && { system }) });
  const replay = new Replay();
  replay.take(store.since());
  if (store.faults.unreadable > 0) {
    throw new Error(
      `${store.faults.unreadable} file(s) in ${store.directory} cannot be read, so contributions might be left out. Make them readable for this user.`,
    );
  }
  return [...replay.state.layers.values()];
}

/** Records overlaid with accepted contributions. */
interface OverlaidRecords {
  readonly records: RecordsByKind;
  /** The records that are not as the dataset has them. */
  readonly touched: { readonly [K in Kind]: ReadonlySet<string> };
}

/**
 * Overlays contributions on the records of the dataset, as a running server does; does not modify its arguments.
 */
export function overlayLayers(records: RecordsByKind, layers: readonly Layer[]): OverlaidRecords {
  const laid = kinds.map((kind) => {
    const own = layers.filter((layer) => layer.kind === kind);
    return [kind, overlayKind(kind, records[kind] as readonly RecordOf<Kind>[], own)] as const;
  });
  return {
    records: Object.fromEntries(laid.map(([kind, { all }]) => [kind, all])) as unknown as RecordsByKind,
    touched: Object.fromEntries(
      laid.map(([kind, { touched }]) => [kind, touched]),
    ) as OverlaidRecords['touched'],
  };
}

function overlayKind(
  kind: Kind,
  records: readonly RecordOf<Kind>[],
  layers: readonly Layer[],
): { readonly all: readonly RecordOf<Kind>[]; readonly touched: ReadonlySet<string> } {
  const touched = new Set<string>();
  if (layers.length === 0) return { all: records, touched };
  const byId = new Map(records.map((record) => [record.id, record]));
  const names = new Set(records.flatMap((record) => namesOf(kind, record)));
  for (const layer of layers) {
    const base = byId.get(layer.id);
    const record = corrected(base ?? newRecord(layer, names), layer);
    if (record === undefined || record === base) continue;
    byId.set(record.id, record);
    if (base === undefined) for (const name of namesOf(kind, record)) names.add(name);
    touched.add(record.id);
  }
  return { all: [...byId.values()].sort((x, y) => byCodePoint(x.id, y.id)), touched };
}

/**
 * A record as `dataset/` would hold it: publications without topics, which are classified when they are read.
 */
function toSource<K extends Kind>(kind: K, record: RecordOf<K>): SourceOf<K> {
  if (kind !== 'publications') return record as unknown as SourceOf<K>;
  const { topics: _classified, ...paper } = record as RecordOf<'publications'>;
  return sourceSchemas.publications.parse(paper) as SourceOf<K>;
}

function corrected(record: RecordOf<Kind> | undefined, { corrections }: Layer): RecordOf<Kind> | undefined {
  if (record === undefined) return undefined;
  return corrections.reduce(applied, record);
}

/** The record that a layer adds; undefined if the data have it under another id by now. */
function newRecord({ kind, record }: Layer, names: ReadonlySet<string>): RecordOf<Kind> | undefined {
  if (record === undefined || namesOf(kind, record).some((name) => names.has(name))) return undefined;
  if (kind !== 'publications') return record;
  const paper = record as RecordOf<'publications'>;
  const wanted = [...paper.aliases, paper.arxiv_id, paper.doi?.toLowerCase()];
  const aliases = [...new Set(wanted.filter((alias) => alias !== undefined))];
  return { ...paper, aliases, topics: classifyTopics(paper) };
}

/** Names under which one record alone may stand; none for kinds that nobody proposes. */
function namesOf(kind: Kind, record: RecordOf<Kind>): string[] {
  if (kind === 'publications') {
    const paper = record as RecordOf<'publications'>;
    return [paper.id, ...possiblePublicationIds(paper), ...paper.aliases].map((name) => name.toLowerCase());
  }
  if (kind === 'robots') {
    const { name, manufacturer } = record as RecordOf<'robots'>;
    return [`robot ${compact(manufacturer.name)} ${compact(name)}`];
  }
  if (kind === 'news') return [`news ${(record as RecordOf<'news'>).url}`];
  return kind === 'startups' ? [`startup ${compact((record as RecordOf<'startups'>).name)}`] : [];
}

/** What may become the next version. */
interface Candidate extends OverlaidRecords {
  /** What was contributed and does not pass the dataset's checks. */
  readonly leftOut: readonly Fault[];
  /** What is left of the contributions. */
  readonly layers: readonly Layer[];
}

/**
 * Lays contributions over a dataset and checks the whole as `npm run check:dataset` does, by the date of the version
 * that it is to be. A contribution with a fault is left out; a fault of the dataset's own throws a DataError.
 */
export function prepare(
  dataset: DatasetFiles,
  contributed: readonly Layer[],
  version: DatasetVersion,
): Candidate {
  const leftOut: Fault[] = [];
  const lay = (some: readonly Layer[]) => overlayLayers(dataset.records, some);
  const faultsOf = (laid: OverlaidRecords) =>
    checkDataset({ ...dataset, version, records: laid.records, lines: linesOf(dataset, laid) });
  let layers = contributed;
  for (;;) {
    const laid = lay(layers);
    const faults = faultsOf(laid);
    if (faults.length === 0) return { ...laid, leftOut, layers };
    const own = layers.length === 0 ? faults : checkDataset({ ...dataset, version });
    if (own.length > 0) throw datasetError(own);
    const without = (one: Layer) => layers.filter((layer) => layer !== one);
    const named = layers.filter((layer) => faults.some((fault) => isAbout(fault, layer)));
    // A maker's new name is a fault of its robots.
    const felt = () => layers.filter((layer) => faultsOf(lay(without(layer))).length < faults.length);
    const blamed = named.length > 0 ? named : felt();
    leftOut.push(...faults);
    // Each round leaves out at least one, so this ends.
    layers = blamed.length > 0 ? layers.filter((layer) => !blamed.includes(layer)) : layers.slice(0, -1);
  }
}

/** The lines as they would stand in the dataset's files. */
function linesOf(dataset: DatasetFiles, { records, touched }: OverlaidRecords): DatasetFiles['lines'] {
  const lines = kinds.map((kind) => {
    if (touched[kind].size === 0) return [kind, dataset.lines[kind]];
    return [kind, datasetLines(kind, dataset.lines[kind], { records, touched })];
  });
  return Object.fromEntries(lines) as unknown as DatasetFiles['lines'];
}

/** The lines of one kind: as they were, but for those of the records that are touched. */
function datasetLines(
  kind: Kind,
  before: readonly string[],
  { records, touched }: OverlaidRecords,
): string[] {
  const known = new Map(before.map((line) => [(JSON.parse(line) as { id: string }).id, line]));
  return (records[kind] as readonly RecordOf<Kind>[]).map((record) => {
    const line = touched[kind].has(record.id) ? undefined : known.get(record.id);
    return line ?? canonicalLine(kind, toSource(kind, record));
  });
}

function isAbout({ where, message }: Fault, { kind, id }: Layer): boolean {
  return where === placeOf(kind, id) || (where.startsWith(fileOf(kind)) && words(message).includes(id));
}

function words(message: string): string[] {
  return message.split(/[^\w-]+/);
}

/**
 * Writes contributions into `dataset/`, so that it has them without the data directory, and the version that it now
 * holds. Each file is replaced as a whole. Returns how many records were written.
 */
export async function writeDataset(
  dir: string,
  dataset: DatasetFiles,
  layers: readonly Layer[],
  version: DatasetVersion,
  system?: System,
): Promise<number> {
  const laid = overlayLayers(dataset.records, layers.map(thatFilesCanHold));
  let written = 0;
  for (const kind of kinds) {
    if (laid.touched[kind].size === 0) continue;
    const lines = datasetLines(kind, dataset.lines[kind], laid);
    await writeKindLines(dir, kind, lines, { from: dataset.files?.[kind], system });
    written += laid.touched[kind].size;
  }
  if (compareVersions(version.version, dataset.version.version) > 0) {
    const text = `{ "version": ${JSON.stringify(version.version)}, "date": ${JSON.stringify(version.date)} }\n`;
    await replaceFile(join(dir, 'VERSION'), text, { mode: 0o644, ...(system && { system }) });
  }
  return written;
}

/** Topics are made when the files are read: a correction of them goes on to come from the data directory. */
function thatFilesCanHold(layer: Layer): Layer {
  if (layer.kind !== 'publications') return layer;
  const corrections = layer.corrections.filter(({ change }) => !/^\[?topics\b/.test(change.field));
  return { ...layer, corrections };
}
