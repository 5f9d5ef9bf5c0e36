import { type Delta, diff, writeDelta } from '../../src/data/releases/delta.ts';
import { historyOf } from '../../src/data/releases/history.ts';
import type { PublisherKey } from '../../src/data/releases/publisher-keys.ts';
import {
  type DeltaEntry,
  limits,
  PART_BYTES,
  partCount,
  type ReleaseManifest,
} from '../../src/data/releases/release-manifest.ts';
import type { ReleaseSource } from '../../src/data/releases/release-source.ts';
import { generateKeys, readPrivateKey, signPayload } from '../../src/data/releases/signing.ts';
import { buildSnapshot } from '../../src/data/snapshot/build.ts';
import { type Packed, pack } from '../../src/data/snapshot/compress.ts';
import type { RecordsByKind } from '../../src/kinds/kinds.ts';
import { continued, type History } from '../../src/search/change-table.ts';
import type { SqlJsStatic } from '../../src/search/sqlite.ts';

export interface Version {
  readonly version: string;
  readonly date: string;
}

export interface Released {
  readonly version: Version;
  readonly records: RecordsByKind;
  readonly manifest: ReleaseManifest;
  readonly snapshot: Packed;
  readonly envelope: string;
}

interface ReleasedDelta {
  readonly entry: DeltaEntry;
  readonly bytes: Uint8Array;
}

/** A publisher that keeps its releases in memory, for tests and measurements; it signs with a key of its own. */
export class Publisher {
  readonly key: PublisherKey;
  readonly privateKey: string;
  private readonly engine: SqlJsStatic;
  private readonly deltas: ReleasedDelta[] = [];
  private readonly snapshots = new Map<string, Packed>();
  private history: History = [];
  private last: { readonly version: Version; readonly records: RecordsByKind } | undefined;
  private newest: Released | undefined;

  constructor(engine: SqlJsStatic, { privateKey, publicKey } = generateKeys()) {
    this.engine = engine;
    this.privateKey = privateKey;
    this.key = publicKey;
  }

  get latest(): Released {
    if (this.newest === undefined) throw new Error('Nothing was released yet.');
    return this.newest;
  }

  /** Adds the delta to a version that is not to be released by itself: only its successors are. */
  async pass(version: Version, records: RecordsByKind): Promise<void> {
    if (this.last === undefined) this.history = [{ ...version, kinds: {} }];
    else {
      const step = { from: this.last.version.version, to: version.version, date: version.date };
      const delta = diff(this.last.records, records, step);
      this.history = continued(this.history, historyOf(this.last.records, [delta]));
      await this.addDelta(delta);
    }
    this.last = { version, records };
  }

  /** Releases a version. */
  async release(
    version: Version,
    records: RecordsByKind,
    issuedAt = `${version.date}T12:00:00Z`,
  ): Promise<Released> {
    await this.pass(version, records);
    const { bytes, manifest } = buildSnapshot(this.engine, { version, records, history: this.history });
    const snapshot = await pack(bytes, 'snapshot');
    const { counts, content_sha256 } = manifest;
    const stated: ReleaseManifest = {
      format: 1,
      ...version,
      issued_at: issuedAt,
      counts,
      content_sha256,
      snapshot: snapshot.stated,
      deltas: this.deltas.slice(-limits.deltas).map(({ entry }) => entry),
    };
    this.snapshots.set(version.version, snapshot);
    this.newest = { version, records, manifest: stated, snapshot, envelope: this.sign(stated) };
    return this.newest;
  }

  /** An envelope around a manifest, or whatever else stands in for one. */
  sign(manifest: object, key = this.privateKey): string {
    const payload = JSON.stringify(manifest);
    return JSON.stringify({ payload, signatures: [signPayload(payload, readPrivateKey(key))] });
  }

  /** The compressed delta that leads on from a version. */
  delta(from: string): Uint8Array | undefined {
    return this.deltas.find(({ entry }) => entry.from === from)?.bytes;
  }

  /** What a client sees of it. */
  offer(): ReleaseSource {
    return {
      manifest: async () => this.latest.envelope,
      snapshotPart: async (version, part) => partOf(this.snapshots.get(version)?.bytes, part),
      deltaPart: async (from, part) => partOf(this.delta(from), part),
    };
  }

  private async addDelta(delta: Delta): Promise<void> {
    const { bytes, stated } = await pack(Buffer.from(writeDelta(delta)), 'delta');
    const { from, to, content_before, content_after } = delta;
    this.deltas.push({ bytes, entry: { from, to, content_before, content_after, ...stated } });
  }
}

/** A part of a compressed file; undefined beyond its end. */
export function partOf(bytes: Uint8Array | undefined, part: number): Uint8Array | undefined {
  if (bytes === undefined || part >= partCount({ compressed_bytes: bytes.byteLength })) return undefined;
  return bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
}
