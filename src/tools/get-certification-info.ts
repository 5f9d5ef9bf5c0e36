import { z } from 'zod';
import { feeText, latestFee, standsText } from '../certification/dates.ts';
import { schemeElsewhere } from '../certification/elsewhere.ts';
import { type Guidance, guidanceFor, guidanceNotes } from '../certification/guidance.ts';
import { requirementsNamed } from '../certification/named.ts';
import { type Plan, planOf } from '../certification/plan.ts';
import { relationsOf } from '../certification/relations.ts';
import { mayApply, type Requirements, ruleFields, standsWith } from '../certification/rules.ts';
import {
  type Certification,
  guidanceSchemes,
  obligations,
  phases,
} from '../kinds/certification/certification.ts';
import { inWholeRows } from '../kinds/whole-rows.ts';
import { fieldsOf } from '../question/clauses.ts';

import {
  type FeaturesRead,
  type ProductSaid,
  productSaid,
  readFeatures,
  schemesSaid,
} from '../question/product.ts';
import type { Clause } from '../question/question.ts';
import { Resolver } from '../question/resolve.ts';
import type { Filter } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { maskOf } from '../search/masks.ts';
import { type ArgumentsFor, type Asked, defineSearch } from './define-search.ts';
import { oneLine, table } from './shared/answer.ts';
import { europeanNotes } from './shared/european-notes.ts';
import { furtherNote, ownOf } from './shared/own-requirements.ts';
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
    summary: inWholeRows(({ summary }) => summary),
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

/** What the words of a query say of the product and the schemes is meant as if arguments said it; these hold before them. */
function planForQuery({ args, question, store, context }: Asked<'certification'>) {
  const said = { read: readFeatures(args.features ?? []), said: productSaid(question?.clauses ?? []) };
  const requirements = requirementsIn(store);
  const text = (args.query ?? '').trim();
  const ofRequirements = requirementFilters(said.said, store, requirements);
  const isNamed = said.said.others.some((clause) => fieldsOf(clause).includes('identifier'));
  const named = isNamed ? passingAll(requirements, ofRequirements) : undefined;
  const asked = schemesAsked(args.scheme, said, named);
  const guidance = guidanceOf(args, said, asked.schemes, context);
  // Who names a law asks about it, whatever the product.
  const described = isNamed ? undefined : guidance;
  const held = requirements.flatMap((one, row) =>
    one !== undefined && standsWith(one, asked.schemes) ? [row] : [],
  );
  const filters = [
    { name: 'scheme', pass: maskOf(store.size, held) },
    ...productFilters(args, text, described, store),
    ...ofRequirements,
  ];
  const laid = layOut(args, text, described, {
    store,
    requirements,
    held,
    features: said.said.given,
    today: context.today,
  });
  return {
    filters,
    text,
    ...(laid.own.length > 0 && { first: maskOf(store.size, laid.own) }),
    given: {
      today: context.today,
      schemes: asked.schemes,
      ...(guidance && { because: guidance.because }),
      ...(laid.plan && { waits: laid.plan.waits }),
    },
    full: (entry: Certification) =>
      fullEntryOf(entry, requirements, context.today, guidance?.because.get(entry.id)),
    ...(laid.layout && { layout: laid.layout }),
    // What the first page said of the product holds for the others.
    ...(args.cursor === undefined && {
      notes: [
        ...asked.notes,
        ...(asked.isUsual && guidance === undefined
          ? europeanNotes(text, store, requirements, asked.schemes)
          : []),
        ...(guidance?.readingNotes ?? []),
        ...(laid.plan === undefined ? [] : [laid.plan.note]),
        ...guidanceNotes(requirements, asked.schemes, asked.isUsual, guidance),
        ...laid.further,
        disclaimer(context),
      ],
      ...(guidance !== undefined && {
        extra: { ...(laid.plan && { plan: laid.plan.phases }), ...guidance.extra },
      }),
    }),
  };
}

