import { contradictionIn, featureWords, nearestFeatures } from '../../certification/features.ts';
import { type DescribedProduct, describeProduct } from '../../certification/rules.ts';
import type { Robot, RobotCategory } from '../../kinds/robots/robot.ts';
import { nearest, readTerm, termNames, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { type FeaturesRead, type ProductSaid, readFeatures } from '../../question/product.ts';
import type { ToolContext } from '../tool.ts';
import { ToolError } from '../tool.ts';
import { oneLine } from './answer.ts';
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
 * The product that arguments and words describe, and the features that were not understood: the rest is used. Where words
 * contradict arguments, these hold. Throws INVALID_ARGUMENT for contradictions and where nothing is understood, and NOT_FOUND.
 */
export function readProduct(
  args: ProductArguments,
  read: FeaturesRead,
  said: ProductSaid,
  context: ToolContext,
): {
  readonly product: DescribedProduct;
  readonly notUnderstood: readonly NotUnderstood[];
  /** How features were read of which some words are known, and what was not used. */
  readonly readingNotes: readonly string[];
  readonly categoryNote: string | undefined;
} {
  const asked = args.robot ?? (args.robot_category === undefined ? onlyOf(said.robots) : undefined);
  const called = asked === undefined ? undefined : resolveName('robots', asked, context);
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
  const inWords = [...new Set([...read.categories, ...said.categories])];
  const category = named === undefined ? (robot?.category ?? onlyOf(inWords)) : named.category;
  const given = { given: [...read.given, ...(place === undefined ? [] : [place])], denied: read.denied };
  refuseContradiction(given);
  const { used, left } = besideArguments(given, said);
  const notUnderstood = read.unknown.map((feature) => ({
    feature,
    nearest: nearestFeatures(feature, NEAREST_SHOWN),
  }));
  const isNothing = used.given.length + used.denied.length + inWords.length === 0;
  if (category === undefined && notUnderstood.length > 0 && isNothing) throw unknownFeatures(notUnderstood);
  const others = named === undefined && robot === undefined ? [] : inWords.filter((one) => one !== category);
  const notUsed = [...left, ...others].join(', ');
  return {
    product: describeProduct(robot, category as RobotCategory | undefined, used),
    notUnderstood,
    readingNotes: [
      ...(called === undefined ? [] : readingNotes('robots', [called], context)),
      ...read.inPart.map(({ text, as }) => `Read "${oneLine(text)}" in features as ${as.join(', ')}.`),
      ...(notUsed === '' ? [] : [`Not used, since the arguments say otherwise: ${notUsed}.`]),
    ],
    categoryNote:
      named === undefined && robot === undefined && inWords.length > 1 ? severalNote(inWords) : named?.note,
  };
}

interface Facts {
  readonly given: readonly string[];
  readonly denied: readonly string[];
}

/** What arguments and words say together, and what of the words contradicts the arguments. */
function besideArguments(
  given: Facts,
  said: Facts,
): { readonly used: Facts; readonly left: readonly string[] } {
  const isGiven = (feature: string) => contradictionIn([feature], given.denied) === undefined;
  const isDenied = (feature: string) => contradictionIn(given.given, [feature]) === undefined;
  const used = {
    given: [...new Set([...given.given, ...said.given.filter(isGiven)])],
    denied: [...new Set([...given.denied, ...said.denied.filter(isDenied)])],
  };
  return {
    used,
    left: [
      ...said.given.filter((feature) => !used.given.includes(feature)),
      ...said.denied.filter((feature) => !used.denied.includes(feature)).map((feature) => `no-${feature}`),
    ],
  };
}

function onlyOf(terms: readonly string[]): string | undefined {
  return terms.length === 1 ? terms[0] : undefined;
}

const UNKNOWN_CATEGORY = 'its category counts as unknown; name one for what hangs on it';

function severalNote(categories: readonly string[]): string {
  return `The words name ${categories.join(', ')}: ${UNKNOWN_CATEGORY}.`;
}

/** The one category that a word stands for; none, and why, where it stands for several or is no word of ours. */
function readCategory(text: string): { readonly category?: RobotCategory; readonly note?: string } {
  const vocabulary = vocabularies.robot_category;
  const [only, ...others] = readTerm(vocabulary, text) ?? [];
  if (only !== undefined && others.length === 0) return { category: only as RobotCategory };
  const hint = UNKNOWN_CATEGORY;
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
  const { given, denied, inPart } = readFeatures([category]);
  return denied.length + inPart.length > 0 ? undefined : onlyOf(given);
}

function robotOf({ asked: id, row }: Named, { catalogue }: ToolContext): Robot {
  if (row !== undefined) return catalogue.store('robots').record(row);
  const near = catalogue.namesLike('robots', id, 3);
  const kinds = readFeatures([id]).categories;
  const hint =
    near.length > 0
      ? `Near to it: ${near.join(', ')}.`
      : kinds.length > 0
        ? `For a kind of robot give robot_category: ${kinds.join(' or ')}.`
        : 'Find its id with search_robots.';
  throw new ToolError('NOT_FOUND', `There is no robot ${id}. ${hint}`, { field: 'robot', accepted: near });
}

function refuseContradiction({ given, denied: refused }: Facts): void {
  const contradiction = contradictionIn(given, refused);
  if (contradiction === undefined) return;
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
