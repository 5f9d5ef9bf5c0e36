import { z } from 'zod';
import { lazily } from '../lib/lazily.ts';
import { anyWord, theseRows } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import type { Filter } from '../search/search.ts';
import { alphabetical } from '../search/sort.ts';
import { byObligation, type EntryField, entryFields, entryOf, fullEntryOf } from './certification/entry.ts';
import { type Guidance, guidanceFor } from './certification/guidance.ts';
import { guidanceNotes } from './certification/notes.ts';
import { describedProduct, descriptionName, isDescribed } from './certification/product.ts';
import { ToolError } from './errors.ts';
import { readTerms } from './shared/read-terms.ts';
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
  const schemeFilter = anyWord('scheme', store.words('scheme'), schemes);
  const guidance = isDescribed(args)
    ? guidanceFor(store, describedProduct(args, context), (index) => schemeFilter.test(index))
    : undefined;
  const filters: Filter[] = [schemeFilter];
  if (guidance !== undefined) filters.push(theseRows(descriptionName(args), guidance.applicable));
  const plan = planOf(store, filters, guidance, context);
  const isInOrder = (args.query ?? '').trim() === '' && (args.sort ?? 'relevance') === 'relevance';
  return runSearch(
    {
      ...plan,
      ...(isInOrder && { layout: byObligation }),
      notes: [
        ...guidanceNotes({ store, schemes, isLeftOut: scheme === undefined, guidance }),
        ...(plan.notes ?? []),
      ],
    },
    args,
    context,
  );
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
