import { openStore } from '../contributions/open.ts';
import { applied } from '../contributions/overlay.ts';
import { Replay } from '../contributions/replay.ts';
import type { Layer } from '../contributions/state.ts';
import { byCodePoint, type SourceOf, sourceSchemas } from '../data/dataset/canonical.ts';
import { type Kind, kinds, type RecordOf, type RecordsByKind } from '../kinds/kinds.ts';
import { possiblePublicationIds } from '../kinds/publications/publication-id.ts';
import { classifyTopics } from '../kinds/vocabularies/topics.ts';
import { compact } from '../text/fold.ts';

/** What was published or accepted in a data directory: records and corrections alone, no notes and no contacts. */
export function readAccepted(dataDirectory: string): readonly Layer[] {
  const store = openStore(dataDirectory);
  const replay = new Replay();
  replay.take(store.since());
  if (store.faults.unreadable > 0) {
    throw new Error(
      `${store.faults.unreadable} file(s) in ${store.directory} cannot be read, so contributions might be left out. Make them readable for this user.`,
    );
  }
  return [...replay.state.layers.values()];
}

/** Records with accepted contributions among them. */
export interface Laid {
  readonly records: RecordsByKind;
  /** The records that are not as the dataset has them. */
  readonly touched: { readonly [K in Kind]: ReadonlySet<string> };
}

/** Lays contributions over the records of the dataset, as a running server shows them; changes nothing given. */
export function layOver(records: RecordsByKind, layers: readonly Layer[]): Laid {
  const laid = kinds.map((kind) => {
    const own = layers.filter((layer) => layer.kind === kind);
    return [kind, layOverKind(kind, records[kind] as readonly RecordOf<Kind>[], own)] as const;
  });
  return {
    records: Object.fromEntries(laid.map(([kind, { all }]) => [kind, all])) as unknown as RecordsByKind,
    touched: Object.fromEntries(laid.map(([kind, { touched }]) => [kind, touched])) as Laid['touched'],
  };
}

function layOverKind(
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
export function toSource<K extends Kind>(kind: K, record: RecordOf<K>): SourceOf<K> {
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
