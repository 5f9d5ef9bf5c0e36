import type { z } from 'zod';
import type { VocabularyName } from './vocabularies/vocabulary.ts';

/** Values of one dimension of a record: a word, several words, a number, a partial date, or a text to sort by. */
export type ColumnValue = string | readonly string[] | number | undefined;

export type ColumnType = 'words' | 'number' | 'date' | 'text';

/** What the snapshot stores of every record, so that filters, facets and sorts need not read it. */
export interface ColumnSpec<R> {
  readonly type: ColumnType;
  of(record: R): ColumnValue;
}

/** How widely a record is known, which the snapshot's writer computes from all records together: no record says it. */
export const PROMINENCE: ColumnSpec<unknown> = { type: 'number', of: () => undefined };

/** How an argument is called, and described to a model with its unit or an example. */
interface Argument {
  readonly argument: string;
  readonly describe: string;
}

/**
 * What words may name: a value of the vocabulary, a country or region, a company or person, a journal or conference, an
 * institution, an author, a field of research, a certification; codes, which no text says in words; left out, keywords.
 */
export type Reads =
  | VocabularyName
  | 'country'
  | 'name'
  | 'venue'
  | 'affiliation'
  | 'author'
  | 'topic'
  | 'certification'
  | 'code';

/** The argument of a field, and how it is read. Its name is that of the field unless given. */
export type Ask =
  /** Words that name values of the column, or are searched for where they name none. */
  | {
      readonly as: 'words';
      readonly reads?: Reads;
      readonly describe: string;
      readonly max?: number;
      /** True for a heading that we put records under: where it leaves none, the best of other headings are shown. */
      readonly isHeading?: true;
    }
  /** The least number; records whose own is unknown are counted as `unknown`. */
  | ({ readonly as: 'least'; readonly unknown: string } & Argument)
  /** A first and a last date; records without one are counted as `unknown`. */
  | { readonly as: 'period'; readonly from: Argument; readonly to: Argument; readonly unknown: string }
  /** The tool reads it by a function of its own: a text, unless there is a schema. */
  | { readonly as: 'own'; readonly describe: string; schema?(): z.ZodType };

/** A field by which records are filtered or counted. One without a column is for the tool's own functions. */
export interface Field<R> extends Partial<ColumnSpec<R>> {
  readonly ask?: Ask;
  /** True for counts of its values; else the filters under which it is not counted, and the name if it is another. */
  readonly facet?: true | { readonly name?: string; readonly filters: readonly string[] };
}

export type Fields<R> = Readonly<Record<string, Field<R>>>;

/** A sort order: by a column, unknown values last, or alphabetical by a text field. */
export type Sort =
  /** `by` is the member of a row that shows it, where that is not called like the column. */
  | {
      readonly column: string;
      readonly by?: string;
      readonly descending?: true;
      /** The column of how it was measured, where that is done differently: an order by all of them says so in these words. */
      readonly measured?: { readonly by: string; readonly say: string };
    }
  | { readonly alphabetical: string };

/** One field of the full-text index. */
interface TextField<R> {
  readonly name: string;
  /** True for names and titles, which are also found joined, split and with umlauts written out. */
  readonly variants?: boolean;
  /** True for people's names, which have no plural: Peters is not Peter. */
  readonly verbatim?: boolean;
  /** The field by whose value a record has these words, as all of the same value have: they rank, and neither match nor exclude. */
  readonly saidOf?: string;
  of(record: R): string;
}

/** What is shown depends on beside the record. */
export interface View<Given> {
  /** What the tool derived from the arguments. */
  readonly given: Given | undefined;
  /** What was filtered by, sorted by or named: fields, arguments and specs. */
  readonly asked: ReadonlySet<string>;
  /** Today in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** True for a row of its own right: of one to three matches, and of records asked for by name. */
  readonly isWhole: boolean;
}

/** A member of a concise answer; left out where its value is undefined. */
export interface Shown<R, Given = never> {
  /** For the output schema; of the whole record too, where that has a member of the same name. Text if left out. */
  readonly schema?: () => z.ZodType;
  /** The fields that it is made from; the one of its own name if left out. No others are read. */
  readonly from?: readonly (keyof R & string)[];
  /** Of a list so many entries are looked at, and its length: the others need not be read. */
  readonly head?: number;
  /** The field of the same name, unchanged, if left out. */
  of?(record: R, view: View<Given>): unknown;
  /** What is said of a row without it, where that is whole, or where it was asked for under one of these names. */
  readonly lacking?: { readonly say: string; readonly asked?: readonly string[] };
  /** True for a member that the output schema does not name: it holds no more than the whole record does. */
  readonly isUnlisted?: boolean;
  /** Its cell in a table, from the whole row, on a day `YYYY-MM-DD`; false where another cell says it. */
  readonly cell?: false | ((row: Readonly<Record<string, unknown>>, today: string) => string);
}

/** How the search of a kind is called and described to a model, and what it shows. */
export interface SearchDescription<R, Given = never> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As Tool has it. */
  readonly announced: boolean;
  /** What a concise answer shows beside the id, in this order. */
  readonly shows: Readonly<Record<string, Shown<R, Given>>>;
  /** Members of an answer beside those of every search, for the output schema; each may be left out of an answer. */
  readonly tells?: () => z.ZodRawShape;
}

