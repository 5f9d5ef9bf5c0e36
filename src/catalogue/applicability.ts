import type { Certification } from '../records/certification.ts';
import type { RobotCategory } from '../records/robot.ts';
import type { KindStore } from './kind-store.ts';

/** A product as certification guidance sees it. What is neither present nor denied is unknown. */
export interface Product {
  readonly category: RobotCategory | undefined;
  readonly features: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
}

export type Verdict =
  | { readonly kind: 'applies'; readonly because: string }
  /** It would apply if the product had one of these features, or were of another category. */
  | { readonly kind: 'depends'; readonly features: readonly string[] }
  | { readonly kind: 'no' };

/** The conditions of each requirement, by row index. */
export function rulesOf(store: KindStore<'certification'>): readonly Certification['applies_to'][] {
  const known = cache.get(store);
  if (known?.length === store.size) return known;
  const rules = Array.from({ length: store.size }, (_, index) =>
    store.isLive(index) ? store.record(index).applies_to : { categories: [], features: [] },
  );
  cache.set(store, rules);
  return rules;
}

const cache = new WeakMap<KindStore<'certification'>, readonly Certification['applies_to'][]>();

/**
 * Whether a requirement applies: the category matches, one of `features` (if any), every word of `all_of` and
 * no word of `none_of` is among the product's. With exactly one condition unmet, and that one unknown, it
 * depends.
 */
export function judge(rule: Certification['applies_to'], product: Product): Verdict {
  const { categories, features, all_of = [], none_of = [] } = rule;
  if (none_of.some((feature) => product.features.has(feature))) return { kind: 'no' };
  const everyRobot = (categories as readonly string[]).includes('all');
  if (
    !everyRobot &&
    product.category !== undefined &&
    !(categories as readonly string[]).includes(product.category)
  ) {
    return { kind: 'no' };
  }
  const unmet: (readonly string[])[] = [];
  const present = features.filter((feature) => product.features.has(feature));
  if (features.length > 0 && present.length === 0)
    unmet.push(features.filter((word) => !product.denied.has(word)));
  for (const feature of all_of) {
    if (!product.features.has(feature)) unmet.push(product.denied.has(feature) ? [] : [feature]);
  }
  if (unmet.length === 1 && unmet[0]?.length && (everyRobot || product.category !== undefined)) {
    return { kind: 'depends', features: unmet[0] };
  }
  // A product without a category meets a requirement for some categories by its features alone.
  if (
    unmet.length > 0 ||
    (!everyRobot && product.category === undefined && present.length + all_of.length === 0)
  ) {
    return { kind: 'no' };
  }
  return {
    kind: 'applies',
    because: reason(everyRobot ? undefined : product.category, [...present, ...all_of]),
  };
}

function reason(category: RobotCategory | undefined, features: readonly string[]): string {
  const parts = [...(category === undefined ? [] : [`category ${category}`]), ...features];
  return parts.length === 0 ? 'every robot' : parts.join(', ');
}
