import data from '../../dataset/taxonomy/certification-questions.json' with { type: 'json' };
import { type Certification, phaseOrder } from '../kinds/certification/certification.ts';
import type { RobotCategory } from '../kinds/robots/robot.ts';
import { featureQuestion, impliedBy } from './features.ts';
import type { Product, Requirement } from './rules.ts';

const phrases = new Map<string, string>(Object.entries(data.phrases));
const texts = new Map(
  data.questions.flatMap(({ question, asked_for }) =>
    asked_for.map((set) => [keyOf(set), question] as const),
  ),
);

/** Open questions beyond this many, and requirements of one beyond this many, are counted only. */
const QUESTIONS_SHOWN = 5;
const REQUIREMENTS_SHOWN = 3;
/** Longer lists of what may be so are cut: the features of a question stand beside it. */
const PHRASES_SHOWN = 5;
/** Conditions of more words than this would say little. */
const WORDS_SHOWN = 3;
/** Characters of a basis that is a sentence rather than a number. */
const BASIS_SHOWN = 35;

/** A requirement whose only unmet condition is one of these features, or a category. */
export interface OpenRequirement extends Pick<Certification, 'phase' | 'place'> {
  readonly id: string;
  readonly basis: string;
  readonly mandatory: boolean;
  readonly features: readonly string[];
  readonly categories: readonly RobotCategory[];
  /** As it would be asked if none of its features were settled. */
  readonly question?: string;
}

/** One entry of depends_on. */
interface Question {
  readonly question: string;
  /** Words to answer with. */
  readonly features?: readonly string[];
  readonly robot_categories?: readonly RobotCategory[];
  /** What would apply then: basis by id, with the words that decide where not every one of them does. */
  readonly requirements: Readonly<Record<string, string>>;
  readonly more?: number;
}

/** The conditions of each requirement of the schemes asked about, whether it applies or not. */
type Rules = readonly Requirement['applies_to'][];

interface Group {
  readonly question: string;
  readonly words: Set<string>;
  readonly requirements: OpenRequirement[];
  /** How many requirements at all ask for one of the words. */
  reach: number;
}

const categoryQuestion = 'What kind of robot is it (robot_category)?';

/**
 * The questions to ask, those with most mandatory requirements first, and how many more there are. The `whole` list
 * has what is premature too, and every requirement. `deciding` are the features of the others that may bring something mandatory.
 */
export function questionsOn(
  open: readonly OpenRequirement[],
  product: Product,
  rules: Rules,
  whole: boolean,
): { shown: readonly Question[]; further: number; deciding: readonly string[] } {
  const unsettled = open.flatMap((one) => withoutSettled(one, product));
  const asked = gather(unsettled, rules).filter(({ words }) => !isPointless([...words], product));
  const groups = joinCovered(asked).sort(
    (a, b) =>
      Number(isUnlikely(a, product)) - Number(isUnlikely(b, product)) ||
      Number(narrows(b, product)) - Number(narrows(a, product)) ||
      byConsequence(a, b),
  );
  if (whole) {
    const shown = groups.map((group) => asQuestion(group, Number.POSITIVE_INFINITY));
    return { shown, further: 0, deciding: [] };
  }
  const now = groups.filter(({ words }) => !isPremature([...words], product));
  const shown = now.slice(0, QUESTIONS_SHOWN).map((group) => asQuestion(group, REQUIREMENTS_SHOWN));
  const rest = now.slice(QUESTIONS_SHOWN).filter((group) => !isUnlikely(group, product));
  const decides = ({ requirements }: Group) => requirements.some(({ mandatory }) => mandatory);
  const told = new Set(shown.flatMap(({ features = [] }) => features));
  // One word a question says what it is about.
  const deciding = rest
    .filter(decides)
    .flatMap(({ words }) => [...words].filter((word) => !told.has(word)).slice(0, 1));
  return { shown, further: groups.length - shown.length, deciding: [...new Set(deciding)] };
}

/** Without the words that what is known of the product settles; nothing if none is left to ask about. */
function withoutSettled(one: OpenRequirement, { features: known }: Product): OpenRequirement[] {
  if (one.features.length === 0) return [one];
  const features = one.features.filter((word) => !settledBy(word).some((settling) => known.has(settling)));
  if (features.length === one.features.length) return [one];
  return features.length === 0 ? [] : [{ ...one, features, question: questionFor(one.features) }];
}

const euLaw = /^(?:\w+ )?(?:Regulation|Directive) (?:\(E[UC]\) )?\d+(?:\/\d+)*(?:\/E[UC])?/;

