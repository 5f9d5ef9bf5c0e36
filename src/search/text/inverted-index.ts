import { all, type Database, oneOf, type Statement } from '../sqlite.ts';
import {
  beginsWith,
  compareBytes,
  doclistIn,
  type Entry,
  type InnerNode,
  isLeaf,
  readInnerNode,
  readLeaf,
} from './segment-nodes.ts';

interface Segment {
  readonly root: Uint8Array;
  /** The number of its last leaf; 0 if the root is its only leaf. */
  readonly lastLeaf: number;
}

/** Leaves kept, in bytes: the words of one question are looked up more than once. */
const leafBytesKept = 512 * 1024;
/** Inner nodes kept; one stands for some hundred leaves, so that these reach beyond any dataset. */
const innerNodesKept = 500;

const encoder = new TextEncoder();

/**
 * The words of an FTS4 index, read off the tables in which FTS4 keeps them. FTS4 itself hands its matches out a
 * row at a time, which costs a hundred times as much as reading the list of a word.
 */
export class InvertedIndex {
  private readonly db: Database;
  private readonly table: string;
  private readonly inner = new Map<Uint8Array | number, InnerNode>();
  private readonly leaves = new Map<number, Uint8Array>();
  private leafBytes = 0;
  private readBlock: Statement | undefined;
  private known: readonly Segment[] | undefined;

  /** `table` is the FTS4 table. */
  constructor(db: Database, table: string) {
    this.db = db;
    this.table = table;
  }

  /** The lists of where a word stands, one a segment that has it, those of older rows first. */
  doclists(word: string): Uint8Array[] {
    const wanted = encoder.encode(word);
    const lists: Uint8Array[] = [];
    for (const segment of this.segments) {
      const { node } = this.leafOf(segment, wanted);
      const doclist = doclistIn(node, wanted);
      if (doclist !== undefined) lists.push(doclist);
    }
    return lists;
  }

  /** The lists of every word that begins so. */
  doclistsOfPrefix(prefix: string): Uint8Array[] {
    return [...this.entriesOf(prefix)].map(({ doclist }) => doclist);
  }

  hasPrefix(prefix: string): boolean {
    return !this.entriesOf(prefix).next().done;
  }

  /** To be called when rows were added. */
  forget(): void {
    this.known = undefined;
    this.inner.clear();
    this.leaves.clear();
    this.leafBytes = 0;
  }

  private *entriesOf(prefix: string): Generator<Entry, void> {
    const wanted = encoder.encode(prefix);
    for (const segment of this.segments) {
      for (const entry of this.entriesFrom(segment, wanted)) {
        if (!beginsWith(entry.word, wanted)) break;
        yield entry;
      }
    }
  }

  private *entriesFrom(segment: Segment, first: Uint8Array): Generator<Entry, void> {
    let { node, id } = this.leafOf(segment, first);
    yield* readLeaf(node, first);
    while (id < segment.lastLeaf) {
      id += 1;
      node = this.block(id);
      yield* readLeaf(node, first);
    }
  }

  /** The one leaf in which a word stands, if the segment has it; the leaves behind it have the numbers that follow. */
  private leafOf(segment: Segment, word: Uint8Array): { node: Uint8Array; id: number } {
    let node = segment.root;
    let id = 0;
    while (!isLeaf(node)) {
      id = childFor(this.innerNode(id === 0 ? node : id, node), word);
      node = this.block(id);
    }
    return { node, id };
  }

  private innerNode(key: Uint8Array | number, node: Uint8Array): InnerNode {
    const known = this.inner.get(key);
    if (known !== undefined) return known;
    const read = readInnerNode(node);
    if (this.inner.size < innerNodesKept) this.inner.set(key, read);
    return read;
  }

  private block(id: number): Uint8Array {
    const known = this.leaves.get(id);
    if (known !== undefined) return known;
    const block = this.read(id);
    this.leafBytes += block.length;
    if (this.leafBytes > leafBytesKept) {
      this.leaves.clear();
      this.leafBytes = block.length;
    }
    this.leaves.set(id, block);
    return block;
  }

  private read(id: number): Uint8Array {
    this.readBlock ??= this.db.prepare(`SELECT block FROM "${this.table}_segments" WHERE blockid = ?`);
    const block = oneOf(this.readBlock, [id])?.block;
    if (!(block instanceof Uint8Array)) throw new Error(`${this.table} has no block ${id}`);
    return block;
  }

  /** A snapshot has one segment; each row that was added since has brought another, until SQLite joins them. */
  private get segments(): readonly Segment[] {
    this.known ??= all(
      this.db,
      `SELECT root, leaves_end_block FROM "${this.table}_segdir" ORDER BY level DESC, idx`,
    ).map(({ root, leaves_end_block }) => ({
      root: root as Uint8Array,
      lastLeaf: leaves_end_block as number,
    }));
    return this.known;
  }
}

/** By halving: the separators are sorted. */
function childFor({ firstChild, separators }: InnerNode, word: Uint8Array): number {
  let [low, high] = [0, separators.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareBytes(separators[middle] as Uint8Array, word) <= 0) low = middle + 1;
    else high = middle;
  }
  return firstChild + low;
}
