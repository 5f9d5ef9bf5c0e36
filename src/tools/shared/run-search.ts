import type { KindStore } from '../../catalogue/kind-store.ts';
import type { Facet, Filter, SearchOutcome, SortKey } from '../../catalogue/search.ts';
import type { Kind, RecordOf } from '../../records/kinds.ts';
import { parseQuery } from '../../text/query.ts';
import { ToolError } from '../errors.ts';
import type { Answer, ToolContext } from '../tool.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { emptyNotes, wordNotes } from './notes.ts';
import { block, cell, counts, table } from './render.ts';
import type { SearchArguments } from './search-input.ts';

/** Facets show their largest counts only; the rest are counted as `other`. */
const facetValues = 8;

/** How a tool searches its kind: what its arguments mean, and what it shows. */
export interface SearchPlan<K extends Kind> {
  readonly tool: string;
  readonly kind: K;
  readonly filters: readonly Filter[];
  readonly facets: readonly Facet[];
  readonly sorts: Readonly<Record<string, readonly SortKey[]>>;
  /** The sort where none is asked for; relevance if left out. */
  readonly defaultSort?: string;
  /** The fields of a record at `detail: concise`. */
  concise(record: RecordOf<K>): object;
  /** Sentences that a reader of this answer must have. */
  readonly notes?: readonly string[];
  /** Further members of the answer. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

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
  const query = args.query?.trim() ?? '';
  const sort = args.sort ?? plan.defaultSort;
  const outcome = catalogue.search(plan.kind, {
    ...(query !== '' && { text: parseQuery(query) }),
    filters: plan.filters,
    facets: plan.facets,
    ...(sort !== undefined && sort !== 'relevance' && { sort: plan.sorts[sort] ?? [] }),
    limit,
    ...(cursor !== undefined && { after: readCursor(scope, cursor) }),
  });
  const records = outcome.page.map((index) => store.record(index));
  const notes = [
    ...wordNotes(store as unknown as KindStore<Kind>, query, outcome),
    ...emptyNotes(plan.filters, outcome),
    ...(plan.notes ?? []),
  ];
  return compose(plan, detail, records, context, {
    total: outcome.total,
    ...(outcome.next !== undefined && { next_cursor: writeCursor(scope, outcome.next) }),
    facets: facetRecord(outcome),
    ...outcome.apart,
    ...(outcome.total === 0 && plan.filters.length > 0 && { without_filter: outcome.withoutFilter }),
    ...(notes.length > 0 && { notes }),
    ...plan.extra,
  });
}

function showRecords<K extends Kind>(
  plan: SearchPlan<K>,
  args: SearchArguments,
  context: ToolContext,
): Answer {
  const { ids = [], limit: _limit, detail, ...others } = args;
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
  const found = [...new Set(ids)].map((id) => ({ id, record: context.catalogue.find(plan.kind, id) }));
  const records = found.flatMap(({ record }) => (record === undefined ? [] : [record]));
  const missing = found.filter(({ record }) => record === undefined).map(({ id }) => id);
  const notes = missing.map((id) => {
    const near = context.catalogue.namesLike(plan.kind, id, 3);
    return `There is no record ${id}.${near.length > 0 ? ` Near to it: ${near.join(', ')}.` : ''}`;
  });
  return compose(plan, detail, records, context, {
    total: records.length,
    facets: {},
    ...(missing.length > 0 && { not_found: missing, notes }),
  });
}

function facetRecord(outcome: SearchOutcome): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.entries(outcome.facets).map(([name, values]) => {
      const shown = values.slice(0, facetValues).map(({ value, count }): [string, number] => [value, count]);
      const other = values.slice(facetValues).reduce((sum, { count }) => sum + count, 0);
      return [name, Object.fromEntries(other > 0 ? [...shown, ['other', other]] : shown)];
    }),
  );
}

interface Envelope {
  readonly total: number;
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly notes?: readonly string[];
  readonly next_cursor?: string;
  /** The notes say it in words. */
  readonly without_filter?: Readonly<Record<string, number>>;
  readonly not_found?: readonly string[];
}

function compose<K extends Kind>(
  plan: SearchPlan<K>,
  detail: 'concise' | 'full',
  records: readonly RecordOf<K>[],
  { catalogue, contributions }: ToolContext,
  envelope: Envelope,
): Answer {
  const results = detail === 'full' ? records : records.map((record) => plan.concise(record));
  const { version, date } = catalogue.info;
  const {
    total,
    facets,
    notes = [],
    next_cursor,
    without_filter: _told,
    not_found: _named,
    ...counted
  } = envelope;
  const head = `${total} ${total === 1 ? 'match' : 'matches'}${results.length < total ? `, ${results.length} shown` : ''} (data of ${date})`;
  const body = detail === 'full' ? results.map(block).join('\n\n') : table(results);
  const text = [
    head,
    ...(results.length > 0 ? [body] : []),
    ...Object.entries(facets)
      .filter(([, facet]) => Object.keys(facet).length > 1)
      .map(([name, facet]) => `${name}: ${counts(facet)}`),
    ...Object.entries(counted).map(([name, value]) => apartLine(name, value)),
    ...notes,
    ...(next_cursor === undefined ? [] : [`next_cursor: ${next_cursor}`]),
  ].join('\n');
  return {
    structured: { results, ...envelope, dataset: { version, date, contributions: contributions.count } },
    text,
  };
}

function apartLine(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    const isTable = value.every((entry) => typeof entry === 'object');
    return isTable ? `${name}:\n${table(value as object[])}` : `${name}: ${cell(value)}`;
  }
  if (typeof value === 'object' && value !== null) {
    return `${name}: ${counts(value as Record<string, number>)}`;
  }
  return `${name}: ${String(value)}`;
}
