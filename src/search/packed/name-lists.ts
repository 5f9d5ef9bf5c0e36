import type { Kind } from '../../kinds/kinds.ts';
import { decodeNumbers, encodeNumbers } from '../postings.ts';
import type { Database, SqlValue } from '../sqlite.ts';
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
    this.#lists = new Parts(db, kind, field, (data) => readLists(data as Uint8Array));
    this.#names = new Parts(db, kind, `${field}_${NAME_TEXTS}`, readLines);
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
    const { numbers, starts } = this.#lists.part(Math.floor((row - 1) / LISTS));
    const at = (row - 1) % LISTS;
    const own = numbers.subarray(starts[at], starts[at + 1]);
    const names = Array.from(own.subarray(0, most), (number) => this.name(number));
    names.length = own.length;
    return names;
  }

  /** True if a row's list has a name that passes; of each name it is kept in `known` whether it does. */
  hasSome(row: number, known: Uint8Array, passes: (name: string) => boolean): boolean {
    const { numbers, starts } = this.#lists.part(Math.floor((row - 1) / LISTS));
    const at = (row - 1) % LISTS;
    for (let i = starts[at] as number; i < (starts[at + 1] as number); i++) {
      const number = numbers[i] as number;
      if (known[number] === UNKNOWN) known[number] = passes(this.name(number)) ? PASSES : FAILS;
      if (known[number] === PASSES) return true;
    }
    return false;
  }

  name(number: number): string {
    const { text, starts } = this.#names.part(Math.floor(number / NAMES));
    const at = number % NAMES;
    return text.slice(starts[at], (starts[at + 1] as number) - 1);
  }
}

interface Lists {
  readonly numbers: Uint32Array;
  /** List `i` is `numbers` from `starts[i]` up to, excluding, `starts[i + 1]`. */
  readonly starts: Uint32Array;
}

function readLists(data: Uint8Array): Lists {
  const stored = decodeNumbers(data);
  const starts = new Uint32Array(LISTS + 1);
  let [next = 0] = stored;
  let count = 0;
  // Read where they are written to: before each list stands its length.
  for (let at = 1, list = 1; at < stored.length; list++) {
    const end = at + 1 + (stored[at] as number);
    for (at += 1; at < end; at++) {
      const number = stored[at] as number;
      stored[count++] = number === NEXT ? next++ : number - 1;
    }
    starts[list] = count;
  }
  return { numbers: stored.subarray(0, count), starts };
}

interface Lines {
  readonly text: string;
  /** Where each line begins, and behind the last where another would. */
  readonly starts: Uint32Array;
}

function readLines(data: SqlValue): Lines {
  const { buffer, byteOffset, byteLength } = data as Uint8Array;
  // Decoded at once: a list of authors tests thousands of names, and to decode each by itself takes as long as the test.
  const text = Buffer.from(buffer, byteOffset, byteLength).toString();
  const starts = new Uint32Array(NAMES + 1);
  let count = 1;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === LINE_BREAK) starts[count++] = at + 1;
  starts[count] = text.length + 1;
  return { text, starts };
}
