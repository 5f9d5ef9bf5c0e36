import { type Kind, kindIndexes } from '../../kinds/kinds.ts';
import type { KindStore } from '../../search/kind-store.ts';
import type { SearchOutcome, SearchRequest } from '../../search/search.ts';
import { compareByKeys, hasValue, type SortOrder, topOf } from '../../search/sort.ts';
import { parseQuery } from '../../text/query.ts';
import type { CountedAnswer, Matches, ToolContext } from '../tool.ts';
import {
  composeAnswer,
  emptyNotes,
  exclusionInWords,
  keptOutNotes,
  notStatedNotes,
  oneLine,
  orderNotes,
  searchedNote,
  wordNotes,
} from './answer.ts';
import { followedBy, limitFor, orderNote } from './asked-order.ts';
import { foundElsewhere, SHOWN_ELSEWHERE } from './found-elsewhere.ts';
import { readingNotes, resolveName } from './named-record.ts';
import { withNearName } from './near-name.ts';
import { readPage } from './read-page.ts';
import type { SearchArguments } from './search-input.ts';
import { readCursor, writeCursor } from './search-input.ts';
import type { SearchPlan } from './search-plan.ts';
import { showRecords } from './show-records.ts';
import { telling } from './telling.ts';
import { withoutUnmetWords } from './unmet-words.ts';

/** Facets show their largest counts only; the rest are counted as `other`. */
const FACET_VALUES = 4;
/** With fewer records than this that have every word, relevance decides unless another order was asked for. */
const FEW_COMPLETE = 3;
/** Listed where nothing matches. */
const NEAREST_SHOWN = 3;
/** Examples listed of the records with unknown values. */
const EXAMPLES_SHOWN = 3;

/** The rows that a search matches, or those of `ids`. */
export function findMatches<K extends Kind>(
  plan: SearchPlan<K>,
  { ids, ...args }: SearchArguments,
  context: ToolContext,
): Matches {
  const { catalogue } = context;
  const store = catalogue.store(plan.kind);
  if (ids !== undefined) {
    const read = ids.map((id) => resolveName(plan.kind, id, { catalogue }));
    const missing = read.filter(({ row }) => row === undefined);
    return {
      rows: Int32Array.from(new Set(read.flatMap(({ row }) => row ?? []))),
      notes: [
        ...missing.map(({ asked }) => `There is no record ${oneLine(asked)}.`),
        ...readingNotes(plan.kind, read, { catalogue }),
      ],
    };
  }
  const query = (plan.text ?? '').trim();
  const request = { ...(query !== '' && { text: parseQuery(query) }), filters: plan.filters };
  const outcome = catalogue.search(plan.kind, { ...request, facets: [], limit: 1 });
  const met = outcome.total + outcome.keptOut.length === 0 ? withoutUnmetWords(plan, context) : undefined;
  if (met !== undefined) return findMatches(met, args, context);
  const { cursor: _, limit: __, detail: ___, sort: ____, ...asked } = args;
  const unknown = Object.entries(outcome.unknownCounts).map(
    ([name, count]) => `${count.toLocaleString('en-US')} more left out: ${exclusionInWords(name)}.`,
  );
  return {
    rows: outcome.matches,
    notes: [
      ...(plan.searchedFor === undefined ? [] : [plan.searchedFor]),
      ...(outcome.matches.length > 0 ? [] : [searchedNote(plan.kind, store.count, asked)]),
      ...outcome.unknown.map((word) => `No record has "${oneLine(word)}".`),
      ...unknown,
      ...plan.filters.flatMap(({ note }) => note ?? []),
      ...(plan.notes ?? []),
    ],
  };
}

/** Searches, or shows the records of `ids`, and composes the answer. */
export function runSearch<K extends Kind>(
  plan: SearchPlan<K>,
  args: SearchArguments,
  context: ToolContext,
): CountedAnswer {
  return args.ids === undefined ? searchRecords(plan, args, context) : showRecords(plan, args, context);
}

