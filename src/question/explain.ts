import { currencies } from './quantities.ts';
import type { Clause, Leaf, NumberRange, Period, Question } from './question.ts';

/** What was read of a question, in one sentence; undefined where it was no more than words to search for. */
export function explainQuestion({ text, clauses, hints, unread }: Question): string | undefined {
  const parts = [
    ...clauses.map(describeClause),
    ...hints.map((hint) => `preferably ${describeClause(hint)}`),
  ];
  const left = unread.map(({ start, end }) => `"${text.slice(start, end).trim()}"`);
  const sentences = [
    ...(parts.length === 0 ? [] : [`Read as ${parts.join('; ')}.`]),
    ...(left.length === 0 ? [] : [`Not read: ${left.join(', ')}.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
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
  switch (leaf.op) {
    case 'in': {
      const shown = leaf.values.slice(0, MAX_VALUES).map((value) => value.split('|').at(-1));
      const more = leaf.values.length - shown.length;
      return `${leaf.field} ${shown.join(' or ')}${more > 0 ? ` or ${more} more` : ''}`;
    }
    case 'has':
      return `text "${leaf.text}"`;
    case 'range':
      return `${leaf.field} ${describeRange(leaf.range)}${describeRate(leaf.currency)}`;
    case 'period':
      return `${leaf.field} ${describePeriod(leaf.period)}`;
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
