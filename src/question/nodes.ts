import { around, leavesIn, spanOf } from './clauses.ts';
import type { Clause, Leaf, Span, Word } from './question.ts';

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
  /** The preposition before it. */
  readonly lead?: string | undefined;
}

export function textOf({ text, span }: Word): Leaf {
  return { is: 'leaf', field: 'text', op: 'has', text, span };
}

/** `In 2020 and 2022`; `since 2020 and before 2023` are bounds of one period. */
export function areClosedPeriods(first: Leaf | undefined, second: Leaf | undefined): boolean {
  if (first?.op !== 'period' || second?.op !== 'period' || first.field !== second.field) return false;
  return [first, second].every(({ period }) => period.from !== undefined && period.to !== undefined);
}

/** Where a part of a question begins. */
export function startOf({ meaning }: Node): number {
  return ('word' in meaning ? meaning.word.span : spanOf(meaning.clause)).start;
}

export function leafOf({ meaning }: Node): Leaf | undefined {
  return 'clause' in meaning && meaning.clause.is === 'leaf' ? meaning.clause : undefined;
}

export function negate(node: Node, joint: Joint): Node {
  const clause = 'clause' in node.meaning ? node.meaning.clause : textOf(node.meaning.word);
  const meaning =
    clause.is === 'not' ? { clause: clause.of } : { clause: { is: 'not' as const, of: clause } };
  return { ...node, joint, meaning, isDenied: clause.is !== 'not' };
}

export function union(first: Leaf, second: Leaf): Leaf {
  if (first.op !== 'in' || second.op !== 'in') return first;
  const values = [...new Set([...first.values, ...second.values])];
  return { ...first, values, span: around([first.span, second.span]) };
}

/** `A, B or C` are alternatives all; in `A, B or C or D` the comma is none of a list. */
export function withListJoints(nodes: readonly Node[]): Node[] {
  const list = [...nodes];
  for (let at = list.length - 1; at > 0; at--) {
    const [node, before, first] = [list[at] as Node, list[at - 1] as Node, list[at - 2]];
    if (node.joint !== 'or' || before.joint !== 'comma' || first === undefined) continue;
    const isLast = nodes[at]?.joint !== 'or' || nodes[at + 1]?.joint !== 'or';
    if (isLast && areAlike(before, node) && areAlike(first, before))
      list[at - 1] = { ...before, joint: 'or' };
  }
  return list;
}

/** True for parts of one field, and for a name that is a value and one that is only written as a name. */
function areAlike(one: Node, other: Node): boolean {
  if (one.field === other.field) return true;
  const isBoth = (value: Node, { meaning }: Node) =>
    isNameField(value) && 'word' in meaning && isName(meaning.word);
  return isBoth(one, other) || isBoth(other, one);
}

function isNameField({ field, isDenied }: Node): boolean {
  return !isDenied && ['entity', 'affiliation', 'manufacturer', 'author', 'outlet'].includes(field ?? '');
}

function isName({ text }: Word): boolean {
  return /^\p{Lu}/u.test(text);
}

/** In a list a comma joins as the joint at its end does, or else alternatives, but for what is denied. */
export function withAlternatives(nodes: readonly Node[]): Node[] {
  const list = [...nodes];
  for (let at = list.length - 1; at > 0; at--) {
    const [node, next] = [list[at] as Node, list[at + 1]];
    if (node.joint !== 'comma' || node.isDenied || list[at - 1]?.isDenied === true) continue;
    list[at] = { ...node, joint: next?.joint === 'and' && !next.isDenied ? 'and' : 'or' };
  }
  return list;
}

