import {
  type DeltaEntry,
  introductionsHash,
  type ReleaseManifest,
} from '../../../../src/data/releases/release-manifest.ts';
import type { ReleaseSource } from '../../../../src/data/releases/release-source.ts';
import { introduceKeys, readPrivateKey } from '../../../../src/data/releases/signing.ts';
import type { Attack, Tamper } from './attack.ts';
import type { AttackFixture } from './fixture.ts';

/** What the envelope's text becomes; a text that is none any more is left as it is. */
function rewritten(change: (text: string, fixture: AttackFixture) => string): Tamper {
  return (offer, fixture) => ({
    ...offer,
    manifest: async () => {
      const text = await offer.manifest();
      try {
        return change(text, fixture);
      } catch {
        return text;
      }
    },
  });
}

/** A manifest of the publisher's changed, and signed as if it were right. */
function resigned(change: (manifest: ReleaseManifest, fixture: AttackFixture) => object): Tamper {
  return rewritten((text, fixture) => {
    const manifest = manifestIn(text);
    const isOwn = fixture.contentOf(manifest.version) === manifest.content_sha256;
    return isOwn ? fixture.signed(change(manifest, fixture)) : text;
  });
}

function manifestIn(text: string): ReleaseManifest {
  return JSON.parse((JSON.parse(text) as { payload: string }).payload) as ReleaseManifest;
}

