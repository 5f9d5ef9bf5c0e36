import type { z } from 'zod';
import type { Contributions } from '../contributions/contributions.ts';
import type { Kind } from '../kinds/kinds.ts';
import type { Caller } from '../lib/caller.ts';
import type { Catalogue } from '../search/catalogue.ts';
import type { FacetCount } from '../search/filter-rows.ts';

/** What a tool answers: the same records and fields, once for programs and once for a model to read. */
export interface Answer {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Records that a client can read whole as resources. */
  readonly links?: readonly { readonly kind: Kind; readonly id: string; readonly name: string }[];
}

/** What every answer is made from. Clock and storage come in here, so that a tool can be tested by itself. */
export interface DataContext {
  readonly catalogue: Catalogue;
  readonly contributions: Contributions;
  /** Today in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** Known versions, oldest first; left out where only this one is known. */
  readonly history?: readonly { readonly version: string; readonly date: string }[] | undefined;
  /** False for another version of the data than the one in use, from which a page was asked for; true if left out. */
  readonly isInUse?: boolean;
  /** Call when the answer is made: replaced data are closed when no answer uses them any more. */
  readonly release?: () => void;
}

/** What a tool may use. */
export interface ToolContext extends DataContext {
  /** The caller. */
  readonly caller: Caller;
}

export type Row = Readonly<Record<string, unknown>>;

/** How members of a row are written where that is not as they are; false for those that another cell says. */
export type Cells = Readonly<Record<string, false | ((row: Row) => string) | undefined>>;

/** Every record that a search matches, for who draws all of them instead of reading some. */
export interface Matches {
  /** Row indexes, in no order. */
  readonly rows: Int32Array;
  /** How the words were read, and what is left out since it is not known. */
  readonly notes: readonly string[];
}

/** A page of a search with what its facets are cut from, by their names and the most first. */
export interface CountedAnswer extends Answer {
  readonly counts: Readonly<Record<string, readonly FacetCount[]>>;
  /** The name of the order in which it answers; undefined for records that were asked for by id. */
  readonly order?: string;
  /** True where words that were asked for were left out. */
  readonly isLess?: boolean;
}

/** A search beside its pages. */
export interface ToolSearch<Input extends z.ZodObject = z.ZodObject> {
  readonly kind: Kind;
  /** How its rows are written, on a day `YYYY-MM-DD`. */
  cells(today: string): Cells;
  /** What `run` answers, with all counts. */
  page(args: z.output<Input>, context: ToolContext): CountedAnswer;
  /** What `run` answers on all its pages, as far as so many records: for who shows them as a whole. */
  whole(args: z.output<Input>, context: ToolContext, most: number): Answer;
  /** Every row that it matches. Throws ToolError as `run` does. */
  matches(args: z.output<Input>, context: ToolContext): Matches;
}

/** A tool is data: registries, documentation and `call --help` are made from it. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly access: 'READ' | 'WRITE';
  /** The hosted service does not offer it yet. */
  readonly announced: boolean;
  /** True if it requires an authenticated caller; not in the default set without authentication. */
  readonly needsAuthentication?: boolean;
  /** True if calling it twice with the same arguments has the effect of calling it once. */
  readonly idempotent: boolean;
  /** True if it reaches beyond the bundled data. */
  readonly openWorld: boolean;
  /** The orders of a search, where its schema gives examples only. */
  readonly sorts?: readonly string[];
  /** Made when it is first asked for: a call needs that of one tool alone. */
  readonly input: Input;
  /** Made whenever it is asked for, which is by `tools/list`. */
  readonly output: z.ZodObject;
  /** Of a search: what of it others build on. */
  readonly search?: ToolSearch<Input>;
  /** The resource that shows its answers in hosts that have views. */
  readonly view?: string;
  /** Throws ToolError for what the caller can correct. */
  run(args: z.output<Input>, context: ToolContext): Answer | Promise<Answer>;
}

/** The codes a tool reports; clients branch on them, so they never change their meaning. */
export type ErrorCode =
  | 'INVALID_ARGUMENT'
  | 'NOT_FOUND'
  | 'CURSOR_EXPIRED'
  | 'ARXIV_NOT_FOUND'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'READ_ONLY'
  | 'RATE_LIMITED'
  | 'STORAGE_FULL'
  | 'UNAVAILABLE'
  | 'INTERNAL';

export interface ErrorDetail {
  /** The argument at fault, as a path: `specs.payload_kg.min`. */
  readonly field?: string;
  /** What would be accepted instead. */
  readonly accepted?: readonly string[];
}

/** A refusal that the caller can act on. The message is a sentence that says what was wrong and what to do. */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message);
    this.name = 'ToolError';
    this.code = code;
    this.detail = detail;
  }
}

/** Makes one answer from one context, and releases the context afterwards. */
export async function usingContext<T>(
  context: () => Promise<DataContext>,
  use: (context: DataContext) => T | Promise<T>,
): Promise<T> {
  const taken = await context();
  try {
    return await use(taken);
  } finally {
    taken.release?.();
  }
}