function searchRecords<K extends Kind>(
  plan: SearchPlan<K>,
  args: SearchArguments,
  context: ToolContext,
): CountedAnswer {
  const { catalogue } = context;
  const store = catalogue.store(plan.kind);
  const { cursor, limit: _, detail, cite, ...rest } = args;
  const limit = limitFor(plan.superlative, args);
  const scope = { tool: plan.tool, version: catalogue.info.version, args: rest };
  const query = (plan.text ?? '').trim();
  const after = cursor === undefined ? {} : { after: readCursor(scope, cursor) };
  // Nothing in a list of references would tell those that only come near.
  const request = { ...requestOf(plan), limit, ...after, ...(cite !== undefined && { isStrict: true }) };
  const { outcome: matching, name, order, note } = searchInOrder(plan, args.sort, request, context);
  const other = otherSearch(plan, query, matching, args, context);
  if (other !== undefined) return searchRecords(other, args, context);
  const isOpen = cite === undefined;
  const elsewhere =
    isOpen && cursor === undefined && query !== ''
      ? foundElsewhere(matching, plan.filters, (filters) => {
          const asked = { ...request, filters, facets: [], limit: Math.min(limit, SHOWN_ELSEWHERE) };
          return searchInOrder(plan, args.sort, asked, context).outcome;
        })
      : undefined;
  const passing = () =>
    isOpen && order === undefined ? withPassing(plan.kind, request, matching, context.catalogue) : matching;
  const found = elsewhere?.outcome ?? passing();
  const whole = ofOwnRight(plan, cursor, found);
  const page = readPage(plan, detail, store, found.page, {
    by: order?.by?.name,
    isCut: plan.isWhole !== true,
    whole,
  });
  const shown = page.results.length;
  const outcome = shown < found.page.length ? found.cutTo(shown) : found;
  const isFirst = cursor === undefined;
  const notes = [
    ...(plan.searchedFor === undefined ? [] : [plan.searchedFor]),
    ...orderNotes(store as unknown as KindStore<Kind>, order, outcome, { said: note, isFirst }),
    ...(elsewhere === undefined
      ? wordNotes(store as unknown as KindStore<Kind>, query, outcome, plan.wider !== undefined)
      : [elsewhere.note]),
    ...notesOnNothing(plan, request, rest, outcome, context, isFirst),
    ...plan.filters.flatMap(({ note }) => (note === undefined ? [] : [note])),
    ...(plan.notes ?? []),
    ...notStatedNotes(page.results, whole),
    ...(outcome === found ? [] : [cutNote(shown)]),
  ];
  const answer = composeAnswer(page, context, {
    total: outcome.total,
    ...(outcome.related > 0 && { related: outcome.related }),
    ...(outcome.next !== undefined && { next_cursor: writeCursor(scope, outcome.next) }),
    facets: facetsOf(outcome, plan),
    ...outcome.unknownCounts,
    ...examples(store, outcome),
    ...(outcome.page.length === 0 && plan.filters.length > 0 && { without_filter: outcome.withoutFilter }),
    ...(notes.length > 0 && { notes }),
    ...readingIn(plan, args),
    ...plan.extra,
  });
  return { ...answer, counts: outcome.facets, order: name, isLess: plan.wider !== undefined };
}

/** What keeps the records out that the query names, or else why there is none. */
function notesOnNothing<K extends Kind>(
  plan: SearchPlan<K>,
  request: Omit<SearchRequest, 'sort'>,
  asked: object,
  outcome: SearchOutcome,
  context: ToolContext,
  isFirst: boolean,
): string[] {
  const store = context.catalogue.store(plan.kind);
  const rows = (indexes: readonly number[]) =>
    readPage({ ...plan, written: undefined }, 'concise', store, indexes).body;
  if (outcome.keptOut.length > 0 && isFirst) return keptOutNotes(plan.filters, outcome.keptOut, rows);
  const searched = searchedNote(plan.kind, store.count, asked);
  const nearest = (filters: SearchRequest['filters']) => nearestIds(plan, { ...request, filters }, context);
  return emptyNotes(searched, plan.filters, outcome, nearest, (plan.text ?? '').trim() !== '');
}

