import type { Certification } from '../../kinds/certification/certification.ts';
import type { RobotCategory } from '../../kinds/robots/robot.ts';
import type { KindStore } from '../../search/kind-store.ts';

/** A product as certification guidance sees it. What is neither present nor denied is unknown. */
export interface Product {
  readonly category: RobotCategory | undefined;
  readonly features: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
}

export type Verdict =
  /** `category` is there if not every robot is meant; `features` are those that count. */
  | {
      readonly kind: 'applies';
      readonly category: RobotCategory | undefined;
      readonly features: readonly string[];
    }
  /** It would apply if the product had one of these features. */
  | { readonly kind: 'depends'; readonly on: 'features'; readonly features: readonly string[] }
  /** It would apply if the product, whose category is not known, were of one of these. */
  | { readonly kind: 'depends'; readonly on: 'category'; readonly categories: readonly RobotCategory[] }
  | { readonly kind: 'no' };

type Rule = Certification['applies_to'];

/** The conditions of each requirement, by row index. */
export function rulesOf(store: KindStore<'certification'>): readonly Rule[] {
  const known = cache.get(store);
  if (known?.length === store.size) return known;
  const rules = Array.from({ length: store.size }, (_, index) =>
    store.isLive(index) ? store.record(index).applies_to : { categories: [], features: [] },
  );
  cache.set(store, rules);
  return rules;
}

const cache = new WeakMap<KindStore<'certification'>, readonly Rule[]>();

/**
 * Whether a requirement applies: the category matches, one of `features` (if any), every word of `all_of` and
 * no word of `none_of` is among the product's. With exactly one condition unmet, and that one unknown, it
 * depends.
 */
export function judge(rule: Rule, product: Product): Verdict {
  const { none_of = [] } = rule;
  if (none_of.some((feature) => product.features.has(feature))) return { kind: 'no' };
  const categories = rule.categories.filter((category) => category !== 'all');
  const everyRobot = categories.length < rule.categories.length;
  const { category } = product;
  if (!everyRobot && category !== undefined && !categories.includes(category)) return { kind: 'no' };

  const unmet = unmetFeatures(rule, product);
  if (!everyRobot && category === undefined) {
    return unmet.length === 0 ? { kind: 'depends', on: 'category', categories } : { kind: 'no' };
  }
  const [open, ...others] = unmet;
  if (open === undefined) {
    const { features, all_of = [] } = rule;
    const present = [...features, ...all_of].filter((feature) => product.features.has(feature));
    return { kind: 'applies', category: everyRobot ? undefined : category, features: present };
  }
  if (others.length > 0 || open.length === 0) return { kind: 'no' };
  return { kind: 'depends', on: 'features', features: open };
}

/** For each condition on features that is not met, the words that would meet it: none if all are denied. */
function unmetFeatures({ features, all_of = [] }: Rule, product: Product): (readonly string[])[] {
  const conditions = [...(features.length > 0 ? [features] : []), ...all_of.map((feature) => [feature])];
  return conditions
    .filter((anyOf) => !anyOf.some((feature) => product.features.has(feature)))
    .map((anyOf) => anyOf.filter((feature) => !product.denied.has(feature)));
}
