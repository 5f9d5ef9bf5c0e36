/** The one revision that defines JSON-RPC batches. */
export const BATCH_REVISION = '2025-03-26';

/** More calls than this in one batch are refused. */
const MAX_BATCH = 50;

/** Says why a JSON-RPC batch is not answered, or nothing if it is. */
export function whyBatchRefused(messages: readonly unknown[], allowed: boolean): string | undefined {
  if (!allowed || messages.some(claimsRevision)) {
    return `Only revision ${BATCH_REVISION} has batches. Send each message by itself.`;
  }
  if (messages.length === 0) return 'The batch is empty. Send one message, or a batch of some.';
  if (messages.length > MAX_BATCH) {
    return `The batch has ${messages.length} messages; at most ${MAX_BATCH} are answered at once. Send several batches.`;
  }
  if (messages.some(isInitialize))
    return 'A batch cannot hold "initialize". Send it by itself, before the others.';
  return hasTwins(messages) ? 'Two requests of the batch have the same id. Give each its own.' : undefined;
}

/** A message that names its revision is of a revision later than batches. */
function claimsRevision(message: unknown): boolean {
  const meta = field(field(message, 'params'), '_meta');
  return field(meta, 'io.modelcontextprotocol/protocolVersion') !== undefined;
}

function isInitialize(message: unknown): boolean {
  return field(message, 'method') === 'initialize';
}

function hasTwins(messages: readonly unknown[]): boolean {
  const ids = messages
    .filter((message) => field(message, 'method') !== undefined)
    .map((message) => field(message, 'id'));
  const given = ids.filter((id) => typeof id === 'string' || typeof id === 'number');
  return new Set(given).size < given.length;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
