import type { Kind } from '../kinds/kinds.ts';
import type { Token } from './lex.ts';
import type { Operator } from './lexicon.ts';
import type { Names } from './names.ts';
import type { Condition, Leaf, Span } from './question.ts';

/** A stretch of a question that means one thing by itself. */
export type Item = Span &
  /** `task`: what a record may say in its own text instead. */
  (
    | {
        readonly type: 'leaf';
        readonly leaf: Leaf;
        readonly task?: string | undefined;
        /** A word that by itself says that the value is not there. */
        readonly isDenied?: true | undefined;
      }
    | { readonly type: 'word'; readonly token: Token }
    | { readonly type: 'operator'; readonly operator: Operator | 'comma' }
    | { readonly type: 'postfix' | 'regardless' }
    | { readonly type: 'count'; readonly count: number }
    | {
        readonly type: 'order';
        readonly sorts: readonly string[];
        readonly rank?: number;
        readonly count?: number;
      }
    | { readonly type: 'like'; readonly isBehind: boolean }
    | { readonly type: 'open' | 'close' }
    /** A condition on what no field holds. */
    | { readonly type: 'unread' }
    /** Says nothing by itself, and stands between a denial and what it denies. */
    | { readonly type: 'filler'; readonly text: string }
  );

/** What is needed beside the text to read it. */
export interface Reading {
  readonly kind: Kind;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  readonly names: Names;
}

/** A condition on a field that begins at a token. */
export interface FieldRead {
  readonly field: string;
  /** In tokens. */
  readonly length: number;
  readonly condition: Condition;
  /** False for what no field of the kind holds. */
  readonly isHeld?: boolean;
  /** True where no word says what a date is of. */
  readonly isAssumed?: boolean;
}

/** A name has no more of them. */
export const MAX_NAME_TOKENS = 5;

/** Tokens as they were written, without the 's of a genitive at the end. */
export function writtenText(tokens: readonly Token[], at: number, length: number): string {
  return tokens
    .slice(at, at + length)
    .map(({ raw, glue }, i) => (i === 0 ? raw : glue + raw))
    .join('')
    .replace(/['’]s$/, '');
}