/** The first node of the left side of an `or`, and the one behind the last of the right side. */
export function sidesOf(
  nodes: readonly Node[],
  at: number,
  together?: Together,
): { from: number; to: number } {
  let first = at - 1;
  while (first > 0 && nodes[first]?.joint === '') first--;
  let to = at + 1;
  while (to < nodes.length && nodes[to]?.joint === '' && !isOfBoth(nodes, first, at, to)) to++;
  const like = equalEnds(nodes, at) ?? ledEnds(nodes, at);
  if (like !== undefined) return like;
  const head = nodes[at] as Node;
  // Each side has a head of its own field, and on the left something is said of it.
  for (let from = first; from < at - 1; from++)
    if (nodes[from]?.field === head.field && head.field !== 'text') return { from, to };
  const areWords = head.field === 'text' && nodes[at - 1]?.field === 'text';
  return areWords ? wordSides(nodes, at, together) : { from: at - 1, to: at + 1 };
}

/** How many records have two words next to each other. */
type Together = (first: string, second: string) => number;

/** What so many records have is a phrase. */
const PHRASE = 5;
/** Of two that fewer have, one is a phrase and the other none where so many times as many have it. */
const OFTENER = 3;

/**
 * What belongs to one side of `or` and what to both, by which words stand together in the records (Nakov and Hearst, 2005): of
 * `autonomous driving or vehicles` both are autonomous, of `motor primitives or policy search` only the first are of motors.
 */
function wordSides(nodes: readonly Node[], at: number, together?: Together): { from: number; to: number } {
  const [left, right] = [wordsFrom(nodes, at, -1), wordsFrom(nodes, at, 1)];
  const byForm = sidesByForm(nodes, at, left, right);
  const [before, head] = [wordOf(nodes[at - 1]), wordOf(nodes[at])];
  if (together === undefined || before === undefined || head === undefined) return byForm;
  const [first, last] = [wordOf(nodes[at - 2]) ?? '', wordOf(nodes[at + 1]) ?? ''];
  const areModifiers = isModifier(nodes[at - 1] as Node, nodes[at] as Node);
  const isLeft = left > 1 ? isOfOne(together(first, before), together(first, head)) : undefined;
  const isRight =
    right > 1 && !areModifiers ? isOfOne(together(head, last), together(before, last)) : undefined;
  return {
    from: isLeft === undefined ? byForm.from : at - (isLeft ? left : 1),
    to: isRight === undefined ? byForm.to : at + (isRight ? right : 1),
  };
}

/** True where a word is of the one that it stands beside and not of the other as well; undefined where it stands beside neither. */
function isOfOne(beside: number, other: number): boolean | undefined {
  return beside + other === 0 ? undefined : other < PHRASE && other * OFTENER <= beside;
}

/** The word of a part, of alternatives the last. */
function wordOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if ('word' in node.meaning) return node.meaning.word.text;
  const last = leavesIn(node.meaning.clause).at(-1);
  return last?.op === 'has' ? last.text : undefined;
}

/** Two words, phrases of two and more, or words of one form before what belongs to both. */
function sidesByForm(nodes: readonly Node[], at: number, left: number, right: number) {
  const [before, head] = [nodes[at - 1] as Node, nodes[at] as Node];
  const arePlural = right === 1 && isPlural(before) && isPlural(head);
  if (left > 1 && (right > 1 || arePlural)) return { from: at - left, to: at + right };
  const isShared = right > 1 && isModifier(before, head);
  return { from: at - 1, to: left === 1 && !isShared ? at + right : at + 1 };
}

/** `For dairy cows or for spraying`: each side begins with the same preposition. */
function ledEnds(nodes: readonly Node[], at: number): { from: number; to: number } | undefined {
  const { lead } = nodes[at] as Node;
  if (lead === undefined) return undefined;
  let from = at - 1;
  while (nodes[from]?.lead !== lead && nodes[from]?.joint === '') from--;
  if (from < 0 || nodes[from]?.lead !== lead) return undefined;
  let to = at + 1;
  while (nodes[to]?.joint === '' && nodes[to]?.isAdjacent) to++;
  return { from, to };
}

