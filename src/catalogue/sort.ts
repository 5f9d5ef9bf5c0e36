import { fold } from '../text/fold.ts';
import type { ColumnSpec, DateColumn, NumberColumn } from './columns.ts';
import type { SortKey } from './search.ts';

const letters = 9;
const radix = 40;

/** How many numbers `textOrder` gives. */
export const textOrderParts = 3;

/**
 * The beginning of a text as numbers that sort like it: three times nine folded letters or digits. Texts that
 * differ later are ordered by id.
 */
export function textOrder(text: string, part: number): number {
  const plain = fold(text)
    .replace(/[^a-z0-9 ]+/g, '')
    .trim();
  let order = 0;
  for (let i = part * letters; i < (part + 1) * letters; i++) {
    const code = plain.charCodeAt(i);
    const rank = Number.isNaN(code) ? 0 : code === 0x20 ? 1 : code < 0x3a ? code - 0x2e : code - 0x61 + 12;
    order = order * radix + rank;
  }
  return order;
}

/** The columns of a kind that order its records by a text. */
export function textOrderColumns<R>(name: string, of: (record: R) => string): Record<string, ColumnSpec<R>> {
  return Object.fromEntries(
    Array.from({ length: textOrderParts }, (_, part) => [
      `${name}_${part}`,
      { type: 'number' as const, of: (record: R) => textOrder(of(record), part) },
    ]),
  );
}

/** A to Z by columns that `textOrderColumns` made. */
export function alphabetical(store: { numbers(name: string): NumberColumn }, name: string): SortKey[] {
  return Array.from({ length: textOrderParts }, (_, part) => ascending(store.numbers(`${name}_${part}`)));
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
  return (index) => -column.at(index);
}

/** Old dates first, rows without a date last. */
export function oldestFirst(column: DateColumn): SortKey {
  return (index) => column.at(index) || Number.MAX_SAFE_INTEGER;
}

function orLast(value: number): number {
  return Number.isNaN(value) ? Number.MAX_SAFE_INTEGER : value;
}
