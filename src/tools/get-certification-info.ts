import { z } from 'zod';
import { contradictionIn, featureWords, nearestFeatures, readFeatures } from '../certification/features.ts';
import { type Guidance, guidanceFor, guidanceNotes } from '../certification/guidance.ts';
import { type DescribedProduct, describeProduct } from '../certification/product.ts';
import { type EntryField, entryFields, entryOf, fullEntryOf } from '../certification/requirements.ts';
import { type Requirements, ruleFields } from '../certification/rules.ts';
import { obligations } from '../kinds/certification/certification.ts';
import type { Robot, RobotCategory } from '../kinds/robots/robot.ts';
import { lazily } from '../lib/lazily.ts';
import { anyWord, type Filter } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { maskOf } from '../search/masks.ts';
import { alphabetical } from '../search/sort.ts';
import { ToolError } from './errors.ts';
import { readTermOf, readTerms } from './shared/read-terms.ts';
import { table } from './shared/render.ts';
import { runSearch } from './shared/run-search.ts';
import { searchInput, searchOutput, shortText } from './shared/search-input.ts';
import type { SearchPlan } from './shared/search-plan.ts';
import type { Answer, Tool, ToolContext } from './tool.ts';

/** What is meant where no scheme is named. */
const usualSchemes = ['FCC', 'UL', 'FDA'];

const input = lazily(() =>
  z.strictObject({
    ...searchInput(['title']),
    scheme: shortText().optional().describe('FCC, UL, FDA or EU; FCC, UL and FDA when left out'),
    robot_category: shortText()
      .optional()
      .describe('Category of the product, such as home_cleaning, cobot, surgical'),
    features: z
      .array(shortText())
      .max(40)
      .optional()
      .describe(
        'What it has, such as wifi, lidar-laser, lithium-battery, patient-contact; no-wifi denies one',
      ),
    robot: shortText().optional().describe('Id of a robot in the data: uses what is known of it'),
    id: shortText().optional().describe('One requirement with its whole checklist'),
  }),
);
type Input = z.output<ReturnType<typeof input>>;

const fields = () => ({
  scheme: z.string(),
  title: z.string(),
  basis: z.string(),
  obligation: z.string(),
  phase: z.string().optional(),
  because: z.string().optional(),
});

export const getCertificationInfo: Tool<ReturnType<typeof input>> = {
  name: 'get_certification_info',
  title: 'Certification guidance',
  description:
    'US certification requirements (FCC, UL, FDA; EU ones with scheme EU) for a robot: describe it by robot, or by robot_category and features, and get what applies, why, and what depends on facts you have not given (depends_on). Then ask by id for the checklist. Guidance, not legal advice.',
  access: 'READ',
  announced: false,
  idempotent: true,
  openWorld: false,
  get input() {
    return input();
  },
  get output() {
    return searchOutput(fields());
  },
  run(args, context) {
    return args.id === undefined ? search(args, context) : showOne(args, args.id, context);
  },
};

function search(args: Input, context: ToolContext): Answer {
  const store = context.catalogue.store('certification');
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
  const plan = planOf(store, filters, guidance, context);
  const isInOrder = (args.query ?? '').trim() === '' && (args.sort ?? 'relevance') === 'relevance';
  return runSearch(
    {
      ...plan,
      ...(isInOrder && { layout: byObligation }),
      notes: [...guidanceNotes(requirements, schemes, scheme === undefined, guidance), ...(plan.notes ?? [])],
    },
    args,
    context,
  );
}

/** What the rules need of each row, read once. */
function requirementsIn(store: KindStore<'certification'>): Requirements {
  const known = requirementsOf.get(store);
  if (known?.length === store.size) return known;
  const requirements = Array.from({ length: store.size }, (_, row) =>
    store.isLive(row) ? store.part(row, ruleFields) : undefined,
  );
  requirementsOf.set(store, requirements);
  return requirements;
}

const requirementsOf = new WeakMap<KindStore<'certification'>, Requirements>();

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

function showOne(args: Input, id: string, context: ToolContext): Answer {
  const { id: _id, limit, detail: _detail, ...others } = args;
  const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (other !== undefined) {
    throw new ToolError('INVALID_ARGUMENT', `id shows one requirement by itself: leave ${other} out.`, {
      field: other,
    });
  }
  const store = context.catalogue.store('certification');
  if (context.catalogue.find('certification', id) === undefined) {
    const near = context.catalogue.namesLike('certification', id, 3);
    const hint = near.length > 0 ? `Near to it: ${near.join(', ')}.` : 'Search without id; answers show ids.';
    throw new ToolError('NOT_FOUND', `There is no requirement ${id}. ${hint}`, {
      field: 'id',
      accepted: near,
    });
  }
  return runSearch(planOf(store, [], undefined, context), { ids: [id], limit, detail: 'full' }, context);
}

function planOf(
  store: KindStore<'certification'>,
  filters: readonly Filter[],
  guidance: Guidance | undefined,
  { catalogue }: ToolContext,
): SearchPlan<'certification', EntryField> {
  return {
    tool: 'get_certification_info',
    kind: 'certification',
    filters,
    facets: ['scheme', 'obligation'].map((name) => ({ name, column: store.words(name), filter: name })),
    sorts: { title: alphabetical(store, 'title') },
    shown: entryFields,
    concise: (entry) => entryOf(entry, guidance?.because.get(entry.id)),
    full: (entry) => fullEntryOf(entry, guidance?.because.get(entry.id)),
    notes: [`Guidance, not legal advice; data of ${catalogue.info.date}.`],
    ...(guidance !== undefined && { extra: guidance.extra }),
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
