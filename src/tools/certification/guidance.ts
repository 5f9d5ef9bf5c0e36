import type { InferredFeature } from '../../certification/features.ts';
import { featurePhrase } from '../../certification/question-texts.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { judge, rulesOf, type Verdict } from './applicability.ts';
import type { DescribedProduct } from './product.ts';
import { type OpenRequirement, questionsOn } from './questions.ts';

/** Reasons beyond this many are left out. */
const reasonsShown = 3;

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

/** Judges every requirement; questions are about those that `isAsked` for alone. */
export function guidanceFor(
  store: KindStore<'certification'>,
  product: DescribedProduct,
  isAsked: (index: number) => boolean,
): Guidance {
  const applicable = new Set<number>();
  const because = new Map<string, string>();
  const open: OpenRequirement[] = [];
  const rules = rulesOf(store);
  for (const [index, rule] of rules.entries()) {
    if (!store.isLive(index)) continue;
    const verdict = judge(rule, product);
    if (verdict.kind === 'applies') {
      applicable.add(index);
      because.set(store.idOf(index), reason(verdict));
    } else if (verdict.kind === 'depends' && isAsked(index)) {
      open.push(openRequirement(store, index, verdict));
    }
  }
  const asked = [...rules].filter((_, index) => store.isLive(index) && isAsked(index));
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

function openRequirement(
  store: KindStore<'certification'>,
  index: number,
  verdict: Extract<Verdict, { kind: 'depends' }>,
): OpenRequirement {
  const { id, basis, obligation } = store.record(index);
  return {
    id,
    basis,
    mandatory: obligation === 'mandatory',
    features: verdict.on === 'features' ? verdict.features : [],
    categories: verdict.on === 'category' ? verdict.categories : [],
  };
}

function reason({ category, features }: Extract<Verdict, { kind: 'applies' }>): string {
  const phrases = [...new Set(features)].slice(0, reasonsShown).map(featurePhrase);
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
