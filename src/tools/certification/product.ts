import type { Product } from '../../catalogue/applicability.ts';
import type { Robot, RobotCategory } from '../../records/robot.ts';
import { featureWords, type InferredFeature, inferFeatures, readFeatures } from '../../taxonomy/features.ts';
import { nearest } from '../../taxonomy/vocabulary.ts';
import { ToolError } from '../errors.ts';
import { readTermOf } from '../shared/read-terms.ts';
import type { ToolContext } from '../tool.ts';

/** How a caller describes a product. */
export interface Description {
  readonly robot?: string | undefined;
  readonly robot_category?: string | undefined;
  readonly features?: readonly string[] | undefined;
}

export interface DescribedProduct extends Product {
  readonly inferred: readonly InferredFeature[];
  readonly robot?: Robot;
}

export function isDescribed({ robot, robot_category, features }: Description): boolean {
  return robot !== undefined || robot_category !== undefined || features !== undefined;
}

/** What is given, denied and inferred of the product. Throws INVALID_ARGUMENT and NOT_FOUND. */
export function describedProduct(description: Description, context: ToolContext): DescribedProduct {
  const robot = description.robot === undefined ? undefined : findRobot(description.robot, context);
  if (robot !== undefined && description.robot_category !== undefined) {
    throw new ToolError(
      'INVALID_ARGUMENT',
      `${robot.id} is a ${robot.category}: leave robot_category out, or robot.`,
      {
        field: 'robot_category',
      },
    );
  }
  const category = robot?.category ?? categoryOf(description.robot_category);
  const { given, denied } = featuresOf(description.features ?? []);
  const { features, inferred } = inferFeatures({
    category,
    tags: robot?.tags,
    specs: robot?.specs,
    given,
    denied,
  });
  return { category, features, denied: new Set(denied), inferred, ...(robot !== undefined && { robot }) };
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

function featuresOf(texts: readonly string[]): { given: string[]; denied: string[] } {
  const { given, denied, unknown } = readFeatures(texts);
  const [first] = unknown;
  if (first === undefined) return { given, denied };
  const near = nearest(first, featureWords, 3);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  throw new ToolError(
    'INVALID_ARGUMENT',
    `features does not know "${first}".${hint} Known: ${featureWords.join(', ')}.`,
    {
      field: 'features',
      accepted: featureWords,
    },
  );
}
