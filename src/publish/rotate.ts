import type { ReleaseManifest } from '../data/releases/release-manifest.ts';
import { type KeyChange, reissue, type Signer } from './issue.ts';
import { readPrevious } from './previous.ts';
import { ReleaseError } from './release-error.ts';
import { commit, writeManifest } from './store.ts';

/**
 * Signs the newest version anew with other keys: one that a trusted key introduces, one that is trusted no longer.
 * Returns the manifest as clients get it from now on.
 */
export async function rotateKeys(dir: string, signer: Signer, change: KeyChange): Promise<ReleaseManifest> {
  const previous = await readPrevious(dir);
  if (previous === undefined) {
    throw new ReleaseError(`${dir} has no release yet. Cut the first one with the key that is to sign.`);
  }
  const issued = reissue(previous, signer, change);
  await commit(dir, previous, () => writeManifest(dir, issued));
  return issued.manifest;
}