/** What applies to the product; words beside one that no argument describes may be about what nobody has said of it. */
function productFilters(args: Input, text: string, guidance: Described | undefined, store: Store): Filter[] {
  if (guidance === undefined) return [];
  const given = describedBy(args);
  const rows = text !== '' && given.length === 0 ? guidance.possible : guidance.applicable;
  return [{ name: given.join(' and ') || 'product', pass: maskOf(store.size, rows) }];
}

interface Laying {
  readonly store: Store;
  readonly requirements: Requirements;
  readonly held: readonly number[];
  readonly features: readonly string[];
  readonly today: string;
}

/** The order of what applies: by phase where a plan is asked for; by obligation, what is the product's own first. */
function layOut(
  { sort = 'relevance', limit }: Input,
  text: string,
  guidance: Described | undefined,
  { store, requirements, held, features, today }: Laying,
) {
  const isInOrder = text === '' && sort === 'relevance';
  if (guidance === undefined)
    return { own: [], further: [], plan: undefined, layout: isInOrder ? byObligation : undefined };
  const applying = held.filter((row) => guidance.applicable.has(row));
  if (sort === 'phase') {
    const plan = planOf(
      applying.flatMap((row) => requirements[row] ?? []),
      today,
    );
    return { own: [], further: [], plan, layout: byPhase };
  }
  if (!isInOrder) return { own: [], further: [], plan: undefined, layout: undefined };
  const own = ownOf(requirements, store, guidance, applying, features);
  const further = furtherNote(store, applying, own, limit);
  return { own, further, plan: undefined, layout: byObligation };
}

/** What is asked of the requirements themselves, and not of the product. */
function requirementFilters(said: ProductSaid, store: Store, requirements: Requirements): Filter[] {
  const resolver = new Resolver('certification', store);
  const filters = said.others.map((clause) => withParts(resolver.filter(clause), clause, requirements));
  if (said.otherCategories.length === 0) return filters;
  const rows = requirements.flatMap((one, row) =>
    one?.applies_to.categories.some((category) => !said.otherCategories.includes(category)) ? [row] : [],
  );
  return [...filters, { name: 'robot_category', pass: maskOf(store.size, rows) }];
}

/** A law that is named with what is a part of it. */
function withParts(filter: Filter, clause: Clause, requirements: Requirements): Filter {
  if (clause.is !== 'leaf' || clause.field !== 'identifier') return filter;
  const named = new Set(requirements.flatMap((one, row) => (filter.pass[row] === 1 && one?.id) || []));
  const pass = filter.pass.slice();
  for (const [row, one] of requirements.entries())
    if (one?.relations?.some(({ type, id }) => type === 'part_of' && named.has(id))) pass[row] = 1;
  return { ...filter, pass };
}

/** The requirements that pass every filter. */
function passingAll(requirements: Requirements, filters: readonly Filter[]): Requirements {
  return requirements.filter((_, row) => filters.every(({ pass }) => pass[row] === 1));
}

interface SchemesAsked {
  readonly schemes: readonly string[];
  /** True where none is named. */
  readonly isUsual: boolean;
  readonly notes: readonly string[];
}

/**
 * The schemes of an argument, or else of the words but for those that they deny; where requirements are named, all that
 * they stand with.
 */
function schemesAsked(
  scheme: string | undefined,
  { said, read }: Said,
  named: Requirements | undefined,
): SchemesAsked {
  const inWords = [...new Set([...said.schemes, ...read.schemes])];
  if (scheme !== undefined) {
    const schemes = readSchemes(scheme);
    const left = inWords.filter((one) => !schemes.includes(one));
    const note = `Not used beside scheme ${oneLine(scheme)}: ${left.join(', ')}.`;
    return { schemes, isUsual: false, notes: left.length > 0 ? [note] : [] };
  }
  const held = guidanceSchemes.filter((one) => inWords.includes(one));
  const notes = [
    ...(read.schemes.length > 0 ? [`Read in features as scheme ${read.schemes.join(', ')}.`] : []),
    ...inWords.flatMap((one) => (isHeld(one) ? [] : (schemeElsewhere(one) ?? []))),
  ];
  const isElsewhere = named?.some((one) => one !== undefined && !standsWith(one, usualSchemes)) ?? false;
  const isAny = isElsewhere || said.otherThan.length > 0;
  const meant = held.length > 0 ? held : isAny ? guidanceSchemes : usualSchemes;
  const schemes = meant.filter((one) => !said.otherThan.includes(one));
  return { schemes, isUsual: held.length === 0 && !isAny, notes };
}

