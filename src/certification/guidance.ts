import { guidanceSchemes } from '../kinds/certification/certification.ts';
import type { InferredFeature } from './features.ts';
import { featurePhrase, type OpenRequirement, questionsOn } from './questions.ts';
import { type DescribedProduct, judge, type Requirement, type Requirements, type Verdict } from './rules.ts';

/** Reasons beyond this many are left out. */
const REASONS_SHOWN = 3;

/** What applies to a product, and what would. */
export interface Guidance {
  /** Row indexes of the requirements of any scheme that apply. */
  readonly applicable: ReadonlySet<number>;
  /** By requirement id: why it applies. */
  readonly because: ReadonlyMap<string, string>;
  /** Members of the answer: features, inferred, depends_on and the robot's own certifications. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly questions: number;
}

/** Judges every requirement; questions are about those of the schemes asked about alone. */
export function guidanceFor(
  requirements: Requirements,
  product: DescribedProduct,
  schemes: readonly string[],
): Guidance {
  const applicable = new Set<number>();
  const because = new Map<string, string>();
  const open: OpenRequirement[] = [];
  for (const [row, requirement] of requirements.entries()) {
    if (requirement === undefined) continue;
    const verdict = judge(requirement.applies_to, product);
    if (verdict.kind === 'applies') {
      applicable.add(row);
      because.set(requirement.id, reason(verdict));
    } else if (verdict.kind === 'depends' && schemes.includes(requirement.scheme)) {
      open.push(openRequirement(requirement, verdict));
    }
  }
  const asked = requirements.flatMap((one) =>
    one !== undefined && schemes.includes(one.scheme) ? [one.applies_to] : [],
  );
  const { shown, further } = questionsOn(open, product, asked);
  return {
    applicable,
    because,
    questions: shown.length + further,
    extra: {
      ...describe(product),
      ...(shown.length > 0 && { depends_on: shown }),
      ...(further > 0 && { further_questions: further }),
      ...ownCertifications(product),
    },
  };
}

/** What a reader must know of an answer about these schemes beside its records. */
export function guidanceNotes(
  requirements: Requirements,
  schemes: readonly string[],
  /** True if the caller named no scheme. */
  isLeftOut: boolean,
  guidance: Guidance | undefined,
): string[] {
  if (count(requirements, schemes) === 0) return [`The data hold no requirements of ${schemes.join(', ')}.`];
  const notes: string[] = [];
  if (guidance === undefined) notes.push(howToDescribe);
  if (guidance !== undefined && count(requirements, schemes, guidance.applicable) === 0) {
    notes.push(nothingApplies(schemes, guidance.questions));
  }
  if (isLeftOut) notes.push(...otherSchemes(requirements, schemes, guidance));
  if (guidance !== undefined && 'robot' in guidance.extra) notes.push(ownNote(guidance));
  return notes;
}

const howToDescribe =
  'No product is described: give robot, or robot_category and features, to see only what applies to it.';

function nothingApplies(schemes: readonly string[], questions: number): string {
  const what = `Nothing of ${schemes.join(', ')} in the data applies to this product as described`;
  return questions > 0 ? `${what}; depends_on says what could change that.` : `${what}.`;
}

function otherSchemes(
  requirements: Requirements,
  schemes: readonly string[],
  guidance: Guidance | undefined,
): string[] {
  const others = guidanceSchemes.filter((scheme) => !schemes.includes(scheme));
  return others.flatMap((scheme) => {
    const found = count(requirements, [scheme], guidance?.applicable);
    if (found === 0) return [];
    return guidance === undefined
      ? [`${scheme} is left out: ${found} more with scheme ${scheme}.`]
      : [`${scheme} is left out: ${found} of it would apply too; ask with scheme ${scheme}.`];
  });
}

function ownNote({ extra }: Guidance): string {
  const caution = 'not recorded is not the same as not certified.';
  return 'robot_certifications' in extra
    ? `robot_certifications are what is recorded of this robot; ${caution}`
    : `No certification of this robot is recorded; ${caution}`;
}

/** How many requirements of the schemes there are, or are among these rows. */
function count(requirements: Requirements, schemes: readonly string[], among?: ReadonlySet<number>): number {
  const isCounted = (one: Requirement | undefined, row: number) =>
    one !== undefined && schemes.includes(one.scheme) && (among?.has(row) ?? true);
  return requirements.filter(isCounted).length;
}

function openRequirement(
  { id, basis, obligation, phase, place }: Requirement,
  verdict: Extract<Verdict, { kind: 'depends' }>,
): OpenRequirement {
  return {
    id,
    basis,
    phase,
    place,
    mandatory: obligation === 'mandatory',
    features: verdict.on === 'features' ? verdict.features : [],
    categories: verdict.on === 'category' ? verdict.categories : [],
  };
}

function reason({ category, features }: Extract<Verdict, { kind: 'applies' }>): string {
  const phrases = [...new Set(features)].slice(0, REASONS_SHOWN).map(featurePhrase);
  const parts = [
    ...(category === undefined ? [] : [`category ${category}`]),
    ...(phrases.length > 0 ? [`it ${phrases.join(', ')}`] : []),
  ];
  return parts.length === 0 ? 'every robot' : parts.join('; ');
}

function describe({ robot, category, given, denied, inferred }: DescribedProduct): object {
  return {
    ...(robot !== undefined && { robot: robot.id }),
    ...(category !== undefined && { robot_category: category }),
    ...(given.length > 0 && { features: given }),
    ...(denied.size > 0 && { denied: [...denied] }),
    ...(inferred.length > 0 && { inferred: byReason(inferred) }),
  };
}

/** What was inferred, so that a person can correct it: the words under the fact that speaks for them. */
function byReason(inferred: readonly InferredFeature[]): { because: string; features: string[] }[] {
  const found = new Map<string, string[]>();
  for (const { feature, because } of inferred) found.set(because, [...(found.get(because) ?? []), feature]);
  return [...found].map(([because, features]) => ({ because, features }));
}

function ownCertifications({ robot }: DescribedProduct): object {
  if (robot === undefined || robot.certifications.length === 0) return {};
  return {
    robot_certifications: robot.certifications.map(({ scheme, status, standard, identifier, date }) => ({
      scheme,
      status,
      ...(standard !== undefined && { standard }),
      ...(identifier !== undefined && { identifier }),
      ...(date !== undefined && { date }),
    })),
  };
}
