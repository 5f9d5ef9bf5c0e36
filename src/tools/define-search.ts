import { z } from 'zod';
import { lastSeen } from '../kinds/age.ts';
import { type ArgumentsOf, argumentSchemas } from '../kinds/arguments.ts';
import type { Ask, Field, SearchDescription, Shown, Sort, View } from '../kinds/definition.ts';
import { type FieldsOf, type Kind, type KindIndex, kindIndexes, type RecordOf } from '../kinds/kinds.ts';
import { measuresNamed } from '../kinds/vocabularies/measures.ts';
import { notHeldIn } from '../kinds/vocabularies/not-held.ts';
import { lazily } from '../lib/lazily.ts';
import { explainQuestion } from '../question/explain.ts';
import type { Clause, Question } from '../question/question.ts';
import { type QuestionData, readQuestion, searchText } from '../question/read.ts';
import { Resolver } from '../question/resolve.ts';
import type { Facet } from '../search/filter-rows.ts';
import { dateRange, type Filter, numberRange } from '../search/filters/filters.ts';
import { finderOf } from '../search/filters/finders.ts';
import type { KindStore } from '../search/kind-store.ts';
import type { Mask } from '../search/masks.ts';
import {
  alphabetical,
  ascending,
  byNumber,
  descending,
  newestFirst,
  type Order,
  oldestFirst,
} from '../search/sort.ts';
import { oneLine } from './shared/answer.ts';
import { changedSince } from './shared/changed-since.ts';
import { comparedWith } from './shared/compared-with.ts';
import { namesInList } from './shared/names-in-list.ts';
import { withLatinNames } from './shared/native-names.ts';
import { readSort, sortName } from './shared/read-sort.ts';
import { readPeriod } from './shared/read-words.ts';
import { likeNamed, relatedIn } from './shared/related.ts';
import { wordFilter } from './shared/resolver.ts';
import { findMatches, runSearch } from './shared/run-search.ts';
import { type SearchArguments, searchInput, searchOutput } from './shared/search-input.ts';
import type { SearchPlan } from './shared/search-plan.ts';
import type { Row, Tool, ToolContext } from './tool.ts';

/** The arguments of a kind's search. */
export type ArgumentsFor<K extends Kind> = SearchArguments & ArgumentsOf<FieldsOf<K>>;

/** What a tool makes of the arguments beside what follows from the kind's definition. */
export interface Asked<K extends Kind> {
  /** Without the words of the query that are read as an order. */
  readonly args: ArgumentsFor<K>;
  /** What the words of the query mean; undefined where there are none. */
  readonly question: Question | undefined;
  readonly store: KindStore<K>;
  readonly context: ToolContext;
  /** The filters that follow from the fields and from the words of the query. Throws INVALID_ARGUMENT for words that no field knows. */
  filters(): Filter[];
}

type OwnPlan<K extends Kind, Given> = Partial<
  Pick<
    SearchPlan<K>,
    'filters' | 'first' | 'like' | 'text' | 'notes' | 'extra' | 'defaultSort' | 'full' | 'layout' | 'written'
  >
