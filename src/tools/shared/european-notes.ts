import { type Requirements, standsWith } from '../../certification/rules.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { parseQuery } from '../../text/query.ts';

/** Of what only the EU demands so many are named. */
const EUROPEAN_NAMED = 3;

/** Requirements of the EU that have every word of a query, where none of the schemes that are asked about has. */
export function europeanNotes(
  query: string,
  store: KindStore<'certification'>,
  requirements: Requirements,
  schemes: readonly string[],
): string[] {
  if (query === '') return [];
  const { rows, scores, unknown } = store.match(parseQuery(query), { incomplete: 'never' });
  const standing = (among: readonly string[]) =>
    [...rows].filter((row) => {
      const one = requirements[row];
      return one !== undefined && standsWith(one, among);
    });
  if (unknown.length > 0 || standing(schemes).length > 0) return [];
  const best = standing(['EU']).sort((a, b) => (scores[b] as number) - (scores[a] as number));
  if (best.length === 0) return [];
  const ids = best.slice(0, EUROPEAN_NAMED).map((row) => store.idOf(row));
  return [`With scheme EU ${best.length} have every word: ${ids.join(', ')}.`];
}
