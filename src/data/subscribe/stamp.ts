import { join } from 'node:path';
import { diskFiles, stampOf } from '../../lib/file-system.ts';

/** In the data directory, the folder of the synced data. */
export const syncedFolder = 'data';

/** In that folder, the file that says which data are in use. */
export const currentName = 'current.json';

/** Changes whenever any process has synced: one `stat`. Undefined where nothing is synced. */
export function syncedStamp(home: string, files = diskFiles): string | undefined {
  try {
    return stampOf(files, join(home, syncedFolder, currentName));
  } catch {
    return undefined;
  }
}
