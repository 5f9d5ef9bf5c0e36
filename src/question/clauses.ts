import type { Clause, Leaf, NumberRange, Period, Span } from './question.ts';

/** The conditions on one field each that a clause is made of, those that it denies among them. */
export function leavesIn(clause: Clause): Leaf[] {
  if (clause.is === 'leaf') return [clause];
  return clause.is === 'not' ? leavesIn(clause.of) : clause.of.flatMap(leavesIn);
}

/** The fields that a clause is about. */
export function fieldsOf(clause: Clause): string[] {
  return leavesIn(clause).map(({ field }) => field);
}

/** The stretch of the text that a clause was read from, with all of its parts. */
export function spanOf(clause: Clause): Span {
  return around(leavesIn(clause).map(({ span }) => span));
}

/** The stretch that has all of these in it, in whatever order: a translated question has its words in another one. */
export function around(spans: readonly Span[]): Span {
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  };
}

/** The values of a field that a clause asks for, without those that it denies. */
export function valuesIn(clause: Clause, field: string): readonly string[] {
  if (clause.is === 'not') return [];
  if (clause.is !== 'leaf') return clause.of.flatMap((one) => valuesIn(one, field));
  return clause.field === field && clause.op === 'in' ? clause.values : [];
}

/** True if no value of the one field that both clauses are about meets both; false for clauses about others. */
export function excludeEachOther(one: Clause, other: Clause): boolean {
  const [field, another] = new Set([...fieldsOf(one), ...fieldsOf(other)]);
  if (field === undefined || another !== undefined || [one, other].some(hasText)) return false;
  const points = [...pointsOf(one), ...pointsOf(other), OTHER];
  return !points.some((point) => isMet(one, point) && isMet(other, point));
}

/** A value that no clause names. */
const OTHER = '\0';
/** Relative to a bound: nearer than any two numbers that are stored. */
const STEP = 1e-9;

function hasText(clause: Clause): boolean {
  return leavesIn(clause).some(({ op }) => op === 'has');
}

/** The values at which a clause begins or ceases to be met, and those beside them. */
function pointsOf(clause: Clause): readonly (string | number)[] {
  if (clause.is !== 'leaf') return clause.is === 'not' ? pointsOf(clause.of) : clause.of.flatMap(pointsOf);
  switch (clause.op) {
    case 'in':
      return clause.values;
    case 'has':
      return [];
    case 'range':
      return boundsOf(clause.range).flatMap((bound) => {
        const step = Math.max(Math.abs(bound), 1) * STEP;
        return [bound - step, bound, bound + step];
      });
    case 'period':
      return boundsOf(daysOf(clause.period)).flatMap((day) => [day - 1, day, day + 1]);
  }
}

/** True if a value of the field that a clause is about meets it. */
export function isMet(clause: Clause, point: string | number): boolean {
  switch (clause.is) {
    case 'not':
      return !isMet(clause.of, point);
    case 'any':
      return clause.of.some((one) => isMet(one, point));
    case 'all':
      return clause.of.every((one) => isMet(one, point));
    case 'leaf':
      if (clause.op === 'in') return clause.values.includes(String(point));
      if (typeof point === 'string' || clause.op === 'has') return false;
      return isWithin(point, clause.op === 'range' ? clause.range : daysOf(clause.period));
  }
}

function boundsOf({ min, max, above, below }: NumberRange): number[] {
  return [min, max, above, below].filter((bound) => bound !== undefined);
}

function isWithin(point: number, { min, max, above, below }: NumberRange): boolean {
  return (
    (min === undefined || point >= min) &&
    (max === undefined || point <= max) &&
    (above === undefined || point > above) &&
    (below === undefined || point < below)
  );
}

/** A period in days since 1970. */
function daysOf({ from, to }: Period): NumberRange {
  const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  return { ...(from !== undefined && { min: day(from) }), ...(to !== undefined && { max: day(to) }) };
}
