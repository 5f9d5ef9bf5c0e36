import { z } from 'zod';
import { type Kind, kinds } from '../../kinds/kinds.ts';
import { DataError, readVersioned, type VersionedFault } from '../../lib/data-error.ts';
import { compareVersions, sha256, sha256Hex, versionName } from '../snapshot/manifest.ts';
import { publisherKey, signature } from './publisher-keys.ts';

/** Raised when older programs can no longer read a release's manifest; the snapshot that it names has a number of its own. */
export const RELEASE_FORMAT = 1;

/** What no release exceeds; a client takes nothing beyond it. */
export const limits = {
  /** Bytes of the envelope. */
  manifestBytes: 1_048_576,
  /** Bytes of a snapshot, and of a delta, before compression and after. */
  snapshotBytes: 1_073_741_824,
  deltaBytes: 134_217_728,
  /** Deltas in the chain. */
  deltas: 60,
  keys: 16,
  introductions: 16,
} as const;

/** Bytes of a part of a compressed file; only the last may be shorter. */
export const PART_BYTES = 524_288;

/** A manifest that cannot be used. The message says what is wrong and what to do. */
export type ManifestError = DataError<'too_large' | 'damaged' | 'newer_format'>;

function packed(maxBytes: number) {
  const bytes = z.number().int().positive().max(maxBytes);
  return z.object({
    /** Of the file itself. */
    sha256: sha256Hex,
    size_bytes: bytes,
    /** Of the file as it is sent, compressed with Brotli. */
    compressed_sha256: sha256Hex,
    compressed_bytes: bytes,
  });
}
/** How a file is known before it is fetched. */
export type PackedFile = z.infer<ReturnType<typeof packed>>;

const deltaEntry = packed(limits.deltaBytes).extend({
  from: versionName,
  to: versionName,
  content_before: sha256Hex,
  content_after: sha256Hex,
});
export type DeltaEntry = z.infer<typeof deltaEntry>;

const count = z.number().int().nonnegative();
const counts = z.object(Object.fromEntries(kinds.map((kind) => [kind, count])) as Record<Kind, typeof count>);

/** What a publisher signs: the newest version, and the deltas that lead to it. Further fields are ignored. */
const releaseManifest = z
  .object({
    format: z.literal(RELEASE_FORMAT),
    version: versionName,
    /** Day of the data. */
    date: z.iso.date(),
    /** When it was signed: a client sees by it how long nothing new has come. */
    issued_at: z.iso.datetime(),
    counts,
    /** Over the records. */
    content_sha256: sha256Hex,
    snapshot: packed(limits.snapshotBytes),
    /** A chain, oldest first, that ends at `version`. */
    deltas: z.array(deltaEntry).max(limits.deltas),
    /** All keys that are trusted from here on; left out, nothing changes. */
    keys: z.array(publisherKey).min(1).max(limits.keys).optional(),
    /** Over the envelope's introductions, which stand outside what is signed. */
    introductions_sha256: sha256Hex.optional(),
  })
  .superRefine((manifest, context) => {
    const problem = chainProblem(manifest);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['deltas'], message: problem });
  });
export type ReleaseManifest = z.infer<typeof releaseManifest>;

const signed = z.object({ payload: z.string(), signatures: z.array(signature).max(limits.keys) });

/** A manifest as it is handed out: its exact text, and who signed that. Nobody did where the list is empty. */
const envelope = signed.extend({
  /** Signed by an older key each: what leads a client from the key that it knows to the one that signs now. */
  introductions: z.array(signed).max(limits.introductions).optional(),
});
export type Envelope = z.infer<typeof envelope>;
export type Signed = z.infer<typeof signed>;

/** SHA-256 over introductions, as the manifest beside them states it; undefined for none. */
export function introductionsHash(introductions: readonly Signed[] = []): string | undefined {
  return introductions.length === 0 ? undefined : sha256(JSON.stringify(introductions));
}

/** Reads an envelope's text; nothing in it is trusted yet. Throws a ManifestError. */
export function parseEnvelope(text: string): Envelope {
  if (Buffer.byteLength(text) > limits.manifestBytes) {
    throw manifestError('too_large', `The manifest is larger than ${limits.manifestBytes} bytes.`);
  }
  return readVersioned({ schema: envelope }, text, damaged);
}

/**
 * Reads the manifest inside an envelope, after its signature was checked. Throws a ManifestError for one that is
 * damaged, or of a newer format, which is not read any further.
 */
export function readReleaseManifest(payload: string): ReleaseManifest {
  return readVersioned({ schema: releaseManifest, format: RELEASE_FORMAT }, payload, (fault) =>
    fault.problem === 'newer_format'
      ? manifestError(
          'newer_format',
          `The data have the newer format ${fault.format}; this program reads formats up to ${RELEASE_FORMAT}. Update robotics-mcp.`,
        )
      : damaged(fault),
  );
}

/**
 * Whether a version was ever out, as far as the chain of the newest one tells: a version inside the chain's span that
 * it does not name was begun and never finished.
 */
export function wasReleased(version: string, { version: newest, deltas }: ReleaseManifest): boolean {
  const [oldest] = deltas;
  if (version === newest || oldest === undefined) return version === newest;
  return compareVersions(version, oldest.from) < 0 || deltas.some(({ from }) => from === version);
}

/** The parts in which a compressed file is sent. */
export function partCount({ compressed_bytes }: Pick<PackedFile, 'compressed_bytes'>): number {
  return Math.ceil(compressed_bytes / PART_BYTES);
}

function chainProblem({
  version,
  content_sha256,
  deltas,
}: {
  readonly version: string;
  readonly content_sha256: string;
  readonly deltas: readonly DeltaEntry[];
}): string | undefined {
  for (const [index, delta] of deltas.entries()) {
    const next = deltas[index + 1];
    if (compareVersions(delta.from, delta.to) >= 0) return `${delta.from} to ${delta.to} leads backwards`;
    if (delta.to !== (next?.from ?? version)) return `the chain breaks at ${delta.to}`;
    if (delta.content_after !== (next?.content_before ?? content_sha256))
      return `the content hashes of the chain do not meet at ${delta.to}`;
  }
  return undefined;
}

function damaged({ problem, format, detail, cause }: VersionedFault): ManifestError {
  const older = problem === 'older_format' ? `format ${format} is not known` : detail;
  const what = problem === 'not_json' ? 'it is not JSON' : older;
  return manifestError('damaged', `The manifest cannot be read: ${what}.`, cause);
}

function manifestError(code: ManifestError['code'], message: string, cause?: unknown): ManifestError {
  return new DataError(code, message, cause);
}
