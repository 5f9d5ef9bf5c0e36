import { closeSync, fstatSync, read, readSync } from 'node:fs';
import { isSea } from 'node:sea';
import { promisify } from 'node:util';
import { readWhole } from './read-whole.ts';
import { openRegularNow } from './regular-file.ts';

/** The unit in which it is known what has been read: a page of a database. */
const PAGE_BYTES = 4096;
/** Pages anywhere are read one by one, those behind one another twice as many at a time as before, up to so many. */
const MOST_PAGES = 16;

const readAside = promisify(read);

/**
 * The bytes of a file, each page of which is read when it is first asked for; until then it costs no memory. Only
 * `subarray` and `set` look: nothing else may be used to read them; the first page, with a header, is there. What is set stays in memory, the file as it is.
 * Throws an Error where the file has been written to since it was opened; one that was replaced by another stays what it was.
 */
export class LazyFile extends Uint8Array<ArrayBuffer> {
  readonly #path: string;
  readonly #file: number;
  readonly #state: string;
  readonly #isRead: Uint8Array;
  /** How many pages were read last, and the one behind them. */
  #run = 0;
  #behind = 0;
  #isOpen = true;

  private constructor(path: string, file: number, size: number) {
    super(new ArrayBuffer(size));
    this.#path = path;
    this.#file = file;
    this.#state = stateOf(file);
    this.#isRead = new Uint8Array(Math.ceil(size / PAGE_BYTES));
  }

  static get [Symbol.species](): Uint8ArrayConstructor {
    return Uint8Array;
  }

  /** Opens a file. Throws an error with Node's `code`. */
  static open(path: string): LazyFile {
    const file = openRegularNow(path);
    try {
      const opened = new LazyFile(path, file, fstatSync(file).size);
      opened.#read(0, 1);
      return opened;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  override subarray(start = 0, end = this.length): Uint8Array<ArrayBuffer> {
    this.#read(start, end);
    return super.subarray(start, end);
  }

  /** Itself: sql.js takes its bytes by a slice from their beginning to their end, and a copy would be all in memory. */
  override slice(): Uint8Array<ArrayBuffer> {
    return this;
  }

  override set(source: ArrayLike<number>, offset = 0): void {
    this.#read(offset, offset + source.length);
    super.set(source, offset);
  }

  /** All bytes, read now, and not kept here. Throws as `subarray` does. */
  async copy(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(this.length);
    for (let filled = 0; filled < bytes.length; ) {
      const { bytesRead } = await readAside(this.#file, bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) throw changed(this.#path);
      filled += bytesRead;
    }
    if (stateOf(this.#file) !== this.#state) throw changed(this.#path);
    return bytes;
  }

  /** How many bytes are in memory. */
  get held(): number {
    return this.#isRead.reduce((sum, one) => sum + one, 0) * PAGE_BYTES;
  }

  /** Closes the file; what has not been read cannot be any more. */
  close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  #read(start: number, end: number): void {
    const last = Math.min(end, this.length) - 1;
    for (let page = Math.floor(start / PAGE_BYTES); page * PAGE_BYTES <= last; page++) {
      if (this.#isRead[page] === 0) this.#readFrom(page, Math.ceil((last + 1) / PAGE_BYTES));
    }
  }

  /** Reads a page and some behind it that are not there yet: those before `wanted`, and as many as the last run foretells. */
  #readFrom(first: number, wanted: number): void {
    const ahead = first === this.#behind ? Math.min(2 * this.#run, MOST_PAGES) : 1;
    const most = Math.min(first + Math.max(ahead, Math.min(wanted - first, MOST_PAGES)), this.#isRead.length);
    let behind = first + 1;
    while (behind < most && this.#isRead[behind] === 0) behind++;
    this.#readPages(first, behind);
    [this.#run, this.#behind] = [behind - first, behind];
  }

  #readPages(first: number, behind: number): void {
    if (stateOf(this.#file) !== this.#state) throw changed(this.#path);
    const from = first * PAGE_BYTES;
    const wanted = Math.min(behind * PAGE_BYTES, this.length) - from;
    const into = new Uint8Array(this.buffer, from, wanted);
    for (let filled = 0; filled < wanted; ) {
      const read = readSync(this.#file, into, filled, wanted - filled, from + filled);
      if (read === 0) throw changed(this.#path);
      filled += read;
    }
    this.#isRead.fill(1, first, behind);
  }
}

/**
 * The bytes of a file that is only ever replaced, ready to be read: on demand, and all at once on Windows, where an open
 * file stands in the way of whoever replaces it, and in an executable, which holds its files in itself.
 */
export async function openWhole(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return process.platform === 'win32' || isSea() ? readWhole(path) : LazyFile.open(path);
}

/** Differs where a file was written to. */
function stateOf(file: number): string {
  const { size, mtimeMs } = fstatSync(file);
  return `${size} ${mtimeMs}`;
}

function changed(path: string): Error {
  return new Error(`${path} was written to while it was in use. Start the program again.`);
}
