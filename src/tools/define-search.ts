import { z } from 'zod';
import { lastSeen } from '../kinds/age.ts';
import { type ArgumentsOf, argumentSchemas } from '../kinds/arguments.ts';
import type { Field, SearchDescription, Shown, Sort, View } from '../kinds/definition.ts';
import { type FieldsOf, type Kind, type KindIndex, kindIndexes, type RecordOf } from '../kinds/kinds.ts';
import { measuresNamed } from '../kinds/vocabularies/measures.ts';
import { lazily } from '../lib/lazily.ts';
import { fieldsOf } from '../question/clauses.ts';
import { explainQuestion, type ReadPart, readingOf } from '../question/explain.ts';
import { meantText } from '../question/meant.ts';
import { questionText } from '../question/native-text.ts';
import type { Question } from '../question/question.ts';
import { type QuestionData, rankingText, readQuestion, searchText } from '../question/read.ts';
import { Resolver } from '../question/resolve.ts';
import type { Facet } from '../search/filter-rows.ts';
import { authorFinder } from '../search/filters/authors.ts';
import type { Filter } from '../search/filters/filters.ts';
import type { KindStore } from '../search/kind-store.ts';
import type { Mask } from '../search/masks.ts';
import {
  alphabetical,
  ascending,
  byNumber,
  descending,
  newestFirst,
  oldestFirst,
  type SortOrder,
} from '../search/sort.ts';
import { parseQuery } from '../text/query.ts';
import { NOT_STATED, oneLine } from './shared/answer.ts';
import { type AskedArgument, readArgumentClauses, withoutContradictions } from './shared/argument-clauses.ts';
import { demotedRows } from './shared/asked-order.ts';
import { changedSince } from './shared/changed-since.ts';
import { comparedWith } from './shared/compared-with.ts';
import { reachNotes } from './shared/data-reach.ts';
import { namesInList } from './shared/names-in-list.ts';
import { readSort, sortName } from './shared/read-sort.ts';
import { likeNamed, relatedIn } from './shared/related.ts';
import { findMatches, runSearch } from './shared/run-search.ts';
import { type SearchArguments, searchInput, searchOutput } from './shared/search-input.ts';
import type { RowOptions, SearchPlan } from './shared/search-plan.ts';
import type { Row, Tool, ToolContext } from './tool.ts';

type Papers = KindStore<'publications'>;

/** The arguments of a kind's search. */
export type ArgumentsFor<K extends Kind> = SearchArguments & ArgumentsOf<FieldsOf<K>>;

