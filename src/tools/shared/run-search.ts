import { type Kind, type KindIndex, kindIndexes, kinds, type RecordOf } from '../../kinds/kinds.ts';
import type { Superlative } from '../../kinds/vocabularies/measures.ts';
import type { Facet } from '../../search/filter-rows.ts';
import type { Filter } from '../../search/filters/filters.ts';
import { finderOf } from '../../search/filters/finders.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { rowsIn } from '../../search/masks.ts';
import type { Heads } from '../../search/records.ts';
import type { SearchOutcome, SearchRequest } from '../../search/search.ts';
import { compareByKeys, hasValue, type Order, topOf } from '../../search/sort.ts';
import { parseQuery } from '../../text/query.ts';
import type { Cells, CountedAnswer, Matches, ToolContext } from '../tool.ts';
import { ToolError } from '../tool.ts';
import {
  block,
  composeAnswer,
  emptyNotes,
  fitting,
  keptOutNotes,
  oneLine,
  orderNotes,
  type Page,
  searchedNote,
  table,
  wordNotes,
} from './answer.ts';
import { foundElsewhere, SHOWN_ELSEWHERE } from './found-elsewhere.ts';
import { MOST_SOUGHT, readingNotes, resolveName } from './named-record.ts';
import { relatedTerms } from './related-terms.ts';
import type { SearchArguments } from './search-input.ts';
import { readCursor, writeCursor } from './search-input.ts';

