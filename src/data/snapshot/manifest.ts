import { createHash } from 'node:crypto';
import { z } from 'zod';
import { kinds, type recordSchemas } from '../../kinds/kinds.ts';

/**
 * Raised when older programs can no longer open a snapshot. Deltas and release manifests have numbers of their own: they
 * are about records, and whoever takes them indexes those itself.
 */
export const snapshotFormat = 1;

/** SQLite's application_id of a snapshot: "RMCP". */
export const applicationId = 0x524d4350;

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** What stands beside a snapshot file and says what must be in it. */
export const manifest = z.object({
  format: z.number().int().positive(),
  version: z.string(),
  date: z.string(),
  counts: z.record(z.enum(kinds as [keyof typeof recordSchemas]), z.number().int().nonnegative()),
  /** Over the records, whatever database holds them. */
  content_sha256: sha256Hex,
  file: z.string().regex(/^[\w.-]+$/),
  /** Of the uncompressed file. */
  sha256: sha256Hex,
  size_bytes: z.number().int().positive(),
});
export type Manifest = z.infer<typeof manifest>;

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
