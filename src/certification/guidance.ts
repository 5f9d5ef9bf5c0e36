import type { InferredFeature } from './features.ts';
import { featurePhrase, type OpenRequirement, questionsOn } from './questions.ts';
import {
  type Applicability,
  type DescribedProduct,
  judge,
  type Requirement,
  type Requirements,
  standsWith,
} from './rules.ts';

/** Reasons beyond this many are left out. */
const REASONS_SHOWN = 3;

/** What applies to a product, and what would. */
export interface Guidance {
  /** Row indexes of the requirements of any scheme that apply. */
  readonly applicable: ReadonlySet<number>;
  /** By requirement id: why it applies. */
  readonly because: ReadonlyMap<string, string>;
  /** Ids of the requirements that apply since the product is of its category. */
  readonly byCategory: ReadonlySet<string>;
  /** Members of the answer: features, inferred, depends_on and the robot's own certifications. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly questions: number;
  /** Features that no shown question is about and that may bring something mandatory. */
  readonly deciding: readonly string[];
}

/** Judges every requirement; questions are about those of the schemes asked about alone: all of them if `whole`. */
export function guidanceFor(
  requirements: Requirements,
  product: DescribedProduct,
  schemes: readonly string[],
  whole: boolean,
): Guidance {
  const applicable = new Set<number>();
  const because = new Map<string, string>();
  const byCategory = new Set<string>();
  const open: OpenRequirement[] = [];
  const verdicts = requirements.map((one) => one && judge(one.applies_to, product));
  const applying = new Set(
    requirements.flatMap((one, i) => (verdicts[i]?.kind === 'applies' && one?.id) || []),
  );
  for (const [row, requirement] of requirements.entries()) {
    const verdict = verdicts[row];
    if (requirement === undefined || verdict === undefined || givesWay(requirement, applying)) continue;
    if (verdict.kind === 'applies') {
      applicable.add(row);
      because.set(requirement.id, reason(verdict, product.likely));
      if (verdict.category !== undefined) byCategory.add(requirement.id);
    } else if (verdict.kind === 'depends' && standsWith(requirement, schemes)) {
      open.push(openRequirement(requirement, verdict));
    }
  }
  const asked = requirements.flatMap((one) =>
    one !== undefined && standsWith(one, schemes) ? [one.applies_to] : [],
  );
  const { shown, further, deciding } = questionsOn(open, product, asked, whole);
  return {
    applicable,
    because,
    byCategory,
    questions: shown.length + further,
    deciding,
    extra: {
      ...describe(product),
      ...(shown.length > 0 && { depends_on: shown }),
      ...(further > 0 && { further_questions: further }),
      ...ownCertifications(product),
    },
  };
}

/** A law does not apply where another takes its place, as the EMC Directive does not apply to radio equipment. */
function givesWay({ relations = [] }: Requirement, applying: ReadonlySet<string>): boolean {
  return relations.some(({ type, id }) => type === 'gives_way_to' && applying.has(id));
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
  if (guidance !== undefined && 'further_questions' in guidance.extra) {
    const { deciding } = guidance;
    const what = deciding.length > 0 ? `Mandatory ones also hang on ${deciding.join(', ')}: ` : '';
    notes.push(`${what}detail full lists further questions.`);
  }
  if (isLeftOut) notes.push(...euNote(requirements, guidance));
  if (guidance !== undefined && 'robot' in guidance.extra) notes.push(ownNote(guidance));
  return notes;
}

const howToDescribe =
  'No product is described: give robot, or robot_category and features, to see only what applies to it.';

function nothingApplies(schemes: readonly string[], questions: number): string {
  const what = `Nothing of ${schemes.join(', ')} in the data applies to this product as described`;
  return questions > 0 ? `${what}; depends_on says what could change that.` : `${what}.`;
}

/** EU law is asked for by its name: one line says how much of it would apply. */
function euNote(requirements: Requirements, guidance: Guidance | undefined): string[] {
  const found = count(requirements, ['EU'], guidance?.applicable);
  if (found === 0) return [];
  return guidance === undefined
    ? [`EU is left out: ${found} with scheme EU.`]
    : [`EU is left out: ${found} of it would apply; ask with scheme EU.`];
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
    one !== undefined && standsWith(one, schemes) && (among?.has(row) ?? true);
  return requirements.filter(isCounted).length;
}

function openRequirement(
  { id, basis, obligation, phase, place }: Requirement,
  verdict: Extract<Applicability, { kind: 'depends' }>,
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

function reason(
  { category, features }: Extract<Applicability, { kind: 'applies' }>,
  likely: ReadonlySet<string>,
): string {
  const phrases = [...new Set(features)]
    .slice(0, REASONS_SHOWN)
    .map((feature) => featurePhrase(feature) + (likely.has(feature) ? ' (likely)' : ''));
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
