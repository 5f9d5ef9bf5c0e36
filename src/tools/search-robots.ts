import { DECLARATION_SCHEME, numericSpecs, robotKind } from '../kinds/robots/robot.ts';
import {
  certificationFilter,
  certificationFinder,
  comparablePrices,
  families,
  priceFilter,
} from '../search/filters/by-kind.ts';
import { anyWord, type Filter, numberRange } from '../search/filters/filters.ts';
import { ingressFilter } from '../search/filters/ingress.ts';
import type { KindStore } from '../search/kind-store.ts';
import { type ArgumentsFor, defineSearch } from './define-search.ts';
import { robotRow } from './robot-row.ts';
import { oneLine } from './shared/answer.ts';
import { type CategoryRead, categoryCalled, categoryIn } from './shared/category-in-query.ts';
import { certificationIn } from './shared/certification-in-query.ts';
import { ingressIn } from './shared/ingress.ts';
import { checkRange, readTerms } from './shared/read-words.ts';
import { resolve } from './shared/resolver.ts';
import { excluded } from './shared/search-input.ts';
import { telling } from './shared/telling.ts';
import { type Understood, understand } from './shared/understand.ts';
import { ToolError } from './tool.ts';

type Input = ArgumentsFor<'robots'>;

export const searchRobots = defineSearch<'robots', readonly string[]>('robots', {
  name: 'search_robots',
  title: 'Search robots',
  description:
    'Find and compare robots by name, category, maker, country, price, specs and certifications held. Unknown prices and specs are counted apart (excluded_unknown_…), never guessed. Use ids for a side-by-side comparison.',
  announced: false,
  shows: robotRow,
  tells: () => excluded('unknown_price', 'lease_price', 'purchase_price', 'family', 'pending'),
  plan: ({ args: written, ranks, store, filters }) => {
    const certified = withCertification(written);
    const { given } = certified;
    const ingress = ingressIn(given.query ?? '');
    const asked = understand(ingress?.rest ?? given.query ?? '');
    const category = ranks.length > 0 && given.category === undefined ? categoryIn(asked.rest) : undefined;
    const called = given.category === undefined ? categoryCalled(asked.rest) : undefined;
    const isRead = certified.notes.length > 0 || ingress !== undefined || asked.phrases.length > 0;
    const args = withUnderstood(given, asked);
    checkRange(
      { name: 'min_price_usd', value: args.min_price_usd },
      { name: 'max_price_usd', value: args.max_price_usd },
    );
    return {
      filters: [
        ...filters(),
        ...(category === undefined
          ? []
          : [anyWord('category', store.words('category'), category.categories)]),
        ...ownFilters(args, store),
        ...(ingress === undefined ? [] : [ingressFilter(store, ingress.least)]),
      ],
      ...(called !== undefined && { first: store.words('category').having([called]) }),
      comparable: (column) =>
        column.startsWith('price') ? comparablePrices(store, args.price_kind === 'lease_monthly') : undefined,
      given: [...(args.certification?.split(/[,;]/) ?? []), ...(given.query?.match(numberOfDecision) ?? [])],
      asked: [
        ...Object.keys(args.specs ?? {}),
        ...(ingress === undefined ? [] : ['ip_rating']),
        // Who puts robots side by side compares all that is known of them.
        ...(args.ids === undefined ? [] : [...numericSpecs, 'ip_rating']),
      ],
      text: category?.rest ?? (isRead ? telling(asked.rest, robotKind.domainStopWords) : asked.rest),
      notes: [
        ...certified.notes,
        ...(ingress === undefined
          ? []
          : [`Read "${oneLine(ingress.phrase)}" in the query as ip_rating ${ingress.rating} or better.`]),
        ...understoodNotes(asked, category),
        ...certificationNotes(args),
      ],
    };
  },
});

/** With the certification that the words of the query ask for, where no argument does. */
function withCertification(args: Input): { readonly given: Input; readonly notes: readonly string[] } {
  const read = args.certification === undefined ? certificationIn(args.query ?? '') : undefined;
  if (read === undefined) return { given: args, notes: [] };
  return {
    given: { ...args, query: read.rest, certification: read.isDenied ? `not ${read.scheme}` : read.scheme },
    notes: [
      `Read "${oneLine(read.phrase)}" in the query as certification ${read.isDenied ? 'all but ' : ''}${read.scheme}.`,
    ],
  };
}

/** The number of an FDA decision, as 510(k) and De Novo have it, by which a robot is found too. */
const numberOfDecision = /\b(?:K|DEN|P)\d{6}\b/gi;

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

function understoodNotes(
  { phrases, specs, min_price_usd, max_price_usd }: Understood,
  category?: CategoryRead,
): string[] {
  const read = category === undefined ? phrases : [...phrases, category.phrase];
  if (read.length === 0) return [];
  const meant = JSON.stringify({
    ...{ min_price_usd, max_price_usd },
    ...(Object.keys(specs).length > 0 && { specs }),
    ...(category !== undefined && { category: category.categories.join(' or ') }),
  });
  return [`Read "${read.map(oneLine).join('", "')}" in the query as ${meant}.`];
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
