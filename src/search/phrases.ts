import { noPostings, type Postings } from './postings.ts';

/** Where any of several words stands. */
export function unite(all: readonly Postings[]): Postings {
  const [only = noPostings] = all;
  if (all.length <= 1) return only;
  const last = Math.max(...all.map(({ rows }) => rows.at(-1) ?? 0));
  const ends = new Int32Array(last + 2);
  for (const { rows, starts } of all) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      ends[row + 1] = (ends[row + 1] as number) + (starts[i + 1] as number) - (starts[i] as number);
    }
  }
  for (let row = 1; row < ends.length; row++) ends[row] = (ends[row] as number) + (ends[row - 1] as number);
  const positions = new Int32Array(ends.at(-1) ?? 0);
  const next = ends.slice();
  for (const { rows, starts, positions: own } of all) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      for (let p = starts[i] as number; p < (starts[i + 1] as number); p++) {
        const at = next[row] as number;
        positions[at] = own[p] as number;
        next[row] = at + 1;
      }
    }
  }
  return compacted(ends, positions);
}

/** `ends[row]` is where the positions of a row begin, most of them without any. */
function compacted(ends: Int32Array, positions: Int32Array): Postings {
  const rows: number[] = [];
  const starts: number[] = [];
  for (let row = 0; row + 1 < ends.length; row++) {
    const [start, end] = [ends[row] as number, ends[row + 1] as number];
    if (start === end) continue;
    rows.push(row);
    starts.push(start);
    positions.subarray(start, end).sort();
  }
  starts.push(positions.length);
  return { rows: Int32Array.from(rows), starts: Int32Array.from(starts), positions };
}

/** Where words stand next to each other in this order; the position is that of the last. */
export function inSequence(words: readonly Postings[]): Postings {
  const [first = noPostings, ...rest] = words;
  return rest.reduce(followed, first);
}

function followed(before: Postings, after: Postings): Postings {
  const rows: number[] = [];
  const starts: number[] = [];
  const positions: number[] = [];
  for (let a = 0, b = 0; a < before.rows.length && b < after.rows.length; ) {
    const [left, right] = [before.rows[a] as number, after.rows[b] as number];
    if (left < right) a++;
    else if (left > right) b++;
    else {
      const start = positions.length;
      pushFollowing(before, a++, after, b++, positions);
      if (positions.length > start) {
        rows.push(left);
        starts.push(start);
      }
    }
  }
  starts.push(positions.length);
  return {
    rows: Int32Array.from(rows),
    starts: Int32Array.from(starts),
    positions: Int32Array.from(positions),
  };
}

function pushFollowing(before: Postings, a: number, after: Postings, b: number, into: number[]): void {
  let p = before.starts[a] as number;
  const end = before.starts[a + 1] as number;
  for (let q = after.starts[b] as number; q < (after.starts[b + 1] as number); q++) {
    const position = after.positions[q] as number;
    while (p < end && (before.positions[p] as number) < position - 1) p++;
    if (p < end && before.positions[p] === position - 1) into.push(position);
  }
}
