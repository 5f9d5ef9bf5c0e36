import { z } from 'zod';
import { type ArgumentsOf, argumentSchemas } from '../kinds/arguments.ts';
import type { Ask, Field, SearchDescription, Shown, Sort } from '../kinds/definition.ts';
import { type FieldsOf, type Kind, type KindIndex, kindIndexes, type RecordOf } from '../kinds/kinds.ts';
import { lazily } from '../lib/lazily.ts';
import type { Facet } from '../search/filter-rows.ts';
import { dateRange, type Filter, numberRange } from '../search/filters/filters.ts';
import { finderOf } from '../search/filters/finders.ts';
import type { KindStore } from '../search/kind-store.ts';
import {
  alphabetical,
  ascending,
  descending,
  newestFirst,
  oldestFirst,
  type SortKey,
} from '../search/sort.ts';
import { readPeriod } from './shared/read-words.ts';
import { wordFilter } from './shared/resolver.ts';
import { runSearch, type SearchPlan } from './shared/run-search.ts';
import { type SearchArguments, searchInput, searchOutput } from './shared/search-input.ts';
import type { Tool, ToolContext } from './tool.ts';

/** The arguments of a kind's search. */
export type ArgumentsFor<K extends Kind> = SearchArguments & ArgumentsOf<FieldsOf<K>>;

/** What a tool makes of the arguments beside what follows from the kind's definition. */
export interface Asked<K extends Kind> {
  readonly args: ArgumentsFor<K>;
  readonly store: KindStore<K>;
  readonly context: ToolContext;
  /** The filters that follow from the fields. Throws INVALID_ARGUMENT for words that no field knows. */
  filters(): Filter[];
}

type OwnPlan<K extends Kind, Given> = Partial<
  Pick<SearchPlan<K>, 'filters' | 'sorts' | 'text' | 'notes' | 'extra' | 'defaultSort' | 'full' | 'layout'>
> & {
  /** Handed to what is shown. */
  readonly given?: Given | undefined;
  /** What is searched for instead of the arguments as they stand. */
  readonly instead?: SearchArguments;
};

/** A search tool: what its kind's definition does not say. */
export interface SearchTool<K extends Kind, Given> extends SearchDescription<RecordOf<K>, Given> {
  plan?(asked: Asked<K>): OwnPlan<K, Given>;
}

/** Makes the search tool of a kind. Schemas are made when they are first asked for. */
export function defineSearch<K extends Kind, Given = never>(
  kind: K,
  { shows, tells, plan, ...described }: SearchTool<K, Given>,
): Tool {
  const index = kindIndexes[kind];
  const fields = Object.entries(index.fields);
  const members = Object.entries(shows);
  const input = lazily(() =>
    z.strictObject({ ...searchInput(Object.keys(index.sorts)), ...argumentSchemas(index.fields) }),
  );
  const shown = [
    ...new Set<string>(['id', ...members.flatMap(([member, { from = [member] }]) => from as string[])]),
  ];
  return {
    ...described,
    access: 'READ',
    idempotent: true,
    openWorld: false,
    get input() {
      return input();
    },
    get output() {
      const shown = members.map(([member, { schema = z.string }]) => [member, schema()]);
      return searchOutput(kind, Object.fromEntries(shown), tells?.());
    },
    run(validated, context) {
      const args = validated as ArgumentsFor<K>;
      const store = context.catalogue.store(kind);
      const fromFields = () =>
        fields.flatMap(
          ([field, { ask }]) => filterOf(field, ask, validated, { store, context, index }) ?? [],
        );
      const own = plan?.({ args, store, context, filters: fromFields }) ?? {};
      const { given, instead = args, filters: asked = fromFields() } = own;
      const filters = asked.filter(({ words }) => words === undefined);
      const text = withWords(own.text ?? instead.query, asked);
      const sorts = Object.entries(index.sorts).map(([name, sort]) => [
        name,
        () => sortKeys(sort, index, store),
      ]);
      return runSearch(
        {
          ...own,
          tool: described.name,
          kind,
          ...(text !== undefined && { text }),
          filters,
          notes: [...notesOf(asked.filter(({ words }) => words !== undefined)), ...(own.notes ?? [])],
          facets: facetsOf(fields, store, filters),
          sorts: { ...Object.fromEntries(sorts), ...own.sorts },
          shown: shown as (keyof RecordOf<K> & string)[],
          concise: (record) => show(members, record as RecordOf<K>, given),
        },
        instead,
        context,
      );
    },
  };
}

/** The filter that the arguments of a field ask for, if they are there. */
function filterOf<K extends Kind>(
  field: string,
  ask: Ask | undefined,
  args: Readonly<Record<string, unknown>>,
  { store, context, index }: Pick<Asked<K>, 'store' | 'context'> & { readonly index: KindIndex<K> },
): Filter | undefined {
  if (ask === undefined || ask.as === 'own') return undefined;
  if (ask.as === 'period') {
    const named = ({ argument }: { readonly argument: string }) => {
      return { name: argument, text: args[argument] as string | undefined };
    };
    const [from, to] = [named(ask.from), named(ask.to)];
    if (from.text === undefined && to.text === undefined) return undefined;
    const period = readPeriod(from, to, context.today);
    return dateRange(`${from.name} and ${to.name}`, store.dates(field), period, ask.unknown);
  }
  if (ask.as === 'least') {
    const min = args[ask.argument] as number | undefined;
    return min === undefined
      ? undefined
      : numberRange(ask.argument, store.numbers(field), { min }, ask.unknown);
  }
  const text = args[field] as string | undefined;
  if (text === undefined) return undefined;
  const column = store.words(field);
  const finder = finderOf(ask.reads, column, index.domainStopWords);
  return wordFilter({ name: field, text, finder, store }, column);
}

function notesOf(filters: readonly Filter[]): string[] {
  return filters.flatMap(({ note }) => note ?? []);
}

/** The query with the words that name no value of their arguments. */
export function withWords(query: string | undefined, filters: readonly Filter[]): string | undefined {
  const words = filters.flatMap((filter) => filter.words ?? []);
  return words.length === 0 ? query : [query ?? '', ...words].join(' ').trim();
}

function facetsOf<K extends Kind>(
  fields: readonly (readonly [string, Field<never>])[],
  store: KindStore<K>,
  applied: readonly Filter[],
): Facet[] {
  return fields.flatMap(([field, { facet }]) => {
    if (facet === undefined) return [];
    const { name = field, filters } = facet === true ? { filters: [field] } : facet;
    const own = filters.find((filter) => applied.some((one) => one.name === filter)) ?? field;
    return [{ name, column: store.words(field), filter: own }];
  });
}

function sortKeys<K extends Kind>(sort: Sort, index: KindIndex<K>, store: KindStore<K>): SortKey[] {
  if ('alphabetical' in sort) return [alphabetical(store.texts(sort.alphabetical))];
  const { column, descending: isDescending = false } = sort;
  if (index.columns[column]?.type === 'date') {
    return [(isDescending ? newestFirst : oldestFirst)(store.dates(column))];
  }
  return [(isDescending ? descending : ascending)(store.numbers(column))];
}

function show<R extends { readonly id: string }, Given>(
  members: readonly (readonly [string, Shown<R, Given>])[],
  record: R,
  given: Given | undefined,
): object {
  const shown: Record<string, unknown> = { id: record.id };
  for (const [member, { of }] of members) {
    const value = of === undefined ? record[member as keyof R] : of(record, given);
    if (value !== undefined) shown[member] = value;
  }
  return shown;
}