/** What is searched for instead where nothing matches; undefined where something does, or nothing else is near enough. */
function otherSearch<K extends Kind>(
  plan: SearchPlan<K>,
  query: string,
  matching: SearchOutcome,
  { cite }: SearchArguments,
  context: ToolContext,
): SearchPlan<K> | undefined {
  const near = withNearName(plan, context.catalogue.store(plan.kind), query, matching);
  if (near !== undefined || matching.total > 0) return near;
  const isOpen = matching.keptOut.length === 0 && cite === undefined;
  return (isOpen ? withoutUnmetWords(plan, context) : undefined) ?? withConditionsAsWords(plan, matching);
}

/** So many rows at most are shown with all that is known: who asks for one thing wants it. */
const MOST_WHOLE = 3;

/** The records that the text names, or else all matches, if these are few. */
function ofOwnRight<K extends Kind>(
  { hasWholeRows = true }: SearchPlan<K>,
  cursor: string | undefined,
  { matches, named, page }: SearchOutcome,
): ReadonlySet<number> {
  if (!hasWholeRows || cursor !== undefined) return new Set();
  const rows = new Set(named.length > 0 ? named : matches);
  // What comes behind others by its meaning is not what was asked for.
  const isFirst = page.slice(0, rows.size).every((index) => rows.has(index));
  return rows.size <= MOST_WHOLE && isFirst ? rows : new Set();
}

/** How the words of the query were read, on the first page of whole records. */
function readingIn<K extends Kind>({ reading = [] }: SearchPlan<K>, { detail, cursor }: SearchArguments) {
  return detail === 'full' && cursor === undefined && reading.length > 0 ? { reading } : {};
}

/** What a plan asks of a search, whatever the page. */
function requestOf<K extends Kind>({
  text,
  wider,
  meant,
  ranks,
  like,
  first,
  filters,
  facets,
}: SearchPlan<K>) {
  const query = (text ?? '').trim();
  return {
    ...(query !== '' && { text: parseQuery(query) }),
    ...(wider !== undefined && { wider: parseQuery(wider) }),
    ...(meant !== undefined && { meant }),
    ...(ranks !== undefined && { ranksBy: parseQuery(ranks) }),
    ...(like !== undefined && { like }),
    ...(first !== undefined && { first }),
    filters,
    facets,
  };
}

/**
 * Where nothing meets a condition on texts (`a boat or a driving car`), records come nearest that have some of its words:
 * the same with these, and those that only rank, as words of which a record may lack some; undefined if there are none.
 */
function withConditionsAsWords<K extends Kind>(
  plan: SearchPlan<K>,
  { total }: SearchOutcome,
): SearchPlan<K> | undefined {
  const words = [...plan.filters.map((filter) => filter.words), plan.ranks].filter(
    (one) => one !== undefined,
  );
  if (total > 0 || words.length === 0) return undefined;
  const filters = plan.filters.filter((filter) => filter.words === undefined);
  return { ...plan, filters, ranks: undefined, text: [plan.text ?? '', ...new Set(words)].join(' ').trim() };
}

interface Ordered {
  readonly outcome: SearchOutcome;
  /** As it was asked for, or `relevance`. */
  readonly name: string;
  /** Undefined for relevance. */
  readonly order?: SortOrder;
  /** How words of the query were read as an order. */
  readonly note?: string;
}

/**
 * In the order asked for, or else in that of the words or the plan's own. Where hardly a record has every word of the
 * query, an order that nobody asked for would hide those that come nearest: then relevance decides.
 */
function searchInOrder<K extends Kind>(
  { kind, text, sorts, superlative, defaultSort = 'relevance' }: SearchPlan<K>,
  asked: string | undefined,
  request: Omit<SearchRequest, 'sort'>,
  { catalogue }: ToolContext,
): Ordered {
  const inOrder = ([name = 'relevance', ...others]: readonly string[], isTiered = false) => {
    const order = others.map(sorts).reduce(followedBy, sorts(name));
    return { outcome: catalogue.search(kind, { ...request, sort: order.keys, isTiered }), name, order };
  };
  const isThin = ({ outcome }: Ordered, few: number) => request.text !== undefined && outcome.total < few;
  const byRelevance = () => ({ outcome: catalogue.search(kind, request), name: 'relevance' });
  if (asked !== undefined) return asked === 'relevance' ? byRelevance() : inOrder([asked]);
  if (superlative !== undefined) {
    const { thenBy } = superlative;
    const matches = () => catalogue.search(kind, request).matches;
    const names = [superlative.sorts, ...(thenBy === undefined ? [] : [thenBy])].map((one) =>
      meantBy(one, sorts, matches),
    );
    const found = inOrder(names);
    const note = orderNote(
      catalogue.store(kind) as unknown as KindStore<Kind>,
      superlative,
      names,
      found.order,
      found.outcome.page,
    );
    if (!isThin(found, 1)) return { ...found, note };
  }
  if (defaultSort === 'relevance') return byRelevance();
  // `Robot` is in passing everywhere, and `rob*` in many words.
  const isTelling = !text?.includes('*') && telling(text ?? '', kindIndexes[kind].domainStopWords) !== '';
  const found = inOrder([defaultSort], isTelling);
  return isThin(found, FEW_COMPLETE) ? byRelevance() : found;
}

