import type { KindStore } from '../kind-store.ts';
import type { Filter } from '../search.ts';
import type { Range } from './filters.ts';

/**
 * Robots whose price range meets the asked one, in US dollars; an absent upper end equals the lower. Prices
 * of the other kind (purchase against monthly lease) and unknown ones are counted apart.
 */
export function priceFilter(
  store: KindStore<'robots'>,
  asked: Range & { readonly name: string; readonly lease: boolean },
): Filter {
  const [low, high, kind] = [
    store.numbers('price_min'),
    store.numbers('price_max'),
    store.words('price_kind'),
  ];
  const code = kind.code('lease_monthly');
  const leases = new Set(code === undefined ? [] : [code]);
  const min = asked.min ?? 0;
  const max = asked.max ?? Number.POSITIVE_INFINITY;
  const isComparable = (index: number) => kind.has(index, leases) === asked.lease;
  return {
    name: asked.name,
    test: (index) => isComparable(index) && high.at(index) >= min && low.at(index) <= max,
    apart: (index) => {
      if (Number.isNaN(low.at(index))) return 'excluded_unknown_price';
      if (isComparable(index)) return undefined;
      return asked.lease ? 'excluded_purchase_price' : 'excluded_lease_price';
    },
  };
}
