import type { Behind } from '../../kinds/definition.ts';
import type { Kind } from '../../kinds/kinds.ts';
import type { KindStore } from '../../search/kind-store.ts';
import type { Mask } from '../../search/masks.ts';

/** The rows that stand behind the others in an order by something, or in any order without it, each with why. */
export function rowsBehind<K extends Kind>(
  store: KindStore<K>,
  behind: readonly Behind[] = [],
  by?: string,
): { readonly rows: Mask; readonly why: string }[] {
  return behind
    .filter((one) => one.by === undefined || one.by === by)
    .map(({ column, values, why }) => ({ rows: store.words(column).having(values), why }));
}
