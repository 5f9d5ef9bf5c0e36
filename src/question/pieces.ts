import { fold } from '../text/fold.ts';
import type { Token } from './lex.ts';

/** A word or phrase of a question with its translation; `§` begins the text of an operator that is not English. */
export interface Piece {
  readonly text: string;
  readonly tokens: readonly Token[];
}

export const noPiece: Piece = { text: '', tokens: [] };

const smallNumbers = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** What a quantity or date is made of beside its numbers. */
export const measuring =
  /^(?:§(?:year|month|day|below|above|since|before|after|prior|later)|万|億|亿|千|千 万|million|billion|thousand|hundred|million dollars|(?:us )?dollars?|euros?|yuan|yen|won|kg|kilograms?|tons?|g|cm|mm|m|km|meters?|centimeters?|millimeters?|kilometers?|hours?|minutes?|days?|weeks?|months?|years?|axes|more than|less than|at least|at most|up to|over|under|about|between|to|after|before|since|until|in|or more|or less|january|february|march|april|may|june|july|august|september|october|november|december)$/;

export function isNumber(piece: Piece | undefined): boolean {
  return piece !== undefined && (piece.tokens[0]?.type === 'number' || numberOf(piece) > 0);
}

export function numberOf({ text, tokens }: Piece): number {
  if (tokens[0]?.type === 'number') return Number(tokens[0].raw);
  return text === '' ? 0 : Math.max(0, smallNumbers.indexOf(text));
}

/** Where the quantity or date begins that ends before a piece. */
export function quantityStart(pieces: readonly Piece[], end: number): number {
  let start = end;
  for (; start > 0; start--) {
    const piece = pieces[start - 1] as Piece;
    const isJoint = piece.text === 'and' && isNumber(pieces[start]) && isNumber(pieces[start - 2]);
    if (!isNumber(piece) && !measuring.test(piece.text) && !isJoint) break;
  }
  return start;
}

export function moved(pieces: readonly Piece[], from: number, to: number, text?: string): Piece[] {
  const list = [...pieces];
  const [piece] = list.splice(from, 1) as [Piece];
  list.splice(to, 0, text === undefined ? piece : asPiece(text, piece));
  return list;
}

/** A piece with another text in the same place. */
export function asPiece(text: string, { tokens }: Piece): Piece {
  const [first, last] = [tokens[0] as Token, tokens.at(-1) as Token];
  return makePiece(text, first, last);
}

/** A piece of English words in the place of what they translate. */
export function makePiece(meaning: string, { start }: Token, { end }: Token): Piece {
  const tokens = meaning.split(' ').map((raw): Token => {
    const text = fold(raw);
    return { type: /^\d+$/.test(raw) ? 'number' : 'word', raw, text, stem: text, glue: ' ', start, end };
  });
  return { text: fold(meaning), tokens };
}
