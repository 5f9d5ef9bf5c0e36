import type { Figure } from './figures.ts';

/** What a figure may be at most, or at least. */
export interface Bound {
  readonly figure: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Where a bound is only what was reached so far: what it shall be. */
  readonly target?: number;
}

/** Each figure beside its bound, a line each; `broken` says what to do of those that are out of bounds. */
interface Judgement {
  readonly lines: readonly string[];
  readonly broken: readonly string[];
}

/** How many places a broken bound names. */
const MAX_PLACES = 12;

/** Holds figures against their bounds. A figure without a bound is broken, and so is a bound without a figure. */
export function judge(figures: readonly Figure[], bounds: readonly Bound[]): Judgement {
  const byName = new Map(figures.map((figure) => [figure.name, figure]));
  const unbound = figures
    .filter(({ name }) => !bounds.some(({ figure }) => figure === name))
    .map(({ name, value }) => `${name}: ${value}, and scripts/house/bounds.json has no bound for it.`);
  return {
    lines: bounds.map(
      (bound) => `${bound.figure}: ${byName.get(bound.figure)?.value ?? '-'} ${inWords(bound)}`,
    ),
    broken: [...bounds.flatMap((bound) => faultOf(bound, byName.get(bound.figure))), ...unbound],
  };
}

/** The bounds with what is reached now where that is less, and a step to a target. */
export function tighten(bounds: readonly Bound[], figures: readonly Figure[]): Bound[] {
  const byName = new Map(figures.map(({ name, value }) => [name, value]));
  return bounds.map((bound) => {
    const { target, atMost, ...others } = bound;
    const value = byName.get(bound.figure);
    if (target === undefined || atMost === undefined || value === undefined || value >= atMost) return bound;
    return value <= target ? { ...others, atMost: target } : { ...others, atMost: value, target };
  });
}

function inWords({ atMost, atLeast, target }: Bound): string {
  const range = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  return `(${range.join(', ')}${target === undefined ? '' : `; must not grow, shall be ${target}`})`;
}

function faultOf(bound: Bound, figure: Figure | undefined): string[] {
  if (figure === undefined)
    return [
      `${bound.figure}: there is no such figure any more. Take its bound out of scripts/house/bounds.json.`,
    ];
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = bound;
  if (figure.value <= atMost && figure.value >= atLeast) return [];
  const places = figure.where.slice(0, MAX_PLACES).map((place) => `\n  ${place}`);
  return [`${figure.name}: ${figure.value} ${inWords(bound)}${places.join('')}`];
}
