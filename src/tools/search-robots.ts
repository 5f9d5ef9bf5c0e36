import { DECLARATION_SCHEME, numericSpecs } from '../kinds/robots/robot.ts';
import {
  certificationFilter,
  certificationFinder,
  comparablePrices,
  families,
  priceFilter,
} from '../search/filters/by-kind.ts';
import { type Filter, numberRange } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import { type ArgumentsFor, defineSearch } from './define-search.ts';
import { robotRow } from './robot-row.ts';
import { checkRange, readTerms } from './shared/read-words.ts';
import { resolve } from './shared/resolver.ts';
import { ToolError } from './tool.ts';

type Input = ArgumentsFor<'robots'>;

export const searchRobots = defineSearch<'robots', readonly string[]>('robots', {
  name: 'search_robots',
  title: 'Search robots',
  description:
    'Find and compare robots by name, category, maker, country, price, specs and certifications held. Unknown prices and specs are counted apart (excluded_unknown_…), never guessed. Use ids for a side-by-side comparison.',
  announced: false,
  shows: robotRow,
  plan: ({ args, question, store, filters }) => {
    checkRange(
      { name: 'min_price_usd', value: args.min_price_usd },
      { name: 'max_price_usd', value: args.max_price_usd },
    );
    const certifications = (question?.clauses ?? []).flatMap((clause) =>
      clause.is === 'leaf' && clause.field === 'certification' && clause.op === 'in' ? clause.values : [],
    );
    return {
      filters: [...filters(), ...ownFilters(args, store)],
      comparable: (column) =>
        column.startsWith('price') ? comparablePrices(store, args.price_kind === 'lease_monthly') : undefined,
      given: [
        ...(args.certification?.split(/[,;]/) ?? []),
        ...certifications,
        ...(args.query?.match(numberOfDecision) ?? []),
      ],
      asked: [
        ...Object.keys(args.specs ?? {}),
        // Who puts robots side by side compares all that is known of them.
        ...(args.ids === undefined ? [] : [...numericSpecs, 'ip_rating']),
      ],
      notes: certificationNotes(args),
    };
  },
});

/** The number of an FDA decision, as 510(k) and De Novo have it, by which a robot is found too. */
const numberOfDecision = /\b(?:K|DEN|P)\d{6}\b/gi;

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
    const read = text === undefined ? undefined : resolve({ name: 'certification', text, finder, store });
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
    return numberRange(
      field,
      store.numbers(field),
      { min, max },
      `excluded_unknown_${name}`,
      families(store),
    );
  });
}

function certificationNotes({ certification, certification_status }: Input): string[] {
  if (certification === undefined && certification_status === undefined) return [];
  return [
    'Not recorded is not the same as not certified: ask the maker before you rely on it.',
    ...(certification === undefined && /regist/i.test(certification_status ?? '')
      ? [`Declarations of ${DECLARATION_SCHEME} count only with certification "${DECLARATION_SCHEME}".`]
      : []),
  ];
}
