import type { Robot, RobotCategory } from '../kinds/robots/robot.ts';
import { featureWords, type InferredFeature, impliedBy, inferFeatures } from './features.ts';
import type { Product } from './rules.ts';

export interface DescribedProduct extends Product {
  /** The features that the caller named. */
  readonly given: readonly string[];
  readonly inferred: readonly InferredFeature[];
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
  const recorded = medicalRecord(robot).filter(
    ({ feature }) => !denied.has(feature) && !given.includes(feature),
  );
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
    ...(robot !== undefined && { robot }),
  };
}

/** A robot that is on FDA's books as a device, or means to be, has a medical purpose. */
function medicalRecord(robot: Robot | undefined): InferredFeature[] {
  const found = robot?.certifications.find(
    ({ scheme, standard = '' }) =>
      scheme === 'FDA' && /510\(k\)|de novo|premarket approval|\bpma\b|medical device/i.test(standard),
  );
  if (found === undefined) return [];
  return [{ feature: 'medical-claim', because: `recorded FDA ${found.standard}` }];
}

/** Without Wi-Fi there is no 5 GHz Wi-Fi: what would bring a denied feature is denied with it. */
function withWhatImplies(denied: readonly string[]): ReadonlySet<string> {
  return new Set([
    ...denied,
    ...featureWords.filter((word) => impliedBy(word).some((implied) => denied.includes(implied))),
  ]);
}
