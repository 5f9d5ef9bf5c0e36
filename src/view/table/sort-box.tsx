import type { ShownTable } from '../../tools/show/shape.ts';

interface SortBoxProps {
  /** What there are orders by. */
  readonly by: readonly ShownTable['sorts'][number][];
  /** True where there are words that records can match better or worse. */
  readonly isMatched: boolean;
  readonly sort: string | undefined;
  choose(sort: string): void;
}

/** All orders that there are, to choose from. */
export function SortBox({ by, isMatched, sort, choose }: SortBoxProps) {
  const orders = by.flatMap(({ label, type, ascending, descending }) => [
    ...(ascending === undefined ? [] : [{ order: ascending, label: `${label}, ${ends(type)[0]} first` }]),
    ...(descending === undefined ? [] : [{ order: descending, label: `${label}, ${ends(type)[1]} first` }]),
  ]);
  if (orders.length === 0) return null;
  const isListed = orders.some(({ order }) => order === sort);
  return (
    <label class="sort needs-script">
      Sort{' '}
      <select
        name="sort"
        value={isListed ? sort : ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {(isMatched || !isListed) && (
          <option value={isListed ? 'relevance' : ''}>
            {isMatched || sort === undefined || sort === 'relevance' ? 'Best match first' : sort}
          </option>
        )}
        {orders.map(({ order, label }) => (
          <option key={order} value={order}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function ends(type: ShownTable['columns'][number]['type']): readonly [string, string] {
  if (type === 'date') return ['oldest', 'newest'];
  return type === 'number' || type === 'usd' ? ['lowest', 'highest'] : ['A', 'Z'];
}