> & {
  /** Rows whose number in a column can be compared with the others', for sorting; all if left out. */
  comparable?(column: string): Mask | undefined;
  /** Fields and specs that were asked for otherwise than by an argument of their name. */
  readonly asked?: readonly string[];
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
  const sorts = ['relevance', ...Object.keys(index.sorts)];
  const input = lazily(() =>
    z.strictObject({ ...searchInput(Object.keys(index.sorts)), ...argumentSchemas(index.fields) }),
  );
  const cellsOn = (today: string) =>
    Object.fromEntries(
      members.map(([member, { cell }]) => [member, cell && ((row: Row) => cell(row, today))]),
    );
  const shown = [
    ...new Set<string>(['id', ...members.flatMap(([member, { from = [member] }]) => from as string[])]),
  ];
  const heads = Object.fromEntries(
    members.flatMap(([member, { head }]) => (head === undefined ? [] : [[member, head]])),
  );
  const asking = {
    /** What the arguments of a call ask for, as the functions of `run-search.ts` take it. */
    planned(validated: Row, context: ToolContext): [SearchPlan<K>, SearchArguments, ToolContext] {
      const latin = withLatinNames(kind, validated, context.catalogue);
      const written = latin.args as ArgumentsFor<K>;
      const store = context.catalogue.store(kind);
      const { question, like, notes: asRead } = questionOf(kind, written, context);
      const args = {
        ...written,
        query:
          question === undefined && written.ids !== undefined
            ? written.query
            : question && searchText(question),
      };
      const clauses = question?.clauses ?? [];
      const resolver = new Resolver(kind, store, clauses);
      const applied = () => [
        ...fields.flatMap(
          ([field, { ask }]) => filterOf(field, ask, latin.args, { store, context, index }) ?? [],
        ),
        ...clauses.map((clause) => resolver.filter(clause)),
      ];
      const own = plan?.({ args, question, store, context, filters: applied }) ?? {};
      const { given, instead = written, filters: asFields = applied() } = own;
      const since = changedSince(written.changed_since, kind, context);
      const all = [...asFields, ...(since === undefined ? [] : [since.filter])];
      const filters = all.filter(({ words }) => words === undefined);
      const words = withWords(own.text ?? args.query, all);
      const asked = askedOf(kind, written, [...(own.asked ?? []), ...clauses.flatMap(fieldsOf)]);
      const view = (by?: string): View<Given> => {
        return { given, asked: by === undefined ? asked : new Set([...asked, by]), today: context.today };
      };
      const seen = (record: RecordOf<K>) => {
        const dates = index.seen?.(record);
        return dates === undefined ? {} : { last_seen: lastSeen(dates, context.today) };
      };
      return [
        {
          ...own,
          ...like,
          tool: described.name,
          kind,
          filters,
          notes: [
            ...latin.notes,
            ...(since?.notes ?? []),
            ...notesOf(all.filter(({ words }) => words !== undefined)),
            ...asRead,
            ...(own.notes ?? []),
          ],
          ...(since !== undefined && { extra: { ...own.extra, ...since.extra } }),
          facets: facetsOf(fields, store, filters),
          text: like.like === undefined ? words : undefined,
          superlative: question?.order,
          sorts: (name) => orderOf(readSort(kind, index.sorts, name), index, store, own.comparable),
          shown: shown as (keyof RecordOf<K> & string)[],
          heads,
          cells: cellsOn(context.today),
          concise: (record, by) => ({
            ...show(members, record as RecordOf<K>, view(by)),
            ...since?.named((record as RecordOf<K>).id),
          }),
          full: (record) => ({
            ...(own.full?.(record) ?? record),
            ...seen(record),
            ...since?.told(record.id),
          }),
        },
        instead,
        context,
      ];
    },
  };
  return {
    ...described,
    access: 'READ',
    idempotent: true,
    openWorld: false,
    sorts,
    get input() {
      return input();
    },
    get output() {
      const shown = members.map(([member, { schema = z.string }]) => [member, schema()]);
      const ages = index.seen === undefined ? {} : { last_seen: z.array(z.string()) };
      return searchOutput(kind, { ...Object.fromEntries(shown), ...ages }, tells?.());
    },
    search: {
      kind,
      cells: cellsOn,
      page: (validated, context) => {
        const answer = runSearch(...asking.planned(validated, context));
        const { order } = answer;
        return order === undefined ? answer : { ...answer, order: sortName(kind, sorts, order) ?? order };
      },
      whole: (validated, context, most) => {
        const [plan, args] = asking.planned(validated, context);
        return runSearch({ ...plan, isWhole: true }, { ...args, limit: most }, context);
      },
      matches: (validated, context) => findMatches(...asking.planned(validated, context)),
    },
    run: (validated, context) => runSearch(...asking.planned(validated, context)),
  };
}

/** What the words of a query ask for, and what is said of how they were read. */
function questionOf<K extends Kind>(
  kind: K,
  args: ArgumentsFor<K>,
  context: ToolContext,
): {
  readonly question: Question | undefined;
  readonly like: Pick<SearchPlan<K>, 'like' | 'why'>;
  readonly notes: readonly string[];
} {
  const { query, ids } = args;
  const related = relatedIn(kind, args, context);
  if (query === undefined || ids !== undefined)
    return { question: undefined, like: likeOf(related), notes: notesOfLike(related) };
  const listed = namesInList(kind, query, context);
  if (listed !== undefined) return { question: undefined, like: { like: listed.like }, notes: listed.notes };
  const read = readQuestion(kind, query, dataOf(kind, context));
  const named = read.like === undefined ? undefined : read.text.slice(read.like.start, read.like.end);
  const alike = named === undefined ? undefined : likeNamed(kind, named, context);
  const question = alike === undefined ? withoutLikeness(read) : besideLike(kind, read, alike.row, context);
  const said = explainQuestion(question);
  return {
    question,
    like: likeOf(alike),
    notes: [
      ...notesOfLike(alike),
      ...(alike === undefined || question.words.length === 0
        ? []
        : [`Not used beside it: "${oneLine(searchText(question) ?? '')}".`]),
      ...(said === undefined ? [] : [said]),
      ...notHeldIn(kind, query).map((what) => `No field of ${kind} holds ${what}.`),
    ],
  };
}

