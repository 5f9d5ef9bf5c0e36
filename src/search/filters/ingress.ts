import { parseQuery } from '../../text/query.ts';
import type { KindStore } from '../kind-store.ts';
import { maskWhere } from '../masks.ts';
import type { Filter } from './filters.ts';

/** Least protection by IEC 60529, against dust (0 to 6) and water (0 to 9); undefined where it is not asked for. */
interface Ingress {
  readonly dust?: number | undefined;
  readonly water?: number | undefined;
  /** Words that say so in a record, whatever its rating. */
  readonly words?: string | undefined;
}

const UNKNOWN = 'excluded_unknown_ip_rating';

/** Robots that are rated so or better, or whose record says it in words; those without a rating are counted. */
export function ingressFilter(store: KindStore<'robots'>, asked: Ingress): Filter {
  const column = store.words('ip_rating');
  const rated = column.having(column.dictionary.filter((rating) => isMet(rating, asked)));
  const known = column.having(column.dictionary);
  const said =
    asked.words === undefined ? [] : store.match(parseQuery(asked.words), { incomplete: 'never' }).rows;
  const pass = rated.slice();
  for (const row of said) pass[row] = 1;
  const unknown = maskWhere(store.size, (row) => known[row] === 0 && pass[row] === 0);
  return { name: 'ip_rating', pass, unknownCounts: [{ label: UNKNOWN, mask: unknown }] };
}

/** An X says nothing: `IPX6` is no protection against dust. */
function isMet(rating: string, { dust = 0, water = 0 }: Ingress): boolean {
  const [, first, second] = /^IP(.)(.)/.exec(rating) ?? [];
  const reached = (digit: string | undefined, least: number) => least === 0 || Number(digit) >= least;
  return reached(first, dust) && reached(second, water);
}