function isHeld(scheme: string): boolean {
  return guidanceSchemes.some((one) => one === scheme);
}

/** Throws INVALID_ARGUMENT for what is no scheme, and for one that the data do not hold. */
function readSchemes(scheme: string | undefined): readonly string[] {
  if (scheme === undefined) return usualSchemes;
  const elsewhere = schemeElsewhere(scheme);
  if (elsewhere === undefined) return schemesIn(scheme) ?? readTerms('scheme', 'guidance_scheme', scheme);
  const held = guidanceSchemes.join(', ');
  throw new ToolError('INVALID_ARGUMENT', `${elsewhere} Held: ${held}.`, {
    field: 'scheme',
    accepted: guidanceSchemes,
  });
}

/** A list of schemes, and what is denied of them: `UL, FCC`, `US and EU`, `not FDA`; undefined for anything else. */
function schemesIn(text: string): readonly string[] | undefined {
  const said = schemesSaid(text);
  if (said === undefined) return undefined;
  const meant = said.schemes.length > 0 ? said.schemes : guidanceSchemes;
  const schemes = meant.filter((one) => !said.otherThan.includes(one));
  return schemes.every(isHeld) ? schemes : undefined;
}

/** The arguments that describe a product, as they were given. */
function describedBy(args: Input): string[] {
  return productArguments.filter((name) => args[name] !== undefined);
}

/** What is said of a product beside the arguments robot and robot_category. */
interface Said {
  readonly read: FeaturesRead;
  readonly said: ProductSaid;
}

interface Described extends Guidance {
  readonly readingNotes: readonly string[];
  /** Rows of what applies, or may. */
  readonly possible: readonly number[];
}

/** What applies to the product that arguments and words describe; undefined where they describe none. */
function guidanceOf(
  args: Input,
  { read, said }: Said,
  schemes: readonly string[],
  context: ToolContext,
): Described | undefined {
  const facts = [...said.robots, ...said.categories, ...said.given, ...said.denied];
  if (describedBy(args).length + facts.length === 0) return undefined;
  const { product, notUnderstood, readingNotes, categoryNote } = readProduct(args, read, said, context);
  const requirements = requirementsIn(context.catalogue.store('certification'));
  const found = guidanceFor(requirements, product, schemes, args.detail === 'full');
  const possible = requirements.flatMap((one, row) =>
    one && mayApply(one.applies_to, product) ? [row] : [],
  );
  const unread = {
    ...(categoryNote !== undefined && { category_note: categoryNote }),
    ...(notUnderstood.length > 0 && { not_understood: notUnderstood }),
  };
  return { ...found, possible, readingNotes, extra: { ...unread, ...found.extra } };
}

/** Requirements by name: one with its checklist, several side by side. */
function planForNamed({ args, question, store, context }: Asked<'certification'>) {
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
    Object.entries({
      ...others,
      query: question ?? others.query,
      ...(id !== undefined && ids.length > 0 && { ids }),
    }).find(([, value]) => value !== undefined) ?? [];
  if (other !== undefined) {
    throw new ToolError('INVALID_ARGUMENT', `${name} shows requirements by themselves: leave ${other} out.`, {
      field: other,
    });
  }
  const schemes = readSchemes(scheme);
  const requirements = requirementsIn(store);
  const said = { read: readFeatures(args.features ?? []), said: productSaid([]) };
  const guidance = guidanceOf(args, said, schemes, context);
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
