const NEWLINE = 0x0a;

/** A line of input, or what is wrong with one. */
export type Line = string | { readonly fault: 'too long' | 'not UTF-8' };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Cuts a stream of bytes into lines. Bytes past the limit of a line are dropped, up to its end. */
export class LineSplitter {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes further bytes and returns the lines that they complete, without empty ones. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines.filter((line) => line !== '');
  }

  /** Returns the line that the end of the input left without a newline. */
  end(): Line[] {
    const line = this.#take();
    return line === '' ? [] : [line];
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size <= this.#limit) this.#parts.push(part);
    else this.#parts = [];
  }

  #take(): Line {
    const line: Line = this.#size > this.#limit ? { fault: 'too long' } : decode(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#size = 0;
    return line;
  }
}

function decode(bytes: Buffer): Line {
  try {
    return utf8.decode(bytes).trim();
  } catch {
    return { fault: 'not UTF-8' };
  }
}
