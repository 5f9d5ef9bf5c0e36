import { z } from 'zod';
import { feeText, latestFee, standsText } from '../certification/dates.ts';
import { schemeElsewhere } from '../certification/elsewhere.ts';
import { type Guidance, guidanceFor, guidanceNotes } from '../certification/guidance.ts';
import { requirementsNamed } from '../certification/named.ts';
import { type Plan, planOf } from '../certification/plan.ts';
import { relationsOf } from '../certification/relations.ts';
import { type Requirements, ruleFields, standsWith } from '../certification/rules.ts';
import {
  type Certification,
  guidanceSchemes,
  obligations,
  phases,
} from '../kinds/certification/certification.ts';
import type { Filter } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { maskOf } from '../search/masks.ts';
import { type ArgumentsFor, type Asked, defineSearch } from './define-search.ts';
import { oneLine, table } from './shared/answer.ts';
import { inMarket } from './shared/market-in-question.ts';
import { furtherNote, ownOf } from './shared/own-requirements.ts';
import { productIn } from './shared/product-in-query.ts';
import { productArguments, readProduct } from './shared/read-product.ts';
import { readTerms } from './shared/read-words.ts';
import { texts } from './shared/search-input.ts';
import type { ToolContext } from './tool.ts';
import { ToolError } from './tool.ts';

/** What is meant where no scheme is named: the United States. */
const usualSchemes = ['FCC', 'UL', 'FDA', 'OSHA', 'CPSC', 'FAA', 'DOT', 'DOE', 'FTC', 'STATES'];

type Input = ArgumentsFor<'certification'>;
type Store = KindStore<'certification'>;

/** What the rows show of a call beside their records. */
interface Given {
  readonly today: string;
  /** Those asked for; left out where requirements were asked for by name. */
  readonly schemes?: readonly string[];
  readonly because?: ReadonlyMap<string, string>;
  readonly waits?: Plan['waits'];
}

const words = () => z.array(z.string());
const range = () => z.object({ min: z.number(), max: z.number() });

export const getCertificationInfo = defineSearch<'certification', Given>('certification', {
  name: 'get_certification_info',
  title: 'Certification guidance',
  description:
    'US certification requirements (FCC, UL, FDA and the standards they rest on; EU ones with scheme EU) for a robot: describe it by robot, or by robot_category and features, and get what applies, why, and what depends on facts you have not given (depends_on); sort "phase" gives a plan. Then ask by id, which takes a law or standard by any name, for the checklist. Guidance, not legal advice.',
  announced: false,
  shows: {
    scheme: {},
    title: {},
    basis: {},
    obligation: {},
    phase: {},
    because: {
      from: ['id'],
      of: ({ id }, { given }) => given?.because?.get(id),
    },
    waits_for: { schema: words, from: ['id'], of: ({ id }, { given }) => given?.waits?.get(id) },
    applies: {
      from: ['document', 'published', 'standing', 'applies_from', 'applies_until', 'dates'],
      of: (entry, { given }) => given && standsText(entry, given.today, given.schemes),
    },
    exempt: { from: ['exemptions'], of: ({ exemptions = [] }) => exemptText(exemptions) },
    steps: { schema: z.number, from: ['checklist'], of: ({ checklist }) => checklist.length },
    typical_weeks: { schema: range },
    typical_cost_usd: { schema: range },
    cost_note: {
      from: ['typical_cost_usd', 'cost_note'],
      of: ({ typical_cost_usd, cost_note }) => typical_cost_usd && cost_note,
    },
    fee: {
      from: ['fees'],
      of: ({ fees = [] }, { given }) => {
        const fee = latestFee(fees);
        return fee && given && feeText(fee, given.today);
      },
    },
  },
  tells: () => ({
    ...texts('robot', 'robot_category', 'category_note'),
    features: words(),
    denied: words(),
    inferred: z.array(z.object({ because: z.string(), features: words() })),
    depends_on: z
      .array(
        z.object({
          question: z.string(),
          features: words(),
          robot_categories: words(),
          requirements: z.record(z.string(), z.string()),
          more: z.number(),
        }),
      )
      .describe('Answer with these features, or no-…'),
    further_questions: z.number(),
    plan: z
      .array(
        z.object({
          phase: z.string(),
          requirements: z.number(),
          at_once: z.number(),
          waiting: z.number(),
          known_weeks: range(),
          unknown: z.number(),
        }),
      )
      .describe('With sort phase'),
    robot_certifications: z.array(z.object(texts('scheme', 'status', 'standard', 'identifier', 'date'))),
  }),
  plan: (asked) => {
    const { id, ids } = asked.args;
    return id === undefined && ids === undefined ? planForQuery(asked) : planForNamed(asked);
  },
});

