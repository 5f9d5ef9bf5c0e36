/** A file that was made by `create` and is added to at its end. */
export interface AppendFile {
  /** Adds all of the bytes; what is there after a failure is not known. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when the disk has what was written. After a failure nobody knows what another flush would confirm. */
  flush(): Promise<void>;
  truncate(size: number): Promise<void>;
  /** The permissions, as in `stat`'s mode, whatever the user's mask. */
  setMode(mode: number): Promise<void>;
  close(): Promise<void>;
}

/** What is known of a file or directory without reading it. */
export interface FileStat {
  readonly size: number;
  /** Milliseconds since 1970, with fractions; of a directory: when a name in it last changed. */
  readonly mtimeMs: number;
  /** Another for each file that ever had the name, as far as the system can tell. */
  readonly ino: number;
  readonly mode: number;
}

/**
 * All that the program asks of a file system for what it keeps: journal, keys, releases, synced data, cursors. What
 * was written survives a loss of power once its file was flushed, and a name (new, changed or gone) once its
 * directory was. Methods that fail throw, or reject with, an error with Node's `code` (ENOENT, ENOSPC, EIO). Those
 * that resolve run on other threads; the others are for the look before each answer, which takes microseconds.
 */
export interface FileSystem {
  /** Makes a directory and those above it, each flushed; for the user alone unless another `mode` is given. */
  makeDirectory(path: string, mode?: number): Promise<void>;
  /** Makes a file that does not exist yet (else EEXIST); for the user alone unless another `mode` is given. */
  create(path: string, mode?: number): Promise<AppendFile>;
  /** Resolves when the disk knows the names in a directory. */
  flushDirectory(path: string): Promise<void>;
  /** Gives a file another name, at once and in place of what has that name. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file. */
  remove(path: string): Promise<void>;
  /** Sets the time of a file's last change. */
  touch(path: string, mtimeMs: number): Promise<void>;
  /** The bytes of a file, or `length` of them (fewer at its end) from a position on. */
  readFile(path: string, range?: FileRange): Promise<Uint8Array<ArrayBuffer>>;
  /** Names in a directory; undefined if there is none. */
  list(path: string): readonly string[] | undefined;
  /** Undefined if there is nothing of this name. */
  stat(path: string): FileStat | undefined;
  /** The bytes from a position to the end. */
  read(path: string, from: number): Uint8Array;
}

export interface FileRange {
  readonly from: number;
  readonly length: number;
}

/** The bytes of a file; undefined if it is not there. */
export async function readIfThere(
  files: FileSystem,
  path: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await files.readFile(path);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** The text of a file in UTF-8; undefined if it is not there. */
export async function readTextIfThere(files: FileSystem, path: string): Promise<string | undefined> {
  const bytes = await readIfThere(files, path);
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Differs between any two states of a file that is only ever replaced; undefined while there is none. One `stat`. */
export function stampOf(files: FileSystem, path: string): string | undefined {
  const found = files.stat(path);
  return found && `${found.mtimeMs} ${found.size} ${found.ino}`;
}

/** True for the error of a file, or of a directory on the way to it, that is not there. */
export function isAbsence(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
