import { type Kind, type KindIndex, kindIndexes } from '../../kinds/kinds.ts';
import type { Order as AskedOrder } from '../../question/question.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { type Demoted, hasValue, type SortOrder } from '../../search/sort.ts';
import type { SearchArguments } from './search-input.ts';

/** So many records as the words ask for (`three tallest`), and at least up to a place that they ask for (`second cheapest`). */
export function limitFor(
  asked: AskedOrder | undefined,
  { sort, limit }: Pick<SearchArguments, 'sort' | 'limit'>,
): number {
  if (asked === undefined || sort !== undefined) return limit;
  return asked.rank === undefined ? Math.min(limit, asked.count ?? limit) : Math.max(limit, asked.rank);
}

/** The rows that come after the others in an order by something, or in any order without it, each with why. */
export function demotedRows<K extends Kind>(store: KindStore<K>, by?: string): Demoted[] {
  const { demotions = [] }: Pick<KindIndex, 'demotions'> = kindIndexes[store.kind];
  return demotions
    .filter((one) => one.by === undefined || one.by === by)
    .map(({ column, values, why }) => ({ rows: store.words(column).having(values), why }));
}

/** An order with another for records that are equal by it. */
export function followedBy(first: SortOrder, next: SortOrder): SortOrder {
  return { ...first, keys: [...first.keys, ...next.keys] };
}

/** How words were read as an order, and the record at the place that they ask for. */
export function orderNote(
  store: KindStore<Kind>,
  asked: AskedOrder,
  names: readonly string[],
  { by }: SortOrder,
  page: readonly number[],
): string {
  const ordered = `Ordered by ${names.join(', then ')}`;
  if (asked.rank === undefined) return `${ordered}.`;
  const row = page[asked.rank - 1];
  const isThere = row !== undefined && (by === undefined || hasValue(by.value, row));
  return `${ordered}: ${isThere ? `${store.idOf(row)} is number ${asked.rank}` : `there is no number ${asked.rank}`}.`;
}
