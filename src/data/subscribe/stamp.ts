import { statSync } from 'node:fs';
import { join } from 'node:path';

/** In the data directory, the folder of the synced data. */
export const syncedFolder = 'data';

/** In that folder, the file that says which data are in use. */
export const currentName = 'current.json';

/** Changes whenever any process has synced: one `stat`. Undefined where nothing is synced. */
export function syncedStamp(home: string): string | undefined {
  try {
    const found = statSync(join(home, syncedFolder, currentName), { throwIfNoEntry: false });
    return found === undefined ? undefined : `${found.mtimeMs} ${found.size} ${found.ino}`;
  } catch {
    return undefined;
  }
}