function dataOf<K extends Kind>(kind: K, { catalogue, today }: ToolContext): QuestionData<K> {
  return { store: catalogue.store(kind), makers: catalogue.store('manufacturers'), today };
}

/** What is like something that no record is called is searched for by its words. */
function withoutLikeness(question: Question): Question {
  const { like: span, text, words } = question;
  if (span === undefined) return question;
  const word = { text: text.slice(span.start, span.end), span, isQuoted: false };
  return {
    ...question,
    like: undefined,
    words: [...words, word].sort((a, b) => a.span.start - b.span.start),
  };
}

/** `Cheaper alternatives to UR5e`: what is compared with the record is read as the number that it has. */
function besideLike<K extends Kind>(kind: K, read: Question, row: number, context: ToolContext): Question {
  const store = context.catalogue.store(kind);
  const rest = `${read.text.slice(0, read.like?.start)} ${read.text.slice(read.like?.end)}`;
  const compared = kind === 'robots' ? comparedWith(rest, store.record(row) as RecordOf<'robots'>) : rest;
  if (compared === rest) return read;
  const { clauses, words, hints } = readQuestion(kind, compared, dataOf(kind, context));
  return { ...read, clauses, words, hints };
}

function likeOf<K extends Kind>(
  related: ReturnType<typeof relatedIn<K>>,
): Pick<SearchPlan<K>, 'like' | 'why'> {
  return {
    ...(related?.like !== undefined && { like: related.like }),
    ...(related?.why !== undefined && { why: related.why }),
  };
}

function notesOfLike(related: { readonly note: string } | undefined): string[] {
  return related === undefined ? [] : [related.note];
}

/** The fields of a clause, for what an answer shows of each record. */
function fieldsOf(clause: Clause): string[] {
  if (clause.is === 'leaf') return [clause.field];
  return clause.is === 'not' ? fieldsOf(clause.of) : clause.of.flatMap(fieldsOf);
}

/** What the caller is interested in: arguments given, specs within them, and measures that the query names. */
function askedOf(kind: Kind, args: SearchArguments, more: readonly string[] = []) {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return new Set([...given.map(([name]) => name), ...more, ...measuresNamed(kind, args.query ?? '')]);
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
  const isAlone = args.query === undefined || args.query === '';
  const filter = wordFilter({ name: field, text, finder, store, isAlone }, column);
  return ask.isHeading === true ? { ...filter, isHeading: true } : filter;
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

function orderOf<K extends Kind>(
  sort: Sort,
  index: KindIndex<K>,
  store: KindStore<K>,
  comparable?: (column: string) => Mask | undefined,
): Order {
  if ('alphabetical' in sort) return { keys: [alphabetical(store.texts(sort.alphabetical))] };
  const { column, by = column, descending: isDescending = false } = sort;
  if (index.columns[column]?.type === 'date') {
    const value = (isDescending ? newestFirst : oldestFirst)(store.dates(column));
    return { keys: [value], by: { name: by, value } };
  }
  const value = (isDescending ? descending : ascending)(store.numbers(column), comparable?.(column));
  const behind = index.behind && store.words(index.behind.field).having(index.behind.values);
  return byNumber(by, value, behind);
}

function show<R extends { readonly id: string }, Given>(
  members: readonly (readonly [string, Shown<R, Given>])[],
  record: R,
  view: View<Given>,
): object {
  const shown: Record<string, unknown> = { id: record.id };
  for (const [member, { of }] of members) {
    const value = of === undefined ? record[member as keyof R] : of(record, view);
    if (value !== undefined) shown[member] = value;
  }
  return shown;
}
