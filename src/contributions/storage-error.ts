export type StorageProblem = 'STORAGE_FULL' | 'READ_ONLY' | 'INTERNAL';

/** A contribution that could not be kept. The message is fit to be told to the caller; the cause is for the log. */
export class StorageError extends Error {
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageError';
    this.problem = problem;
  }
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const readOnly = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST', 'EISDIR', 'ELOOP']);

/** What a failure of the file system means to whoever contributes; no path is told. */
export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (full.has(code)) {
    return new StorageError(
      'STORAGE_FULL',
      'The disk of this server is full, so nothing was kept. Try again when its operator has made room; searching goes on.',
      error,
    );
  }
  if (readOnly.has(code)) {
    return new StorageError(
      'READ_ONLY',
      'This server cannot write to its data directory, so nothing was kept. Its operator can set another with --data-dir or ROBOTICS_MCP_HOME; searching goes on.',
      error,
    );
  }
  return new StorageError(
    'INTERNAL',
    'The disk did not confirm that this was kept, so it counts as not kept. Try again; searching goes on.',
    error,
  );
}
