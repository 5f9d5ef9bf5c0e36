import { NumberReader } from './segment-nodes.ts';

/**
 * Where a word or phrase stands: rows in rising order, and of each the places, which are a field and the number of
 * the word in it in one number.
 */
export interface Occurrences {
  readonly rows: Int32Array;
  /** The places of row `i` stand in `places` from `starts[i]` to before `starts[i + 1]`, in rising order. */
  readonly starts: Int32Array;
  readonly places: Int32Array;
}

/** A place is `field << fieldShift` plus the number of the word in the field. */
export const fieldShift = 24;

const none: Occurrences = {
  rows: new Int32Array(0),
  starts: new Int32Array(1),
  places: new Int32Array(0),
};

/** FTS4 writes 0 at the end of a row, 1 before the number of a field, and a place as 2 plus the distance from the last. */
const endMark = 0;
const fieldMark = 1;
const placeOffset = 2;

/** Reads lists as "Doclist Format" in sqlite.org/fts3.html has them, each of later rows than the one before. */
export function readOccurrences(doclists: readonly Uint8Array[]): Occurrences {
  const bytes = doclists.reduce((sum, { length }) => sum + length, 0);
  if (bytes === 0) return none;
  // A row takes three bytes at least, and a place one.
  const rows = new Int32Array(bytes >> 1);
  const starts = new Int32Array((bytes >> 1) + 1);
  const places = new Int32Array(bytes);
  let row = -1;
  let place = 0;
  for (const doclist of doclists) {
    const reader = new NumberReader(doclist);
    for (let id = 0; !reader.ended; ) {
      id += reader.next();
      rows[++row] = id;
      starts[row] = place;
      let position = 0;
      for (let number = reader.next(); number !== endMark; number = reader.next()) {
        if (number === fieldMark) position = reader.next() << fieldShift;
        else {
          position += number - placeOffset;
          places[place++] = position;
        }
      }
    }
  }
  starts[++row] = place;
  return { rows: rows.slice(0, row), starts: starts.slice(0, row + 1), places: places.slice(0, place) };
}

/** In how many rows up to `last` a word stands, without reading the places. */
export function countRows(doclists: readonly Uint8Array[], last: number): number {
  let rows = 0;
  for (const doclist of doclists) {
    const reader = new NumberReader(doclist);
    for (let id = 0; !reader.ended; rows++) {
      id += reader.next();
      if (id > last) break;
      // No number but the end of a row is a byte of 0.
      while (doclist[reader.at] !== endMark) reader.at++;
      reader.at++;
    }
  }
  return rows;
}

/** Where any of several words stands. */
export function unite(all: readonly Occurrences[]): Occurrences {
  const [only = none] = all;
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
  const places = new Int32Array(ends.at(-1) ?? 0);
  const next = ends.slice();
  for (const { rows, starts, places: own } of all) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      for (let p = starts[i] as number; p < (starts[i + 1] as number); p++) {
        const at = next[row] as number;
        places[at] = own[p] as number;
        next[row] = at + 1;
      }
    }
  }
  return compacted(ends, places);
}

/** `ends[row]` is where the places of a row begin, most of them without any. */
function compacted(ends: Int32Array, places: Int32Array): Occurrences {
  const rows: number[] = [];
  const starts: number[] = [];
  for (let row = 0; row + 1 < ends.length; row++) {
    const [start, end] = [ends[row] as number, ends[row + 1] as number];
    if (start === end) continue;
    rows.push(row);
    starts.push(start);
    places.subarray(start, end).sort();
  }
  starts.push(places.length);
  return { rows: Int32Array.from(rows), starts: Int32Array.from(starts), places };
}

/** Where words stand next to each other in this order; the place is that of the last. */
export function inSequence(words: readonly Occurrences[]): Occurrences {
  const [first = none, ...rest] = words;
  return rest.reduce(followed, first);
}

function followed(before: Occurrences, after: Occurrences): Occurrences {
  const rows: number[] = [];
  const starts: number[] = [];
  const places: number[] = [];
  for (let a = 0, b = 0; a < before.rows.length && b < after.rows.length; ) {
    const [left, right] = [before.rows[a] as number, after.rows[b] as number];
    if (left < right) a++;
    else if (left > right) b++;
    else {
      const start = places.length;
      pushFollowing(before, a++, after, b++, places);
      if (places.length > start) {
        rows.push(left);
        starts.push(start);
      }
    }
  }
  starts.push(places.length);
  return { rows: Int32Array.from(rows), starts: Int32Array.from(starts), places: Int32Array.from(places) };
}

function pushFollowing(before: Occurrences, a: number, after: Occurrences, b: number, into: number[]): void {
  let p = before.starts[a] as number;
  const end = before.starts[a + 1] as number;
  for (let q = after.starts[b] as number; q < (after.starts[b + 1] as number); q++) {
    const place = after.places[q] as number;
    while (p < end && (before.places[p] as number) < place - 1) p++;
    if (p < end && before.places[p] === place - 1) into.push(place);
  }
}
