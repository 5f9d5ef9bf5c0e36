import { dirname } from 'node:path';
import type { FileRange, FileStat } from '../../src/lib/file-system.ts';
import type { Random } from '../harness/random.ts';

/** What was written or cut since the last flush: a loss of power keeps any of it, in any order, torn at any byte. */
type Change =
  | { readonly at: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly truncatedTo: number };

const nothing = new Uint8Array(0);

class Inode {
  readonly ino: number;
  readonly isDirectory: boolean;
  mode: number;
  mtimeMs: number;
  /** These bytes and the durable ones are replaced and never changed, so that both can be the same. */
  content: Uint8Array<ArrayBuffer> = nothing;
  /** What the last flush that succeeded has put on the medium. */
  durable: Uint8Array<ArrayBuffer> = nothing;
  unflushed: Change[] = [];
  /** What `content` shows cannot all reach the medium any more: a flush has failed. */
  hasLost = false;

  constructor(ino: number, isDirectory: boolean, mode: number, mtimeMs: number) {
    this.ino = ino;
    this.isDirectory = isDirectory;
    this.mode = mode;
    this.mtimeMs = mtimeMs;
  }
}

/** A change of names that no directory's flush has confirmed; both halves of a renaming come true together. */
interface NameChange {
  readonly directories: readonly string[];
  readonly sets: readonly (readonly [path: string, inode: Inode | undefined])[];
}

/** What a loss of power did, by kind. */
export interface Losses {
  names: number;
  writes: number;
  torn: number;
}

/**
 * A disk that keeps apart what the program sees and what the medium holds. Names reach the medium with their
 * directory's flush, contents with their file's; until then a loss of power keeps any subset of the changes.
 */
export class SimulatedDisk {
  readonly #random: Random;
  readonly #now: () => number;
  /** Time stamps are multiples of it, as on file systems that keep seconds. Milliseconds. */
  readonly #granularityMs: number;
  #names = new Map<string, Inode>();
  #durableNames = new Map<string, Inode>();
  #unflushedNames: NameChange[] = [];
  /** The names in directories that have been listed since any of them changed. */
  readonly #listed = new Map<string, readonly string[]>();
  #inodes = 1;

