import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { isSea } from 'node:sea';
import { promisify } from 'node:util';
import { readWhole } from './read-whole.ts';

/** So much is read at a time: what a question needs next lies partly beside what it has just read, and partly anywhere. */
const CHUNK_BYTES = 16 * 1024;

const readAside = promisify(read);

/**
 * The bytes of a file, each chunk of which is read when it is first asked for; until then it costs no memory. Only
 * `subarray` and `set` look: nothing else may be used to read them; the first chunk, with a header, is there. What is set stays in memory, the file as it is.
 * Throws an Error where the file has been written to since it was opened; one that was replaced by another stays what it was.
 */
export class LazyFile extends Uint8Array<ArrayBuffer> {
  readonly #path: string;
  readonly #file: number;
  readonly #state: string;
  readonly #isRead: Uint8Array;
  #isOpen = true;

  private constructor(path: string, file: number, size: number) {
    super(new ArrayBuffer(size));
    this.#path = path;
    this.#file = file;
    this.#state = stateOf(file);
    this.#isRead = new Uint8Array(Math.ceil(size / CHUNK_BYTES));
  }

  static get [Symbol.species](): Uint8ArrayConstructor {
    return Uint8Array;
  }

  /** Opens a file. Throws an error with Node's `code`. */
  static open(path: string): LazyFile {
    const file = openSync(path, 'r');
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
    return this.#isRead.reduce((sum, one) => sum + one, 0) * CHUNK_BYTES;
  }

  /** Closes the file; what has not been read cannot be any more. */
  close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  #read(start: number, end: number): void {
    const last = Math.min(end, this.length) - 1;
    for (let chunk = Math.floor(start / CHUNK_BYTES); chunk * CHUNK_BYTES <= last; chunk++) {
      if (this.#isRead[chunk] === 0) this.#readChunk(chunk);
    }
  }

  #readChunk(chunk: number): void {
    if (stateOf(this.#file) !== this.#state) throw changed(this.#path);
    const from = chunk * CHUNK_BYTES;
    const wanted = Math.min(CHUNK_BYTES, this.length - from);
    const into = new Uint8Array(this.buffer, from, wanted);
    for (let filled = 0; filled < wanted; ) {
      const read = readSync(this.#file, into, filled, wanted - filled, from + filled);
      if (read === 0) throw changed(this.#path);
      filled += read;
    }
    this.#isRead[chunk] = 1;
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
