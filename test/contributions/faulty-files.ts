import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppendFile, FileSystem } from '../../src/lib/file-system.ts';
import { diskFiles } from '../../src/lib/file-system.ts';

/** What a file system can be asked to do that changes it or confirms a change. */
type Operation =
  | 'makeDirectory'
  | 'create'
  | 'write'
  | 'flush'
  | 'flushDirectory'
  | 'truncate'
  | 'setMode'
  | 'setOwner'
  | 'rename'
  | 'remove';

interface Step {
  readonly operation: Operation;
  /** The last part of the path. */
  readonly name: string;
}

export interface Failure {
  /** Counted over all operations, from 1. */
  readonly at: number;
  readonly code: string;
  /** Every later operation fails too, as on a dying disk; else the one alone. */
  readonly stays?: boolean;
  /** For a write: so many bytes are on the disk all the same. */
  readonly torn?: number;
}

/** The disk, with every step recorded, and one of them failing if told so. */
export interface FaultyFiles extends FileSystem {
  readonly steps: Step[];
  fail(failure: Failure | undefined): void;
}

export function faultyFiles(files: FileSystem = diskFiles): FaultyFiles {
  const steps: Step[] = [];
  let failure: Failure | undefined;
  const step = async <T>(
    operation: Operation,
    path: string,
    run: () => Promise<T>,
    tear?: (bytes: number) => Promise<void>,
  ): Promise<T> => {
    steps.push({ operation, name: path.split('/').pop() ?? '' });
    if (failure === undefined || steps.length < failure.at || (steps.length > failure.at && !failure.stays))
      return run();
    if (failure.torn !== undefined) await tear?.(failure.torn);
    throw Object.assign(new Error(failure.code), { code: failure.code });
  };
  return {
    ...files,
    steps,
    fail: (next) => {
      failure = next;
    },
    makeDirectory: (path) => step('makeDirectory', path, () => files.makeDirectory(path)),
    create: (path) => step('create', path, async () => faultyFile(path, await files.create(path), step)),
    flushDirectory: (path) => step('flushDirectory', path, () => files.flushDirectory(path)),
    rename: (from, to) => step('rename', to, () => files.rename(from, to)),
    remove: (path) => step('remove', path, () => files.remove(path)),
  };
}

type RunStep = <T>(
  operation: Operation,
  path: string,
  run: () => Promise<T>,
  tear?: (bytes: number) => Promise<void>,
) => Promise<T>;

function faultyFile(path: string, file: AppendFile, step: RunStep): AppendFile {
  return {
    write: (bytes) =>
      step(
        'write',
        path,
        () => file.write(bytes),
        (count) => file.write(bytes.subarray(0, count)),
      ),
    flush: () => step('flush', path, () => file.flush()),
    truncate: (size) => step('truncate', path, () => file.truncate(size)),
    setMode: (mode) => step('setMode', path, () => file.setMode(mode)),
    setOwner: (uid, gid) => step('setOwner', path, () => file.setOwner(uid, gid)),
    close: () => file.close(),
  };
}

/** A directory of its own, gone with the test that made it. */
export function temporaryDirectory(): { readonly path: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'robotics-mcp-'));
  return { path: join(root, 'data'), remove: () => rmSync(root, { recursive: true, force: true }) };
}
