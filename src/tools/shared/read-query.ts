import { type Kind, type KindIndex, kindIndexes } from '../../kinds/kinds.ts';
import { type Superlative, superlativeIn } from '../../kinds/vocabularies/measures.ts';
import { notHeldIn } from '../../kinds/vocabularies/not-held.ts';
import type { Filter } from '../../search/filters/filters.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { inDigits } from '../../text/number-words.ts';
import type { ToolContext } from '../tool.ts';
import { oneLine } from './answer.ts';
import { readDenialIn } from './denied-in-query.ts';
import { readLackIn } from './lacking-in-query.ts';
import { namesInList } from './names-in-list.ts';
import { type PeriodAsked, readPeriodIn } from './read-period.ts';
import { readRegionIn } from './read-region.ts';
import { readSumIn } from './read-sum.ts';
import { relatedIn } from './related.ts';
import type { SearchArguments } from './search-input.ts';
import type { SearchPlan } from './search-plan.ts';
import { telling } from './telling.ts';

/** What the words of a query ask for beside what they search for. */
export interface QueryRead<K extends Kind> {
  /** The words that are left to search for. */
  readonly query: string | undefined;
  readonly superlative: Superlative | undefined;
  /** Each with a note. */
  readonly bounds: readonly Filter[];
  /** A search for what is like a record, where the query or an argument asks for that. */
  readonly like: Pick<SearchPlan<K>, 'like' | 'why'>;
  /** The text of the search, of the words that all arguments come to. */
  textOf(words: string | undefined): string | undefined;
  /** Notes to stand before those of the tool, given the same words, and behind them. */
  notesBefore(words: string | undefined): readonly string[];
  readonly notesBehind: readonly string[];
}

/** Reads the words of a query: likeness, period, order, sum, denial and region, in this order. */
export function readQuery<K extends Kind>(
  kind: K,
  args: SearchArguments & { readonly country?: unknown },
  context: ToolContext,
): QueryRead<K> {
  const index = kindIndexes[kind] as KindIndex<K>;
  const store = context.catalogue.store(kind);
  const isPlain = args.ids === undefined && args.query !== undefined;
  const listed = isPlain ? namesInList(kind, args.query ?? '', context) : undefined;
  if (listed !== undefined) return listedOnly(listed);
  const related = relatedIn(kind, args, context);
  const said = inDigits(related?.rest ?? args.query ?? '');
  // `Next year` is a period, and no order.
  const period = readPeriodIn({ query: said }, { index, store, today: context.today });
  const left = period?.rest ?? said;
  const superlative = superlativeIn(kind, left);
  const read = boundsIn({ ...args, query: superlative?.rest ?? left }, index, store, period);
  // What is like a record is told by that alone.
  const isLike = related?.rest !== undefined;
  return {
    superlative,
    bounds: read.bounds,
    query: saying(read.query, index, store),
    like: {
      ...(related?.like !== undefined && { like: related.like }),
      ...(related?.why !== undefined && { why: related.why }),
    },
    textOf: (words) => (isLike ? undefined : words),
    notesBefore: (words) => [
      ...(related === undefined ? [] : [related.note]),
      ...(isLike ? unusedNotes(telling(words ?? '', index.domainStopWords)) : []),
    ],
    notesBehind: notHeldIn(kind, args.query ?? '').map((what) => `No field of ${kind} holds ${what}.`),
  };
}

/** Of names in a list nothing else is read. */
function listedOnly<K extends Kind>({
  like,
  notes,
}: NonNullable<ReturnType<typeof namesInList>>): QueryRead<K> {
  return {
    query: undefined,
    superlative: undefined,
    bounds: [],
    like: { like },
    textOf: () => undefined,
    notesBefore: () => notes,
    notesBehind: [],
  };
}

function unusedNotes(words: string): string[] {
  return words === '' ? [] : [`Not used beside it: "${oneLine(words)}".`];
}
/** What is quoted, cut short or excluded is meant as it stands. */
const hasSigns = /["*]|(?:^|\s)-\S/;

/** A query without words if it says no more than the kind, as `latest robotics news` does but for its order. */
function saying<K extends Kind>(
  query: string,
  { domainStopWords }: KindIndex<K>,
  store: KindStore<K>,
): string | undefined {
  if (query === '') return undefined;
  const isTold = hasSigns.test(query) || telling(query, domainStopWords) !== '' || telling(query, []) === '';
  return isTold || store.named(query).length > 0 ? query : undefined;
}

/** The period, sum and region that the words of a query name, and what they leave out, as filters, and the words that are left. */
function boundsIn<K extends Kind>(
  args: { readonly query: string; readonly country?: unknown },
  index: KindIndex<K>,
  store: KindStore<K>,
  period: PeriodAsked | undefined,
): { readonly query: string; readonly bounds: readonly Filter[] } {
  const bounds: Filter[] = period === undefined ? [] : [period.filter];
  let { query } = args;
  const take = (read: { readonly filter: Filter; readonly rest: string } | undefined) => {
    if (read === undefined) return;
    bounds.push(read.filter);
    query = read.rest;
  };
  take(readSumIn(query, index, store));
  take(readDenialIn(query, index, store));
  take(readLackIn(query, index, store));
  if (args.country === undefined) take(readRegionIn(query, index, store));
  return { query, bounds };
}
