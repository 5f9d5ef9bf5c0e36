import grammar from '../../dataset/taxonomy/grammar.json' with { type: 'json' };
import { bandOf, featureCalled, featuresOfKind, impliedBy } from '../certification/features.ts';
import { kindIndexes } from '../kinds/kinds.ts';
import { fold, singular, words } from '../text/fold.ts';
import { parseQuestion } from './grammar.ts';
import { NO_NAMES } from './names.ts';
import type { Clause, Leaf, Question, Word } from './question.ts';

/** What a question on certification says of the product and of the schemes that are asked about. */
export interface ProductSaid {
  /** Ids. */
  readonly robots: readonly string[];
  readonly schemes: readonly string[];
  readonly otherThan: readonly string[];
  readonly categories: readonly string[];
  readonly otherCategories: readonly string[];
  readonly given: readonly string[];
  readonly denied: readonly string[];
  /** Conditions on the requirements themselves. */
  readonly others: readonly Clause[];
}

/** What the clauses of a question say of a product, however they are joined: what it has and has not are facts. */
export function productSaid(clauses: readonly Clause[]): ProductSaid {
  const said = clauses.flatMap((clause) => (isOfProduct(clause) ? leavesOf(clause, false) : []));
  const valuesOf = (field: string, isDenied: boolean) => [
    ...new Set(
      said.flatMap(({ leaf, isDenied: own }) =>
        leaf.field === field && own === isDenied && leaf.op === 'in' ? leaf.values : [],
      ),
    ),
  ];
  const masses = said.flatMap(({ leaf }) => (leaf.op === 'range' ? (bandIn(leaf) ?? []) : []));
  const given = [
    ...valuesOf('features', false).filter((one) => featuresOfKind(one) === undefined),
    ...masses,
  ];
  const denied = valuesOf('features', true);
  // "Wi-Fi, no radio" means no other one.
  const present = new Set(given.flatMap((feature) => [feature, ...impliedBy(feature)]));
  return {
    robots: valuesOf('robot', false),
    schemes: valuesOf('scheme', false),
    otherThan: valuesOf('scheme', true),
    categories: valuesOf('robot_category', false),
    otherCategories: valuesOf('robot_category', true),
    given: [...new Set(given)],
    denied: [
      ...new Set(
        denied.flatMap((one) => featuresOfKind(one)?.filter((feature) => !present.has(feature)) ?? [one]),
      ),
    ],
    others: clauses.filter((clause) => !isOfProduct(clause)),
  };
}

const PRODUCT_FIELDS = ['robot', 'scheme', 'robot_category', 'features', 'mass_kg'];

function isOfProduct(clause: Clause): boolean {
  return leavesOf(clause, false).every(({ leaf }) => isProductField(leaf));
}

function isProductField({ field }: Leaf): boolean {
  return PRODUCT_FIELDS.includes(field);
}

/** The leaves of a clause, and whether it denies them. */
function leavesOf(clause: Clause, isDenied: boolean): { readonly leaf: Leaf; readonly isDenied: boolean }[] {
  if (clause.is === 'leaf') return [{ leaf: clause, isDenied }];
  if (clause.is === 'not') return leavesOf(clause.of, !isDenied);
  return clause.of.flatMap((one) => leavesOf(one, isDenied));
}

/** The feature of a mass: below 250 g is what weighs a little less. */
function bandIn(leaf: Leaf): string | undefined {
  if (leaf.op !== 'range') return undefined;
  const { min, above, max, below } = leaf.range;
  const kg = below !== undefined ? below - A_GRAM : (max ?? min ?? above);
  return kg === undefined ? undefined : bandOf(Number((1000 * kg).toFixed(3)));
}

const A_GRAM = 0.001;

/**
 * A question on certification with what its features are: facts of the product where it is of one, such as a robot, and else
 * words, since who names a battery asks about it.
 */
export function aboutProduct(question: Question): Question {
  const { text } = question;
  // What is an alternative to a condition on the requirement itself is no fact.
  const clauses = question.clauses.map((one) => (isMixed(one) ? asText(one, text, isProductField) : one));
  if (isOfOne(question)) {
    // Who asks for the standards of a product wants to know what applies to it.
    const own = clauses.filter((one) => !leavesOf(one, false).every(({ leaf }) => leaf.field === 'document'));
    return { ...question, clauses: own, words: question.words.filter((word) => !isAsking(word)) };
  }
  const facts = clauses.filter((one): one is Leaf => one.is === 'leaf' && isFact(one) && !isList(one, text));
  const named = facts.map(({ span }) => ({ text: text.slice(span.start, span.end), span, isQuoted: false }));
  return {
    ...question,
    clauses: clauses
      .filter((one) => !facts.some((fact) => fact === one))
      .map((one) => asText(one, text, isFact)),
    words: [...question.words, ...named].sort((a, b) => a.span.start - b.span.start),
  };
}

