/** The revision whose requests carry their own envelope and need no handshake. */
export const MODERN_REVISION = '2026-07-28';

/** The revisions that open with `initialize`, newest first. */
export const HANDSHAKE_REVISIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
];

/** Every revision the server speaks, newest first. */
export const PROTOCOL_REVISIONS: readonly string[] = [MODERN_REVISION, ...HANDSHAKE_REVISIONS];

/** The one revision that defines JSON-RPC batches. */
export const BATCH_REVISION = '2025-03-26';

/** More calls than this in one batch are refused. */
export const MAX_BATCH = 50;

/** What a caller is told of a failure of our own. */
export const INTERNAL_FAILURE = 'The server failed to answer. The reason is in its log.';
