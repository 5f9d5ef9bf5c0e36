import { sanitizeLine } from '../lib/sanitize.ts';
import { fieldsOf, spanOf } from './clauses.ts';
import { currencies } from './quantities.ts';
import type { Clause, Leaf, NumberRange, Order, Period, Question, Span } from './question.ts';

/** What was read of a question, in one sentence; undefined where it was no more than words to search for. */
export function explainQuestion({ text, clauses, hints, unread, inVain = [] }: Question): string | undefined {
  const parts = [
    ...clauses.map(describeClause),
    ...hints.map((hint) => `preferably ${describeClause(hint)}`),
  ];
  const isSaid = (span: Span) => inVain.some(({ start, end }) => span.start < end && start < span.end);
  const left = unread.filter((span) => !isSaid(span)).map((span) => `"${written(text, span)}"`);
  const sentences = [
    ...(parts.length === 0 ? [] : [`Read as ${parts.join('; ')}.`]),
    ...(left.length === 0 ? [] : [`Not read: ${left.join(', ')}.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** One part of a question: what its words were read as. */
export interface ReadPart {
  readonly part: 'clause' | 'order' | 'like' | 'name' | 'word' | 'hint' | 'column' | 'unread';
  /** Of several, as in an alternative between fields, each. */
  readonly field?: string;
  readonly op?: string;
  readonly value?: string;
  /** The words that it came from. */
  readonly from: string;
}

/** Every part of a question in the order of its members, for whoever wants to see how it was read. */
export function readingOf({ text, ...question }: Question): ReadPart[] {
  const { clauses, order, like, names, words, hints, columns = [], unread } = question;
  const plain = (part: ReadPart['part']) => (span: Span) => ({ part, from: written(text, span) });
  const condition = (part: ReadPart['part']) => (clause: Clause) => {
    return { part, ...conditionOf(clause), from: written(text, spanOf(clause)) };
  };
  return [
    ...clauses.map(condition('clause')),
    ...(order === undefined ? [] : [{ ...orderOf(order), from: written(text, order.span) }]),
    ...(like === undefined ? [] : [plain('like')(like)]),
    ...names.map(plain('name')),
    ...words.map(({ text: value, span }) => {
      const from = written(text, span);
      return { part: 'word' as const, ...(value !== from && { value: sanitizeLine(value) }), from };
    }),
    ...hints.map(condition('hint')),
    ...columns.map(plain('column')),
    ...unread.map(plain('unread')),
  ];
}

function written(text: string, { start, end }: Span): string {
  return sanitizeLine(text.slice(start, end));
}

/** A denial of one field as `not`; what joins several conditions is told as a whole. */
function conditionOf(clause: Clause): Pick<ReadPart, 'field' | 'op' | 'value'> {
  const field = [...new Set(fieldsOf(clause))].join(' or ');
  if (clause.is === 'leaf') return { field, op: clause.op, value: describeValue(clause) };
  if (clause.is === 'not' && clause.of.is === 'leaf')
    return { field, op: `not ${clause.of.op}`, value: describeValue(clause.of) };
  return { field, op: clause.is, value: describeClause(clause.is === 'not' ? clause.of : clause) };
}

function orderOf({ sorts, thenBy = [], rank, count }: Order): Omit<ReadPart, 'from'> {
  const value = [
    ...(thenBy.length > 0 ? [`then ${thenBy.join(' or ')}`] : []),
    ...(rank === undefined ? [] : [`place ${rank}`]),
    ...(count === undefined ? [] : [`first ${count}`]),
  ].join(', ');
  return { part: 'order', field: sorts.join(' or '), op: 'sort', ...(value !== '' && { value }) };
}

/** A clause as it is told: `country DE or DK`, `mass_kg under 20`, `not text "lidar"`. */
export function describeClause(clause: Clause): string {
  switch (clause.is) {
    case 'leaf':
      return describeLeaf(clause);
    case 'not':
      return `not ${describeInner(clause.of)}`;
    case 'any':
      return clause.of.map(describeInner).join(' or ');
    case 'all':
      return clause.of.map(describeInner).join(' and ');
  }
}

function describeInner(clause: Clause): string {
  const text = describeClause(clause);
  return clause.is === 'any' || clause.is === 'all' ? `(${text})` : text;
}

/** Of more values the rest is counted. */
const MAX_VALUES = 6;

function describeLeaf(leaf: Leaf): string {
  return `${leaf.op === 'has' ? 'text' : leaf.field} ${describeValue(leaf)}`;
}

function describeValue(leaf: Leaf): string {
  switch (leaf.op) {
    case 'in': {
      const shown = leaf.values.slice(0, MAX_VALUES).map((value) => value.split('|').at(-1));
      const more = leaf.values.length - shown.length;
      return `${shown.join(' or ')}${more > 0 ? ` or ${more} more` : ''}`;
    }
    case 'has':
      return `"${leaf.text}"`;
    case 'range':
      return `${describeRange(leaf.range)}${describeRate(leaf.currency)}`;
    case 'period':
      return describePeriod(leaf.period);
  }
}

function describeRange({ min, max, above, below }: NumberRange): string {
  if (min !== undefined && min === max) return String(round(min));
  const low = min !== undefined ? `from ${round(min)}` : above !== undefined ? `over ${round(above)}` : '';
  const high = max !== undefined ? `to ${round(max)}` : below !== undefined ? `under ${round(below)}` : '';
  return `${low} ${high}`.trim();
}

/** At which rate a sum was converted, with its date. */
function describeRate(currency: string | undefined): string {
  const rate = currency === undefined ? undefined : currencies[currency];
  if (rate?.as_of === undefined) return '';
  return ` (${rate.per_usd} ${currency} a dollar, ${rate.by} rate of ${rate.as_of})`;
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}

/** Whole years and months as such: `2015 to 2018`, `from 2026-01 to 2026-03`. */
function describePeriod({ from, to }: Period): string {
  const unit = YEAR.test(`${from ?? '-01-01'} ${to ?? '-12-31'}`)
    ? 'YYYY'
    : isWholeMonths(from, to)
      ? 'YYYY-MM'
      : 'YYYY-MM-DD';
  const [first, last] = [from?.slice(0, unit.length), to?.slice(0, unit.length)];
  if (first !== undefined && first === last) return first;
  return [first && `from ${first}`, last && `to ${last}`].filter(Boolean).join(' ');
}

const YEAR = /-01-01 .*-12-31$/;

function isWholeMonths(from: string | undefined, to: string | undefined): boolean {
  if (from !== undefined && !from.endsWith('-01')) return false;
  if (to === undefined) return true;
  const next = new Date(`${to}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.getUTCDate() === 1;
}
