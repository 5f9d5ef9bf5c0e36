import type { Kind } from '../../kinds/kinds.ts';
import type { Database, SqlValue } from '../sqlite.ts';
import { encodeNumbers } from '../variable-bytes.ts';
import { inParts, Parts, writeParts } from './parts.ts';

/** So many lists are one part, and so many names: some 3,000 bytes each. */
const LISTS = 256;
const NAMES = 256;
const NAME_TEXTS = 'names';
/** In place of a number: the next name, which stands in no list before. */
const NEXT = 0;
const LINE_BREAK = 10;

/** What is known of a name: nothing at first. */
const UNKNOWN = 0;
const PASSES = 1;
const FAILS = 2;

/**
 * Lists of names, where many names stand in several lists: each name is stored once, in the order in which they come
 * first, so that those of one list mostly lie side by side.
 */
export class NameLists {
  readonly #lists: Parts<Lists>;
  readonly #names: Parts<Lines>;

  /** How many names there are. */
  readonly size: number;

  constructor(db: Database, kind: Kind, field: string, size: number) {
    this.size = size;
    this.#lists = new Parts(db, kind, field, (data) => new Lists(data as Uint8Array));
    this.#names = new Parts(db, kind, `${field}_${NAME_TEXTS}`, (data) => new Lines(data));
  }

  /** Writes the lists of all records, in the order of their rows; no name may hold a line break. Gives their number. */
  static write(db: Database, kind: Kind, field: string, lists: readonly (readonly string[])[]): number {
    const numbers = new Map<string, number>();
    const parts = inParts(lists, LISTS).map((part) => {
      const written = [numbers.size];
      for (const list of part) {
        written.push(list.length);
        for (const name of list) {
          const known = numbers.get(name);
          written.push(known === undefined ? NEXT : known + 1);
          if (known === undefined) numbers.set(name, numbers.size);
        }
      }
      return encodeNumbers(written);
    });
    writeParts(db, kind, field, parts);
    const names = inParts([...numbers.keys()], NAMES).map((part) =>
      new TextEncoder().encode(part.join('\n')),
    );
    writeParts(db, kind, `${field}_${NAME_TEXTS}`, names);
    return numbers.size;
  }

  /** The list of a row, counted from 1. Of a longer one only the first `most` names are read: the others are absent. */
  at(row: number, most = Number.POSITIVE_INFINITY): string[] {
    const list = (row - 1) % LISTS;
    const { numbers, starts } = this.#lists.part(Math.floor((row - 1) / LISTS)).readTo(list);
    const own = numbers.subarray(starts[list], starts[list + 1]);
    const names = Array.from(own.subarray(0, most), (number) => this.name(number));
    names.length = own.length;
    return names;
  }

  /** True if a row's list has a name that passes; of each name it is kept in `known` whether it does. */
  hasSome(row: number, known: Uint8Array, passes: (name: string) => boolean): boolean {
    const list = (row - 1) % LISTS;
    const { numbers, starts } = this.#lists.part(Math.floor((row - 1) / LISTS)).readTo(list);
    for (let i = starts[list] as number; i < (starts[list + 1] as number); i++) {
      const number = numbers[i] as number;
      if (known[number] === UNKNOWN) known[number] = passes(this.name(number)) ? PASSES : FAILS;
      if (known[number] === PASSES) return true;
    }
    return false;
  }

  name(number: number): string {
    const line = number % NAMES;
    const { text, starts } = this.#names.part(Math.floor(number / NAMES)).readTo(line);
    return text.slice(starts[line], (starts[line + 1] as number) - 1);
  }
}

/** The lists of some rows, decoded as far as they were asked for: a record needs one of them. */
class Lists {
  readonly #bytes: Uint8Array;
  /** The byte with which the first list begins that is not decoded, and its number. */
  #at = 0;
  #decoded = 0;
  /** The number of the next name that stands in no list before. */
  #next = 0;
  readonly numbers: Uint32Array;
  /** List `i` is `numbers` from `starts[i]` up to, excluding, `starts[i + 1]`. */
  readonly starts = new Uint32Array(LISTS + 1);

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    // A number takes a byte or more.
    this.numbers = new Uint32Array(bytes.length);
    this.#decode(0, 1);
    this.#next = this.numbers[0] as number;
  }

  /** Itself, with the lists up to this one. */
  readTo(list: number): this {
    for (; this.#decoded <= list; this.#decoded++) {
      const from = this.starts[this.#decoded] as number;
      this.#decode(from, 1);
      const end = from + (this.numbers[from] as number);
      this.#decode(from, end - from);
      for (let i = from; i < end; i++) {
        const number = this.numbers[i] as number;
        this.numbers[i] = number === NEXT ? this.#next++ : number - 1;
      }
      this.starts[this.#decoded + 1] = end;
    }
    return this;
  }

  /** Decodes the next so many numbers to a place. */
  #decode(from: number, count: number): void {
    const [bytes, numbers] = [this.#bytes, this.numbers];
    let at = this.#at;
    for (let i = from; i < from + count; i++) {
      let number = 0;
      let shift = 0;
      for (; (bytes[at] as number) > 0x7f; shift += 7) number |= ((bytes[at++] as number) & 0x7f) << shift;
      numbers[i] = number | ((bytes[at++] as number) << shift);
    }
    this.#at = at;
  }
}

/** Lines of a text, looked for as far as they were asked for. */
class Lines {
  readonly text: string;
  /** Where each line begins, and behind the last where another would. */
  readonly starts = new Uint32Array(NAMES + 1);
  #found = 0;

  constructor(data: SqlValue) {
    const { buffer, byteOffset, byteLength } = data as Uint8Array;
    // Decoded at once: a list of authors tests thousands of names, and to decode each by itself takes as long as the test.
    this.text = Buffer.from(buffer, byteOffset, byteLength).toString();
  }

  /** Itself, with the lines up to this one. */
  readTo(line: number): this {
    const { text, starts } = this;
    for (; this.#found <= line; this.#found++) {
      let end = starts[this.#found] as number;
      while (end < text.length && text.charCodeAt(end) !== LINE_BREAK) end++;
      starts[this.#found + 1] = end + 1;
    }
    return this;
  }
}
