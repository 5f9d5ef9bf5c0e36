import { asPiece, isNumber, numberOf, type Piece, quantityStart } from './pieces.ts';

/** What a mark becomes, by what stands before it, which it may change, and behind it. */
type Reader = (before: Piece[], piece: Piece, after: readonly Piece[]) => string | undefined;

const marks: Readonly<Record<string, Reader>> = {
  // `5000 dollars §from 20000 dollars`: the unit is said once.
  '§from': (before, _, after) => {
    if (!isNumber(after[0])) return isDated(before) ? '§since' : undefined;
    const unit = before.at(-1)?.text;
    if (quantityStart(before, before.length) === before.length) return undefined;
    if (!isDated(before) && after.slice(1, 4).some(({ text }) => text === unit)) before.pop();
    return 'to';
  },
  '§until': (before) => {
    const isRange = before.slice(quantityStart(before, before.length)).some(({ text }) => text === 'to');
    return isRange ? undefined : isDated(before) ? '§before' : 'or less';
  },
  '§ni': (before) => {
    if (before.at(-1)?.text === 'not') before.pop();
    else if (before.some(({ text }) => /^(?:not|without|neither|no)$/.test(text))) return 'nor';
    return 'neither';
  },
  '§ka': (_, __, after) => (after.length > 0 ? 'or' : undefined),
  '§noch': (before) => (before.some(({ text }) => text === 'neither') ? 'nor' : undefined),
  '§nor': (_, __, after) => (after.some(({ text }) => text === '§not') ? '§not' : undefined),
  '§besides': (_, __, after) => (after.some(({ text }) => text === '§except') ? undefined : 'except'),
  // `与Spot类似` and `类似Spot`
  '§similar': (before) => {
    const joint = before.findLastIndex(({ text }) => text === 'and');
    if (joint === -1 || joint < before.length - MAX_NAME_PIECES || joint === before.length - 1)
      return 'similar to';
    before.splice(joint, 1);
    return '§like';
  },
};

const MAX_NAME_PIECES = 5;

/** Marks whose meaning depends on their neighbours get it. */
export function readMarks(pieces: Piece[]): Piece[] {
  const list: Piece[] = [];
  for (const [i, piece] of pieces.entries()) {
    const reader = marks[piece.text];
    const text = reader === undefined ? piece.text : reader(list, piece, pieces.slice(i + 1));
    if (text !== undefined) list.push(text === piece.text ? piece : asPiece(text, piece));
  }
  return list;
}

/** True where a date ends. */
function isDated(pieces: readonly Piece[]): boolean {
  const last = pieces.at(-1);
  return last !== undefined && (/^§(?:year|month|day)$/.test(last.text) || numberOf(last) > FIRST_YEAR);
}

const FIRST_YEAR = 1900;
