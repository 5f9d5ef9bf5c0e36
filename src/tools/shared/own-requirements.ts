import type { Guidance } from '../../certification/guidance.ts';
import type { Requirements } from '../../certification/rules.ts';
import type { KindStore } from '../../search/kind-store.ts';

type Store = KindStore<'certification'>;

/** What is made for no more categories than these is made for each of them. */
const FEW_CATEGORIES = 3;
/** A law that so many others refer to is the one that they are about. */
const CENTRAL = 3;
/** Of what is made for the category so much comes on the first page, and of what is made for it among many so much. */
const OWN_FIRST = 3;
const SHARED_FIRST = 1;

/**
 * Rows of what applies since the product is of its category: the standard for robotic mowers is what the maker of one works
 * by, and would come behind all that every robot must. Of what many categories have, and is no duty, the ways to the market
 * come first, such as a 510(k). Who asks by words for features sees what hangs on these.
 */
export function ownOf(
  requirements: Requirements,
  store: Store,
  guidance: Guidance | undefined,
  applying: readonly number[],
  asked: readonly string[],
): readonly number[] {
  const hangsOn = (row: number) => {
    const { features = [], all_of = [] } = requirements[row]?.applies_to ?? {};
    return [...features, ...all_of].some((feature) => asked.includes(feature));
  };
  const ofFeatures = inOrder(store, applying.filter(hangsOn)).slice(0, OWN_FIRST);
  const ofCategory = inOrder(
    store,
    applying.filter((row) => guidance?.byCategory.has(requirements[row]?.id ?? '') === true),
  );
  const isOwn = (row: number) => (requirements[row]?.applies_to.categories.length ?? 0) <= FEW_CATEGORIES;
  const shared = ofCategory.filter((row) => !isOwn(row) && requirements[row]?.obligation !== 'mandatory');
  const ways = shared.filter((row) => {
    const { document, obligation } = requirements[row] ?? {};
    return document === 'procedure' && obligation === 'conditional';
  });
  return inOrder(store, [
    ...new Set([
      ...centralLaw(requirements, applying),
      ...ofFeatures,
      ...ofCategory.filter(isOwn).slice(0, OWN_FIRST),
      ...(ways.length > 0 ? ways : shared).slice(0, SHARED_FIRST),
    ]),
  ]);
}

/** The law among those that apply to which most of the others refer; none where they hardly do. */
function centralLaw(requirements: Requirements, applying: readonly number[]): number[] {
  const references = new Map<string, number>();
  for (const row of applying)
    for (const { id } of requirements[row]?.relations ?? [])
      references.set(id, (references.get(id) ?? 0) + 1);
  const countOf = (row: number) => references.get(requirements[row]?.id ?? '') ?? 0;
  const laws = applying.filter((row) => requirements[row]?.document === 'law' && countOf(row) >= CENTRAL);
  return laws.sort((a, b) => countOf(b) - countOf(a)).slice(0, 1);
}

function inOrder(store: Store, rows: readonly number[]): readonly number[] {
  const { values } = store.staticRank;
  const rank = (row: number) => values[row] as number;
  return rows.toSorted((a, b) => rank(a) - rank(b) || store.compareIds(a, b));
}

/** The requirements behind the first page by their ids, in their order. */
export function furtherNote(
  store: Store,
  applying: readonly number[],
  own: readonly number[],
  limit: number,
): string[] {
  const others = applying.filter((row) => !own.includes(row));
  const ordered = [...own, ...inOrder(store, others)];
  const ids = ordered.slice(limit).map((row) => store.idOf(row));
  return ids.length === 0 ? [] : [`Behind these: ${ids.join(', ')}.`];
}
