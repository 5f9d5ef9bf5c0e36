import { type Kind, type KindIndex, kindIndexes } from '../../kinds/kinds.ts';
import { leavesIn } from '../../question/clauses.ts';
import type { Clause } from '../../question/question.ts';
import type { KindStore } from '../../search/kind-store.ts';

/** Of a period that begins behind the last date of a kind's records: how far these reach. */
export function reachNotes<K extends Kind>(
  kind: K,
  store: KindStore<K>,
  clauses: readonly Clause[],
): string[] {
  const { columns }: Pick<KindIndex, 'columns'> = kindIndexes[kind];
  const notes = clauses.flatMap(leavesIn).flatMap((leaf) => {
    if (leaf.op !== 'period' || columns[leaf.field]?.type !== 'date') return [];
    const { newest } = store.dates(leaf.field);
    const isBehind = newest !== undefined && (leaf.period.from ?? '') > endOf(newest);
    return isBehind ? [`Dates of ${kind} reach ${newest}: nothing in the period.`] : [];
  });
  return [...new Set(notes)];
}

/** The last day that a partial date may mean. */
function endOf(date: string): string {
  return date + '0000-12-31'.slice(date.length);
}
