import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { partOf } from '../../../../scripts/sync/publisher.ts';
import type { PackedFile, ReleaseManifest } from '../../../../src/data/releases/release-manifest.ts';
import type { Packed } from '../../../../src/data/snapshot/compress.ts';
import { SNAPSHOT_FORMAT } from '../../../../src/data/snapshot/manifest.ts';
import type { Attack, Tamper } from './attack.ts';
import { type AttackFixture, FAR } from './fixture.ts';
import { packedFast } from './packed.ts';

/** The newest version with a snapshot that a thief has made, signed by the publisher's key. */
function withSnapshot({ bytes, stated }: Packed, change: Partial<PackedFile> = {}): Tamper {
  return (offer, fixture) => ({
    ...offer,
    manifest: async () =>
      fixture.signed({ ...fixture.version(3).manifest, snapshot: { ...stated, ...change }, deltas: [] }),
    snapshotPart: async (_version, part) => partOf(bytes, part),
  });
}

/** The newest version with a delta that a thief has made of the last one. */
function withDelta(change: (delta: Record<string, unknown>) => object): Tamper {
  return (offer, fixture) => {
    const { manifest } = fixture.version(3);
    const [entry] = manifest.deltas.slice(-1);
    const delta = JSON.parse(fixture.deltaText(entry?.from ?? ''));
    const { bytes, stated } = packedFast(Buffer.from(JSON.stringify(change(delta))));
    const deltas: ReleaseManifest['deltas'] = entry === undefined ? [] : [{ ...entry, ...stated }];
    return {
      ...offer,
      manifest: async () => fixture.signed({ ...manifest, deltas }),
      deltaPart: async (_from, part) => partOf(bytes, part),
    };
  };
}

/** What stands in `seen.json` once a manifest has retired the key that was configured. */
function retireKey(home: string, { next }: AttackFixture): void {
  const path = join(home, 'data', 'seen.json');
  const seen = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...seen, keys: [next.publicKey] }));
}

/** A snapshot as a later program would make it, as far as this one reads it before it stops. */
function ofNewerFormat({ bytes }: Packed): Packed {
  const file = brotliDecompressSync(bytes);
  // SQLite file format, section 1.3: user_version.
  file.writeUInt32BE(SNAPSHOT_FORMAT + 1, 60);
  return packedFast(file);
}

const changesOf = (delta: Record<string, unknown>) => delta.changes as Record<string, object>;

/** Attacks by whoever has a key of the publisher's: what is false in itself is refused all the same. */
export const thefts: readonly Attack[] = [
  {
    what: 'a thief signs with a key that was retired',
    kind: 'key compromise',
    home: retireKey,
    offer: (offer, fixture) => ({
      ...offer,
      manifest: async () => fixture.publisher.sign(fixture.version(3).manifest),
    }),
    problem: 'unknown_key',
    says: /not trusted here/,
  },
  {
    what: 'a thief signs that the snapshot holds other records than it does',
    kind: 'key compromise',
    offer: (offer, fixture) => ({
      ...offer,
      manifest: async () =>
        fixture.signed({ ...fixture.version(3).manifest, content_sha256: 'b'.repeat(64), deltas: [] }),
    }),
    problem: 'altered_snapshot',
    says: /does not hold the records/,
  },
  {
    what: 'a thief signs a snapshot that is no database',
    kind: 'key compromise',
    offer: withSnapshot(packedFast(Buffer.alloc(50_000, 'x'))),
    problem: 'altered_snapshot',
    says: /of another program/,
  },
  {
    what: 'a thief signs a snapshot that grows without end when it is decompressed',
    kind: 'endless data',
    offer: withSnapshot(packedFast(Buffer.alloc(64_000_000)), { size_bytes: 1_000_000 }),
    problem: 'altered_snapshot',
    says: /decompresses to more than 1000000 bytes/,
  },
  {
    what: 'a thief signs the snapshot of an older version under a newer name',
    kind: 'rollback',
    offer: (offer, fixture) => {
      const { snapshot } = fixture.version(1).manifest;
      return {
        ...offer,
        manifest: async () => fixture.signed({ ...fixture.version(3).manifest, snapshot, deltas: [] }),
        snapshotPart: (_version, part) => offer.snapshotPart(fixture.version(1).version.version, part),
      };
    },
    problem: 'altered_snapshot',
    says: /does not hold the records/,
  },
  {
    what: 'a thief signs a delta with a kind of record that nobody knows',
    kind: 'extraneous dependencies',
    offer: withDelta((delta) => ({
      ...delta,
      changes: { ...changesOf(delta), '\u001b[2Jprograms': { put: [{ id: 'x' }], remove: [] } },
    })),
    problem: 'altered_delta',
    says: /cannot be read/,
  },
  {
    what: 'a thief signs a delta with records that the manifest does not count',
    kind: 'extraneous dependencies',
    offer: withDelta((delta) => ({ ...delta, changes: {} })),
    problem: 'altered_delta',
    says: /not what it states|do not lead/,
  },
  {
    what: 'a thief signs a delta that says it leads elsewhere',
    kind: 'mix-and-match',
    offer: withDelta((delta) => ({ ...delta, to: FAR.version })),
    problem: 'altered_delta',
    says: /not the one that its manifest names/,
  },
  {
    what: 'a thief signs a snapshot of a newer format',
    kind: 'wrong software installation',
    offer: (offer, fixture) => withSnapshot(ofNewerFormat(fixture.version(3).snapshot))(offer, fixture),
    problem: 'newer_format',
    says: /newer format\. Update robotics-mcp/,
  },
  {
    what: 'a thief signs a version of the year 9999',
    kind: 'fast-forward',
    offer: (_offer, fixture) => fixture.offerOf(fixture.far),
    hasKey: true,
  },
];