/** Where nothing has the words that were asked for, records that pass the filters come nearest. */
function withPassing(
  kind: Kind,
  request: SearchRequest,
  outcome: SearchOutcome,
  catalogue: ToolContext['catalogue'],
): SearchOutcome {
  const { page, keptOut } = outcome;
  const isNothing = page.length + keptOut.length === 0 && request.text !== undefined;
  if (!isNothing || request.filters.length === 0 || request.after !== undefined) return outcome;
  const { text: _, ...rest } = request;
  const passing = catalogue.search(kind, { ...rest, facets: [] });
  const cut = (length: number): SearchOutcome => {
    const page = passing.page.slice(0, length);
    return { ...outcome, page, related: page.length, cutTo: cut };
  };
  return cut(passing.page.length);
}

/** Of the sorts that a word may mean, the one by which most of the matches have a value. */
function meantBy(
  sorts: readonly string[],
  order: (name: string) => SortOrder,
  matches: () => Int32Array,
): string {
  const [first = 'relevance', ...others] = sorts;
  if (others.length === 0) return first;
  const rows = matches();
  const known = (name: string) => {
    const value = order(name).by?.value;
    return value === undefined ? 0 : rows.reduce((count, row) => count + (hasValue(value, row) ? 1 : 0), 0);
  };
  return others.reduce((best, name) => (known(name) > known(best) ? name : best), first);
}

/** Ids of some records whose value is unknown, the best known ones first. */
function examples<K extends Kind>(store: KindStore<K>, { unknownExamples }: SearchOutcome) {
  const { staticRank } = store;
  const shown = Object.entries(unknownExamples).map(([name, indexes]) => {
    const best = topOf(indexes, EXAMPLES_SHOWN, (a, b) => compareByKeys([staticRank], a, b) || a - b);
    return [`${name}_such_as`, best.map((index) => store.idOf(index))];
  });
  return Object.fromEntries(shown) as Record<string, string[]>;
}

function cutNote(shown: number): string {
  return `Cut to ${shown} records to keep the answer small: go on with next_cursor, or ask for less detail.`;
}

/** The first that match where a filter is lifted, in the order in which they would come. */
function nearestIds<K extends Kind>(
  plan: SearchPlan<K>,
  request: Omit<SearchRequest, 'sort'>,
  context: ToolContext,
): string[] {
  const { outcome } = searchInOrder(
    plan,
    undefined,
    { ...request, facets: [], limit: NEAREST_SHOWN },
    context,
  );
  const store = context.catalogue.store(plan.kind);
  return outcome.page.map((index) => store.idOf(index));
}

/** Counts of the matches, but of the dimensions that were filtered. */
function facetsOf<K extends Kind>({ facets }: SearchOutcome, { filters, ...plan }: SearchPlan<K>) {
  const filtered = plan.facets.filter(({ filter }) => filters.some(({ name }) => name === filter));
  const own = Object.entries(facets).filter(([name]) => filtered.every((one) => one.name !== name));
  return Object.fromEntries(own.map(([name, values]) => [name, largest(values)]));
}

function largest(values: SearchOutcome['facets'][string]): Record<string, number> {
  const counts: Record<string, number> = {};
  // A value that is itself called `other`, as a scheme is, joins the rest.
  for (const [i, { value, count }] of values.entries()) {
    const shown = i < FACET_VALUES ? value : 'other';
    counts[shown] = (counts[shown] ?? 0) + count;
  }
  return counts;
}
