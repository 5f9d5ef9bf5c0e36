import { DataSource } from '../../data/subscribe/local-data.ts';
import { SyncStore } from '../../data/subscribe/store.ts';
import { platformDirectory } from '../../lib/platform-directory.ts';
import { type Check, sayAge } from './doctor-checks.ts';

/** Opens the synced data, if they are newer than the bundled ones; says nothing where none are used. */
export async function checkSynced(given: string | undefined, now: Date): Promise<Check[]> {
  const name = 'synced data';
  const store = new SyncStore(given ?? platformDirectory());
  try {
    const { catalogue, origin, warning } = await new DataSource(store).openNewest();
    const { version, date } = catalogue.info;
    catalogue.close();
    if (warning !== undefined) return [{ name, state: 'wrong', says: warning }];
    if (origin.synced === undefined) return [];
    const { says, isOld } = sayAge(version, date, now);
    if (!isOld) return [{ name, state: 'ok', says }];
    return [{ name, state: 'note', says, todo: 'Run robotics-mcp sync.' }];
  } catch {
    // Not even the bundled data can be opened: their own check says so.
    return [];
  }
}