/** How a tool searches its kind: what its arguments mean, and what it shows. */
export interface SearchPlan<K extends Kind> {
  readonly tool: string;
  readonly kind: K;
  /** What is searched for. */
  readonly text: string | undefined;
  /** Of what record others are sought that are like it. */
  readonly like?: SearchRequest['like'];
  /** Why a row is like it, shown in a concise record. */
  why?(index: number, record: object): string;
  /** The order that the query asks for. */
  readonly superlative: Superlative | undefined;
  readonly filters: readonly Filter[];
  /** Rows that come before the others by relevance. */
  readonly first?: SearchRequest['first'];
  readonly facets: readonly Facet[];
  /** Made when needed: sorting thousands alphabetically takes time. Throws INVALID_ARGUMENT for an unknown one. */
  sorts(name: string): Order;
  /** The sort where none is asked for; relevance if left out. */
  readonly defaultSort?: string;
  /** What is read of a record for `detail: concise`. */
  readonly shown: readonly (keyof RecordOf<K> & string)[];
  /** Of how many entries of its lists this is made. */
  readonly heads: Heads;
  /** How the table writes some of its members. */
  readonly cells: Cells;
  /** The fields of a record at `detail: concise`; `by` is what the records are ordered by. */
  concise(record: object, by: string | undefined): object;
  /** The fields at `detail: full`. */
  full(record: RecordOf<K>): object;
  /** True where the records are no answer by themselves, which would be cut to be small. */
  readonly isWhole?: boolean;
  /** Whole records in a form that was asked for, instead of concise or full ones. */
  readonly written?: ((records: readonly RecordOf<K>[]) => Page) | undefined;
  /** Concise results as text; a table if left out. */
  layout?(results: readonly object[]): string;
  /** Sentences that a reader of this answer must have. */
  readonly notes?: readonly string[];
  /** Further members of the answer. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

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
  { catalogue }: ToolContext,
): Matches {
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
  const { cursor: _, limit: __, detail: ___, sort: ____, ...asked } = args;
  const unknown = Object.entries(outcome.unknownCounts).map(([name, count]) => `${name}: ${count}`);
  return {
    rows: outcome.matches,
    notes: [
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
  const { cursor, limit, detail, cite: _, ...rest } = args;
  const scope = { tool: plan.tool, version: catalogue.info.version, args: rest };
  const query = (plan.text ?? '').trim();
  const request = {
    ...(query !== '' && { text: parseQuery(query) }),
    ...(plan.like !== undefined && { like: plan.like }),
    ...(plan.first !== undefined && { first: plan.first }),
    filters: plan.filters,
    facets: plan.facets,
    limit,
    ...(cursor !== undefined && { after: readCursor(scope, cursor) }),
  };
  const { outcome: matching, name, order, note } = searchInOrder(plan, args.sort, request, context);
  const elsewhere =
    cursor !== undefined || query === ''
      ? undefined
      : foundElsewhere(matching, plan.filters, (filters) => {
          const asked = { ...request, filters, facets: [], limit: Math.min(limit, SHOWN_ELSEWHERE) };
          return searchInOrder(plan, args.sort, asked, context).outcome;
        });
  const found = elsewhere?.outcome ?? matching;
  const page = readPage(plan, detail, store, found.page, {
    by: order?.by?.name,
    isCut: plan.isWhole !== true,
  });
  const shown = page.results.length;
  const outcome = shown < found.page.length ? found.cutTo(shown) : found;
  const notes = [
    ...(order === undefined
      ? []
      : orderNotes(store as unknown as KindStore<Kind>, order, outcome, {
          said: note,
          isFirst: cursor === undefined,
        })),
    ...(elsewhere === undefined
      ? wordNotes(store as unknown as KindStore<Kind>, query, outcome)
      : [elsewhere.note]),
    ...(outcome.keptOut.length > 0 && cursor === undefined
      ? keptOutNotes(
          plan.filters,
          outcome.keptOut,
          (rows) => readPage({ ...plan, written: undefined }, 'concise', store, rows).body,
        )
      : emptyNotes(searchedNote(plan.kind, store.count, rest), plan.filters, outcome, (filters) =>
          nearestIds(plan, { ...request, filters }, context),
        )),
    ...plan.filters.flatMap(({ note }) => (note === undefined ? [] : [note])),
    ...(plan.notes ?? []),
    ...(outcome === found ? [] : [cutNote(shown)]),
  ];
  const answer = composeAnswer(page, context, {
    total: outcome.total,
    ...(outcome.nearest > 0 && { nearest: outcome.nearest }),
    ...(outcome.next !== undefined && { next_cursor: writeCursor(scope, outcome.next) }),
    ...facetRecords(outcome, plan),
    ...outcome.unknownCounts,
    ...examples(store, outcome),
    ...(cursor === undefined && related(plan.kind, store, query, outcome)),
    ...(outcome.page.length === 0 && plan.filters.length > 0 && { without_filter: outcome.withoutFilter }),
    ...(notes.length > 0 && { notes }),
    ...plan.extra,
  });
  return { ...answer, counts: outcome.facets, order: name };
}

/** With so many records that lack a word, and hardly one that has all, terms of theirs help to ask again. */
const MANY_NEAREST = 5;

function related<K extends Kind>(kind: K, store: KindStore<K>, query: string, outcome: SearchOutcome) {
  if (outcome.nearest < MANY_NEAREST || outcome.total >= FEW_COMPLETE) return {};
  const terms = relatedTerms(store, kind, outcome.page, query);
  return terms.length === 0 ? {} : { related_terms: terms };
}

interface Ordered {
  readonly outcome: SearchOutcome;
  /** As it was asked for, or `relevance`. */
  readonly name: string;
  /** Undefined for relevance. */
  readonly order?: Order;
  /** How words of the query were read as an order. */
  readonly note?: string;
}

/**
 * In the order asked for, or else in that of the words or the plan's own. Where hardly a record has every word of the
 * query, an order that nobody asked for would hide those that come nearest: then relevance decides.
 */
function searchInOrder<K extends Kind>(
  { kind, sorts, superlative, defaultSort = 'relevance' }: SearchPlan<K>,
  asked: string | undefined,
  request: Omit<SearchRequest, 'sort'>,
  { catalogue }: ToolContext,
): Ordered {
  const inOrder = (name: string): Ordered => {
    const order = sorts(name);
    return { outcome: catalogue.search(kind, { ...request, sort: order.keys }), name, order };
  };
  const isThin = ({ outcome }: Ordered, few: number) => request.text !== undefined && outcome.total < few;
  const byRelevance = () => ({ outcome: catalogue.search(kind, request), name: 'relevance' });
  if (asked !== undefined) return asked === 'relevance' ? byRelevance() : inOrder(asked);
  if (superlative !== undefined) {
    const name = meantBy(superlative, sorts, () => catalogue.search(kind, request).matches);
    const found = inOrder(name);
    const note = `Read "${oneLine(superlative.phrase)}" in the query as sort ${name}.`;
    if (!isThin(found, 1)) return { ...found, note };
  }
  if (defaultSort === 'relevance') return byRelevance();
  const found = inOrder(defaultSort);
  return isThin(found, FEW_COMPLETE) ? byRelevance() : found;
}

/** Of the sorts that a word may mean, the one by which most of the matches have a value. */
function meantBy({ sorts }: Superlative, order: (name: string) => Order, matches: () => Int32Array): string {
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

function showRecords<K extends Kind>(
  plan: SearchPlan<K>,
  args: SearchArguments,
  context: ToolContext,
): CountedAnswer {
  const { ids = [], limit, detail, cite: _, ...others } = args;
  const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (other !== undefined) {
    throw new ToolError(
      'INVALID_ARGUMENT',
      `ids shows records by themselves: leave ${other} out, or search without ids.`,
      {
        field: other,
      },
    );
  }
  const store = context.catalogue.store(plan.kind);
  const read = [...new Set(ids)].map((id) => resolveName(plan.kind, id, context));
  const found = read.map(({ asked, row }) => ({ id: asked, index: row }));
  // An id and an alias may name the same record.
  const named = new Set(found.flatMap(({ index }) => (index === undefined ? [] : [index])));
  const page = readPage(plan, detail, store, [...named].slice(0, limit));
  const missing = found.filter(({ index }) => index === undefined).map(({ id }) => id);
  const unknown = missing.map((id, i) => {
    const near = i < MOST_SOUGHT ? context.catalogue.namesLike(plan.kind, id, 3) : [];
    const other = kinds.find((kind) => kind !== plan.kind && context.catalogue.find(kind, id) !== undefined);
    const elsewhere =
      other === undefined
        ? makerHint(plan.kind, store, id)
        : ` It is one of ${other}: use the tool for these.`;
    return `There is no record ${oneLine(id)}.${elsewhere}${near.length > 0 ? ` Near to it: ${near.join(', ')}.` : ''}`;
  });
  const notes = [...unknown, ...readingNotes(plan.kind, read, context), ...(plan.notes ?? [])];
  const answer = composeAnswer(page, context, {
    total: page.results.length,
    facets: {},
    ...(missing.length > 0 && { not_found: missing }),
    ...(notes.length > 0 && { notes }),
  });
  return { ...answer, counts: {} };
}

/** Where an id is the name of a maker: how its records are found. */
function makerHint<K extends Kind>(kind: K, store: KindStore<K>, id: string): string {
  const { fields }: Pick<KindIndex, 'fields'> = kindIndexes[kind];
  if (!('manufacturer' in fields)) return '';
  const column = store.words('manufacturer');
  const makers = finderOf('name', column, []).find(id);
  if (makers.length === 0) return '';
  const made = rowsIn(column.having(makers)).filter((row) => store.isLive(row)).length;
  return ` It names a maker of ${made} ${kind}: search with manufacturer "${oneLine(id)}".`;
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

/** Counts of the matches, and of dimensions that were filtered as they would be without. */
function facetRecords<K extends Kind>({ facets }: SearchOutcome, { filters, ...plan }: SearchPlan<K>) {
  const filtered = new Set(
    plan.facets.filter(({ filter }) => filters.some(({ name }) => name === filter)).map(({ name }) => name),
  );
  const part = (isFiltered: boolean) => {
    const own = Object.entries(facets).filter(([name]) => filtered.has(name) === isFiltered);
    return Object.fromEntries(own.map(([name, values]) => [name, largest(values)]));
  };
  return { facets: part(false), ...(filtered.size > 0 && { without: part(true) }) };
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

interface Reading {
  /** What the records are ordered by. */
  readonly by?: string | undefined;
  /** True to read only as many records as fit into one answer. */
  readonly isCut?: boolean;
}

/** Reads the records in these rows, counted from 0, as far as the answer shows them. */
function readPage<K extends Kind>(
  plan: SearchPlan<K>,
  detail: 'concise' | 'full',
  store: KindStore<K>,
  indexes: readonly number[],
  { by, isCut = false }: Reading = {},
): Page {
  const read = isCut ? fitting : everyOne;
  if (plan.written !== undefined) {
    const records = indexes.map((index) => store.record(index));
    const page = plan.written(records);
    const { length } = read(page.results, (result) => result);
    return length < records.length ? plan.written(records.slice(0, length)) : page;
  }
  if (detail === 'concise') {
    // Why a record is like another one may lie in any entry.
    const heads = plan.why === undefined ? plan.heads : undefined;
    const results = read(indexes, (index) => {
      const record = store.part(index, plan.shown, heads);
      const shown = plan.concise(record, by);
      return plan.why === undefined ? shown : { ...shown, why: plan.why(index, record) };
    });
    return { results, body: plan.layout?.(results) ?? table(results, plan.cells) };
  }
  const links: ReturnType<typeof linkTo>[] = [];
  const results = read(indexes, (index) => {
    const record = store.record(index);
    links.push(linkTo(plan.kind, record));
    return plan.full(record);
  });
  return { results, body: results.map(block).join('\n\n'), links: links.slice(0, results.length) };
}

const everyOne: typeof fitting = (items, read) => items.map((item) => read(item));

function linkTo(kind: Kind, record: object): { kind: Kind; id: string; name: string } {
  const { id, name, title, headline } = record as Readonly<Record<string, string>>;
  return { kind, id: id ?? '', name: name ?? title ?? headline ?? id ?? '' };
}
