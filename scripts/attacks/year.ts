import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../../src/data/dataset/canonical.ts';
import { type ApplyTask, apply } from '../../src/data/subscribe/apply.ts';
import { DataSource } from '../../src/data/subscribe/local-data.ts';
import { SyncStore } from '../../src/data/subscribe/store.ts';
import { type SyncOutcome, sync } from '../../src/data/subscribe/sync.ts';
import type { RecordsByKind } from '../../src/kinds/kinds.ts';
import { describeOutcome } from '../../src/protocol/sync-data.ts';
import { removeFolder, temporaryFolder } from '../harness/processes.ts';
import { wasmFile } from '../harness/program.ts';
import { Publisher, type Version } from '../sync/publisher.ts';
import { serveOffer } from '../sync/serve-offer.ts';
import { smallVersions, sqliteEngine } from '../sync/small-versions.ts';
import { diskFaults } from './judge.ts';

/** Records of each kind. */
const SHARE = 5;
/** How many days behind a client may be that is looked at. */
const AGES = [1, 7, 59, 60, 61, 180, 364];
const FIRST_DAY = Date.UTC(2030, 0, 1);

/** How a client that was away came back. */
export interface Return {
  readonly days_behind: number;
  readonly way: SyncOutcome['way'];
  readonly bytes: number;
  readonly says: string;
}

export interface YearReport {
  readonly days: number;
  readonly snapshot_bytes: number;
  readonly returns: readonly Return[];
  readonly faults: readonly string[];
}

/**
 * Publishes a version a day. One client takes each of them; at certain days its data directory is put aside, and its copies
 * come back on the last day.
 */
export async function passYear(days: number): Promise<YearReport> {
  const publisher = new Publisher(await sqliteEngine());
  const { recordsOf } = smallVersions(SHARE);
  const folder = temporaryFolder();
  const home = join(folder, 'daily');
  mkdirSync(home);
  const faults: string[] = [];
  const server = await serveOffer(publisher.offer());
  const options = {
    address: server.url,
    version: '1.2.3',
    wasm: wasmFile,
    apply: (task: ApplyTask) => apply(task),
  };
  const trust = { keys: [publisher.key], allowUnsigned: false };
  try {
    for (let day = 1; day <= days; day++) {
      await publisher.release(versionOf(day), recordsOf(day));
      const { status, way } = await sync({ ...options, home, trust });
      if (status !== 'updated' || (way !== 'deltas' && day > 1))
        faults.push(`day ${day}: ${status} by ${way}`);
      if (AGES.includes(days - day)) cpSync(home, join(folder, `${days - day}`), { recursive: true });
    }
    const { manifest, records } = publisher.latest;
    faults.push(...diskFaults(home, manifest.snapshot.size_bytes));
    const returns: Return[] = [];
    for (const age of AGES.filter((each) => each < days)) {
      const away = join(folder, `${age}`);
      const outcome = await sync({ ...options, home: away, trust });
      returns.push({
        days_behind: age,
        way: outcome.way,
        bytes: outcome.bytes,
        says: describeOutcome(outcome),
      });
      if (outcome.bytes > manifest.snapshot.compressed_bytes)
        faults.push(`${age} days behind: ${outcome.bytes} bytes are more than all data`);
      faults.push(
        ...(await newestFaults(away, records, manifest.version)).map((each) => `${age} days behind: ${each}`),
      );
      rmSync(away, { recursive: true, force: true });
    }
    return { days, snapshot_bytes: manifest.snapshot.compressed_bytes, returns, faults };
  } finally {
    await server.close();
    removeFolder(folder);
  }
}

async function newestFaults(home: string, records: RecordsByKind, wanted: string): Promise<string[]> {
  const { catalogue, warning } = await new DataSource(new SyncStore(home)).openNewest();
  try {
    const { version } = catalogue.info;
    if (warning !== undefined) return [warning];
    if (version !== wanted) return [`version ${version} is in use`];
    return contentHash(catalogue.records()) === contentHash(records) ? [] : ['other records are in use'];
  } finally {
    catalogue.close();
  }
}

function versionOf(day: number): Version {
  const date = new Date(FIRST_DAY + (day - 1) * 86_400_000).toISOString().slice(0, 10);
  return { version: date.replaceAll('-', '.'), date };
}
