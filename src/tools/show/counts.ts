import type { WordColumn } from '../../search/columns.ts';

/** The words of some rows with how many have each, most first. */
export function countWords(
  column: WordColumn,
  rows: Int32Array,
): { readonly value: string; readonly count: number }[] {
  const counts = new Uint32Array(column.dictionary.length);
  column.count(rows, counts);
  return column.dictionary
    .map((value, code) => ({ value, count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
