import { createHash } from 'node:crypto';
import { z } from 'zod';
import { kinds, type recordSchemas } from '../../kinds/kinds.ts';

/**
 * Raised when a program and a snapshot of another version would no longer understand each other. A field or column that
 * a snapshot lacks needs no new number: it is unknown there. Deltas and release manifests have numbers of their own: they
 * hold records, which every program indexes itself.
 */
export const SNAPSHOT_FORMAT = 4;

/** SQLite's application_id of a snapshot: "RMCP". */
export const APPLICATION_ID = 0x524d4350;

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** The file beside a snapshot that states what the snapshot must contain. */
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

/** As hexadecimal digits. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** `2026.11.20`, with a suffix `.1` for a second version of that day. */
export const versionPattern = /^\d{4}\.\d{2}\.\d{2}(\.[1-9]\d{0,3})?$/;

export const versionName = z.string().regex(versionPattern, 'use a version such as 2026.11.20');

/** Below 0 if `a` is older than `b`, above 0 if it is newer. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let part = 0; part < 4; part++) {
    const difference = (left?.[part] ?? 0) - (right?.[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The next version after `latest` for a day (`2026-11-20`): that of the day, or the next suffix of it. */
export function nextVersion(latest: string | undefined, day: string): string {
  const first = day.replaceAll('-', '.');
  if (latest === undefined || compareVersions(first, latest) > 0) return first;
  const [year = '', month = '', date = '', suffix = '0'] = latest.split('.');
  return `${year}.${month}.${date}.${Number(suffix) + 1}`;
}
