import type { Language } from './dictionary.ts';
import { readMarks } from './marks.ts';
import {
  asPiece,
  isNumber,
  measuring,
  moved,
  noPiece,
  numberOf,
  type Piece,
  quantityStart,
} from './pieces.ts';

/** Adjectives behind `than`, as in `20 kg than light`. */
const comparatives: Readonly<Record<string, string>> = {
  ...{
    light: 'lighter',
    heavy: 'heavier',
    cheap: 'cheaper',
    expensive: 'more expensive',
    tall: 'taller',
    short: 'shorter',
  },
  ...{
    fast: 'faster',
    slow: 'slower',
    big: 'bigger',
    small: 'smaller',
    long: 'longer',
    strong: 'stronger',
    deep: 'deeper',
  },
  ...{
    high: 'higher',
    low: 'lower',
    wide: 'wider',
    new: 'newer',
    old: 'older',
    many: 'more',
    more: 'more',
    few: 'less',
    less: 'less',
    far: 'further',
  },
};
const superlative =
  /(?:^|\s)(?:(?!west|test|forest|latest|interest|contest|rest|request|harvest)[a-z]{3,}est|best|worst|most|least)(?:\s|$)/;
const ordinal = /^(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)$/;
/** The pieces in the order of English: what stands behind what it governs goes before it. */
export function arrange(pieces: readonly Piece[], language: Language): Piece[] {
  const own = language === 'zh' ? [...steps, endDenials] : steps;
  return own.reduce(
    (list, step) => step(list),
    pieces.filter(({ text }) => !isPunctuation.test(text)),
  );
}

const isPunctuation = /^[.?¿!¡…。？！「」『』《》]$/;

type Step = (pieces: Piece[]) => Piece[];

const steps: readonly Step[] = [
  readMarks,
  placeCounts,
  placeOrdinals,
  countRecords,
  placeComparatives,
  placeDates,
  placeParticiples,
  placeDenials,
];

/** `Heaviest robot 3 §count` and `the three robots heaviest` ask for three; one asks for any. */
function countRecords(pieces: Piece[]): Piece[] {
  const list = [...pieces];
  const best = list.findIndex(({ text }) => superlative.test(text));
  for (let at = 0; at < list.length; at++) {
    const [piece, next] = [list[at] as Piece, list[at + 1]];
    const count = next?.text === '§count' ? numberOf(piece) : 0;
    if (piece.text === '§count') list.splice(at--, 1);
    else if (count === 1) list.splice(at--, 2);
    else if (count > 1) list.splice(at, 2, asPiece(`top ${count}`, piece));
    else if (
      at > 0 &&
      list[at - 1]?.text === 'the' &&
      best > at &&
      numberOf(piece) > 1 &&
      !measuring.test(next?.text ?? '')
    )
      list[at] = asPiece(`top ${numberOf(piece)}`, piece);
  }
  return list.filter(({ text }, i) => text !== 'the' || numberOf(list[i + 1] ?? noPiece) > 0);
}

const ordinals = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** `2 §nth cheap` is `second cheapest`, and `second robot cheapest` too. */
function placeOrdinals(pieces: Piece[]): Piece[] {
  let list = [...pieces];
  for (let at = list.length - 1; at > 0; at--) {
    if (list[at]?.text === '§nth')
      list.splice(at - 1, 2, asPiece(ordinals[numberOf(list[at - 1] as Piece)] ?? '', list[at] as Piece));
  }
  const first = list.findIndex(({ text }) => ordinal.test(text));
  const next = list[first + 1];
  const comparative = first === -1 ? undefined : comparatives[next?.text ?? ''];
  if (next !== undefined && comparative !== undefined)
    list[first + 1] = asPiece(comparative.replace(/^more /, 'most ').replace(/er$/, 'est'), next);
  const order = list.findIndex(({ text }) => superlative.test(text));
  if (first !== -1 && order > first + 1) list = moved(list, first, order - 1);
  return list;
}

