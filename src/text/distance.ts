/** Longer texts allocate their own rows. */
const SCRATCH_LENGTH = 256;
const scratch = [0, 1, 2].map(() => new Uint16Array(SCRATCH_LENGTH));
/** More than any distance that is asked for; one more still fits the rows. */
const FAR = 0xfff0;

/**
 * Damerau-Levenshtein distance (optimal string alignment) between two texts: the number of insertions, deletions,
 * substitutions and transpositions of neighbours. Beyond `bound` it stops and returns any larger number.
 */
export function editDistance(a: string, b: string, bound = Math.max(a.length, b.length)): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1;
  let [beforeLast, last, current] = rowsFor(b.length + 2);
  for (let column = 0; column <= b.length + 1; column++) last[column] = column;
  let leastOfLast = 0;
  for (let row = 1; row <= a.length; row++) {
    const least = fillRow(a, b, row, bound, { beforeLast, last, current });
    // A swap reaches back two rows.
    if (least > bound && leastOfLast > bound) return bound + 1;
    leastOfLast = least;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[b.length] ?? 0;
}

interface Rows {
  readonly beforeLast: Uint16Array;
  readonly last: Uint16Array;
  readonly current: Uint16Array;
}

/** Fills the cells that can be at most `bound`, a band around the diagonal, and returns their minimum. */
function fillRow(a: string, b: string, row: number, bound: number, rows: Rows): number {
  const { beforeLast, last, current } = rows;
  const from = Math.max(1, row - bound);
  const to = Math.min(b.length, row + bound);
  current[from - 1] = from === 1 ? row : FAR;
  let least = current[from - 1] as number;
  const letter = a.charCodeAt(row - 1);
  const letterBefore = a.charCodeAt(row - 2);
  for (let column = from; column <= to; column++) {
    const other = b.charCodeAt(column - 1);
    let best = (last[column - 1] as number) + (letter === other ? 0 : 1);
    best = Math.min(best, (last[column] as number) + 1, (current[column - 1] as number) + 1);
    if (row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && letterBefore === other) {
      best = Math.min(best, (beforeLast[column - 2] as number) + 1);
    }
    current[column] = best;
    if (best < least) least = best;
  }
  current[to + 1] = FAR;
  return least;
}

function rowsFor(length: number): [Uint16Array, Uint16Array, Uint16Array] {
  const rows = length <= SCRATCH_LENGTH ? scratch : [0, 1, 2].map(() => new Uint16Array(length));
  return rows as [Uint16Array, Uint16Array, Uint16Array];
}
