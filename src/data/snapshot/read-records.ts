import { type Kind, kinds, type RecordOf } from '../../kinds/kinds.ts';
import type { Catalogue } from '../../search/catalogue.ts';
import type { KindStore } from '../../search/kind-store.ts';
import type { RecordsByKind } from '../../search/write-database.ts';
import { byCodePoint } from '../dataset/canonical.ts';

/** Every record of a catalogue, sorted by id; with what is laid over it, if anything is. */
export function readRecords(catalogue: Catalogue): RecordsByKind {
  return Object.fromEntries(
    kinds.map((kind) => [kind, recordsOf(catalogue.store(kind))]),
  ) as unknown as RecordsByKind;
}

function recordsOf<K extends Kind>(store: KindStore<K>): RecordOf<K>[] {
  return Array.from({ length: store.size }, (_, index) => index)
    .filter((index) => store.isLive(index))
    .map((index) => store.record(index))
    .sort((a, b) => byCodePoint(a.id, b.id));
}
