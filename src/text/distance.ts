/**
 * Damerau-Levenshtein distance (optimal string alignment) between two texts: how many letters must be put in,
 * taken out, changed or swapped with their neighbour.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      current.push(cheapest(a, b, row, column, { current, last, beforeLast }));
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

interface Rows {
  readonly current: readonly number[];
  readonly last: readonly number[];
  readonly beforeLast: readonly number[];
}

function cheapest(a: string, b: string, row: number, column: number, rows: Rows): number {
  const same = a[row - 1] === b[column - 1];
  const changed = at(rows.last, column - 1) + (same ? 0 : 1);
  const best = Math.min(changed, at(rows.last, column) + 1, at(rows.current, column - 1) + 1);
  const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
  return swapped ? Math.min(best, at(rows.beforeLast, column - 2) + 1) : best;
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
