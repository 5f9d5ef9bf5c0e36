import type { MissingField } from '../kinds/vocabularies/not-held.ts';

/** A stretch of the text that was read: offsets of its first character and of the one behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One condition on a field. */
export type Leaf = { readonly is: 'leaf'; readonly field: string; readonly span: Span } & Condition;

export type Condition =
  /** The field has one of these values. */
  | { readonly op: 'in'; readonly values: readonly string[] }
  /** The number lies within these bounds, which belong to it; an open one (`below`) does not. */
  /** `currency`: the one that the bounds were converted from, ISO 4217. */
  | { readonly op: 'range'; readonly range: NumberRange; readonly currency?: string }
  /** The date lies within these days, `YYYY-MM-DD`, both included. */
  | { readonly op: 'period'; readonly period: Period }
  /** The record's own text affirms this. */
  | { readonly op: 'has'; readonly text: string };

export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
}

/** First and last day, `YYYY-MM-DD`; one that is left out is open. */
export interface Period {
  readonly from?: string;
  readonly to?: string;
}

/** Conditions joined by words of denial and alternative. What no record's data decide is neither met nor unmet. */
export type Clause =
  | Leaf
  | { readonly is: 'not'; readonly of: Clause }
  | { readonly is: 'any'; readonly of: readonly Clause[] }
  | { readonly is: 'all'; readonly of: readonly Clause[] };

/** An order that is asked for: `cheapest`, `second lightest`, `three tallest`. */
export interface Order {
  /** Names of sorts that the words may mean, the likeliest first. */
  readonly sorts: readonly string[];
  /** By what records that are equal are ordered, as in `cheapest and lightest`. */
  readonly thenBy?: readonly string[];
  /** The place asked for, from 1. */
  readonly rank?: number;
  /** How many are asked for. */
  readonly count?: number;
  readonly span: Span;
}

/** A word or quoted phrase that a complete match has in its own text. */
export interface Word {
  /** As it was written, or what it means in English. */
  readonly text: string;
  readonly span: Span;
  readonly isQuoted: boolean;
}

/** What a question means, read once and as a whole. */
export interface Question {
  /** The text that the spans refer to: what was asked without invisible characters. */
  readonly text: string;
  /** All of them hold. */
  readonly clauses: readonly Clause[];
  readonly order: Order | undefined;
  /** The phrase that names a record to which others are to be like. */
  readonly like: Span | undefined;
  /** Phrases that name records. */
  readonly names: readonly Span[];
  readonly words: readonly Word[];
  /** Only suggest: they rank, and never match, count or exclude. */
  readonly hints: readonly Clause[];
  /** Words that are on no record and in no dictionary, and such as ask for what no field holds. */
  readonly unread: readonly Span[];
  /** What is to be shown of each record: `payload and reach`. */
  readonly columns?: readonly Span[];
  /** What is asked for that no field holds. */
  readonly inVain?: readonly MissingField[];
}
