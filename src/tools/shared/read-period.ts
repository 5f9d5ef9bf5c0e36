import type { Bounded } from '../../kinds/definition.ts';
import type { Kind, KindIndex } from '../../kinds/kinds.ts';
import { allBut, dateRange, type Filter, numberRange } from '../../search/filters/filters.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { type Period, periodIn } from '../../text/periods.ts';
import { denialBefore, withoutPhrase } from '../../text/query.ts';
import { oneLine } from './answer.ts';
import { telling } from './telling.ts';

interface Asked<K extends Kind> {
  readonly index: KindIndex<K>;
  readonly store: KindStore<K>;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** What the words of a query say of time, as a filter with a note, and the words that are left. */
export interface PeriodAsked {
  readonly filter: Filter;
  readonly rest: string;
}

/**
 * The period that the words of a query name, unless the kind has no dates or the query is a name:
 * `since 2018`, `raised after 2024`.
 */
export function readPeriodIn<K extends Kind>(
  args: { readonly query?: string | undefined },
  { index, store, today }: Asked<K>,
): PeriodAsked | undefined {
  const { query = '' } = args;
  const read = periodIn(query, today);
  if (read === undefined || store.named(query).length > 0) return undefined;
  const dated = datedBy(index, query);
  if (dated === undefined) return undefined;
  const range = [read.from && `from ${read.from}`, read.to && `to ${read.to}`].filter(Boolean).join(' ');
  const filter = filterOf(index, store, dated, read);
  const denial = denialBefore(query, read.phrase);
  const isDenied = denial !== undefined;
  const phrase = `${denial ?? ''}${read.phrase}`;
  const note = `Read "${oneLine(phrase)}" in the query as ${isDenied ? 'all but ' : ''}${dated.name} ${range}.`;
  return {
    filter: { ...(isDenied ? allBut(filter) : filter), note },
    rest: meant(withoutPhrase(query, phrase), index),
  };
}

/** The date that is meant; none where the kind has no such. */
function datedBy<K extends Kind>(index: KindIndex<K>, query: string): Bounded | undefined {
  const { dated = [], fields } = index;
  const [first] = dated;
  if (first !== undefined) {
    const { unless, ...meant } = dated.find(({ said }) => said?.test(query)) ?? first;
    return unless?.test(query) ? undefined : meant;
  }
  for (const [column, { ask }] of Object.entries(fields)) {
    if (ask?.as !== 'period') continue;
    return { column, name: `${ask.from.argument} and ${ask.to.argument}` };
  }
  return undefined;
}

function filterOf<K extends Kind>(
  index: KindIndex<K>,
  store: KindStore<K>,
  { column, name }: Bounded,
  { from, to }: Period,
): Filter {
  const unknown = `excluded_unknown_${column}`;
  if (index.columns[column]?.type === 'date')
    return dateRange(name, store.dates(column), { from, to }, unknown);
  const [min, max] = [from, to].map((date) =>
    date === undefined ? undefined : Number(date.slice(0, 'YYYY'.length)),
  );
  return numberRange(name, store.numbers(column), { min, max }, unknown);
}

/** The words that are left; none where they say no more than what kind is sought. */
function meant<K extends Kind>(rest: string, { domainStopWords, dated }: KindIndex<K>): string {
  const words = dated === undefined ? rest : withoutPhrase(rest, sayingDates);
  return telling(words, domainStopWords);
}

/** Words that say which date is meant. */
const sayingDates =
  /\b(?:founded|established|started|released|launched|introduced|raised|raising|money|deadlines?|closing|closes?|due|ending|ends|held|happening)\b/gi;
