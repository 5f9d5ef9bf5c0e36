import { z } from 'zod';
import { publisherKey } from '../releases/publisher-key.ts';
import { manifest } from '../snapshot/manifest.ts';

/** The number of `seen.json`, raised when older programs can no longer read it. */
export const seenFormat = 1;

/** Most versions that are remembered by name. */
export const longestHistory = 400;

const instant = z.iso.datetime();

/** `current.json`: which synced data are in use, and where they came from. */
export const currentData = z.object({
  /**
   * The snapshot's own: an older program passes the file over and goes on from the data that came with it, instead of
   * failing at every delta that leads on from a snapshot that it cannot read.
   */
  format: z.number().int().positive(),
  manifest,
  /** Address of the service. */
  from: z.string(),
  /** When the publisher said that this was the newest version. */
  issued_at: instant,
  /** The key that signed it; null for data that nobody signed. */
  signed_by: z.string().nullable(),
  applied_at: instant,
  /** Versions that are known to have been, oldest first, this one last. */
  history: z.array(z.object({ version: z.string(), date: z.string() })).max(longestHistory),
});
export type CurrentData = z.infer<typeof currentData>;

/** `seen.json`: what has ever been seen of the services, against older data served as new. */
export const seenData = z.object({
  format: z.literal(seenFormat),
  highest: z.object({ version: z.string(), content_sha256: z.string() }),
  /** Of the newest manifest that was verified. */
  issued_at: instant,
  checked_at: instant,
  /** Ids of the keys that were configured when `keys` were introduced. */
  roots: z.array(z.string()),
  /** Keys that a trusted key introduced: they replace the configured ones. */
  keys: z.array(publisherKey).max(16),
});
export type SeenData = z.infer<typeof seenData>;