/** A bit of each part flipped. */
function flipped(bytes: Uint8Array | undefined, at: number): Uint8Array | undefined {
  if (bytes === undefined) return undefined;
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

function both(...tampers: readonly Tamper[]): Tamper {
  return (offer, fixture) => tampers.reduce((inner, tamper) => tamper(inner, fixture), offer);
}

/** So that the whole snapshot is fetched. */
const wholly = resigned((manifest) => ({ ...manifest, deltas: [] }));

const lastDelta = (manifest: ReleaseManifest, change: Partial<DeltaEntry>) => ({
  ...manifest,
  deltas: manifest.deltas.map((entry, i, { length }) => (i === length - 1 ? { ...entry, ...change } : entry)),
});

const parts = (change: (bytes: Uint8Array | undefined) => Uint8Array | undefined): Tamper => {
  return (offer) => ({
    ...offer,
    deltaPart: async (from, part) => change(await offer.deltaPart(from, part)),
    snapshotPart: async (version, part) => change(await offer.snapshotPart(version, part)),
  });
};

/** Every manifest of an older version, with the parts that the inner offer has. */
const olderManifest = (n: number): Tamper => {
  return (offer: ReleaseSource, fixture) => ({
    ...offer,
    manifest: async () => fixture.signed(fixture.version(n).manifest),
  });
};

/** Attacks by whoever can put other manifests, deltas and snapshots in place of the publisher's. */
export const offerAttacks: readonly Attack[] = [
  {
    what: 'the manifest is altered',
    kind: 'arbitrary software installation',
    offer: rewritten((text) => text.replaceAll('2030.01.01.3', '2030.01.01.4')),
    problem: 'bad_signature',
    says: /does not fit the manifest/,
  },
  {
    what: 'the signatures are taken away',
    kind: 'arbitrary software installation',
    offer: rewritten((text) => JSON.stringify({ ...JSON.parse(text), signatures: [] })),
    problem: 'unsigned',
    says: /--allow-unsigned/,
  },
  {
    what: 'a stranger has signed',
    kind: 'arbitrary software installation',
    offer: rewritten((text, { stranger }) => stranger.sign(manifestIn(text))),
    problem: 'unknown_key',
    says: /not trusted here/,
  },
  {
    what: 'a stranger has signed under the name of the publisher',
    kind: 'arbitrary software installation',
    offer: rewritten((text, { stranger, publisher }) => {
      const envelope = JSON.parse(stranger.sign(manifestIn(text)));
      envelope.signatures[0].key_id = publisher.key.key_id;
      return JSON.stringify(envelope);
    }),
    problem: 'bad_signature',
    says: /does not fit the manifest/,
  },
  {
    what: 'a stranger introduces himself',
    kind: 'arbitrary software installation',
    offer: rewritten((text, { stranger }) => {
      const key = readPrivateKey(stranger.privateKey);
      const introductions = [introduceKeys([stranger.key], '2030-01-01T00:00:00Z', key)];
      const manifest = { ...manifestIn(text), introductions_sha256: introductionsHash(introductions) };
      return JSON.stringify({ ...JSON.parse(stranger.sign(manifest)), introductions });
    }),
    problem: 'unknown_key',
    says: /not trusted here/,
  },
  {
    what: "the offer is a stranger's, whole",
    kind: 'wrong software installation',
    offer: (_offer, { stranger }) => stranger.offer(),
    problem: 'unknown_key',
    says: /not trusted here/,
  },
  {
    what: 'an older version is served as the newest',
    kind: 'rollback',
    offer: olderManifest(1),
    problem: 'rollback',
    says: /older than 2030\.01\.01\.2/,
  },
  {
    what: 'an older manifest of the version in use is served again',
    kind: 'rollback',
    offer: (offer, fixture) => ({
      ...offer,
      manifest: async () =>
        fixture.signed({ ...fixture.version(2).manifest, issued_at: '2029-01-01T00:00:00Z' }),
    }),
    problem: 'rollback',
    says: /older than the one of 2030-01-01T12:00:00Z/,
  },
  {
    what: 'the version in use is served for ever',
    kind: 'indefinite freeze',
    offer: olderManifest(2),
  },
  {
    what: 'other data have the name of the version in use',
    kind: 'wrong software installation',
    offer: both(
      olderManifest(2),
      resigned((manifest) => ({ ...manifest, content_sha256: 'a'.repeat(64), deltas: [] })),
    ),
    problem: 'other_content',
    says: /other data under the name of version 2030\.01\.01\.2/,
  },
  {
    what: 'a byte of each delta and snapshot is altered',
    kind: 'arbitrary software installation',
    offer: parts((bytes) => flipped(bytes, 20)),
    problem: 'altered_delta',
    says: /stated SHA-256/,
  },
  {
    what: 'a byte of the snapshot is altered, and no delta leads to it',
    kind: 'arbitrary software installation',
    offer: both(
      wholly,
      parts((bytes) => flipped(bytes, 1000)),
    ),
    problem: 'altered_snapshot',
    says: /stated SHA-256/,
  },
  {
    what: 'the delta is one of another step',
    kind: 'mix-and-match',
    offer: both(
      (offer, fixture) => {
        const compressed_bytes = fixture.publisher.delta(fixture.version(1).version.version)?.byteLength ?? 1;
        return resigned((manifest) => lastDelta(manifest, { compressed_bytes }))(offer, fixture);
      },
      (offer, fixture) => ({
        ...offer,
        deltaPart: (_from, part) => offer.deltaPart(fixture.version(1).version.version, part),
      }),
    ),
    problem: 'altered_delta',
    says: /stated SHA-256|not the one that its manifest names/,
  },
  {
    what: 'the parts of the snapshot are those of another version',
    kind: 'mix-and-match',
    offer: both(wholly, (offer, fixture) => ({
      ...offer,
      snapshotPart: async (version, part) => {
        const [right, other] = await Promise.all([
          offer.snapshotPart(version, part),
          offer.snapshotPart(fixture.version(1).version.version, part),
        ]);
        const bytes = new Uint8Array(right?.byteLength ?? 1);
        bytes.set((other ?? new Uint8Array()).subarray(0, bytes.byteLength));
        return bytes;
      },
    })),
    problem: 'altered_snapshot',
    says: /stated SHA-256/,
  },
  {
    what: 'the manifest changes each time that it is read',
    kind: 'mix-and-match',
    offer: (offer, fixture) => {
      let reads = 0;
      return {
        ...offer,
        manifest: async () =>
          reads++ % 2 === 0 ? offer.manifest() : olderManifest(2)(offer, fixture).manifest(),
      };
    },
  },
  {
    what: 'a part is larger than parts are',
    kind: 'endless data',
    offer: parts(() => new Uint8Array(600_000)),
    problem: 'too_large',
    says: /more than 524288 bytes/,
  },
  {
    what: 'a part is cut short',
    kind: 'malicious mirrors',
    offer: parts((bytes) => bytes?.subarray(0, 10)),
    problem: 'malformed',
    says: /has 10 bytes instead of/,
  },
  {
    what: 'the manifest is larger than manifests are',
    kind: 'endless data',
    offer: rewritten(() => JSON.stringify({ payload: 'x'.repeat(1_100_000), signatures: [] })),
    problem: 'too_large',
    says: /larger than 1048576 bytes/,
  },
  {
    what: 'the manifest has a newer format',
    kind: 'wrong software installation',
    offer: resigned((manifest) => ({ ...manifest, format: 2, something: 'new' })),
    problem: 'newer_format',
    says: /newer format 2.*Update robotics-mcp/,
  },
  {
    what: 'the signed manifest is none',
    kind: 'wrong software installation',
    offer: resigned(() => ({ format: 1, version: 'latest' })),
    problem: 'malformed',
    says: /cannot be read: version/,
  },
  {
    what: 'the envelope is not JSON',
    kind: 'malicious mirrors',
    offer: rewritten(() => '<html>'),
    problem: 'malformed',
    says: /not JSON/,
  },
  {
    what: 'the files that the manifest names are not there',
    kind: 'malicious mirrors',
    offer: parts(() => undefined),
    problem: 'changed_meanwhile',
    says: /has no robotics:\/\/snapshot\/2030\.01\.01\.3\/0 any more/,
  },
];
