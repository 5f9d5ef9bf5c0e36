import { type Kind, kinds, type RecordOf } from '../../kinds/kinds.ts';
import type { Facet } from '../../search/filter-rows.ts';
import type { Filter } from '../../search/filters/filters.ts';
import type { KindStore } from '../../search/kind-store.ts';
import type { SearchOutcome, SearchRequest } from '../../search/search.ts';
import { compareByKeys, type SortKey, topOf } from '../../search/sort.ts';
import { parseQuery } from '../../text/query.ts';
import type { Answer, ToolContext } from '../tool.ts';
import { ToolError } from '../tool.ts';
import {
  block,
  composeAnswer,
  emptyNotes,
  fitting,
  oneLine,
  type Page,
  searchedNote,
  table,
  wordNotes,
} from './answer.ts';
import type { SearchArguments } from './search-input.ts';
import { readCursor, writeCursor } from './search-input.ts';

/** How a tool searches its kind: what its arguments mean, and what it shows. */
export interface SearchPlan<K extends Kind> {
  readonly tool: string;
  readonly kind: K;
  /** What is searched for where that is not the query as it stands. */
  readonly text?: string;
  readonly filters: readonly Filter[];
  readonly facets: readonly Facet[];
  /** Made when needed: sorting thousands alphabetically takes time. */
  readonly sorts: Readonly<Record<string, () => readonly SortKey[]>>;
  /** The sort where none is asked for; relevance if left out. */
  readonly defaultSort?: string;
  /** What is read of a record for `detail: concise`. */
  readonly shown: readonly (keyof RecordOf<K> & string)[];
  /** The fields of a record at `detail: concise`. */
  concise(record: object): object;
  /** The fields at `detail: full`; the record as it is if left out. */
  full?(record: RecordOf<K>): object;
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
/** Examples listed of the records with unknown values. */
const EXAMPLES_SHOWN = 3;

/** Searches, or shows the records of `ids`, and composes the answer. */
export function runSearch<K extends Kind>(
  plan: SearchPlan<K>,
  args: SearchArguments,
  context: ToolContext,
): Answer {
  return args.ids === undefined ? searchRecords(plan, args, context) : showRecords(plan, args, context);
}

function searchRecords<K extends Kind>(
  plan: SearchPlan<K>,
  args: SearchArguments,
  context: ToolContext,
): Answer {
  const { catalogue } = context;
  const store = catalogue.store(plan.kind);
  const { cursor, limit, detail, ...rest } = args;
  const scope = { tool: plan.tool, version: catalogue.info.version, args: rest };
  const query = (plan.text ?? args.query ?? '').trim();
  const request = {
    ...(query !== '' && { text: parseQuery(query) }),
    filters: plan.filters,
    facets: plan.facets,
    limit,
    ...(cursor !== undefined && { after: readCursor(scope, cursor) }),
  };
  const outcome = searchInOrder(plan, args.sort, request, context);
  const page = readPage(plan, detail, store, outcome.page);
  const shown = fitting(page.results);
  if (shown < page.results.length) {
    // The cursor of the next page must point after the last record shown.
    return searchRecords(
      { ...plan, notes: [...(plan.notes ?? []), cutNote(shown)] },
      { ...args, limit: shown },
      context,
    );
  }
  const notes = [
    ...wordNotes(store as unknown as KindStore<Kind>, query, outcome),
    ...emptyNotes(searchedNote(plan.kind, store.count, rest), plan.filters, outcome),
    ...plan.filters.flatMap(({ note }) => (note === undefined ? [] : [note])),
    ...(plan.notes ?? []),
  ];
  return composeAnswer(page, context, {
    total: outcome.total,
    ...(outcome.next !== undefined && { next_cursor: writeCursor(scope, outcome.next) }),
    facets: facetRecord(outcome),
    ...outcome.unknownCounts,
    ...examples(store, outcome),
    ...(outcome.total === 0 && plan.filters.length > 0 && { without_filter: outcome.withoutFilter }),
    ...(notes.length > 0 && { notes }),
    ...plan.extra,
  });
}

/**
 * In the order asked for, or else in the plan's own. Where hardly a record has every word of the query, an
 * order that nobody asked for would hide those that come nearest: then relevance decides.
 */
function searchInOrder<K extends Kind>(
  plan: Pick<SearchPlan<K>, 'kind' | 'sorts' | 'defaultSort'>,
  asked: string | undefined,
  request: Omit<SearchRequest, 'sort'>,
  { catalogue }: ToolContext,
): SearchOutcome {
  const sort = asked ?? plan.defaultSort ?? 'relevance';
  if (sort === 'relevance') return catalogue.search(plan.kind, request);
  const outcome = catalogue.search(plan.kind, { ...request, sort: plan.sorts[sort]?.() ?? [] });
  const isThin =
    asked === undefined && request.text !== undefined && outcome.total - outcome.partial < FEW_COMPLETE;
  return isThin ? catalogue.search(plan.kind, request) : outcome;
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
): Answer {
  const { ids = [], limit, detail, ...others } = args;
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
  const found = [...new Set(ids)].map((id) => ({ id, index: store.indexOf(id) }));
  // An id and an alias may name the same record.
  const named = new Set(found.flatMap(({ index }) => (index === undefined ? [] : [index])));
  const page = readPage(plan, detail, store, [...named].slice(0, limit));
  const missing = found.filter(({ index }) => index === undefined).map(({ id }) => id);
  const unknown = missing.map((id) => {
    const near = context.catalogue.namesLike(plan.kind, id, 3);
    const other = kinds.find((kind) => kind !== plan.kind && context.catalogue.find(kind, id) !== undefined);
    const elsewhere = other === undefined ? '' : ` It is one of ${other}: use the tool for these.`;
    return `There is no record ${oneLine(id)}.${elsewhere}${near.length > 0 ? ` Near to it: ${near.join(', ')}.` : ''}`;
  });
  const notes = [...unknown, ...(plan.notes ?? [])];
  return composeAnswer(page, context, {
    total: page.results.length,
    facets: {},
    ...(missing.length > 0 && { not_found: missing }),
    ...(notes.length > 0 && { notes }),
  });
}

function facetRecord(outcome: SearchOutcome): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.entries(outcome.facets).map(([name, values]) => {
      const counts: Record<string, number> = {};
      // A value that is itself called `other`, as a scheme is, joins the rest.
      for (const [i, { value, count }] of values.entries()) {
        const shown = i < FACET_VALUES ? value : 'other';
        counts[shown] = (counts[shown] ?? 0) + count;
      }
      return [name, counts];
    }),
  );
}

/** Reads the records in these rows, counted from 0, as far as the answer shows them. */
function readPage<K extends Kind>(
  plan: SearchPlan<K>,
  detail: 'concise' | 'full',
  store: KindStore<K>,
  indexes: readonly number[],
): Page {
  if (detail === 'concise') {
    const results = indexes.map((index) => plan.concise(store.part(index, plan.shown)));
    return { results, body: plan.layout?.(results) ?? table(results) };
  }
  const records = indexes.map((index) => store.record(index));
  const results = records.map((record) => plan.full?.(record) ?? record);
  const links = records.map((record) => linkTo(plan.kind, record));
  return { results, body: results.map(block).join('\n\n'), links };
}

function linkTo(kind: Kind, record: object): { kind: Kind; id: string; name: string } {
  const { id, name, title, headline } = record as Readonly<Record<string, string>>;
  return { kind, id: id ?? '', name: name ?? title ?? headline ?? id ?? '' };
}
