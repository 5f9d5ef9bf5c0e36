import type { Kind, KindIndex } from '../../kinds/kinds.ts';
import { type Filter, numberRange } from '../../search/filters/filters.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { withoutPhrase } from '../../text/query.ts';
import { sumIn } from '../../text/sums.ts';
import { oneLine } from './answer.ts';
import { telling } from './telling.ts';

/** What the words of a query say of a sum, as a filter with a note, and the words that are left. */
export interface SumAsked {
  readonly filter: Filter;
  readonly rest: string;
}

/** Words that say which sum is meant. */
const sayingSums =
  /\b(?:rais(?:ed|ing)|funded|funding|money|valued(?: at)?|valuations?(?: of)?|worth|prizes?|awards?|purses?)\b/gi;

/**
 * The sum that the words of a query bound, unless the kind has no sums or the query is a name: `raised over $50M`,
 * `valued at more than 1 billion`, `prizes of at least $1M`.
 */
export function readSumIn<K extends Kind>(
  query: string,
  { sums = [], domainStopWords }: KindIndex<K>,
  store: KindStore<K>,
): SumAsked | undefined {
  const [first] = sums;
  const read = first === undefined ? undefined : sumIn(query);
  if (first === undefined || read === undefined || store.named(query).length > 0) return undefined;
  const { column, name } = sums.find(({ said }) => said?.test(query)) ?? first;
  const { phrase, min, max } = read;
  const range = [min && `from $${inFull(min)}`, max && `to $${inFull(max)}`].filter(Boolean).join(' ');
  const filter = numberRange(name, store.numbers(column), { min, max }, `excluded_unknown_${column}`);
  const rest = withoutPhrase(withoutPhrase(query, phrase), sayingSums);
  return {
    filter: { ...filter, note: `Read "${oneLine(phrase)}" in the query as ${column} ${range}.` },
    rest: telling(rest, domainStopWords),
  };
}

function inFull(usd: number): string {
  return usd.toLocaleString('en-US', { maximumFractionDigits: 2 });
}