/** The first exemption, and how many more there are. */
function exemptText([first, ...more]: readonly string[]): string | undefined {
  return first === undefined || more.length === 0 ? first : `${first} (+${more.length})`;
}

/** A query that only names a product asks what applies to it; one that names a market asks what is demanded there. */
function planForQuery(asked: Asked<'certification'>) {
  const { store } = asked;
  const { args, notes } = inMarket(asked.args, { store, requirements: requirementsIn(store), usualSchemes });
  const { query = '', scheme } = args;
  const isNamed = query === '' || store.named(query).length > 0;
  const named = describedBy(args).length > 0 || isNamed ? undefined : productIn(query);
  if (named === undefined) return { ...withNotes(planFor({ ...asked, args }), notes), text: query };
  const { features, ...product } = named;
  const understood = { ...product, ...(scheme !== undefined && { scheme }) };
  const plan = planFor({
    ...asked,
    args: { ...args, ...understood, ...(features !== undefined && { features: [...features] }), query: '' },
  });
  const note = `Read "${oneLine(query)}" in the query as ${JSON.stringify(named)}.`;
  return { ...withNotes(plan, [...notes, note]), text: '' };
}

/** Notes stand on the first page. */
function withNotes<P extends { readonly notes?: readonly string[] }>(plan: P, notes: readonly string[]): P {
  return plan.notes === undefined ? plan : { ...plan, notes: [...notes, ...plan.notes] };
}

function planFor({ args, store, context }: Asked<'certification'>) {
  const { scheme, sort = 'relevance', cursor } = args;
  const schemes = readSchemes(scheme);
  const requirements = requirementsIn(store);
  const guidance = guidanceOf(args, schemes, store, context);
  const held = requirements.flatMap((one, row) =>
    one !== undefined && standsWith(one, schemes) ? [row] : [],
  );
  const filters: Filter[] = [{ name: 'scheme', pass: maskOf(store.size, held) }];
  if (guidance !== undefined) {
    filters.push({ name: describedBy(args).join(' and '), pass: maskOf(store.size, guidance.applicable) });
  }
  const applying = held.filter((row) => guidance?.applicable.has(row) ?? false);
  const plan =
    sort === 'phase' && guidance !== undefined
      ? planOf(applying.flatMap((row) => requirements[row] ?? []))
      : undefined;
  const isInOrder = (args.query ?? '').trim() === '' && sort === 'relevance';
  const own = isInOrder ? ownOf(requirements, store, guidance, applying) : [];
  const layout = plan !== undefined ? byPhase : isInOrder ? byObligation : undefined;
  // What the first page said of the product holds for the others.
  const isFirst = cursor === undefined;
  return {
    filters,
    ...(own.length > 0 && { first: maskOf(store.size, own) }),
    given: {
      today: context.today,
      schemes,
      ...(guidance && { because: guidance.because }),
      ...(plan && { waits: plan.waits }),
    },
    full: (entry: Certification) =>
      fullEntryOf(entry, requirements, context.today, guidance?.because.get(entry.id)),
    ...(layout && { layout }),
    ...(isFirst && {
      notes: [
        ...(guidance?.readingNotes ?? []),
        ...(plan === undefined ? [] : [plan.note]),
        ...guidanceNotes(requirements, schemes, scheme === undefined, guidance),
        ...(guidance !== undefined && isInOrder ? furtherNote(store, applying, own, args.limit) : []),
        disclaimer(context),
      ],
      ...(guidance !== undefined && { extra: { ...(plan && { plan: plan.phases }), ...guidance.extra } }),
    }),
  };
}

/** Throws INVALID_ARGUMENT for what is no scheme, and for one that the data do not hold. */
function readSchemes(scheme: string | undefined): readonly string[] {
  if (scheme === undefined) return usualSchemes;
  const elsewhere = schemeElsewhere(scheme);
  if (elsewhere === undefined) return readTerms('scheme', 'guidance_scheme', scheme);
  const held = guidanceSchemes.join(', ');
  throw new ToolError('INVALID_ARGUMENT', `${elsewhere} Held: ${held}.`, {
    field: 'scheme',
    accepted: guidanceSchemes,
  });
}

/** The arguments that describe a product, as they were given. */
function describedBy(args: Input): string[] {
  return productArguments.filter((name) => args[name] !== undefined);
}

