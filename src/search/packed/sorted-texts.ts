import type { Kind } from '../../kinds/kinds.ts';
import { compact } from '../../text/fold.ts';
import { KEY_LENGTH } from '../names.ts';
import { compareTexts, type Database } from '../sqlite.ts';
import { inParts, Parts, writeParts } from './parts.ts';

/** So many texts are one part, some 3,000 bytes. */
const PART = 40;
const KEYS = 'first_keys';
const PLACES = 'places';
const PLACES_PART = 2000;

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
  /** Places by row, both counted from 0. */
  readonly #places: Parts<Uint16Array | Uint32Array>;
  /** The same the other way around, once a row is looked for. */
  #rows: Uint32Array | undefined;
  readonly size: number;

  /** `size` is the number of texts. */
  constructor(db: Database, kind: Kind, field: string, size: number) {
    this.size = size;
    const lines = (data: unknown) => String(data).split('\n');
    this.#lines = new Parts(db, kind, field, lines);
    this.#firstKeys = new Parts(db, kind, `${field}_${KEYS}`, lines);
    this.#places = new Parts(db, kind, `${field}_${PLACES}`, (data) => numbersIn(data as Uint8Array, size));
  }

  /** Writes the texts of all records, in the order of their rows; none may hold a line break. */
  static write(db: Database, kind: Kind, field: string, texts: readonly string[]): void {
    const sorted = texts
      .map((text, row) => ({ text, row, key: keyOf(text) }))
      .sort((a, b) => compareTexts(a.key, b.key) || a.row - b.row);
    const parts = inParts(sorted, PART);
    const places = new Array<number>(texts.length);
    for (const [place, { row }] of sorted.entries()) places[row] = place;
    writeParts(
      db,
      kind,
      field,
      parts.map((part) => part.map(({ text }) => text).join('\n')),
    );
    writeParts(db, kind, `${field}_${KEYS}`, [parts.map(([first]) => first?.key ?? '').join('\n')]);
    const packed = inParts(places, PLACES_PART).map((part) => bytesOf(part, texts.length));
    writeParts(db, kind, `${field}_${PLACES}`, packed);
  }

  /** The text of a row, counted from 1. */
  at(row: number): string {
    return this.#textAt(this.#placeOf(row - 1));
  }

  /** Rows, counted from 1, whose text has this key, which is cut like all. */
  withKey(key: string): number[] {
    const found: number[] = [];
    for (let place = this.#firstFrom(key); place < this.size; place++) {
      if (keyOf(this.#textAt(place)) !== key) break;
      found.push(this.rowAt(place));
    }
    return found;
  }

  /** Keys with their rows, counted from 1, from the first that does not come before this one on, by code point. */
  *from(key: string): Iterable<readonly [string, number]> {
    for (const [text, place] of this.textsFrom(key)) {
      const own = keyOf(text);
      // Of signs alone there is none.
      if (own !== '') yield [own, this.rowAt(place)];
    }
  }

  /** The texts themselves, each with its place among all, counted from 0. */
  *textsFrom(key: string): Iterable<readonly [string, number]> {
    for (let place = this.#firstFrom(key); place < this.size; place++) yield [this.#textAt(place), place];
  }

  #firstFrom(key: string): number {
    const heads = this.#firstKeys.part(0);
    const part = firstWhere(0, heads.length, (at) => compareTexts(heads[at] as string, key) >= 0);
    const end = Math.min(part * PART, this.size);
    const isFrom = (place: number) => compareTexts(keyOf(this.#textAt(place)), key) >= 0;
    return part === 0 ? 0 : firstWhere((part - 1) * PART, end, isFrom);
  }

  #textAt(place: number): string {
    return this.#lines.part(Math.floor(place / PART))[place % PART] as string;
  }

  #placeOf(index: number): number {
    return this.#places.part(Math.floor(index / PLACES_PART))[index % PLACES_PART] as number;
  }

  /** The row, counted from 1, of the text in a place. The first call reads the places of all. */
  rowAt(place: number): number {
    if (this.#rows === undefined) {
      this.#rows = new Uint32Array(this.size);
      for (let index = 0; index < this.size; index++) this.#rows[this.#placeOf(index)] = index + 1;
    }
    return this.#rows[place] as number;
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

/** Two bytes a number where they suffice for all. */
function bytesOf(numbers: readonly number[], size: number): Uint8Array {
  const packed = size > 0x10000 ? Uint32Array.from(numbers) : Uint16Array.from(numbers);
  return new Uint8Array(packed.buffer);
}

function numbersIn(bytes: Uint8Array, size: number): Uint16Array | Uint32Array {
  const { buffer } = bytes.slice();
  return size > 0x10000 ? new Uint32Array(buffer) : new Uint16Array(buffer);
}
