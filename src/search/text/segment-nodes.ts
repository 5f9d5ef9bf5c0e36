/**
 * Nodes of the B-trees in which SQLite's FTS4 keeps the words of an index, as "Segment B-Tree Format" in
 * sqlite.org/fts3.html has them: words in the order of their bytes, each but the first written as what differs
 * from the one before.
 */

/** Reads FTS4's numbers: seven bits a byte, the lowest first; at most 31 bits are ever met here. */
export class NumberReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  next(): number {
    const { bytes } = this;
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[this.at++] as number;
      value |= (byte & 0x7f) << shift;
      if (!(byte & 0x80)) return value;
    }
  }

  get ended(): boolean {
    return this.at >= this.bytes.length;
  }
}

/** A node that points to others: child `firstChild + i` has the words from separator `i - 1` on. */
export interface InnerNode {
  readonly firstChild: number;
  readonly separators: readonly Uint8Array[];
}

/** The height of a node is its first number: 0 for a leaf. */
export function isLeaf(node: Uint8Array): boolean {
  return node[0] === 0;
}

export function readInnerNode(node: Uint8Array): InnerNode {
  const reader = new NumberReader(node, 1);
  const firstChild = reader.next();
  const separators: Uint8Array[] = [];
  while (!reader.ended) separators.push(readWord(reader, separators.at(-1)));
  return { firstChild, separators };
}

/** A word with the list of where it stands. */
export interface Entry {
  readonly word: Uint8Array;
  readonly doclist: Uint8Array;
}

/** Longer words than this get a buffer of their own. */
let buffer = new Uint8Array(256);

/** The list of one word of a leaf, or nothing if it is not in it. */
export function doclistIn(node: Uint8Array, wanted: Uint8Array): Uint8Array | undefined {
  const reader = new NumberReader(node, 1);
  for (let isFirst = true; !reader.ended; isFirst = false) {
    const shared = isFirst ? 0 : reader.next();
    const length = reader.next();
    if (shared + length > buffer.length) buffer = grown(buffer, shared + length);
    for (let i = 0; i < length; i++) buffer[shared + i] = node[reader.at++] as number;
    const size = reader.next();
    const order = compareStart(buffer, shared + length, wanted);
    if (order === 0) return node.subarray(reader.at, reader.at + size);
    if (order > 0) return undefined;
    reader.at += size;
  }
  return undefined;
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(2 * length);
  longer.set(bytes);
  return longer;
}

/** The entries of a leaf from `first` on. */
export function* readLeaf(node: Uint8Array, first: Uint8Array): Iterable<Entry> {
  const reader = new NumberReader(node, 1);
  let word: Uint8Array | undefined;
  while (!reader.ended) {
    word = readWord(reader, word);
    const length = reader.next();
    const start = reader.at;
    reader.at += length;
    if (compareBytes(word, first) >= 0) yield { word, doclist: node.subarray(start, start + length) };
  }
}

function readWord(reader: NumberReader, before: Uint8Array | undefined): Uint8Array {
  const shared = before === undefined ? 0 : reader.next();
  const length = reader.next();
  const word = new Uint8Array(shared + length);
  if (before !== undefined) word.set(before.subarray(0, shared));
  word.set(reader.bytes.subarray(reader.at, reader.at + length), shared);
  reader.at += length;
  return word;
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return compareStart(a, a.length, b);
}

/** Compares the first bytes of `a` with all of `b`. */
function compareStart(a: Uint8Array, lengthOfA: number, b: Uint8Array): number {
  const length = Math.min(lengthOfA, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return lengthOfA - b.length;
}

export function beginsWith(word: Uint8Array, prefix: Uint8Array): boolean {
  return word.length >= prefix.length && compareBytes(word.subarray(0, prefix.length), prefix) === 0;
}
