import { z } from 'zod';
import { contradictionIn, featureWords, nearestFeatures, readFeatures } from '../certification/features.ts';
import { guidanceFor, guidanceNotes } from '../certification/guidance.ts';
import {
  type DescribedProduct,
  describeProduct,
  type Requirements,
  ruleFields,
} from '../certification/rules.ts';
import { type Certification, obligations } from '../kinds/certification/certification.ts';
import type { Robot, RobotCategory } from '../kinds/robots/robot.ts';
import { anyWord, type Filter } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { maskOf } from '../search/masks.ts';
import { type ArgumentsFor, type Asked, defineSearch } from './define-search.ts';
import { table } from './shared/answer.ts';
import { readTermOf, readTerms } from './shared/read-words.ts';
import type { ToolContext } from './tool.ts';
import { ToolError } from './tool.ts';

/** What is meant where no scheme is named. */
const usualSchemes = ['FCC', 'UL', 'FDA'];

type Input = ArgumentsFor<'certification'>;
type Store = KindStore<'certification'>;

export const getCertificationInfo = defineSearch<'certification', ReadonlyMap<string, string>>(
  'certification',
  {
    name: 'get_certification_info',
    title: 'Certification guidance',
    description:
      'US certification requirements (FCC, UL, FDA; EU ones with scheme EU) for a robot: describe it by robot, or by robot_category and features, and get what applies, why, and what depends on facts you have not given (depends_on). Then ask by id for the checklist. Guidance, not legal advice.',
    announced: false,
    shows: {
      scheme: { schema: () => z.string() },
      title: { schema: () => z.string() },
      basis: { schema: () => z.string() },
      obligation: { schema: () => z.string() },
      phase: { schema: () => z.string() },
      because: {
        schema: () => z.string().optional(),
        from: ['id'],
        of: ({ id }, because) => because?.get(id),
      },
      steps: { from: ['checklist'], of: ({ checklist }) => checklist.length },
      first_step: { from: ['checklist'], of: ({ checklist }) => checklist[0]?.step },
      typical_weeks: {},
      typical_cost_usd: {},
      cost_note: {
        from: ['typical_cost_usd', 'cost_note'],
        of: ({ typical_cost_usd, cost_note }) => typical_cost_usd && cost_note,
      },
    },
    plan: (asked) =>
      asked.args.id === undefined ? planFor(asked) : planForOne(asked.args, asked.args.id, asked.context),
  },
);

function planFor({ args, store, context }: Asked<'certification'>) {
  const { scheme } = args;
  const schemes = scheme === undefined ? usualSchemes : readTerms('scheme', 'guidance_scheme', scheme);
  const requirements = requirementsIn(store);
  const described = (['robot', 'robot_category', 'features'] as const).filter(
    (name) => args[name] !== undefined,
  );
  const guidance =
    described.length === 0 ? undefined : guidanceFor(requirements, productOf(args, context), schemes);
  const filters: Filter[] = [anyWord('scheme', store.words('scheme'), schemes)];
  if (guidance !== undefined) {
    filters.push({ name: described.join(' and '), pass: maskOf(store.size, guidance.applicable) });
  }
  const isInOrder = (args.query ?? '').trim() === '' && (args.sort ?? 'relevance') === 'relevance';
  return {
    filters,
    given: guidance?.because,
    full: (entry: Certification) => fullEntryOf(entry, guidance?.because.get(entry.id)),
    ...(isInOrder && { layout: byObligation }),
    notes: [...guidanceNotes(requirements, schemes, scheme === undefined, guidance), disclaimer(context)],
    ...(guidance !== undefined && { extra: guidance.extra }),
  };
}