/** What a number in the words of a question may bound. */
export interface Quantity {
  readonly field: string;
  /** Its column, if that is called otherwise. */
  readonly column?: string;
  /** The physical dimension, or `money`, `axes`, `arms`. */
  readonly dimension: string;
  /** Units of the field in one base unit: 1000 for millimetres, where metres are the base. */
  readonly factor: number;
  /** Words that name it beside a number, with spaces between them; phrases are joined by hyphens. */
  readonly nouns: string;
  /** What a number without a word of comparison is: the least, the most, or it itself. */
  readonly bare: 'min' | 'max' | 'exact';
  /** Which bounds mean this field where no noun says so; none if left out. */
  readonly usual?: 'upper' | 'lower' | 'any';
  /** True where what lies below a value has more of it: depth. */
  readonly isDownward?: true;
  /** Values of the field `category` beside which it is the usual one of its dimension. */
  readonly of?: readonly string[];
}

/** What a date in the words of a question may be of. */
interface DatedField {
  readonly field: string;
  /** Its column, of dates or of years, if that is called otherwise; `none` for what no field holds. */
  readonly column?: string;
  /** As those of Quantity. The first field without a noun beside the date is meant. */
  readonly nouns: string;
}

/**
 * How the snapshot stores a field of a kind with very many records: texts in alphabetical order, of which there is one a
 * kind and by which records are found; lists of names that stand in many records; or not at all, since a column has it.
 */
export type PackedForm =
  | 'sorted'
  | 'names'
  | InColumn
  /** An object that is left out where its first member is unknown, each member in a column. */
  | { readonly members: Readonly<Record<string, InColumn>> };

/** `some`: a list that is left out where it would be empty. */
export interface InColumn {
  readonly column: string;
  readonly as: 'list' | 'some' | 'word' | 'number' | 'date';
}

/** Values of a word column whose records come after the others in an order by numbers, since they would hide what was sought. */
interface Demotion {
  readonly column: string;
  readonly values: readonly string[];
  /** In orders by this alone; in all unless told. */
  readonly by?: string;
  /** As it ends `Behind the others, since …`. */
  readonly why: string;
}

/** Everything that the build indexes of a kind, and that its tool asks, counts and sorts by. */
export interface KindDefinition<Name extends string, S extends z.ZodObject, F extends Fields<z.output<S>>> {
  readonly kind: Name;
  readonly schema: S;
  /** One of them, for people: `A robot`, `A paper`. */
  readonly label: string;
  readonly text: readonly TextField<z.output<S>>[];
  /** In the order in which a tool shows its arguments and counts. */
  readonly fields: F;
  /** Every column: the fields', and those that serve sorts and a tool's own filters. */
  readonly columns: Readonly<Record<string, ColumnSpec<z.output<S>>>>;
  /** Fields that are stored apart from the others. A text and a list of names are required ones, without line breaks. */
  readonly packed?: Readonly<Record<string, PackedForm>>;
  /** By the names under which a caller asks for them, beside relevance. */
  readonly sorts: Readonly<Record<string, Sort>>;
  /** What numbers in the words of a question bound. */
  readonly quantities?: readonly Quantity[];
  /** What dates in the words of a question are of, the usual one first. */
  readonly dates?: readonly DatedField[];
  /** Records that come after the others in an order by numbers. */
  readonly demotions?: readonly Demotion[];
  /** Words that a question about this kind may have without meaning any of its records: `robot`, `paper`. */
  readonly domainStopWords: readonly string[];
  /** What follows from a record, and is told where the whole of it is shown. */
  readonly derived?: {
    readonly shape: z.ZodRawShape;
    of(record: z.output<S>): object;
  };
  /** Dates by which facts that change were last seen to hold, by fact; undefined for one that nothing dates. */
  seen?(record: z.output<S>): Readonly<Record<string, string | undefined>>;
  /** The date column by which newer records are a little better. */
  readonly recency?: string;
  /** Its tool, where that needs no function of its own; else the tool has a file in `src/tools/`. */
  readonly search?: SearchDescription<z.output<S>>;
  /** Names under which the record is found exactly, however they are spaced or punctuated. */
  keys(record: z.output<S>): readonly string[];
}

/** Completes a definition: fields with a column bring it, and so do alphabetical sorts. */
export function defineKind<
  const Name extends string,
  S extends z.ZodObject,
  const F extends Fields<z.output<S>>,
>(
  kind: Name,
  schema: S,
  definition: Omit<KindDefinition<Name, S, F>, 'kind' | 'schema' | 'domainStopWords'> & {
    /** With spaces between them. */
    readonly domainStopWords: string;
  },
): KindDefinition<Name, S, F> {
  const own = Object.entries(definition.fields).flatMap(([name, { type, of }]) =>
    type === undefined || of === undefined ? [] : [[name, { type, of }] as const],
  );
  const texts = Object.values(definition.sorts).flatMap((sort) =>
    'alphabetical' in sort ? [[sort.alphabetical, textColumn<z.output<S>>(sort.alphabetical)] as const] : [],
  );
  const columns = { ...Object.fromEntries(own), ...Object.fromEntries(texts), ...definition.columns };
  const domainStopWords = definition.domainStopWords.split(' ');
  return { ...definition, kind, schema, columns, domainStopWords };
}

function textColumn<R>(field: string): ColumnSpec<R> {
  return { type: 'text', of: (record) => (record as Readonly<Record<string, ColumnValue>>)[field] };
}
