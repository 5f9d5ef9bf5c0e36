import type { Kind } from '../../kinds/kinds.ts';
import { compact } from '../../text/fold.ts';
import { KEY_LENGTH } from '../names.ts';
import { compareTexts, type Database } from '../sqlite.ts';
import { inParts, Parts, writeParts } from './parts.ts';

/** So many texts are one part. */
const PART = 64;
const KEYS = 'first keys';
const PLACES = 'places';

/** A text as it is looked up: its letters and digits, as many as count. */
export function keyOf(text: string): string {
  return compact(text).slice(0, KEY_LENGTH);
}

/**
 * One text of each record, in the order of their keys: what is like its neighbours compresses better, and the order
 * serves as the index by which records are found by the text or its beginning.
 */
export class SortedTexts {
  readonly #lines: Parts<readonly string[]>;
  readonly #firstKeys: Parts<readonly string[]>;
  readonly #placesStored: Parts<Uint32Array>;
  /** Places by row and rows by place, both counted from 0. */
  #places: Uint32Array = new Uint32Array(0);
  #rows = new Uint32Array(0);

  constructor(db: Database, kind: Kind, field: string) {
    const lines = (data: unknown) => String(data).split('\n');
    this.#lines = new Parts(db, kind, field, lines);
    this.#firstKeys = new Parts(db, kind, `${field} ${KEYS}`, lines);
    this.#placesStored = new Parts(db, kind, `${field} ${PLACES}`, (data) => numbersIn(data as Uint8Array));
  }

  /** Writes the texts of all records, in the order of their rows; none may hold a line break. */
  static write(db: Database, kind: Kind, field: string, texts: readonly string[]): void {
    const sorted = texts
      .map((text, row) => ({ text, row, key: keyOf(text) }))
      .sort((a, b) => compareTexts(a.key, b.key) || a.row - b.row);
    const parts = inParts(sorted, PART);
    const places = new Uint32Array(texts.length);
    for (const [place, { row }] of sorted.entries()) places[row] = place;
    writeParts(
      db,
      kind,
      field,
      parts.map((part) => part.map(({ text }) => text).join('\n')),
    );
    writeParts(db, kind, `${field} ${KEYS}`, [parts.map(([first]) => first?.key ?? '').join('\n')]);
    writeParts(db, kind, `${field} ${PLACES}`, [bytesOf(places)]);
  }

  get size(): number {
    this.#order();
    return this.#rows.length;
  }

  /** The text of a row, counted from 1. */
  at(row: number): string {
    this.#order();
    return this.#textAt(this.#places[row - 1] as number);
  }

  /** Rows, counted from 1, whose text has this key, which is cut like all. */
  withKey(key: string): number[] {
    const found: number[] = [];
    for (const [own, row] of this.from(key)) {
      if (own !== key) break;
      found.push(row);
    }
    return found;
  }

  /** Keys with their rows, counted from 1, from the first that does not come before this one on, by code point. */
  *from(key: string): Iterable<readonly [string, number]> {
    this.#order();
    for (let place = this.#firstFrom(key); place < this.#rows.length; place++) {
      const own = keyOf(this.#textAt(place));
      // Of signs alone there is none.
      if (own !== '') yield [own, (this.#rows[place] as number) + 1];
    }
  }

  #firstFrom(key: string): number {
    const heads = this.#firstKeys.part(0);
    const part = firstWhere(0, heads.length, (at) => compareTexts(heads[at] as string, key) >= 0);
    const end = Math.min(part * PART, this.#rows.length);
    const isFrom = (place: number) => compareTexts(keyOf(this.#textAt(place)), key) >= 0;
    return part === 0 ? 0 : firstWhere((part - 1) * PART, end, isFrom);
  }

  #textAt(place: number): string {
    return this.#lines.part(Math.floor(place / PART))[place % PART] as string;
  }

  #order(): void {
    if (this.#places.length > 0) return;
    this.#places = this.#placesStored.part(0);
    this.#rows = new Uint32Array(this.#places.length);
    for (let row = 0; row < this.#places.length; row++) this.#rows[this.#places[row] as number] = row;
  }
}

/** The first number of a range for which the test holds, from which on it holds for all; the end if for none. */
function firstWhere(from: number, end: number, holds: (at: number) => boolean): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Two bytes a number where they suffice. */
function bytesOf(numbers: Uint32Array): Uint8Array {
  const packed = numbers.length > 0x10000 ? numbers : Uint16Array.from(numbers);
  const width = new Uint8Array([packed.BYTES_PER_ELEMENT, 0, 0, 0]);
  const bytes = new Uint8Array(width.length + packed.byteLength);
  bytes.set(width);
  bytes.set(new Uint8Array(packed.buffer), width.length);
  return bytes;
}

function numbersIn(bytes: Uint8Array): Uint32Array {
  const own = bytes.slice(4);
  return bytes[0] === 2 ? Uint32Array.from(new Uint16Array(own.buffer)) : new Uint32Array(own.buffer);
}
