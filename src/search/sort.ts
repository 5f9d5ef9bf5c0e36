import type { DateColumn, NumberColumn } from './columns.ts';
import { keyOf, type SortKey } from './search.ts';
import { textOrderParts } from './text-order.ts';

/** A to Z by a text field. */
export function alphabetical<Field extends string>(
  store: { textOrder(field: Field, part: number): SortKey },
  field: Field,
): SortKey[] {
  return Array.from({ length: textOrderParts }, (_, part) => store.textOrder(field, part));
}

/** Small numbers first, unknown ones last. */
export function ascending(column: NumberColumn): SortKey {
  return (index) => orLast(column.at(index));
}

/** Large numbers first, unknown ones last. */
export function descending(column: NumberColumn): SortKey {
  return (index) => orLast(-column.at(index));
}

/** New dates first, rows without a date last. A month comes after its days, since its day may be the first. */
export function newestFirst(column: DateColumn): SortKey {
  return keyOf(column.numbers, -1);
}

/** Old dates first, rows without a date last. */
export function oldestFirst(column: DateColumn): SortKey {
  return (index) => column.at(index) || Number.MAX_SAFE_INTEGER;
}

function orLast(value: number): number {
  return Number.isNaN(value) ? Number.MAX_SAFE_INTEGER : value;
}
