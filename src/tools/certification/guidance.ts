import { judge, rulesOf } from '../../catalogue/applicability.ts';
import type { KindStore } from '../../catalogue/kind-store.ts';
import { featureQuestion } from '../../taxonomy/features.ts';
import type { DescribedProduct } from './product.ts';

/** Open questions beyond this many are counted only. */
const questionsShown = 15;

/** What applies to a product, and what would. */
export interface Guidance {
  /** Row indexes of the requirements that apply. */
  readonly applicable: ReadonlySet<number>;
  /** By requirement id: why it applies. */
  readonly because: ReadonlyMap<string, string>;
  /** Members of the answer: features, inferred, depends_on and the robot's own certifications. */
  readonly extra: Readonly<Record<string, unknown>>;
}

interface OpenQuestion {
  readonly question: string;
  readonly features: readonly string[];
  readonly requirements: readonly string[];
}

/** Judges every requirement that `isAsked` for. */
export function guidanceFor(
  store: KindStore<'certification'>,
  product: DescribedProduct,
  isAsked: (index: number) => boolean,
): Guidance {
  const applicable = new Set<number>();
  const because = new Map<string, string>();
  const open = new Map<string, { features: readonly string[]; requirements: string[] }>();
  for (const [index, rule] of rulesOf(store).entries()) {
    if (!store.isLive(index) || !isAsked(index)) continue;
    const verdict = judge(rule, product);
    if (verdict.kind === 'applies') {
      applicable.add(index);
      because.set(store.idOf(index), verdict.because);
    } else if (verdict.kind === 'depends') {
      const key = verdict.features.join(' ');
      const group = open.get(key) ?? { features: verdict.features, requirements: [] };
      group.requirements.push(store.idOf(index));
      open.set(key, group);
    }
  }
  return { applicable, because, extra: extraOf(product, [...open.values()].map(asQuestion)) };
}

function asQuestion(group: { features: readonly string[]; requirements: readonly string[] }): OpenQuestion {
  const [only = '', ...more] = group.features;
  const question =
    more.length === 0
      ? (featureQuestion(only) ?? `Has it ${only}?`)
      : `Is any of these so: ${group.features.join(', ')}?`;
  return { question, ...group };
}

function extraOf(product: DescribedProduct, questions: OpenQuestion[]): Record<string, unknown> {
  questions.sort(
    (a, b) => b.requirements.length - a.requirements.length || (a.question < b.question ? -1 : 1),
  );
  const shown = questions.slice(0, questionsShown);
  return {
    ...(product.category !== undefined && { robot_category: product.category }),
    features: [...product.features],
    ...(product.inferred.length > 0 && { inferred: product.inferred }),
    ...(shown.length > 0 && { depends_on: shown }),
    ...(questions.length > shown.length && { further_questions: questions.length - shown.length }),
    ...(product.robot !== undefined && { robot_certifications: product.robot.certifications }),
  };
}