/** What a tool makes of the arguments beside what follows from the kind's definition. */
export interface Asked<K extends Kind> {
  /** Without the words of the query that are read as an order. */
  readonly args: ArgumentsFor<K>;
  /** What the words of the query mean; undefined where there are none. */
  readonly question: Question | undefined;
  /** What the arguments ask for. */
  readonly asked: readonly AskedArgument[];
  /** The words that are searched for, with those of arguments that name no value. */
  readonly text: string | undefined;
  readonly store: KindStore<K>;
  readonly context: ToolContext;
  /** The filters that follow from the arguments and from the words of the query. */
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
interface SearchTool<K extends Kind, Given> extends SearchDescription<RecordOf<K>, Given> {
  /** What the arguments of a call ask for, with those that the tool reads itself. Throws INVALID_ARGUMENT for what is none. */
  asks?(asked: readonly AskedArgument[], args: ArgumentsFor<K>): readonly AskedArgument[];
  plan?(asked: Asked<K>): OwnPlan<K, Given>;
}

/** Makes the search tool of a kind. Schemas are made when they are first asked for. */
export function defineSearch<K extends Kind, Given = never>(
  kind: K,
  { shows, tells, asks, plan, ...described }: SearchTool<K, Given>,
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
  const lacking = Object.fromEntries(
    members.flatMap(([member, { lacking }]) => (lacking === undefined ? [] : [[member, lacking.say]])),
  );
  const heads = Object.fromEntries(
    members.flatMap(([member, { head }]) => (head === undefined ? [] : [[member, head]])),
  );
  const asking = {
    /** What the arguments of a call ask for, as the functions of `run-search.ts` take it. */
    planned(validated: Row, context: ToolContext): [SearchPlan<K>, SearchArguments, ToolContext] {
      const { written, notes: latinNotes } = inLatin(kind, validated as ArgumentsFor<K>, context);
      const store = context.catalogue.store(kind);
      const authors = lazily(() => authorFinder(store as unknown as Papers, amongWords(written, context)));
      const asFields = readArgumentClauses(kind, written, context, authors);
      const asked = asks?.(asFields, written) ?? asFields;
      const { question, like, notes: asRead, reading } = questionOf(kind, written, asked, context);
      const args = {
        ...written,
        query:
          question === undefined && written.ids !== undefined
            ? written.query
            : question && searchText(question),
      };
      const inWords = question?.clauses ?? [];
      const all = [...asked.flatMap(({ clause }) => clause ?? []), ...inWords];
      const resolver = new Resolver(kind, store, all, authors);
      const applied = () => [
        ...asked.flatMap(({ clause, ...options }) =>
          clause === undefined ? [] : [resolver.filter(clause, options)],
        ),
        ...inWords.map((clause) => resolver.filter(clause)),
      ];
      const wordsOf = (text: string | undefined) => withWords(text, asked);
      const own =
        plan?.({ args, text: wordsOf(args.query), question, asked, store, context, filters: applied }) ?? {};
      const { given, instead = written, filters: asPlanned = applied() } = own;
      const since = changedSince(written.changed_since, kind, context);
      const filters = [...asPlanned, ...(since === undefined ? [] : [since.filter])];
      const words = wordsOf(own.text ?? args.query);
      const interest = askedOf(kind, written, [...(own.asked ?? []), ...inWords.flatMap(fieldsOf)]);
      const view = ({ by, isWhole = false }: RowOptions): View<Given> => {
        const asked = by === undefined ? interest : new Set([...interest, by]);
        return { given, asked, today: context.today, isWhole };
      };
      const seen = (record: RecordOf<K>) => {
        const dates = index.seen?.(record);
        return dates === undefined ? {} : { last_seen: lastSeen(dates, context.today) };
      };
      return [
        {
          ranks: question && rankingText(kind, question),
          ...own,
          ...like,
          tool: described.name,
          kind,
          filters,
          notes: [
            ...latinNotes,
            ...(since?.notes ?? []),
            ...asked.flatMap(({ clause, note }) => (clause === undefined ? (note ?? []) : [])),
            ...asRead,
            ...reachNotes(kind, store, all),
            ...(own.notes ?? []),
          ],
          ...(since !== undefined && { extra: { ...own.extra, ...since.extra } }),
          reading,
          facets: facetsOf(fields, store, filters),
          text: like.like === undefined ? words : undefined,
          meant: meantText(kind, question, words ?? ''),
          superlative: question?.order,
          sorts: (name) => orderOf(readSort(kind, index.sorts, name), index, store, own.comparable),
          shown: shown as (keyof RecordOf<K> & string)[],
          heads,
          cells: cellsOn(context.today),
          lacking,
          concise: (record, options) => ({
            ...show(members, record as RecordOf<K>, view(options)),
            ...since?.named((record as RecordOf<K>).id),
          }),
          full: (record) => ({
            ...(own.full?.(record) ?? record),
            ...index.derived?.of(record as RecordOf<K>),
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
      const listed = members.filter(([, { isUnlisted }]) => isUnlisted !== true);
      const shown = listed.map(([member, { schema = z.string }]) => [member, schema()]);
      const notStated =
        Object.keys(lacking).length === 0 || NOT_STATED in shows ? {} : { [NOT_STATED]: z.array(z.string()) };
      const ages = index.seen === undefined ? {} : { last_seen: z.array(z.string()) };
      return searchOutput(kind, { ...Object.fromEntries(shown), ...notStated, ...ages }, tells?.());
    },
    search: {
      kind,
      cells: cellsOn,
      page: (validated, context) => {
        const [plan, ...asked] = asking.planned(validated, context);
        const answer = runSearch({ ...plan, hasWholeRows: false }, ...asked);
        const { order } = answer;
        return order === undefined ? answer : { ...answer, order: sortName(kind, sorts, order) ?? order };
      },
      whole: (validated, context, most) => {
        const [plan, args] = asking.planned(validated, context);
        return runSearch({ ...plan, isWhole: true, hasWholeRows: false }, { ...args, limit: most }, context);
      },
      matches: (validated, context) => findMatches(...asking.planned(validated, context)),
    },
    run: (validated, context) => runSearch(...asking.planned(validated, context)),
  };
}

/** The arguments with the query in Latin letters, and how it was read. */
function inLatin<K extends Kind>(
  kind: K,
  written: ArgumentsFor<K>,
  { catalogue }: ToolContext,
): { readonly written: ArgumentsFor<K>; readonly notes: readonly string[] } {
  const { query = '' } = written;
  const store = catalogue.store(kind) as unknown as KindStore<Kind>;
  const latin = questionText(query, { kind, store, makers: catalogue.store('manufacturers') });
  if (latin === query) return { written, notes: [] };
  const notes = [`Read query "${oneLine(query)}" as ${oneLine(latin)}.`];
  return { written: { ...written, query: latin }, notes };
}

/** What the words of a query ask for, and what is said of how they were read. */
function questionOf<K extends Kind>(
  kind: K,
  args: ArgumentsFor<K>,
  asked: readonly AskedArgument[],
  context: ToolContext,
): {
  readonly question: Question | undefined;
  readonly like: Pick<SearchPlan<K>, 'like' | 'why'>;
  readonly notes: readonly string[];
  readonly reading: readonly ReadPart[];
} {
  const { query, ids } = args;
  const related = relatedIn(kind, args, context);
  if (query === undefined || ids !== undefined)
    return { question: undefined, like: likeOf(related), notes: notesOfLike(related), reading: [] };
  const listed = namesInList(kind, query, context);
  if (listed !== undefined) {
    const reading = listed.named.map(({ asked }) => ({ part: 'name' as const, from: oneLine(asked) }));
    return { question: undefined, like: { like: listed.like }, notes: listed.notes, reading };
  }
  const read = readQuestion(kind, query, {
    ...dataOf(kind, context),
    isExact: args.cite !== undefined,
  });
  const named = read.like === undefined ? undefined : read.text.slice(read.like.start, read.like.end);
  const alike = named === undefined ? undefined : likeNamed(kind, named, context);
  const beside = alike === undefined ? undefined : besideLike(kind, read, alike.row, context);
  const whole = alike === undefined ? withoutLikeness(read) : { ...read, ...beside?.asked };
  const { question, notes } = withoutContradictions(kind, whole, asked);
  const said = explainQuestion(question);
  return {
    question,
    like: likeOf(alike),
    reading: beside?.reading ?? readingOf(question),
    notes: [
      ...notesOfLike(alike),
      ...(alike === undefined || question.words.length === 0
        ? []
        : [`Not used beside it: "${oneLine(searchText(question) ?? '')}".`]),
      ...(said === undefined ? [] : [said]),
      ...notes,
      ...notHeldNote(kind, read.inVain),
    ],
  };
}

/** What no field holds, once. */
function notHeldNote(kind: Kind, inVain: Question['inVain'] = []): string[] {
  const what = [...new Set(inVain.map((one) => one.what))];
  return what.length === 0 ? [] : [`No field of ${kind} holds ${what.join('; nor ')}.`];
}

function dataOf<K extends Kind>(kind: K, { catalogue, today }: ToolContext): QuestionData<K> {
  const robots = kind === 'certification' ? { robots: catalogue.store('robots') } : {};
  return { store: catalogue.store(kind), makers: catalogue.store('manufacturers'), ...robots, today };
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
function besideLike<K extends Kind>(kind: K, read: Question, row: number, context: ToolContext) {
  const store = context.catalogue.store(kind);
  const rest = `${read.text.slice(0, read.like?.start)} ${read.text.slice(read.like?.end)}`;
  const compared = kind === 'robots' ? comparedWith(rest, store.record(row) as RecordOf<'robots'>) : rest;
  if (compared === rest) return undefined;
  const question = readQuestion(kind, compared, dataOf(kind, context));
  const { clauses, words, hints } = question;
  const liked = readingOf({ ...read, clauses: [], words: [], hints: [], unread: [], order: undefined });
  return { asked: { clauses, words, hints }, reading: [...readingOf(question), ...liked] };
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

/** What the caller is interested in: arguments given, specs within them, and measures that the query names. */
function askedOf(kind: Kind, args: SearchArguments, more: readonly string[] = []) {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return new Set([...given.map(([name]) => name), ...more, ...measuresNamed(kind, args.query ?? '')]);
}

/** Words with which the papers of very many namesakes are sought. */
function amongWords(
  { query, topic }: { query?: string | undefined; topic?: string | undefined },
  { catalogue }: ToolContext,
) {
  const text = [query, topic].join(' ').trim();
  if (text === '') return undefined;
  return () => {
    const { rows, nearest } = catalogue
      .store('publications')
      .match(parseQuery(text), { incomplete: 'if none is complete', isScored: false });
    return [...rows, ...nearest];
  };
}

/** The query with the words that name no value of their arguments. */
function withWords(query: string | undefined, asked: readonly AskedArgument[]): string | undefined {
  const words = asked.flatMap((one) => one.words ?? []);
  return words.length === 0 ? query : [query ?? '', ...words].join(' ').trim();
}

function facetsOf<K extends Kind>(
  fields: readonly (readonly [string, Field<never>])[],
  store: KindStore<K>,
  applied: readonly Filter[],
): Facet[] {
  return fields.flatMap(([field, { facet }]) => {
    // Data that were released before the field have no value of it.
    if (facet === undefined || store.words(field).dictionary.length === 0) return [];
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
): SortOrder {
  if ('alphabetical' in sort) return { keys: [alphabetical(store.texts(sort.alphabetical))] };
  const { column, by = column, descending: isDescending = false, measured } = sort;
  if (index.columns[column]?.type === 'date') {
    const value = (isDescending ? newestFirst : oldestFirst)(store.dates(column));
    return { keys: [value], by: { name: by, value } };
  }
  const value = (isDescending ? descending : ascending)(store.numbers(column), comparable?.(column));
  const order = byNumber(by, value, demotedRows(store, by));
  if (measured === undefined || order.by === undefined) return order;
  return { ...order, by: { ...order.by, measured: { ...measured, by: store.words(measured.by) } } };
}

function show<R extends { readonly id: string }, Given>(
  members: readonly (readonly [string, Shown<R, Given>])[],
  record: R,
  view: View<Given>,
): object {
  const shown: Record<string, unknown> = { id: record.id };
  const lacks: string[] = [];
  for (const [member, { of, lacking }] of members) {
    const value = of === undefined ? record[member as keyof R] : of(record, view);
    if (value !== undefined) shown[member] = value;
    else if (lacking !== undefined && (view.isWhole || isAsked(member, lacking.asked, view.asked)))
      lacks.push(member);
  }
  const notStated = [...lacks, ...((shown[NOT_STATED] as readonly string[] | undefined) ?? [])];
  return notStated.length === 0 ? shown : { ...shown, [NOT_STATED]: notStated };
}

function isAsked(member: string, names: readonly string[] = [], asked: ReadonlySet<string>): boolean {
  return asked.has(member) || names.some((name) => asked.has(name));
}
