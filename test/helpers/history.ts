import { type NamedVersion, openChain } from '../../scripts/events/versions.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { sqlite } from './catalogue.ts';

export type TestVersion = NamedVersion;

/** The last of some versions, which knows what each changed. */
export async function openVersions(versions: readonly NamedVersion[]): Promise<Catalogue> {
  return openChain(await sqlite(), versions);
}
