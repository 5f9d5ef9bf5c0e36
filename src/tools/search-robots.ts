import { z } from 'zod';
import { numericSpecs, type Robot, robotCategories } from '../kinds/robots/robot.ts';
import { lazily } from '../lib/lazily.ts';
import { anyWord, type Filter, namedFilter, numberRange } from '../search/filters/filters.ts';
import { certificationFilter, comparablePrices, priceFilter } from '../search/filters/robots.ts';
import type { KindStore } from '../search/kind-store.ts';
import { alphabetical, ascending, descending, newestFirst } from '../search/sort.ts';
import { ToolError } from './errors.ts';
import { type Understood, understand } from './robots/understand.ts';
import { checkRange, readCountries, readTerms } from './shared/read-terms.ts';
import { oneLine } from './shared/render.ts';
import { runSearch } from './shared/run-search.ts';
import { searchInput, searchOutput, shortText } from './shared/search-input.ts';
import type { Tool } from './tool.ts';

const bound = z.number().nonnegative().optional();
const range = z.strictObject({ min: bound, max: bound });

const input = lazily(() =>
  z.strictObject({
    ...searchInput(['price_asc', 'price_desc', 'newest', 'name']),
    category: shortText()
      .optional()
      .describe(
        `One of ${robotCategories.join(', ')}; a family such as arm, legged, medical; common words are understood`,
      ),
    manufacturer: shortText().optional().describe('Name or id, such as Unitree'),
    country: shortText().optional().describe('Of the maker: code, name or region, such as KR, Japan, EU'),
    min_price_usd: z.number().nonnegative().optional().describe('US dollars, such as 5000'),
    max_price_usd: z.number().nonnegative().optional().describe('US dollars, such as 30000'),
    price_kind: z.enum(['purchase', 'lease_monthly']).optional().describe('purchase unless told'),
    certification: shortText()
      .optional()
      .describe('Scheme (FCC, UL, FDA, CE, ISO), standard (UL 3300, 510(k)) or identifier held by the robot'),
    certification_status: shortText()
      .optional()
      .describe('certified, cleared, approved, registered or pending'),
    status: shortText()
      .optional()
      .describe('announced, prototype, preorder, available, discontinued or internal'),
    specs: z
      .strictObject(Object.fromEntries(numericSpecs.map((name) => [name, range.optional()])))
      .optional()
      .describe(
        'Ranges, such as {"payload_kg":{"min":10}}; units stand in the names, dof: degrees of freedom',
      ),
  }),
);
type Input = z.output<ReturnType<typeof input>>;

const fields = () => ({
  name: z.string(),
  manufacturer: z.unknown(),
  category: z.string(),
  status: z.string(),
  price: z.unknown().optional(),
  specs: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
});

export const searchRobots: Tool<ReturnType<typeof input>> = {
  name: 'search_robots',
  title: 'Search robots',
  description:
    'Find and compare robots by name, category, maker, country, price, specs and certifications held. Unknown prices and specs are counted apart (excluded_unknown_…), never guessed. Use ids for a side-by-side comparison.',
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
  run(given, context) {
    const store = context.catalogue.store('robots');
    const asked = understand(given.query ?? '');
    const args = withUnderstood(given, asked);
    return runSearch(
      {
        tool: 'search_robots',
        kind: 'robots',
        filters: filtersOf(args, store),
        facets: [
          { name: 'category', column: store.words('category'), filter: 'category' },
          { name: 'country', column: store.words('country'), filter: 'country' },
          { name: 'status', column: store.words('status'), filter: 'status' },
          {
            name: 'certification',
            column: store.words('schemes'),
            filter: args.certification === undefined ? 'certification_status' : 'certification',
          },
        ],
        sorts: sortsOf(args, store),
        shown,
        concise: (robot) => concise(robot, Object.keys(args.specs ?? {})),
        ...(asked.phrases.length > 0 && { text: asked.rest }),
        ...(asked.sort !== undefined && { defaultSort: asked.sort }),
        notes: [...understoodNotes(asked), ...notesOf(args)],
      },
      given,
      context,
    );
  },
};

/** Adds what the words of the query ask for by number, where no argument says otherwise. */
function withUnderstood(args: Input, asked: Understood): Input {
  const { min_price_usd, max_price_usd } = asked;
  const saysPrice = args.min_price_usd !== undefined || args.max_price_usd !== undefined;
  return {
    ...args,
    ...(!saysPrice && min_price_usd !== undefined && { min_price_usd }),
    ...(!saysPrice && max_price_usd !== undefined && { max_price_usd }),
    ...(Object.keys(asked.specs).length > 0 && { specs: { ...asked.specs, ...args.specs } }),
  };
}

function understoodNotes(asked: Understood): string[] {
  if (asked.phrases.length === 0) return [];
  const price = { min_price_usd: asked.min_price_usd, max_price_usd: asked.max_price_usd, sort: asked.sort };
  const read = JSON.stringify({
    ...price,
    ...(Object.keys(asked.specs).length > 0 && { specs: asked.specs }),
  });
  return [`Read "${asked.phrases.map(oneLine).join('", "')}" in the query as ${read}.`];
}