/** `20 kg §than light` and `§than 20 kg light` are `lighter than 20 kg`. */
function placeComparatives(pieces: Piece[]): Piece[] {
  let list = [...pieces];
  for (let at = 0; at < list.length; at++) {
    if ((list[at] as Piece).text !== '§than') continue;
    const ahead = list.slice(at + 1, at + 8);
    const found = ahead.findIndex(({ text }) => comparatives[text] !== undefined);
    if (found === -1) {
      list.splice(at--, 1);
      continue;
    }
    const adjective = at + 1 + found;
    const words = `${comparatives[(list[adjective] as Piece).text]} than`;
    const isBehind = quantityStart(list, at) < at;
    const to = isBehind ? quantityStart(list, at) : at;
    list = moved(list, adjective, to, words).filter(({ text }) => text !== '§than');
  }
  return list;
}

/** `Three last years` are the last three, and `at least fly 30 minutes` is `fly at least 30 minutes`. */
function placeCounts(pieces: Piece[]): Piece[] {
  const at = pieces.findIndex(
    (piece, i) => isNumber(piece) && /^(?:last|next)$/.test(pieces[i + 1]?.text ?? ''),
  );
  const list = at === -1 ? pieces : moved(pieces, at, at + 1);
  const bound = list.findIndex(
    (piece, i) => isBound(piece) && !isNumber(list[i + 1]) && isNumber(list[i + 2]),
  );
  return bound === -1 ? list : moved(list, bound, bound + 1);
}

function isBound({ text }: Piece): boolean {
  return /^(?:at least|at most|over|under|more than|less than)$/.test(text);
}

/** `2018 §year §prior` is `before 2018`. */
function placeDates(pieces: Piece[]): Piece[] {
  let list = [...pieces];
  for (let at = 0; at < list.length; at++) {
    const { text } = list[at] as Piece;
    if (text === '§prior' || text === '§later')
      list = moved(list, at, quantityStart(list, at), text === '§prior' ? 'before' : 'after');
  }
  return list;
}

/** `2019 §year founded` is `founded 2019`. */
function placeParticiples(pieces: Piece[]): Piece[] {
  let list = [...pieces];
  for (let at = 1; at < list.length; at++) {
    if (!/^(?:founded|raised|published|funding)$/.test((list[at] as Piece).text)) continue;
    let end = at;
    while (end > at - 2 && /^(?:in|dollars of|the)$/.test(list[end - 1]?.text ?? '')) end--;
    const to = quantityStart(list, end);
    const isSaid = /^(?:founded|raised)$/.test(list[to - 1]?.text ?? '');
    if (to < end && !isSaid && !/^(?:in|or|and)$/.test(list[to]?.text ?? '')) list = moved(list, at, to);
  }
  return list;
}

const denials: Readonly<Record<string, string>> = {
  '§not': 'not',
  '§without': 'without',
  '§except': 'except',
};
/** What joins the list that a denial ends. */
const joints: Readonly<Record<string, RegExp>> = { without: /^(?:or|and)$/, except: /^(?:or|and|,)$/ };

/** `Boundary wire §without` is `without boundary wire`; behind a list it stays, since the list ends with it. */
function placeDenials(pieces: Piece[]): Piece[] {
  let list = [...pieces];
  for (let at = 1; at < list.length; at++) {
    const word = denials[(list[at] as Piece).text];
    if (word === undefined) continue;
    let to = quantityStart(list, at);
    if (to === at) to = at - 1;
    const isListed = joints[word]?.test(list[to - 1]?.text ?? '') === true;
    if (isListed || (list[to] as Piece).text.startsWith('§')) continue;
    const end = asPiece('§end', list[at] as Piece);
    list = moved(list, at, to, word);
    list.splice(at + 1, 0, end);
  }
  return list;
}

/** In Chinese one phrase is denied by what stands before it: `不使用深度学习的抓取`. */
function endDenials(pieces: Piece[]): Piece[] {
  return pieces.flatMap((piece, i) => {
    const [before, next] = [pieces[i - 1], pieces[i + 1]];
    const isDenied = before !== undefined && /^(?:not|without)$/.test(before.text);
    return isDenied &&
      next !== undefined &&
      !/^(?:or|and|nor|,|in|from|using|§.*)$/.test(next.text) &&
      !/^(?:in|from|using)$/.test(piece.text)
      ? [piece, asPiece('§end', piece)]
      : [piece];
  });
}
