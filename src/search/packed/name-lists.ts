import type { Kind } from '../../kinds/kinds.ts';
import { decodeNumbers, encodeNumbers } from '../postings.ts';
import type { Database, SqlValue } from '../sqlite.ts';
import { inParts, Parts, writeParts } from './parts.ts';

/** So many lists are one part, and so many names. */
const LISTS = 512;
const NAMES = 512;
const NAME_TEXTS = 'names';
/** In place of a number: the first list with the next name that has not been seen yet. */
const NEXT = 0;
const LINE_BREAK = 10;

/**
 * Lists of names, where many names stand in several lists: each name is stored once, in the order in which they come
 * first, so that those of one list mostly lie side by side.
 */
export class NameLists {
  readonly #lists: Parts<Lists>;
  readonly #names: Parts<Lines>;

  constructor(db: Database, kind: Kind, field: string) {
    this.#lists = new Parts(db, kind, field, (data) => readLists(data as Uint8Array));
    this.#names = new Parts(db, kind, `${field} ${NAME_TEXTS}`, readLines);
  }

  /** Writes the lists of all records, in the order of their rows; no name may hold a line break. */
  static write(db: Database, kind: Kind, field: string, lists: readonly (readonly string[])[]): void {
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
    const names = inParts([...numbers.keys()], NAMES);
    writeParts(
      db,
      kind,
      `${field} ${NAME_TEXTS}`,
      names.map((part) => new TextEncoder().encode(part.join('\n'))),
    );
  }

  /** The list of a row, counted from 1. */
  at(row: number): string[] {
    return Array.from(this.numbersAt(row), (number) => this.name(number));
  }

  /** The same as numbers of names. */
  numbersAt(row: number): Uint32Array {
    const { numbers, starts } = this.#lists.part(Math.floor((row - 1) / LISTS));
    const at = (row - 1) % LISTS;
    return numbers.subarray(starts[at], starts[at + 1]);
  }

  name(number: number): string {
    const { bytes, starts } = this.#names.part(Math.floor(number / NAMES));
    const at = number % NAMES;
    return bytes.toString('utf8', starts[at], (starts[at + 1] as number) - 1);
  }
}

interface Lists {
  readonly numbers: Uint32Array;
  /** List `i` is `numbers` from `starts[i]` up to, excluding, `starts[i + 1]`. */
  readonly starts: Uint16Array | Uint32Array;
}

function readLists(data: Uint8Array): Lists {
  const stored = decodeNumbers(data);
  const numbers = new Uint32Array(stored.length);
  const starts = new Uint32Array(LISTS + 1);
  let [next = 0] = stored;
  let count = 0;
  let list = 0;
  for (let at = 1; at < stored.length; list++) {
    const end = at + 1 + (stored[at] as number);
    for (at += 1; at < end; at++) {
      const number = stored[at] as number;
      numbers[count++] = number === NEXT ? next++ : number - 1;
    }
    starts[list + 1] = count;
  }
  return { numbers: numbers.subarray(0, count), starts: starts.subarray(0, list + 1) };
}

interface Lines {
  readonly bytes: Buffer;
  /** Where each line begins, and behind the last where another would. */
  readonly starts: Uint32Array;
}

function readLines(data: SqlValue): Lines {
  const { buffer, byteOffset, byteLength } = data as Uint8Array;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const starts = new Uint32Array(NAMES + 1);
  let count = 1;
  for (let at = 0; at < byteLength; at++) if (bytes[at] === LINE_BREAK) starts[count++] = at + 1;
  starts[count] = byteLength + 1;
  return { bytes, starts: starts.subarray(0, count + 1) };
}
