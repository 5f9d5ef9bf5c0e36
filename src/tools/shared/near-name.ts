import { type Kind, kindIndexes } from '../../kinds/kinds.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { wordsWrittenAsNames } from '../../search/matcher.ts';
import type { SearchOutcome } from '../../search/search.ts';
import { editDistance } from '../../text/distance.ts';
import { compact, fold, words } from '../../text/fold.ts';
import { oneLine } from './answer.ts';
import type { SearchPlan } from './search-plan.ts';

/** Shorter names are too near to others. */
const SHORTEST_NAME = 5;

/** The one name that a single word which nobody has is a slip away from, though it is a word of the language. */
function nearName<K extends Kind>(store: KindStore<K>, kind: K, query: string): string | undefined {
  const asked = compact(query);
  if (!/^\p{L}+$/u.test(query) || asked.length < SHORTEST_NAME) return undefined;
  if (wordsWrittenAsNames(query).size > 0) return undefined;
  const [only, another] = store.namesLike(query, 2);
  const row = only === undefined || another !== undefined ? undefined : store.indexOf(only);
  if (row === undefined) return undefined;
  return kindIndexes[kind]
    .keys(store.record(row))
    .find((name) => editDistance(compact(name), asked, 1) === 1);
}

/** A name of several words may have a slip in each of two. */
const MOST_SLIPS = 2;

/** The one name that a text of several words is near to, of none of which anybody has heard. */
function nearNameOfSeveral<K extends Kind>(
  store: KindStore<K>,
  kind: K,
  query: string,
  unknown: readonly string[],
): string | undefined {
  const said = words(fold(query));
  if (said.length < 2 || !said.every((word) => unknown.includes(word))) return undefined;
  const [only, another] = store.namesLike(query, 2);
  const row = only === undefined || another !== undefined ? undefined : store.indexOf(only);
  if (row === undefined) return undefined;
  const asked = compact(query);
  return kindIndexes[kind]
    .keys(store.record(row))
    .find((name) => editDistance(compact(name), asked, MOST_SLIPS) <= MOST_SLIPS);
}

/** The search for the one name that words which nobody has are a slip away from, said; undefined where there is none. */
export function withNearName<K extends Kind>(
  plan: SearchPlan<K>,
  store: KindStore<K>,
  query: string,
  { textTotal, unknown }: SearchOutcome,
): SearchPlan<K> | undefined {
  const name =
    nearNameOfSeveral(store, plan.kind, query, unknown) ??
    (textTotal > 0 ? undefined : nearName(store, plan.kind, query));
  if (name === undefined) return undefined;
  return {
    ...plan,
    text: name,
    searchedFor: `No record has "${oneLine(query)}": searched for "${oneLine(name)}" instead.`,
  };
}
