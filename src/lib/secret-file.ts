import { diskFiles, type FileSystem } from './file-system.ts';

/** Bits of a mode by which a group, or everybody, may read and change a file. */
const READ_BY_OTHERS = 0o044;
const CHANGED_BY_OTHERS = 0o022;

/** Who else may use a file that holds a secret. */
interface Exposure {
  readonly says: string;
  readonly todo: string;
}

/** Others than its owner who may read or change a file; undefined if there are none, no such file, or no modes (Windows). */
export function exposureOf(
  path: string,
  files = diskFiles,
  platform = process.platform,
): Exposure | undefined {
  if (platform === 'win32') return undefined;
  const mode = modeOf(path, files);
  const does = [
    ...((mode & READ_BY_OTHERS) === 0 ? [] : ['read']),
    ...((mode & CHANGED_BY_OTHERS) === 0 ? [] : ['change']),
  ];
  if (does.length === 0) return undefined;
  const octal = (mode & 0o777).toString(8).padStart(3, '0');
  return {
    says: `${path} is not its owner's alone: others on this machine may ${does.join(' and ')} it (mode ${octal})`,
    todo: `Take that from them: chmod 600 ${quoted(path)}`,
  };
}

/** None where the file cannot be looked at: whoever reads it says why. */
function modeOf(path: string, files: FileSystem): number {
  try {
    return files.stat(path)?.mode ?? 0;
  } catch {
    return 0;
  }
}

/** A path as a shell reads it. */
function quoted(path: string): string {
  return /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
