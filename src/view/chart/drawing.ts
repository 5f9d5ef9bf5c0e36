import type { Colours } from './colours.ts';

/** What a chart is drawn by, beside its points. */
export interface Drawing {
  /** In pixels. */
  readonly width: number;
  readonly colours: Colours;
  /** The values of `by` that have a colour, in the order of the colours. */
  readonly series: readonly string[];
}

/** A name that is cut, and says so, where it is longer than `most` characters. */
export function shortened(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}
