import type { ReleaseSource } from '../../../src/data/releases/release-source.ts';
import { syncError } from '../../../src/data/releases/release-source.ts';
import { buildSnapshot, type Snapshot } from '../../../src/data/snapshot/build.ts';
import type { ConnectedSource } from '../../../src/data/subscribe/sync.ts';
import { datasetWith } from '../../../test/data/dataset/fixture.ts';
import { Publisher } from '../../sync/publisher.ts';
import { robotCalled } from '../dataset-promises.ts';
import { engine, privatePem, publicKey } from '../publisher.ts';

const VERSIONS = 7;

/** What a publisher hands out once it has released so many versions. */
interface Released {
  readonly version: string;
  readonly offer: ReleaseSource;
}

/** All versions, the first of which came with the program. */
export interface Versions {
  readonly bundled: Snapshot;
  readonly released: readonly Released[];
}

/** Makes the versions that all histories share: each adds a robot, and the fourth changes too much for a delta. */
export async function makeVersions(): Promise<Versions> {
  const sqlite = await engine();
  const publisher = new Publisher(sqlite, { privateKey: privatePem, publicKey });
  const { records } = datasetWith();
  const released: Released[] = [];
  const versionOf = (n: number) => ({ version: `2030.01.0${n}`, date: `2030-01-0${n}` });
  const recordsOf = (n: number) => ({
    ...records,
    robots: [
      ...records.robots,
      ...Array.from({ length: n < 4 ? n : n + 30 }, (_, i) =>
        robotCalled(`acme-r${String(i).padStart(2, '0')}`),
      ),
    ],
  });
  const bundled = buildSnapshot(sqlite, { version: versionOf(1), records: recordsOf(1) });
  for (let n = 1; n <= VERSIONS; n++) {
    const { version } = versionOf(n);
    await publisher.release(versionOf(n), recordsOf(n));
    const { envelope } = publisher.latest;
    released.push({ version, offer: { ...publisher.offer(), manifest: async () => envelope } });
  }
  return { bundled, released };
}

/** How a service behaves. */
export type Manner = 'honest' | 'unreachable' | 'breaks-off' | 'alters' | 'moves-on';
export const manners: readonly Manner[] = ['unreachable', 'breaks-off', 'alters', 'moves-on'];

/** A service without a network: answers come after a while, by the clock of the machine. */
export function connectTo(
  released: Released,
  manner: Manner,
  sleep: (ms: number) => Promise<void>,
): ConnectedSource {
  let asked = 0;
  const answer = async <T>(get: () => Promise<T>): Promise<T> => {
    await sleep(5);
    asked++;
    if (manner === 'unreachable' || (manner === 'breaks-off' && asked > 1))
      throw syncError('unreachable', 'The service cannot be reached. The local data stay.');
    return get();
  };
  const part = async (get: () => Promise<Uint8Array | undefined>) => {
    const bytes = await answer(get);
    if (manner === 'moves-on') return undefined;
    return manner === 'alters' ? bytes?.map((byte) => byte ^ 1) : bytes;
  };
  return {
    manifest: () => answer(() => released.offer.manifest()),
    snapshotPart: (version, nth) => part(() => released.offer.snapshotPart(version, nth)),
    deltaPart: (from, nth) => part(() => released.offer.deltaPart(from, nth)),
    close: async () => undefined,
  };
}
