import type { Kind, KindIndex } from '../../kinds/kinds.ts';
import { findCountries, regionIn } from '../../kinds/vocabularies/countries.ts';
import type { Filter } from '../../search/filters/filters.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { withoutPhrase } from '../../text/query.ts';
import { oneLine } from './answer.ts';
import { thingKinds } from './named-record.ts';
import { telling } from './telling.ts';

/** The region that a query names, as a filter with a note, and the words that are left. */
export interface RegionAsked {
  readonly filter: Filter;
  readonly rest: string;
}

/**
 * The region in the words of a query, for things that each have a country and are never described by a region; a country is
 * found by its name. Undefined where the query is a name (`European Robotics`).
 */
export function readRegionIn<K extends Kind>(
  query: string,
  { kind, domainStopWords }: KindIndex<K>,
  store: KindStore<K>,
): RegionAsked | undefined {
  if (!thingKinds.includes(kind)) return undefined;
  const read = regionIn(query);
  const codes = read === undefined ? [] : (findCountries(read.name)?.codes ?? []);
  if (read === undefined || codes.length < 2 || store.named(query).length > 0) return undefined;
  const note = `Read "${oneLine(read.phrase)}" in the query as country "${oneLine(read.name)}".`;
  return {
    filter: { name: 'country', pass: store.words('country').having(codes), note },
    rest: telling(withoutPhrase(query, read.phrase), domainStopWords),
  };
}