/** `RSS 2020 or RSS 2021 papers on planning`: what stands apart behind two sides of the same fields belongs to both. */
function isOfBoth(nodes: readonly Node[], first: number, at: number, to: number): boolean {
  const fieldsOf = (from: number, end: number) => nodes.slice(from, end).map(({ field }) => field);
  const [left, right] = [fieldsOf(first, at), fieldsOf(at, to)];
  const isSame = left.length > 1 && left.length === right.length && left.every((one, i) => one === right[i]);
  return isSame && nodes[to]?.isAdjacent === false;
}

/** `Assembly contests or agriculture contests`: sides that end with one condition, each with what stands before it. */
function equalEnds(nodes: readonly Node[], at: number): { from: number; to: number } | undefined {
  const end = nodes[at - 1] as Node;
  if (!('clause' in end.meaning) || end.isDenied) return undefined;
  const asked = whatItAsks(end.meaning.clause);
  for (let length = 1; length < LONGEST_SIDE; length++) {
    const other = nodes[at + length];
    if (other?.joint !== '') return undefined;
    if (!('clause' in other.meaning) || asked !== whatItAsks(other.meaning.clause)) continue;
    const left = nodes.slice(Math.max(0, at - length - 1), at - 1);
    return left.length === length && left.slice(1).every(({ joint }) => joint === '')
      ? { from: at - length - 1, to: at + length + 1 }
      : undefined;
  }
  return undefined;
}

/** A side has no more parts before its end. */
const LONGEST_SIDE = 4;

function isPlural({ meaning }: Node): boolean {
  // Acronyms are read in the singular.
  return 'word' in meaning && /[^s]s$|^\p{Lu}{2,}$/u.test(meaning.word.text);
}

/** `2D or 3D SLAM`, `supervised or unsupervised learning`: words of one form before what belongs to both. */
function isModifier(first: Node, second: Node): boolean {
  const [one, other] = [first, second].map(({ meaning }) => ('word' in meaning ? meaning.word.text : ''));
  if (one === undefined || other === undefined) return false;
  return one.slice(-2) === other.slice(-2) || (/\d/.test(one) && /\d/.test(other));
}

/** True for a word that stands next to the word before it. */
function goesOn(nodes: readonly Node[], at: number): boolean {
  const node = nodes[at];
  return node?.joint === '' && node.isAdjacent && node.field === 'text' && nodes[at - 1]?.field === 'text';
}

/** How many words stand next to each other from a place on, backward (-1) or forward (1). */
function wordsFrom(nodes: readonly Node[], at: number, step: 1 | -1): number {
  let count = 1;
  while (count < 3 && goesOn(nodes, at + step * count)) count++;
  return count;
}

export function allOf(nodes: readonly Node[]): Clause {
  const of = nodes.map(({ meaning }) => ('clause' in meaning ? meaning.clause : textOf(meaning.word)));
  return of.length === 1 ? (of[0] as Clause) : { is: 'all', of };
}

/** Who says a thing twice asks for it once. */
export function mergeEqual(clauses: readonly Clause[]): Clause[] {
  const merged = new Map<unknown, Clause>();
  for (const clause of clauses) {
    const key = whatItAsks(clause) ?? clause;
    const known = merged.get(key);
    merged.set(key, known === undefined ? clause : withSpan(known, around([spanOf(known), spanOf(clause)])));
  }
  return [...merged.values()];
}

function withSpan(clause: Clause, span: Span): Clause {
  if (clause.is === 'leaf') return { ...clause, span };
  return clause.is === 'not' ? { ...clause, of: withSpan(clause.of, span) } : clause;
}

/** The same text for conditions that ask for one thing, wherever they stand; undefined for those of several parts. */
function whatItAsks(clause: Clause): string | undefined {
  if (clause.is === 'leaf') return JSON.stringify({ ...clause, span: undefined });
  const of = clause.is === 'not' ? whatItAsks(clause.of) : undefined;
  return of && `not ${of}`;
}
