import { z } from 'zod';
import { countedCertifications, type Robot } from '../kinds/robots/robot.ts';
import {
  certificationFilter,
  certificationFinder,
  comparablePrices,
  priceFilter,
} from '../search/filters/by-kind.ts';
import { type Filter, numberRange } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { ascending, descending } from '../search/sort.ts';
import { type ArgumentsFor, defineSearch } from './define-search.ts';
import { oneLine } from './shared/answer.ts';
import { checkRange, readTerms } from './shared/read-words.ts';
import { resolve } from './shared/resolver.ts';
import { excludedUnknown } from './shared/search-input.ts';
import { type Understood, understand } from './shared/understand.ts';
import { ToolError } from './tool.ts';

type Input = ArgumentsFor<'robots'>;

/** Text in a concise answer, an object in a full one. */
const textOr = () => z.union([z.string(), z.looseObject({})]);

export const searchRobots = defineSearch('robots', {
  name: 'search_robots',
  title: 'Search robots',
  description:
    'Find and compare robots by name, category, maker, country, price, specs and certifications held. Unknown prices and specs are counted apart (excluded_unknown_…), never guessed. Use ids for a side-by-side comparison.',
  announced: false,
  shows: {
    name: {},
    manufacturer: { schema: textOr, of: ({ manufacturer }) => manufacturer.name },
    country: { from: ['manufacturer'], of: ({ manufacturer }) => manufacturer.country },
    category: {},
    status: {},
    price: {
      schema: () => z.object({ usd: z.union([z.number(), z.string()]), kind: z.string(), as_of: z.string() }),
      of: ({ price }) => price && concisePrice(price),
    },
    specs: {
      schema: () => z.record(z.string(), z.union([z.number(), z.string()])),
      of: shownSpecs,
    },
    certifications: {
      schema: () => z.array(textOr()),
      of: (robot, asked = []) =>
        heldWords(asked.includes(CERTIFICATION) ? robot.certifications : countedCertifications(robot)),
    },
  },
  tells: () => excludedUnknown('price'),
  plan: ({ args: given, store, filters }) => {
    const asked = understand(given.query ?? '');
    const args = withUnderstood(given, asked);
    checkRange(
      { name: 'min_price_usd', value: args.min_price_usd },
      { name: 'max_price_usd', value: args.max_price_usd },
    );
    return {
      filters: [...filters(), ...ownFilters(args, store)],
      sorts: priceSorts(args, store),
      given: [...Object.keys(args.specs ?? {}), ...(args.certification === undefined ? [] : [CERTIFICATION])],
      ...(asked.phrases.length > 0 && { text: asked.rest }),
      ...(asked.sort !== undefined && { defaultSort: asked.sort }),
      notes: [...understoodNotes(asked), ...certificationNotes(args)],
    };
  },
});

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

function ownFilters(args: Input, store: KindStore<'robots'>): Filter[] {
  const filters: Filter[] = [];
  const priceArguments = (['min_price_usd', 'max_price_usd', 'price_kind'] as const).filter(
    (name) => args[name] !== undefined,
  );
  if (priceArguments.length > 0) {
    const lease = args.price_kind === 'lease_monthly';
    const name = priceArguments.join(' and ');
    filters.push(priceFilter(store, { name, min: args.min_price_usd, max: args.max_price_usd, lease }));
  }
  const { certification: text, certification_status: status } = args;
  if (text !== undefined || status !== undefined) {
    const finder = certificationFinder(store.words('certifications'));
    const read = text === undefined ? undefined : resolve({ name: CERTIFICATION, text, finder, store });
    const statuses =
      status === undefined ? undefined : readTerms('certification_status', 'certification_status', status);
    filters.push(certificationFilter(store, read, statuses));
  }
  return [...filters, ...specFilters(args.specs, store)];
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

/** Prices of the other kind are not comparable: they sort with the unknown ones. */
function priceSorts(args: Input, store: KindStore<'robots'>) {
  const comparable = () => comparablePrices(store, args.price_kind === 'lease_monthly');
  return {
    price_asc: () => [ascending(store.numbers('price_min'), comparable())],
    price_desc: () => [descending(store.numbers('price_max'), comparable())],
  };
}

/** Among what is asked for, beside the names of specs. */
const CERTIFICATION = 'certification';

function certificationNotes({ certification, certification_status }: Input): string[] {
  return certification === undefined && certification_status === undefined
    ? []
    : ['Not recorded is not the same as not certified: ask the maker before you rely on it.'];
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
const SPECS_SHOWN = 3;

/** The first specs of the list, and those that were asked for. */
function shownSpecs({ specs }: Robot, asked: readonly string[] = []): object | undefined {
  const first = conciseSpecs.filter((name) => specs[name] !== undefined).slice(0, SPECS_SHOWN);
  const names = new Set<string>([...first, ...asked]);
  const shown = Object.entries(specs).filter(([name]) => names.has(name));
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
}

function heldWords(certifications: Robot['certifications']): string[] | undefined {
  if (certifications.length === 0) return undefined;
  return [...new Set(certifications.map(({ scheme, status }) => `${scheme} ${status}`))];
}

/** The date is always shown with the price, so that an old one is noticed. */
function concisePrice({ usd_min, usd_max = usd_min, kind, as_of }: NonNullable<Robot['price']>): object {
  return {
    usd: usd_max === usd_min ? usd_min : `${usd_min}-${usd_max}`,
    kind,
    ...(as_of !== undefined && { as_of }),
  };
}