/** What applies to the product that the arguments describe; undefined where they describe none. */
function guidanceOf(
  args: Input,
  schemes: readonly string[],
  store: Store,
  context: ToolContext,
): (Guidance & { readonly readingNotes: readonly string[] }) | undefined {
  if (describedBy(args).length === 0) return undefined;
  const { product, notUnderstood, readingNotes, categoryNote } = readProduct(args, context);
  const found = guidanceFor(requirementsIn(store), product, schemes, args.detail === 'full');
  const guidance = { ...found, readingNotes };
  if (notUnderstood.length === 0 && categoryNote === undefined) return guidance;
  const unread = {
    ...(categoryNote !== undefined && { category_note: categoryNote }),
    ...(notUnderstood.length > 0 && { not_understood: notUnderstood }),
  };
  return { ...guidance, extra: { ...unread, ...guidance.extra } };
}

/** Requirements by name: one with its checklist, several side by side. */
function planForNamed({ args, store, context }: Asked<'certification'>) {
  const {
    id,
    ids = [],
    limit,
    detail,
    scheme,
    robot: _,
    robot_category: __,
    features: ___,
    ...others
  } = args;
  const name = id === undefined ? 'ids' : 'id';
  const [other] =
    Object.entries({ ...others, ...(id !== undefined && ids.length > 0 && { ids }) }).find(
      ([, value]) => value !== undefined,
    ) ?? [];
  if (other !== undefined) {
    throw new ToolError('INVALID_ARGUMENT', `${name} shows requirements by themselves: leave ${other} out.`, {
      field: other,
    });
  }
  const schemes = readSchemes(scheme);
  const requirements = requirementsIn(store);
  const guidance = guidanceOf(args, schemes, store, context);
  const named = (id === undefined ? ids : [id]).map((text) => ({
    text,
    ...requirementsNamed(text, store, requirements),
  }));
  const [only] = named;
  if (id !== undefined && only?.rows.length === 0) throw noRequirement(id, context);
  const found = named.flatMap(({ text, rows }) =>
    rows.length === 0 ? [text] : rows.map((row) => store.idOf(row)),
  );
  const isWhole = id !== undefined && found.length === 1;
  return {
    filters: [],
    given: { today: context.today, ...(guidance && { because: guidance.because }) },
    full: (entry: Certification) =>
      fullEntryOf(entry, requirements, context.today, guidance?.because.get(entry.id)),
    notes: [...named.flatMap(({ note }) => note ?? []), disclaimer(context)],
    instead: { ids: found, limit, detail: isWhole ? ('full' as const) : detail },
  };
}

function noRequirement(id: string, { catalogue }: ToolContext): ToolError {
  const near = catalogue.namesLike('certification', id, 3);
  const nearest =
    near.length > 0 ? `Near to it: ${near.join(', ')}.` : 'Search without id; answers show ids.';
  const hint = schemeElsewhere(id) ?? nearest;
  return new ToolError('NOT_FOUND', `There is no requirement ${id}. ${hint}`, {
    field: 'id',
    accepted: near,
  });
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

/** The whole requirement, with why it applies before the rest, its relations both ways, and fees that are over said so. */
function fullEntryOf(
  requirement: Certification,
  requirements: Requirements,
  today: string,
  because: string | undefined,
): object {
  const {
    id,
    scheme,
    title,
    authority,
    basis,
    obligation,
    phase,
    place: _,
    after: __,
    fees,
    relations: ___,
    ...rest
  } = requirement;
  const relations = relationsOf(requirement, requirements);
  return {
    ...{ id, scheme, title, authority, basis, obligation, phase },
    ...(because !== undefined && { because }),
    ...rest,
    ...(fees && {
      fees: fees.map((fee) => ({
        ...fee,
        ...(fee.until !== undefined && fee.until < today && { over_since: fee.until }),
      })),
    }),
    ...(relations.length > 0 && { relations }),
  };
}

/** Entries as text: a table for each value of a member, under a heading. */
function groupedBy(member: 'obligation' | 'phase', values: readonly string[]) {
  return (entries: readonly object[]): string =>
    values
      .flatMap((value) => {
        const own = entries.flatMap((entry) => {
          const { [member]: stated, ...rest } = entry as Readonly<Record<string, unknown>>;
          return stated === value ? [rest] : [];
        });
        return own.length === 0 ? [] : [`${value.toUpperCase()}:`, table(own)];
      })
      .join('\n');
}

const byObligation = groupedBy('obligation', obligations);
const byPhase = groupedBy('phase', phases);
