import {
  contradictionIn,
  featureWords,
  nearestFeatures,
  readFeature,
  readFeatures,
} from '../../certification/features.ts';
import { type DescribedProduct, describeProduct } from '../../certification/rules.ts';
import type { Robot, RobotCategory } from '../../kinds/robots/robot.ts';
import { nearest, readTerm, termNames, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import type { ToolContext } from '../tool.ts';
import { ToolError } from '../tool.ts';
import { oneLine } from './answer.ts';
import { categoriesIn, categoryCalled } from './category-in-query.ts';
import { type Named, readingNotes, resolveName } from './named-record.ts';

/** The arguments that describe a product. */
export const productArguments = ['robot', 'robot_category', 'features'] as const;

interface ProductArguments {
  readonly robot?: string | undefined;
  readonly robot_category?: string | undefined;
  readonly features?: readonly string[] | undefined;
}

/** A feature that is no word of ours, and the words that come near. */
interface NotUnderstood {
  readonly feature: string;
  readonly nearest: readonly string[];
}

/** Words that come near, of each that is not understood. */
const NEAREST_SHOWN = 3;

/**
 * The product that the arguments describe, and the features that were not understood: the rest is used. Throws
 * INVALID_ARGUMENT for contradictions and where nothing is understood, and NOT_FOUND.
 */
export function readProduct(
  given: ProductArguments,
  context: ToolContext,
): {
  readonly product: DescribedProduct;
  readonly notUnderstood: readonly NotUnderstood[];
  /** How features were read of which some words are known. */
  readonly readingNotes: readonly string[];
  readonly categoryNote: string | undefined;
} {
  const args = withCategory(given);
  const called = args.robot === undefined ? undefined : resolveName('robots', args.robot, context);
  const robot = called === undefined ? undefined : robotOf(called, context);
  if (robot !== undefined && args.robot_category !== undefined) {
    throw new ToolError(
      'INVALID_ARGUMENT',
      `${robot.id} is a ${robot.category}: leave robot_category out, or robot.`,
      { field: 'robot_category' },
    );
  }
  const place = placeIn(args.robot_category);
  const named =
    args.robot_category === undefined || place !== undefined ? undefined : readCategory(args.robot_category);
  const category = named === undefined ? robot?.category : named.category;
  const read = readGiven([...(args.features ?? []), ...(place === undefined ? [] : [place])]);
  const notUnderstood = read.unknown.map((feature) => ({
    feature,
    nearest: nearestFeatures(feature, NEAREST_SHOWN),
  }));
  if (category === undefined && notUnderstood.length > 0 && read.given.length + read.denied.length === 0) {
    throw unknownFeatures(notUnderstood);
  }
  return {
    product: describeProduct(robot, category, read),
    notUnderstood,
    readingNotes: [
      ...(called === undefined ? [] : readingNotes('robots', [called], context)),
      ...read.inPart.map(({ text, as }) => `Read "${oneLine(text)}" in features as ${as.join(', ')}.`),
    ],
    categoryNote: named?.note,
  };
}

/** A longer feature is a sentence, and none that only names the product. */
const LONGEST_PRODUCT = 60;

/** A feature that names the product (`agricultural sprayer drone`) is its category, where none is given. */
function withCategory(args: ProductArguments): ProductArguments {
  const { robot, robot_category, features = [] } = args;
  if (robot !== undefined || robot_category !== undefined) return args;
  for (const feature of features) {
    if (feature.length > LONGEST_PRODUCT || readFeature(feature) !== undefined) continue;
    const called = categoryCalled(feature) ?? onlyOf(readTerm(vocabularies.robot_category, feature));
    if (called === undefined) continue;
    const isRead = readFeatures([feature]).given.length > 0;
    const others = features.filter((other) => other !== feature || isRead);
    return { ...args, robot_category: called, features: others };
  }
  return args;
}

function onlyOf(terms: readonly string[] | undefined): string | undefined {
  return terms?.length === 1 ? terms[0] : undefined;
}

/** The one category that a word stands for; none, and why, where it stands for several or is no word of ours. */
function readCategory(text: string): { readonly category?: RobotCategory; readonly note?: string } {
  const vocabulary = vocabularies.robot_category;
  const [only, ...others] = readTerm(vocabulary, text) ?? [];
  if (only !== undefined && others.length === 0) return { category: only as RobotCategory };
  const hint = 'its category counts as unknown; name one for what hangs on it';
  const said = `robot_category "${oneLine(text)}"`;
  if (only !== undefined) return { note: `${said} stands for ${[only, ...others].join(', ')}: ${hint}.` };
  const near = nearest(text, termNames(vocabulary), NEAREST_SHOWN);
  return {
    note: `${said} is no word of ours: ${hint}${near.length > 0 ? ` (near: ${near.join(', ')})` : ''}.`,
  };
}

/** The feature that a category names instead of one: a `home robot` may be of several, but is used in homes. */
function placeIn(category: string | undefined): string | undefined {
  if (category === undefined || readTerm(vocabularies.robot_category, category)?.length === 1)
    return undefined;
  const read = readFeature(category.replace(/\b(?:robots?|machines?)\b/gi, ''));
  return read === undefined || read.denied ? undefined : read.feature;
}

function robotOf({ asked: id, row }: Named, { catalogue }: ToolContext): Robot {
  if (row !== undefined) return catalogue.store('robots').record(row);
  const near = catalogue.namesLike('robots', id, 3);
  const kinds = categoriesIn(id);
  const hint =
    near.length > 0
      ? `Near to it: ${near.join(', ')}.`
      : kinds.length > 0
        ? `For a kind of robot give robot_category: ${kinds.join(' or ')}.`
        : 'Find its id with search_robots.';
  throw new ToolError('NOT_FOUND', `There is no robot ${id}. ${hint}`, { field: 'robot', accepted: near });
}

/** What a caller says of features. Throws INVALID_ARGUMENT for contradictions. */
function readGiven(texts: readonly string[]): ReturnType<typeof readFeatures> {
  const read = readFeatures(texts);
  const contradiction = contradictionIn(read.given, read.denied);
  if (contradiction === undefined) return read;
  const { feature, denied } = contradiction;
  const why = feature === denied ? '' : `, and ${feature} comes with ${denied}`;
  throw new ToolError(
    'INVALID_ARGUMENT',
    `features says both ${feature} and no-${denied}${why}. Leave one out.`,
    { field: 'features', accepted: [feature, `no-${denied}`] },
  );
}

function unknownFeatures(unknown: readonly NotUnderstood[]): ToolError {
  const near = [...new Set(unknown.flatMap(({ nearest }) => nearest))];
  const asked = unknown.map(({ feature }) => `"${feature}"`).join(', ');
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Known: ${featureWords.join(', ')}.`;
  return new ToolError('INVALID_ARGUMENT', `features does not know ${asked}. ${hint}`, {
    field: 'features',
    accepted: near.length > 0 ? near : featureWords,
  });
}