/** `47 CFR 15.3` of `47 CFR 15.3, 15.101`: enough to recognize the rule or the standard. */
export function shortBasis(basis: string): string {
  const [law] = euLaw.exec(basis) ?? [];
  if (law !== undefined) return law;
  const [short = basis] = basis.split(/[,;:] | \(/);
  if (/Parts \w+$/.test(short)) return `${short} etc.`;
  const end = short.lastIndexOf(' ', BASIS_SHOWN);
  return short.length <= BASIS_SHOWN || end === -1 ? short : `${short.slice(0, end)} …`;
}

function gather(open: readonly OpenRequirement[], rules: Rules): Group[] {
  const groups = new Map<string, Group>();
  for (const requirement of open) {
    const { features, categories, question: whole = questionFor(features) } = requirement;
    const question = categories.length > 0 ? categoryQuestion : whole;
    const group = groups.get(question) ?? { question, words: new Set<string>(), requirements: [], reach: 0 };
    for (const word of categories.length > 0 ? categories : features) group.words.add(word);
    group.requirements.push(requirement);
    groups.set(question, group);
  }
  for (const group of groups.values()) group.reach = reachOf(group.words, rules);
  return [...groups.values()];
}

function reachOf(words: ReadonlySet<string>, rules: Rules): number {
  return rules.filter(({ features, all_of = [] }) => [...features, ...all_of].some((word) => words.has(word)))
    .length;
}

/** Puts each question under the weightiest of those that ask for its words too. */
function joinCovered(groups: readonly Group[]): Group[] {
  const kept: Group[] = [];
  for (const group of [...groups].sort((a, b) => b.words.size - a.words.size)) {
    const [broader] = kept.filter((other) => isCovered(group, other)).sort(byConsequence);
    if (broader === undefined) kept.push(group);
    else broader.requirements.push(...group.requirements);
  }
  return kept;
}

function isCovered({ words }: Group, by: Group): boolean {
  return [...words].every(
    (word) => by.words.has(word) || impliedBy(word).some((implied) => by.words.has(implied)),
  );
}

/** True where every word presupposes what the product is known not to have. */
function isPointless(words: readonly string[], { features, denied }: Product): boolean {
  return words.every((word) => {
    const needs = presupposedBy(word);
    return needs.length > 0 && needs.every((need) => denied.has(need) && !features.has(need));
  });
}

/** True where every word presupposes what is not known yet. */
function isPremature(words: readonly string[], { features }: Product): boolean {
  return words.every((word) => {
    const needs = presupposedBy(word);
    return needs.length > 0 && !needs.some((need) => features.has(need));
  });
}

/** True where hardly any such product has what is asked about: a mower is seldom a medical device. */
function isUnlikely({ words }: Group, { features }: Product): boolean {
  return data.unlikely.some(
    (one) =>
      [...words].every((word) => one.features.includes(word)) &&
      !one.unless.some((word) => features.has(word)),
  );
}

/** True where a mandatory requirement hangs on which kind of what is there it is, such as the band of its Wi-Fi. */
function narrows({ question, words, requirements }: Group, { features }: Product): boolean {
  if (question === categoryQuestion) return true;
  const isOfGiven = [...words].every((word) => impliedBy(word).some((implied) => features.has(implied)));
  return isOfGiven && requirements.some(({ mandatory }) => mandatory);
}

function byConsequence(a: Group, b: Group): number {
  const mandatory = ({ requirements }: Group) => requirements.filter((one) => one.mandatory).length;
  return (
    // A category decides most: it also says what is usual for such a robot.
    Number(b.question === categoryQuestion) - Number(a.question === categoryQuestion) ||
    mandatory(b) - mandatory(a) ||
    b.requirements.length - a.requirements.length ||
    b.reach - a.reach ||
    (a.question < b.question ? -1 : 1)
  );
}

function asQuestion({ question, words, requirements }: Group, most: number): Question {
  const ordered = inOrder(requirements);
  const shown = ordered.slice(0, most);
  const further = ordered.length - shown.length;
  const byCategory = question === categoryQuestion;
  return {
    question,
    ...(byCategory ? { robot_categories: [...words] as RobotCategory[] } : { features: [...words] }),
    requirements: Object.fromEntries(
      shown.map((one) => [one.id, shortBasis(one.basis) + conditionOf(one, words)]),
    ),
    ...(further > 0 && { more: further }),
  };
}

/** Mandatory ones first, then those that most answers bring, then as a team meets them. */
function inOrder(requirements: readonly OpenRequirement[]): OpenRequirement[] {
  const breadth = ({ features, categories }: OpenRequirement) => features.length + categories.length;
  return [...requirements].sort(
    (a, b) =>
      Number(b.mandatory) - Number(a.mandatory) || breadth(b) - breadth(a) || phaseOrder(a) - phaseOrder(b),
  );
}

/** Which of the question's words decide, where not every one of them does. */
function conditionOf({ features, categories }: OpenRequirement, words: ReadonlySet<string>): string {
  const own = categories.length > 0 ? categories : features;
  if (own.length === words.size && own.every((word) => words.has(word))) return '';
  return own.length > WORDS_SHOWN ? ` for ${own.length} of these` : ` if ${own.join(' or ')}`;
}

/** What a feature says of a robot, after `it`: `uses Wi-Fi`. */
export function featurePhrase(feature: string): string {
  return phrases.get(feature) ?? `has ${feature}`;
}

/** The question whose answer tells whether one of the features is there. */
export function questionFor(features: readonly string[]): string {
  const authored = texts.get(keyOf(features));
  if (authored !== undefined) return authored;
  const [only = '', ...more] = features;
  if (more.length === 0) return featureQuestion(only) ?? `Is this so: it ${featurePhrase(only)}?`;
  const shown = features.slice(0, PHRASES_SHOWN).map(featurePhrase).join(', or ');
  return `Is any of these so: it ${shown}${features.length > PHRASES_SHOWN ? ', or another of its features' : ''}?`;
}

/** Features of which one must be there before it makes sense to ask about this one; none for most. */
export function presupposedBy(feature: string): readonly string[] {
  return data.presupposes.find(({ features }) => features.includes(feature))?.needs ?? [];
}

/** Features of which one says that this one is not there, or does not matter. */
function settledBy(feature: string): readonly string[] {
  return data.settled.flatMap(({ features, by }) => (features.includes(feature) ? by : []));
}

function keyOf(features: readonly string[]): string {
  return [...features].sort().join(' ');
}
