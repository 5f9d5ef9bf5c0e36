import {
  featureWords,
  type InferredFeature,
  impliedBy,
  inferFeatures,
} from '../../certification/features.ts';
import type { Robot, RobotCategory } from '../../kinds/robots/robot.ts';
import { ToolError } from '../errors.ts';
import { readTermOf } from '../shared/read-terms.ts';
import type { ToolContext } from '../tool.ts';
import type { Product } from './applicability.ts';
import { readGiven } from './read-given.ts';

/** How a caller describes a product. */
export interface Description {
  readonly robot?: string | undefined;
  readonly robot_category?: string | undefined;
  readonly features?: readonly string[] | undefined;
}

export interface DescribedProduct extends Product {
  /** The features that the caller named. */
  readonly given: readonly string[];
  readonly inferred: readonly InferredFeature[];
  readonly robot?: Robot;
}

export function isDescribed({ robot, robot_category, features }: Description): boolean {
  return robot !== undefined || robot_category !== undefined || features !== undefined;
}

/** The arguments that describe a product, as a filter is named after them. */
export function descriptionName(description: Description): string {
  return (['robot', 'robot_category', 'features'] as const)
    .filter((name) => description[name] !== undefined)
    .join(' and ');
}

/** What is given, denied and inferred of the product. Throws INVALID_ARGUMENT and NOT_FOUND. */
export function describedProduct(description: Description, context: ToolContext): DescribedProduct {
  const robot = description.robot === undefined ? undefined : findRobot(description.robot, context);
  if (robot !== undefined && description.robot_category !== undefined) {
    throw new ToolError(
      'INVALID_ARGUMENT',
      `${robot.id} is a ${robot.category}: leave robot_category out, or robot.`,
      { field: 'robot_category' },
    );
  }
  const category = robot?.category ?? categoryOf(description.robot_category);
  const { given, denied: refused } = readGiven(description.features ?? []);
  const denied = withWhatImplies(refused);
  const recorded = medicalRecord(robot).filter(
    ({ feature }) => !denied.has(feature) && !given.includes(feature),
  );
  const { features, inferred } = inferFeatures({
    category,
    tags: robot?.tags,
    specs: robot?.specs,
    given: [...given, ...recorded.map(({ feature }) => feature)],
    denied: [...denied],
  });
  return {
    category,
    features,
    given,
    denied,
    inferred: [...recorded, ...inferred],
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

function findRobot(id: string, { catalogue }: ToolContext): Robot {
  const robot = catalogue.find('robots', id);
  if (robot !== undefined) return robot;
  const near = catalogue.namesLike('robots', id, 3);
  const hint = near.length > 0 ? `Near to it: ${near.join(', ')}.` : 'Find its id with search_robots.';
  throw new ToolError('NOT_FOUND', `There is no robot ${id}. ${hint}`, { field: 'robot', accepted: near });
}

function categoryOf(text: string | undefined): RobotCategory | undefined {
  if (text === undefined) return undefined;
  return readTermOf('robot_category', 'robot_category', text) as RobotCategory;
}
