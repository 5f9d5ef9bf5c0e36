import type { Product } from '../../catalogue/applicability.ts';
import type { RobotCategory } from '../../records/robot.ts';
import { presupposedBy, questionFor } from '../../taxonomy/certification-questions.ts';
import { impliedBy } from '../../taxonomy/features.ts';

/** Open questions beyond this many, and requirements of one beyond this many, are counted only. */
const questionsShown = 6;
const requirementsShown = 6;

/** A requirement whose only unmet condition is one of these features, or a category. */
export interface OpenRequirement {
  readonly id: string;
  readonly basis: string;
  readonly mandatory: boolean;
  readonly features: readonly string[];
  readonly categories: readonly RobotCategory[];
}

/** One entry of depends_on. */
export interface Question {
  readonly question: string;
  /** Words to answer with. */
  readonly features?: readonly string[];
  readonly robot_categories?: readonly RobotCategory[];
  /** What would apply then: basis by id, with the words that decide where not every one of them does. */
  readonly requirements: Readonly<Record<string, string>>;
  readonly further_requirements?: number;
}

interface Group {
  readonly question: string;
  readonly words: Set<string>;
  readonly requirements: OpenRequirement[];
}

const categoryQuestion = 'What kind of robot is it (robot_category)?';

/** The questions to ask, the most consequential first, and how many more there are. */
export function questionsOn(
  open: readonly OpenRequirement[],
  product: Product,
): { shown: readonly Question[]; further: number } {
  const asked = gather(open).filter(({ words }) => !isPointless([...words], product));
  const groups = fold(asked.sort(byConsequence)).sort(byConsequence);
  const now = groups.filter(({ words }) => !isPremature([...words], product));
  const shown = now.slice(0, questionsShown).map(asQuestion);
  return { shown, further: groups.length - shown.length };
}

/** `47 CFR 15.3, 15.101` as `47 CFR 15.3`: enough to recognize the rule or the standard. */
export function shortBasis(basis: string): string {
  return basis.split(/[,;:]\s| \(/)[0] ?? basis;
}

function gather(open: readonly OpenRequirement[]): Group[] {
  const groups = new Map<string, Group>();
  for (const requirement of open) {
    const { features, categories } = requirement;
    const question = categories.length > 0 ? categoryQuestion : questionFor(features);
    const group = groups.get(question) ?? { question, words: new Set<string>(), requirements: [] };
    for (const word of categories.length > 0 ? categories : features) group.words.add(word);
    group.requirements.push(requirement);
    groups.set(question, group);
  }
  return [...groups.values()];
}

/** Puts a question under a broader one, unless it is single and weighs more than that. */
function fold(groups: readonly Group[]): Group[] {
  const broadFirst = [...groups].sort((a, b) => b.words.size - a.words.size);
  const kept: Group[] = [];
  for (const group of broadFirst) {
    const broader = kept.find((other) => isCovered(group, other));
    if (broader === undefined || (group.words.size === 1 && byConsequence(group, broader) < 0))
      kept.push(group);
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

function byConsequence(a: Group, b: Group): number {
  const mandatory = ({ requirements }: Group) => requirements.filter((one) => one.mandatory).length;
  return (
    mandatory(b) - mandatory(a) ||
    b.requirements.length - a.requirements.length ||
    (a.question < b.question ? -1 : 1)
  );
}

function asQuestion({ question, words, requirements }: Group): Question {
  const ordered = [...requirements].sort((a, b) => Number(b.mandatory) - Number(a.mandatory));
  const shown = ordered.slice(0, requirementsShown);
  const further = ordered.length - shown.length;
  const byCategory = question === categoryQuestion;
  return {
    question,
    ...(byCategory ? { robot_categories: [...words] as RobotCategory[] } : { features: [...words] }),
    requirements: Object.fromEntries(
      shown.map((one) => [one.id, shortBasis(one.basis) + conditionOf(one, words)]),
    ),
    ...(further > 0 && { further_requirements: further }),
  };
}

function conditionOf({ features, categories }: OpenRequirement, words: ReadonlySet<string>): string {
  const own = categories.length > 0 ? categories : features;
  if (own.length > 3) return '';
  return own.every((word) => words.has(word)) && own.length === words.size ? '' : ` if ${own.join(' or ')}`;
}
