import type { ServerResponse } from 'node:http';

/** Bytes of an answer that is always sent: a refusal takes as many, and what a tool that writes has done is told. */
export const SHORT_ANSWER = 4096;

/** Takes note of so many bytes of an answer that is about to be sent; false if it may not be. */
type Hold = (bytes: number) => boolean;

const holds = new WeakMap<ServerResponse, Hold>();

/** Says who bounds what the callers of a server have not read yet. */
export function holdBy(response: ServerResponse, hold: Hold): void {
  holds.set(response, hold);
}

/**
 * Takes note of bytes of an answer before they are handed over to be sent: until its caller reads them, they are in
 * memory. False if all that is not read would become too much; then the answer is refused.
 */
export function mayHold(response: ServerResponse, bytes: number): boolean {
  return holds.get(response)?.(bytes) ?? true;
}