const BETWEEN_PARTS = /\s*(?:,|\bor\b)\s*/i;

/** `Radar or ultra-wideband` */
function isList({ span }: Leaf, text: string): boolean {
  return BETWEEN_PARTS.test(text.slice(span.start, span.end));
}

function isMixed(clause: Clause): boolean {
  const own = leavesOf(clause, false).map(({ leaf }) => isProductField(leaf));
  return own.includes(true) && own.includes(false);
}

function isOfOne({ text, clauses }: Question): boolean {
  const leaves = clauses.flatMap((clause) => leavesOf(clause, false));
  return (
    leaves.some(
      ({ leaf: { field }, isDenied }) =>
        field === 'robot' || field === 'robot_category' || (field === 'features' && isDenied),
    ) || words(fold(text)).some((word) => grammar.subjects.includes(singular(word)))
  );
}

function isAsking({ text, isQuoted }: Word): boolean {
  const { domainStopWords } = kindIndexes.certification;
  const asking = [...grammar.asking, ...domainStopWords];
  return !isQuoted && [fold(text), singular(fold(text))].some((word) => asking.includes(word));
}

function isFact({ field }: Leaf): boolean {
  return field === 'features' || field === 'mass_kg';
}

function asText(clause: Clause, text: string, isText: (leaf: Leaf) => boolean): Clause {
  if (clause.is === 'not') return { is: 'not', of: asText(clause.of, text, isText) };
  if (clause.is !== 'leaf') return { is: clause.is, of: clause.of.map((one) => asText(one, text, isText)) };
  if (!isText(clause)) return clause;
  const { span } = clause;
  const parts = text
    .slice(span.start, span.end)
    .split(BETWEEN_PARTS)
    .filter((part) => part !== '');
  const of = parts.map((part): Leaf => ({ is: 'leaf', field: 'text', op: 'has', text: part, span }));
  const [only, another] = of;
  return only !== undefined && another === undefined ? only : { is: 'any', of };
}

/** A text of which some words are features, and what was understood of it. */
interface ReadInPart {
  readonly text: string;
  /** Exact words, those that are denied with `no-` before them. */
  readonly as: readonly string[];
}

export interface FeaturesRead
  extends Pick<ProductSaid, 'schemes' | 'otherThan' | 'categories' | 'given' | 'denied'> {
  /** Of which some words are known. */
  readonly inPart: readonly ReadInPart[];
  /** As they were written. */
  readonly unknown: readonly string[];
}

/**
 * Reads features as a person writes them, each as a question of its own: `Wi-Fi`, `no-wifi`, `4G and GPS but no Wi-Fi`. One
 * that is called so as a whole is that, whatever words stand in it.
 */
export function readFeatures(texts: readonly string[]): FeaturesRead {
  const clauses: Clause[] = [];
  const inPart: ReadInPart[] = [];
  const unknown: string[] = [];
  let left = MAX_CHARACTERS;
  for (const text of texts) {
    left -= text.length;
    if (left < 0) {
      unknown.push(text);
      continue;
    }
    const called = wholeFeature(text);
    const question = readAlone(text);
    const own = called === undefined ? question.clauses : [called];
    const { given, denied, schemes, otherThan, categories } = productSaid(own);
    const as = [...given, ...denied.map((feature) => `no-${feature}`)];
    if ([...as, ...schemes, ...otherThan, ...categories].length === 0) unknown.push(text);
    else if (called === undefined && as.length > 0 && question.words.length > 0) inPart.push({ text, as });
    clauses.push(...own);
  }
  const { schemes, otherThan, categories, given, denied } = productSaid(clauses);
  return { schemes, otherThan, categories, given, denied, inPart, unknown };
}

/** What a text says of schemes, if it says nothing else. */
export function schemesSaid(text: string): Pick<ProductSaid, 'schemes' | 'otherThan'> | undefined {
  const { clauses, words: left, unread } = readAlone(text);
  const isAlone = clauses.every((clause) =>
    leavesOf(clause, false).every(({ leaf }) => leaf.field === 'scheme'),
  );
  return isAlone && clauses.length > 0 && left.length + unread.length === 0
    ? productSaid(clauses)
    : undefined;
}

function readAlone(text: string): Question {
  return parseQuestion(text, { kind: 'certification', today: ANY_DAY, names: NO_NAMES });
}

function wholeFeature(text: string): Leaf | undefined {
  const feature = featureCalled(text);
  const span = { start: 0, end: text.length };
  return feature === undefined
    ? undefined
    : { is: 'leaf', field: 'features', op: 'in', values: [feature], span };
}

/** Features that are longer together are no list that anybody writes: what is beyond is told as unknown. */
const MAX_CHARACTERS = 2000;
/** No feature is a date. */
const ANY_DAY = '2000-01-01';
