import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../../../../src/data/dataset/canonical.ts';
import type { SyncError } from '../../../../src/data/releases/release-source.ts';
import { DataSource } from '../../../../src/data/subscribe/local-data.ts';
import { SyncStore } from '../../../../src/data/subscribe/store.ts';
import type { AttackFixture } from './fixture.ts';

/** Snapshots that may be kept, and files beside them: a manifest each, what is in use, what was seen, the lock. */
const MOST_SNAPSHOTS = 2;
const MOST_FILES = 2 * MOST_SNAPSHOTS + 3;
const LONGEST_MESSAGE = 1_000;

/** Every file in the folder of synced data, by name and content; but for the lock, which a killed process may have left. */
export function filesIn(home: string): Readonly<Record<string, string>> {
  const directory = join(home, 'data');
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(directory, name)))
      .digest('hex');
  return Object.fromEntries(
    readdirSync(directory)
      .filter((name) => name !== 'sync.lock')
      .sort()
      .map((name) => [name, hashOf(name)]),
  );
}

/** Data that a client has in use. */
interface InUse {
  readonly version: string;
  /** Sentences on what is not whole, or was not answered. */
  readonly faults: readonly string[];
}

/** Opens the data that a program which starts now would answer from, asks them something, and looks at every record. */
export async function inUse(home: string, fixture: AttackFixture): Promise<InUse> {
  const faults: string[] = [];
  const { catalogue, origin } = await new DataSource(new SyncStore(home)).openNewest();
  try {
    const { version } = catalogue.info;
    const { page } = catalogue.search('robots', { filters: [], facets: [], limit: 3 });
    if (page.length === 0) faults.push(`a search in ${version} finds nothing`);
    if (origin.synced === undefined) return { version, faults };
    const signed = fixture.contentOf(version);
    if (signed === undefined) faults.push(`version ${version} is in use, which its publisher never made`);
    else if (contentHash(catalogue.records()) !== signed)
      faults.push(`version ${version} does not hold the records that were signed`);
    return { version, faults };
  } finally {
    catalogue.close();
  }
}

/** What is wrong with what is kept on the disk. */
export function* diskFaults(home: string, snapshotBytes: number): Generator<string> {
  const directory = join(home, 'data');
  const names = readdirSync(directory);
  const snapshots = names.filter((name) => name.endsWith('.sqlite'));
  if (snapshots.length > MOST_SNAPSHOTS) yield `${snapshots.length} snapshots are kept`;
  if (names.length > MOST_FILES) yield `${names.length} files are kept: ${names.join(', ')}`;
  const drafts = names.filter((name) => name.endsWith('.tmp'));
  if (drafts.length > 0) yield `${drafts.join(', ')} is left`;
  const bytes = names.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
  if (bytes > (MOST_SNAPSHOTS + 1) * snapshotBytes) yield `${bytes} bytes are kept`;
}

/** What is wrong with how a refusal is told. */
export function* messageFaults({ code, message }: SyncError): Generator<string> {
  if (!/The local data stay|Nothing was changed|Sync again|Update/.test(message))
    yield `${code} says neither that the data stay nor what to do: ${message}`;
  if (message.length > LONGEST_MESSAGE) yield `${code} is told in ${message.length} characters`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a service sends is not to move the cursor
  if (/[\u0000-\u001f\u007f-\u009f]/.test(message)) yield `${code} is told with control characters`;
}
