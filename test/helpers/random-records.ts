import type { Random } from '../../scripts/harness/random.ts';
import { kinds, type RecordsByKind } from '../../src/kinds/kinds.ts';
import { smallRecords } from './catalogue.ts';

/** A subset of the small dataset, some of its records changed and some under new ids. */
export function randomRecords(random: Random): RecordsByKind {
  return Object.fromEntries(
    kinds.map((kind) => {
      const records = (smallRecords[kind] as readonly { readonly id: string }[])
        .filter(() => random.chance(0.7))
        .map((record) => (random.chance(0.3) ? changed(random, record) : record))
        .map((record) =>
          random.chance(0.1) ? { ...record, id: `${record.id}-${random.below(5)}` } : record,
        );
      const byId = new Map(records.map((record) => [record.id, record]));
      return [kind, [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))];
    }),
  ) as unknown as RecordsByKind;
}

function changed<T extends object>(random: Random, record: T): T {
  const source = {
    url: `https://example.org/${random.below(4)}`,
    title: `Seen – „${random.word('äß漢x', 3)}“`,
  };
  const copy = { ...record, sources: [source] };
  // The order of the fields is no change.
  return Object.fromEntries(Object.entries(copy).toReversed()) as T;
}
