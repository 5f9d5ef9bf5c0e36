import { DECLARATION_SCHEME } from '../kinds/robots/robot.ts';
import { valuesIn } from '../question/clauses.ts';
import type { Clause, NumberRange } from '../question/question.ts';
import { certificationIn } from '../question/resolve.ts';
import { comparablePrices } from '../search/filters/by-kind.ts';
import { type ArgumentsFor, defineSearch } from './define-search.ts';
import { robotRow } from './robot-row.ts';
import { type AskedArgument, findQuantityField, makeLeaf } from './shared/argument-clauses.ts';
import { checkRange, readTerms } from './shared/read-words.ts';
import { ToolError } from './tool.ts';

type Input = ArgumentsFor<'robots'>;

export const searchRobots = defineSearch<'robots', readonly string[]>('robots', {
  name: 'search_robots',
  title: 'Search robots',
  description:
    'Robots by a plain question or by filters: category, maker, country, price, specs, certifications held. A name, or up to 10 in ids, gives all that is known. What is unknown is counted apart (excluded_unknown_…).',
  announced: false,
  shows: robotRow,
  asks: (asked, args) => [
    ...asked.filter(({ name }) => name !== 'certification'),
    ...readPrice(args),
    ...readCertification(asked, args),
    ...readSpecs(args),
  ],
  plan: ({ args, question, asked, store }) => ({
    comparable: (column) =>
      column.startsWith('price') ? comparablePrices(store, args.price_kind === 'lease_monthly') : undefined,
    given: [
      ...[...asked, ...(question?.clauses ?? []).map((clause) => ({ clause }))].flatMap(({ clause }) =>
        clause === undefined ? [] : valuesIn(clause, 'certification').map(certificationIn),
      ),
      ...(args.query?.match(numberOfDecision) ?? []),
    ],
    asked: Object.keys(args.specs ?? {}),
    notes: certificationNotes(args),
  }),
});

/** The number of an FDA decision, as 510(k) and De Novo have it, by which a robot is found too. */
const numberOfDecision = /\b(?:K|DEN|P)\d{6}\b/gi;

/** One condition of what is said of the price. */
function readPrice({ min_price_usd: min, max_price_usd: max, price_kind: kind }: Input): AskedArgument[] {
  checkRange({ name: 'min_price_usd', value: min }, { name: 'max_price_usd', value: max });
  const given = { min_price_usd: min, max_price_usd: max, price_kind: kind };
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const of = [
    ...(min === undefined && max === undefined ? [] : [makeRange('price_usd', min, max)]),
    ...(kind === undefined ? [] : [makeLeaf('price_kind', { op: 'in', values: [kind] })]),
  ];
  const [first, another] = of;
  if (first === undefined) return [];
  return [{ name: names.join(' and '), clause: another === undefined ? first : { is: 'all', of } }];
}

/** What is said of certifications and their status is said of one and the same. */
function readCertification(
  asked: readonly AskedArgument[],
  { certification_status: text }: Input,
): AskedArgument[] {
  const named = asked.filter(({ name }) => name === 'certification');
  if (text === undefined) return named;
  const statuses = readTerms('certification_status', 'certification_status', text);
  if (named.length > 0)
    return named.map((one) => ({ ...one, ...(one.clause && { clause: addStatus(one.clause, statuses) }) }));
  return [
    {
      name: 'certification_status',
      clause: makeLeaf('certification_status', { op: 'in', values: statuses }),
    },
  ];
}

function addStatus(clause: Clause, statuses: readonly string[]): Clause {
  if (clause.is === 'not') return { is: 'not', of: addStatus(clause.of, statuses) };
  if (clause.is !== 'leaf') return { ...clause, of: clause.of.map((one) => addStatus(one, statuses)) };
  if (clause.op !== 'in') return clause;
  return {
    ...clause,
    values: clause.values.flatMap((value) => statuses.map((status) => `${value} ${status}`)),
  };
}

function readSpecs({ specs = {} }: Input): AskedArgument[] {
  return Object.entries(specs).map(([spec, range]) => {
    const { min, max } = range ?? {};
    const name = `specs.${spec}`;
    if (min === undefined && max === undefined) {
      throw new ToolError('INVALID_ARGUMENT', `${name} needs min, max or both, such as {"min":10}.`, {
        field: name,
      });
    }
    checkRange({ name: `${name}.min`, value: min }, { name: `${name}.max`, value: max });
    return { name, clause: makeRange(findQuantityField('robots', name), min, max) };
  });
}

function makeRange(field: string, min: number | undefined, max: number | undefined): Clause {
  const range: NumberRange = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  return makeLeaf(field, { op: 'range', range });
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
