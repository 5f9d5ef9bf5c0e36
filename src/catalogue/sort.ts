import { fold } from '../text/fold.ts';
import type { DateColumn, NumberColumn } from './columns.ts';
import type { SortKey } from './search.ts';

const letters = 9;
const radix = 40;

/**
 * The beginning of a text as a number that sorts like it: nine folded letters or digits. Texts that differ
 * later are ordered by id, which begins alike.
 */
export function textOrder(text: string): number {
  let order = 0;
  const plain = fold(text)
    .replace(/[^a-z0-9 ]+/g, '')
    .trim();
  for (let i = 0; i < letters; i++) {
    const code = plain.charCodeAt(i);
    const rank = Number.isNaN(code) ? 0 : code === 0x20 ? 1 : code < 0x3a ? code - 0x2e : code - 0x61 + 12;
    order = order * radix + rank;
  }
  return order;
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
