import { type NamedVersion, openChain, snapshotOfChain } from '../../scripts/events/versions.ts';
import { SyncStore } from '../../src/data/subscribe/store.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { sqlite } from './catalogue.ts';
import { putVersion } from './versions.ts';

export type TestVersion = NamedVersion;

/** The last of some versions, which knows what each changed. */
export async function openVersions(versions: readonly NamedVersion[]): Promise<Catalogue> {
  return openChain(await sqlite(), versions);
}

/** Puts the last of some versions into a data directory, as a process that syncs does. */
export async function syncVersions(directory: string, versions: readonly NamedVersion[]): Promise<void> {
  await putVersion(new SyncStore(directory), snapshotOfChain(await sqlite(), versions));
}