  constructor(random: Random, now: () => number, granularityMs: number) {
    this.#random = random;
    this.#now = now;
    this.#granularityMs = granularityMs;
    const root = new Inode(1, true, 0o700, this.#stamp());
    this.#names.set('/', root);
    this.#durableNames.set('/', root);
  }

  /** Puts a file there that has been there for long, with the directories above it. */
  lay(path: string, bytes: Uint8Array, mode = 0o600): void {
    const missing: string[] = [];
    for (let at = dirname(path); !this.#names.has(at); at = dirname(at)) missing.unshift(at);
    for (const directory of missing) this.makeDirectory(directory, 0o700);
    const open = this.create(path, mode);
    this.write(open, bytes);
    this.flush(open);
    for (const directory of [...missing, path]) this.flushDirectory(dirname(directory));
  }

  makeDirectory(path: string, mode: number): void {
    if (this.#names.has(path)) throw failure('EEXIST', path);
    this.#directory(dirname(path));
    this.#change([dirname(path)], [[path, this.#inode(true, mode)]]);
  }

  create(path: string, mode: number): OpenInode {
    if (this.#names.has(path)) throw failure('EEXIST', path);
    this.#directory(dirname(path));
    const inode = this.#inode(false, mode);
    this.#change([dirname(path)], [[path, inode]]);
    return { inode };
  }

  write({ inode }: OpenInode, bytes: Uint8Array): void {
    const at = inode.content.byteLength;
    inode.content = withBytes(inode.content, at, bytes);
    inode.unflushed.push({ at, bytes: inode.content.subarray(at) });
    inode.mtimeMs = this.#stamp();
  }

  truncate({ inode }: OpenInode, size: number): void {
    inode.content = apply(inode.content, { truncatedTo: size });
    inode.unflushed.push({ truncatedTo: size });
    inode.mtimeMs = this.#stamp();
  }

  flush({ inode }: OpenInode): void {
    inode.durable = inode.hasLost ? inode.unflushed.reduce(apply, inode.durable) : inode.content;
    inode.unflushed = [];
  }

  /** As Linux has it: what was not flushed counts as clean, so that no later flush confirms it. */
  failToFlush({ inode }: OpenInode): void {
    for (const change of inode.unflushed)
      if (this.#random.chance(0.5)) inode.durable = apply(inode.durable, change);
    inode.hasLost ||= inode.unflushed.length > 0;
    inode.unflushed = [];
  }

  setMode({ inode }: OpenInode, mode: number): void {
    inode.mode = mode;
  }

  flushDirectory(path: string): void {
    this.#directory(path);
    const isConfirmed = ({ directories }: NameChange) => directories.includes(path);
    for (const change of this.#unflushedNames.filter(isConfirmed)) setAll(this.#durableNames, change.sets);
    this.#unflushedNames = this.#unflushedNames.filter((change) => !isConfirmed(change));
  }

  rename(from: string, to: string): void {
    const inode = this.#file(from);
    this.#directory(dirname(to));
    if (this.#names.get(to)?.isDirectory === true) throw failure('EISDIR', to);
    if (from === to) return;
    this.#change(
      [dirname(from), dirname(to)],
      [
        [from, undefined],
        [to, inode],
      ],
    );
  }

  remove(path: string): void {
    this.#file(path);
    this.#change([dirname(path)], [[path, undefined]]);
  }

  touch(path: string, mtimeMs: number): void {
    this.#file(path).mtimeMs = this.#stamp(mtimeMs);
  }

  readFile(path: string, range?: FileRange): Uint8Array<ArrayBuffer> {
    const { content } = this.#file(path);
    return range === undefined ? content.slice() : content.slice(range.from, range.from + range.length);
  }

  list(path: string): readonly string[] | undefined {
    if (this.#names.get(path)?.isDirectory !== true) return undefined;
    const known = this.#listed.get(path);
    if (known !== undefined) return known;
    const start = path === '/' ? path : `${path}/`;
    const listed: string[] = [];
    for (const name of this.#names.keys()) {
      if (!name.startsWith(start) || name.length === start.length) continue;
      if (!name.includes('/', start.length)) listed.push(name.slice(start.length));
    }
    this.#listed.set(path, listed);
    return listed;
  }

  stat(path: string): FileStat | undefined {
    const inode = this.#names.get(path);
    if (inode === undefined) return undefined;
    const { content, mtimeMs, ino, mode } = inode;
    return { size: content.byteLength, mtimeMs, ino, mode, uid: 0, gid: 0 };
  }

  /** After it the disk holds what was flushed, and of the rest whatever chance left. */
  losePower(): Losses {
    const losses: Losses = { names: 0, writes: 0, torn: 0 };
    for (const change of this.#unflushedNames) {
      if (this.#random.chance(0.5)) setAll(this.#durableNames, change.sets);
      else losses.names++;
    }
    this.#unflushedNames = [];
    for (const path of [...this.#durableNames.keys()]) {
      // A name whose directory never reached the medium is nowhere.
      if (path !== '/' && this.#durableNames.get(dirname(path))?.isDirectory !== true)
        this.#durableNames.delete(path);
    }
    this.#names = new Map(this.#durableNames);
    this.#listed.clear();
    for (const inode of new Set(this.#names.values())) this.#loseWrites(inode, losses);
    return losses;
  }

  #loseWrites(inode: Inode, losses: Losses): void {
    for (const change of inode.unflushed) {
      const fate = this.#random.below(3);
      if (fate === 0) losses.writes++;
      else if (fate === 1 || 'truncatedTo' in change) inode.durable = apply(inode.durable, change);
      else {
        losses.torn++;
        const kept = this.#random.below(change.bytes.byteLength + 1);
        inode.durable = apply(inode.durable, { at: change.at, bytes: change.bytes.slice(0, kept) });
      }
    }
    inode.unflushed = [];
    inode.hasLost = false;
    inode.content = inode.durable;
  }

  #inode(isDirectory: boolean, mode: number): Inode {
    this.#inodes++;
    return new Inode(this.#inodes, isDirectory, mode, this.#stamp());
  }

  #change(directories: readonly string[], sets: NameChange['sets']): void {
    for (const path of directories) {
      this.#directory(path).mtimeMs = this.#stamp();
      this.#listed.delete(path);
    }
    setAll(this.#names, sets);
    this.#unflushedNames.push({ directories, sets });
  }

  #directory(path: string): Inode {
    const inode = this.#names.get(path);
    if (inode === undefined) throw failure('ENOENT', path);
    if (!inode.isDirectory) throw failure('ENOTDIR', path);
    return inode;
  }

  #file(path: string): Inode {
    const inode = this.#names.get(path);
    if (inode === undefined) throw failure('ENOENT', path);
    if (inode.isDirectory) throw failure('EISDIR', path);
    return inode;
  }

  #stamp(ms = this.#now()): number {
    return this.#granularityMs === 0 ? ms : Math.floor(ms / this.#granularityMs) * this.#granularityMs;
  }
}

/** A file that a process has open; it stays that file whatever its name becomes. */
export interface OpenInode {
  readonly inode: Inode;
}

/** An error as a file system gives it. */
export function failure(code: string, path: string): Error {
  // Thousands of histories meet millions of them, and their stacks are what takes time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = Object.assign(new Error(`${code}: ${path}`), { code });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** Lost bytes before kept ones read as zeros. */
function apply(content: Uint8Array<ArrayBuffer>, change: Change): Uint8Array<ArrayBuffer> {
  if ('truncatedTo' in change) return content.slice(0, change.truncatedTo);
  return withBytes(content, change.at, change.bytes);
}

function withBytes(content: Uint8Array<ArrayBuffer>, at: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(Math.max(content.byteLength, at + bytes.byteLength));
  whole.set(content);
  whole.set(bytes, at);
  return whole;
}

function setAll(names: Map<string, Inode>, sets: NameChange['sets']): void {
  for (const [path, inode] of sets) {
    if (inode === undefined) names.delete(path);
    else names.set(path, inode);
  }
}
