import type { Clause, Word } from './question.ts';

/** How a part of a question is joined to the one before. */
export type Joint = '' | 'and' | 'or' | 'comma' | 'but';

/** A condition or a required word, with how it is joined to the one before. */
export interface Node {
  readonly joint: Joint;
  readonly meaning: { readonly clause: Clause } | { readonly word: Word };
  /** The field that it is about; `text` for words; undefined for several. */
  readonly field: string | undefined;
  readonly isDenied: boolean;
  /** True where nothing stands between it and the one before. */
  readonly isAdjacent: boolean;
}
