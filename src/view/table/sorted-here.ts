import type { ShownTable } from '../../tools/show/shape.ts';

/** The rows in another order, where there is nobody to ask for it: what is unknown comes last. */
export function sortedHere(shown: ShownTable, order: string | undefined): ShownTable {
  const index = shown.columns.findIndex(
    ({ ascending, descending }) => order !== undefined && (order === ascending || order === descending),
  );
  if (index === -1) return shown;
  const turn = shown.columns[index]?.descending === order ? -1 : 1;
  const rows = shown.rows.toSorted((a, b) => {
    const [first, second] = [a.cells[index], b.cells[index]];
    if (!first || !second) return Number(!first) - Number(!second);
    if (first.value !== undefined && second.value !== undefined) return turn * (first.value - second.value);
    return turn * first.text.localeCompare(second.text, 'en', { numeric: true });
  });
  return { ...shown, rows };
}