function planForOne(args: Input, id: string, context: ToolContext) {
  const { id: _id, limit, detail: _detail, ...others } = args;
  const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (other !== undefined) {
    throw new ToolError('INVALID_ARGUMENT', `id shows one requirement by itself: leave ${other} out.`, {
      field: other,
    });
  }
  if (context.catalogue.find('certification', id) === undefined) {
    const near = context.catalogue.namesLike('certification', id, 3);
    const hint = near.length > 0 ? `Near to it: ${near.join(', ')}.` : 'Search without id; answers show ids.';
    throw new ToolError('NOT_FOUND', `There is no requirement ${id}. ${hint}`, {
      field: 'id',
      accepted: near,
    });
  }
  return {
    filters: [],
    given: undefined,
    full: (entry: Certification) => fullEntryOf(entry, undefined),
    notes: [disclaimer(context)],
    instead: { ids: [id], limit, detail: 'full' as const },
  };
}

function disclaimer({ catalogue }: ToolContext): string {
  return `Guidance, not legal advice; data of ${catalogue.info.date}.`;
}

/** What the rules need of each row, read once. */
function requirementsIn(store: Store): Requirements {
  const known = requirementsOf.get(store);
  if (known?.length === store.size) return known;
  const requirements = Array.from({ length: store.size }, (_, row) =>
    store.isLive(row) ? store.part(row, ruleFields) : undefined,
  );
  requirementsOf.set(store, requirements);
  return requirements;
}

const requirementsOf = new WeakMap<Store, Requirements>();

/** The product that the arguments describe. Throws INVALID_ARGUMENT and NOT_FOUND. */
function productOf(args: Input, context: ToolContext): DescribedProduct {
  const robot = args.robot === undefined ? undefined : findRobot(args.robot, context);
  if (robot !== undefined && args.robot_category !== undefined) {
    throw new ToolError(
      'INVALID_ARGUMENT',
      `${robot.id} is a ${robot.category}: leave robot_category out, or robot.`,
      { field: 'robot_category' },
    );
  }
  const category =
    args.robot_category === undefined
      ? robot?.category
      : (readTermOf('robot_category', 'robot_category', args.robot_category) as RobotCategory);
  return describeProduct(robot, category, readGiven(args.features ?? []));
}

function findRobot(id: string, { catalogue }: ToolContext): Robot {
  const robot = catalogue.find('robots', id);
  if (robot !== undefined) return robot;
  const near = catalogue.namesLike('robots', id, 3);
  const hint = near.length > 0 ? `Near to it: ${near.join(', ')}.` : 'Find its id with search_robots.';
  throw new ToolError('NOT_FOUND', `There is no robot ${id}. ${hint}`, { field: 'robot', accepted: near });
}

/** What a caller says of features. Throws INVALID_ARGUMENT for unknown words and for contradictions. */
function readGiven(texts: readonly string[]): ReturnType<typeof readFeatures> {
  const read = readFeatures(texts);
  if (read.unknown.length > 0) throw unknownFeatures(read.unknown);
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

function unknownFeatures(unknown: readonly string[]): ToolError {
  const near = [...new Set(unknown.flatMap((text) => nearestFeatures(text, 3)))];
  const asked = unknown.map((text) => `"${text}"`).join(', ');
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Known: ${featureWords.join(', ')}.`;
  return new ToolError('INVALID_ARGUMENT', `features does not know ${asked}. ${hint}`, {
    field: 'features',
    accepted: near.length > 0 ? near : featureWords,
  });
}

/** The whole requirement, with its phase and why it applies before the rest. */
function fullEntryOf(requirement: Certification, because: string | undefined): object {
  const { id, scheme, title, authority, basis, obligation, phase, ...rest } = requirement;
  return {
    ...{ id, scheme, title, authority, basis, obligation, phase },
    ...(because !== undefined && { because }),
    ...rest,
  };
}

/** Entries as text: a table for each obligation, under a heading. */
function byObligation(entries: readonly object[]): string {
  return obligations
    .flatMap((obligation) => {
      const own = entries.flatMap((entry) => {
        const { obligation: stated, ...rest } = entry as { readonly obligation?: string };
        return stated === obligation ? [rest] : [];
      });
      return own.length === 0 ? [] : [`${obligation.toUpperCase()}:`, table(own)];
    })
    .join('\n');
}
