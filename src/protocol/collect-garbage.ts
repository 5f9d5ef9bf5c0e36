import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects what belonged to data that were replaced. It is large and lies mostly outside the collector's own heap, so
 * that left to itself it waits until several versions lie there. Takes some 20 ms, once for each version.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
