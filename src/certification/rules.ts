import type { Certification } from '../kinds/certification/certification.ts';
import type { Robot, RobotCategory } from '../kinds/robots/robot.ts';
import { featureWords, type InferredFeature, impliedBy, inferFeatures, likelyFeatures } from './features.ts';

/** What the rules need of a requirement. */
export const ruleFields = [
  ...(['id', 'scheme', 'document', 'title', 'basis', 'obligation', 'applies_to'] as const),
  ...(['aliases', 'former_ids', 'edition', 'former_editions', 'standing'] as const),
  ...(['phase', 'place', 'after', 'relations', 'typical_weeks', 'applies_from'] as const),
] as const;
export type Requirement = Pick<Certification, (typeof ruleFields)[number]>;

/** Requirements by row; undefined where the row has none any more. */
export type Requirements = readonly (Requirement | undefined)[];

/** True for what a scheme has issued, and for a standard that counts with it. */
export function standsWith(
  { scheme, standing = [] }: Pick<Requirement, 'scheme' | 'standing'>,
  schemes: readonly string[],
): boolean {
  return schemes.includes(scheme) || standing.some((one) => schemes.includes(one.scheme));
}

/** A product as certification guidance sees it. What is neither present nor denied is unknown. */
export interface Product {
  readonly category: RobotCategory | undefined;
  readonly features: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
}

export interface DescribedProduct extends Product {
  /** The features that the caller named. */
  readonly given: readonly string[];
  readonly inferred: readonly InferredFeature[];
  /** Features that are likely, and not certain. */
  readonly likely: ReadonlySet<string>;
  readonly robot?: Robot;
}

/** What is given, denied and inferred of a product: a robot of the data, or any of a category; features are exact words. */
export function describeProduct(
  robot: Robot | undefined,
  category: RobotCategory | undefined,
  features: { readonly given: readonly string[]; readonly denied: readonly string[] },
): DescribedProduct {
  const { given } = features;
  const denied = withWhatImplies(features.denied);
  const certain = inferFeatures({ category, tags: robot?.tags, specs: robot?.specs, given }).features;
  const isOpen = ({ feature }: InferredFeature) => !denied.has(feature) && !given.includes(feature);
  const likely = (robot === undefined ? [] : likelyFeatures(robot)).filter(
    ({ feature }) => !certain.has(feature),
  );
  const recorded = [...medicalRecord(robot), ...ofMaker(robot), ...likely].filter(isOpen);
  const supposed = recorded
    .filter((one) => one.feature === PRODUCED_ABROAD || likely.includes(one))
    .map(({ feature }) => feature);
  const known = inferFeatures({
    category,
    tags: robot?.tags,
    specs: robot?.specs,
    given: [...given, ...recorded.map(({ feature }) => feature)],
    denied: [...denied],
  });
  return {
    category,
    features: known.features,
    given,
    denied,
    inferred: [...recorded, ...known.inferred],
    likely: new Set(
      supposed.flatMap((word) => [word, ...impliedBy(word)]).filter((word) => !certain.has(word)),
    ),
    ...(robot !== undefined && { robot }),
  };
}

/** A robot that the FDA lists as a device, or that has applied, has a medical purpose. */
function medicalRecord(robot: Robot | undefined): InferredFeature[] {
  const found = robot?.certifications.find(
    ({ scheme, standard = '' }) =>
      scheme === 'FDA' && /510\(k\)|de novo|premarket approval|\bpma\b|medical device/i.test(standard),
  );
  if (found === undefined) return [];
  return [{ feature: 'medical-claim', because: `recorded FDA ${found.standard}` }];
}

const PRODUCED_ABROAD = 'foreign-produced';

/** A maker abroad most likely produces there; where it does is not recorded. Of one in the United States nothing follows. */
function ofMaker(robot: Robot | undefined): InferredFeature[] {
  if (robot === undefined || robot.manufacturer.country === 'US') return [];
  const maker = `maker in ${robot.manufacturer.country}`;
  return [
    { feature: 'foreign-manufacturer', because: maker },
    { feature: PRODUCED_ABROAD, because: `${maker}, so likely` },
  ];
}

/** Without Wi-Fi there is no 5 GHz Wi-Fi: what would bring a denied feature is denied with it. */
function withWhatImplies(denied: readonly string[]): ReadonlySet<string> {
  return new Set([
    ...denied,
    ...featureWords.filter((word) => impliedBy(word).some((implied) => denied.includes(implied))),
  ]);
}

export type Applicability =
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

/**
 * Whether a requirement applies: the category matches, one of `features` (if any), every word of `all_of` and
 * no word of `none_of` is among the product's. With exactly one condition unmet, and that one unknown, it
 * depends.
 */
export function judge(rule: Rule, product: Product): Applicability {
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

/** False for what cannot apply, whatever else is found out of the product. */
export function mayApply(rule: Rule, product: Product): boolean {
  const { categories, none_of = [] } = rule;
  const { category, features } = product;
  if (none_of.some((feature) => features.has(feature))) return false;
  if (category !== undefined && !categories.includes('all') && !categories.includes(category)) return false;
  return unmetFeatures(rule, product).every((open) => open.length > 0);
}

/** For each condition on features that is not met, the words that would meet it: none if all are denied. */
function unmetFeatures({ features, all_of = [] }: Rule, product: Product): (readonly string[])[] {
  const conditions = [...(features.length > 0 ? [features] : []), ...all_of.map((feature) => [feature])];
  return conditions
    .filter((anyOf) => !anyOf.some((feature) => product.features.has(feature)))
    .map((anyOf) => anyOf.filter((feature) => !product.denied.has(feature)));
}
