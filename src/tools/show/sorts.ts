import { type Kind, kindIndexes } from '../../kinds/kinds.ts';
import { labelOf } from './labels.ts';
import type { ShownTable } from './shape.ts';

type Orders = Pick<ShownTable['columns'][number], 'ascending' | 'descending'>;

interface Sorted {
  readonly type: ShownTable['sorts'][number]['type'];
  readonly orders: Orders;
}

/** What a sort is by, where a row has another name for it. */
const sortedAs: Readonly<Record<string, string>> = {
  funding: 'funding_is',
  round: 'last_round',
  prize: 'prize_usd',
};

/** The orders of a kind by the member of a row that shows what they are by. */
export function sortsOf(kind: Kind): ReadonlyMap<string, Sorted> {
  const { sorts, columns } = kindIndexes[kind];
  const found = new Map<string, Sorted>();
  for (const [name, sort] of Object.entries(sorts)) {
    const by = 'alphabetical' in sort ? sort.alphabetical : (sort.by ?? sort.column.replace('specs.', ''));
    const field = sortedAs[by] ?? by;
    const column = 'alphabetical' in sort ? 'text' : columns[sort.column]?.type;
    const type = column === 'number' || column === 'date' ? column : 'text';
    const isDown = 'descending' in sort && sort.descending === true;
    const orders = { ...found.get(field)?.orders, [isDown ? 'descending' : 'ascending']: name };
    found.set(field, { type, orders });
  }
  return found;
}

/** The orders by what none of the columns shows. */
export function furtherSorts(kind: Kind, columns: ShownTable['columns']): ShownTable['sorts'] {
  const shown = new Set(columns.map(({ field }) => field));
  return [...sortsOf(kind)].flatMap(([field, { type, orders }]) =>
    shown.has(field) ? [] : [{ label: labelOf(field).label, type, ...orders }],
  );
}
