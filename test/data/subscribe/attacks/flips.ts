import { brotliDecompressSync } from 'node:zlib';
import { wasmFile } from '../../../../scripts/harness/program.ts';
import type { Random } from '../../../../scripts/harness/random.ts';
import { type DeltaEntry, introductionsHash } from '../../../../src/data/releases/release-manifest.ts';
import { isSyncError } from '../../../../src/data/releases/release-source.ts';
import { introduceKeys, readPrivateKey, signPayload } from '../../../../src/data/releases/signing.ts';
import { unpack } from '../../../../src/data/snapshot/compress.ts';
import { type ApplyTask, apply } from '../../../../src/data/subscribe/apply.ts';
import { DataSource } from '../../../../src/data/subscribe/local-data.ts';
import { believe } from '../../../../src/data/subscribe/plan.ts';
import { SyncStore } from '../../../../src/data/subscribe/store.ts';
import { isDataError } from '../../../../src/lib/data-error.ts';
import type { AttackFixture } from './fixture.ts';
import { packedFast } from './packed.ts';

/** A file as a service hands it out, and what a client does with it before it believes anything that stands in it. */
interface Target {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Rejects with a DataError for anything but the file as it was. */
  read(bytes: Uint8Array): unknown;
  /** From which byte on bits are flipped, and how many bytes of them; all if left out. */
  readonly span?: readonly [from: number, length: number];
}

/** Every file of the newest version. */
export function filesServed(fixture: AttackFixture): Target[] {
  const { manifest, envelope, snapshot } = fixture.version(3);
  const trust = { keys: fixture.keys, allowUnsigned: false };
  const believed = (bytes: Uint8Array) => believe(Buffer.from(bytes).toString('utf8'), trust, undefined);
  const [entry] = manifest.deltas.slice(-1);
  const delta = fixture.publisher.delta(entry?.from ?? '');
  if (entry === undefined || delta === undefined) throw new Error('There is no delta.');
  const signatures = envelope.indexOf('"signatures"');
  const introduced = introducedEnvelope(fixture);
  return [
    { name: 'manifest', bytes: Buffer.from(envelope), read: believed },
    {
      name: 'signature',
      bytes: Buffer.from(envelope),
      read: believed,
      span: [Buffer.byteLength(envelope.slice(0, signatures)), envelope.length - signatures],
    },
    { name: 'introduction of a key', bytes: Buffer.from(introduced), read: believed },
    { name: 'delta', bytes: delta, read: (bytes) => unpack(bytes, entry) },
    { name: 'snapshot', bytes: snapshot.bytes, read: (bytes) => unpack(bytes, manifest.snapshot) },
  ];
}

/** The newest manifest, signed by a key that the publisher's key introduces. */
function introducedEnvelope({ publisher, next }: AttackFixture): string {
  const introductions = [
    introduceKeys([next.publicKey], '2030-01-01T00:00:00Z', readPrivateKey(publisher.privateKey)),
  ];
  const { manifest } = publisher.latest;
  const payload = JSON.stringify({ ...manifest, introductions_sha256: introductionsHash(introductions) });
  const signatures = [signPayload(payload, readPrivateKey(next.privateKey))];
  return JSON.stringify({ payload, signatures, introductions });
}

/** Flips one bit at a time, each in another copy of a file; gives those that were not noticed. */
export async function flipBits(targets: readonly Target[], flips: number, random: Random): Promise<string[]> {
  for (const { bytes, read } of targets) await read(bytes);
  const unnoticed: string[] = [];
  for (let i = 0; i < flips; i++) {
    const target = targets[i % targets.length] as Target;
    const [from, length] = target.span ?? [0, target.bytes.byteLength];
    const bit = from * 8 + random.below(length * 8);
    if (!(await isNoticed(target, withFlip(target.bytes, bit)))) unnoticed.push(`${target.name}, bit ${bit}`);
  }
  return unnoticed;
}

async function isNoticed({ read }: Target, bytes: Uint8Array): Promise<boolean> {
  try {
    await read(bytes);
    return false;
  } catch (error) {
    return isDataError(error);
  }
}

function withFlip(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

/**
 * Flips bits inside deltas and snapshots, and states the hashes of what came of it, as a thief of the key could: what is
 * taken then holds the records of the manifest all the same. Gives sentences on what was not so.
 */
export async function flipStated(fixture: AttackFixture, flips: number, random: Random): Promise<string[]> {
  const faults: string[] = [];
  const { manifest, snapshot } = fixture.version(3);
  const [entry] = manifest.deltas.slice(-1);
  const home = fixture.newHome();
  const { origin: base } = await new DataSource(new SyncStore(home)).newest();
  const files = [fixture.publisher.delta(entry?.from ?? '') ?? new Uint8Array(), snapshot.bytes];
  const plain = files.map((bytes) => brotliDecompressSync(bytes));
  for (let i = 0; i < flips; i++) {
    const content = plain[i % 2] ?? new Uint8Array();
    const bit = random.below(content.byteLength * 8);
    const { bytes, stated } = packedFast(withFlip(content, bit));
    const fetched: ApplyTask['fetched'] =
      i % 2 === 0
        ? { way: 'deltas', entries: [{ ...(entry as DeltaEntry), ...stated }], files: [bytes] }
        : { way: 'snapshot', stated, bytes };
    try {
      await apply({ home, wasm: wasmFile, manifest, base, fetched });
      await new SyncStore(home).tidy([base.manifest]);
    } catch (error) {
      if (!isSyncError(error))
        faults.push(`${fetched.way}, bit ${bit}: it ended with ${(error as Error).stack}`);
    }
  }
  return faults;
}