function filtersOf(args: Input, store: KindStore<'robots'>): Filter[] {
  checkRange(
    { name: 'min_price_usd', value: args.min_price_usd },
    { name: 'max_price_usd', value: args.max_price_usd },
  );
  const filters: Filter[] = [];
  const { category, country, status, manufacturer } = args;
  if (category !== undefined) {
    filters.push(
      anyWord('category', store.words('category'), readTerms('category', 'robot_category', category)),
    );
  }
  if (country !== undefined) {
    filters.push(anyWord('country', store.words('country'), readCountries('country', country)));
  }
  if (status !== undefined) {
    filters.push(anyWord('status', store.words('status'), readTerms('status', 'robot_status', status)));
  }
  if (manufacturer !== undefined) {
    const idAndName = (word: string) => word.split('|');
    filters.push(namedFilter('manufacturer', store.words('manufacturer'), manufacturer, idAndName));
  }
  const priceArguments = (['min_price_usd', 'max_price_usd', 'price_kind'] as const).filter(
    (name) => args[name] !== undefined,
  );
  if (priceArguments.length > 0) {
    const lease = args.price_kind === 'lease_monthly';
    const name = priceArguments.join(' and ');
    filters.push(priceFilter(store, { name, min: args.min_price_usd, max: args.max_price_usd, lease }));
  }
  if (args.certification !== undefined || args.certification_status !== undefined) {
    filters.push(certificationFilter(store, args.certification, statusesOf(args.certification_status)));
  }
  return [...filters, ...specFilters(args.specs, store)];
}

function statusesOf(status: string | undefined): readonly string[] | undefined {
  return status === undefined ? undefined : readTerms('certification_status', 'certification_status', status);
}

function specFilters(specs: Input['specs'], store: KindStore<'robots'>): Filter[] {
  return Object.entries(specs ?? {}).map(([name, asked]) => {
    const { min, max } = asked ?? {};
    const field = `specs.${name}`;
    if (min === undefined && max === undefined) {
      throw new ToolError('INVALID_ARGUMENT', `${field} needs min, max or both, such as {"min":10}.`, {
        field,
      });
    }
    checkRange({ name: `${field}.min`, value: min }, { name: `${field}.max`, value: max });
    return numberRange(field, store.numbers(field), { min, max }, `excluded_unknown_${name}`);
  });
}

function sortsOf(args: Input, store: KindStore<'robots'>) {
  // Prices of the other kind are not comparable: they stand with the unknown ones.
  const comparable = comparablePrices(store, args.price_kind === 'lease_monthly');
  return {
    price_asc: [ascending(store.numbers('price_min'), comparable)],
    price_desc: [descending(store.numbers('price_max'), comparable)],
    newest: [newestFirst(store.dates('released'))],
    name: alphabetical(store, 'name'),
  };
}

function notesOf(args: Input): string[] {
  const notes: string[] = [];
  if (args.certification !== undefined || args.certification_status !== undefined) {
    notes.push('Not recorded is not the same as not certified: ask the maker before you rely on it.');
  }
  return notes;
}

/** What buyers compare first; `detail: full` has every spec. */
const conciseSpecs = [
  'payload_kg',
  'reach_mm',
  'height_cm',
  'mass_kg',
  'dof',
  'speed_m_s',
  'runtime_h',
  'depth_m',
  'range_km',
  'area_m2',
  'suction_pa',
  'repeatability_mm',
  'arms',
] as const;
const specsShown = 3;

/** The first specs of the list, and those that were asked for. */
function shownSpecs({ specs }: Pick<Robot, 'specs'>, asked: readonly string[]): object {
  const first = conciseSpecs.filter((name) => specs[name] !== undefined).slice(0, specsShown);
  const names = new Set<string>([...first, ...asked]);
  return Object.fromEntries(Object.entries(specs).filter(([name]) => names.has(name)));
}

const shown = [
  'id',
  'name',
  'manufacturer',
  'category',
  'status',
  'price',
  'specs',
  'certifications',
] as const;

function concise(robot: Pick<Robot, (typeof shown)[number]>, asked: readonly string[]): object {
  const { price, certifications } = robot;
  const specs = shownSpecs(robot, asked);
  return {
    id: robot.id,
    name: robot.name,
    manufacturer: robot.manufacturer.name,
    country: robot.manufacturer.country,
    category: robot.category,
    status: robot.status,
    ...(price !== undefined && { price: concisePrice(price) }),
    ...(Object.keys(specs).length > 0 && { specs }),
    ...(certifications.length > 0 && {
      certifications: [...new Set(certifications.map(({ scheme, status }) => `${scheme} ${status}`))],
    }),
  };
}

/** The date always stands beside the price, so that an old one shows. */
function concisePrice({ usd_min, usd_max = usd_min, kind, as_of }: NonNullable<Robot['price']>): object {
  return {
    usd: usd_max === usd_min ? usd_min : `${usd_min}-${usd_max}`,
    kind,
    ...(as_of !== undefined && { as_of }),
  };
}
