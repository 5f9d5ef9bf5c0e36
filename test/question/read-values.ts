import type { CorpusClause, CorpusLeaf } from './corpus.ts';
import { at, type RawRecord, textsAt } from './own-text.ts';

/** `undefined`: the record does not say. */
export type Truth = boolean | undefined;

/** How a field is read: what a condition says of a record, beside which other clauses. */
export type Reading = (leaf: CorpusLeaf, record: RawRecord, beside: readonly CorpusClause[]) => Truth;

export const opposite = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);
export const anyOf = (truths: readonly Truth[]): Truth =>
  truths.includes(true) ? true : truths.includes(undefined) ? undefined : false;
export const allOf = (truths: readonly Truth[]): Truth => opposite(anyOf(truths.map(opposite)));

/** Of several values that a record may have, one must be asked for. */
export function oneOf(held: readonly string[], { in: asked = [], has }: CorpusLeaf, same = equal): Truth {
  const wanted = has === undefined ? asked.map(String) : [has];
  return held.length === 0 ? undefined : held.some((value) => wanted.some((want) => same(value, want)));
}

export function equal(held: string, asked: string): boolean {
  return held.toLowerCase() === asked.toLowerCase();
}

export const byCode =
  (path: string, same = equal): Reading =>
  (leaf, record) =>
    oneOf(textsAt(record, path), leaf, same);

/** Bounds on what lies between `low` and `high`: a price from 20,000 to 30,000 is at most 25,000 and at least 25,000. */
export function within(leaf: CorpusLeaf, low: number | undefined, high = low): Truth {
  if (low === undefined || high === undefined) return undefined;
  const { min = -Infinity, max = Infinity, above = -Infinity, below = Infinity, in: asked } = leaf;
  const inBounds = high >= Number(min) && low <= Number(max) && high > Number(above) && low < Number(below);
  return inBounds && (asked === undefined || asked.some((value) => Number(value) === low));
}

export function numberAt(record: RawRecord, path: string): number | undefined {
  const value = at(record, path);
  return typeof value === 'number' ? value : undefined;
}

export const byNumber =
  (path: string): Reading =>
  (leaf, record) =>
    within(leaf, numberAt(record, path));

/** A family has the largest values of several models, which are nobody's. */
export const bySpec: Reading = (leaf, record) =>
  record.family === true ? undefined : within(leaf, numberAt(record, `specs.${leaf.field}`));

/** A rating by IEC 60529: `IP67` keeps out dust to 6 and water to 7, `X` is not rated. */
export const byRating =
  (digit: 2 | 3): Reading =>
  (leaf, record) => {
    const mark = String(at(record, 'specs.ip_rating') ?? '').charAt(digit);
    return /\d/.test(mark) ? within(leaf, Number(mark)) : undefined;
  };

/** True when the whole period of a date lies inside the asked one, unknown when it overlaps. */
export const byDate =
  (...paths: readonly string[]): Reading =>
  ({ from = '0000-01-01', to = '9999-12-31' }, record) => {
    const date = paths.map((path) => at(record, path)).find((value) => value !== undefined);
    if (date === undefined) return undefined;
    const { first, last } = periodOf(String(date));
    if (first >= from && last <= to) return true;
    return last < from || first > to ? false : undefined;
  };

function periodOf(date: string): { first: string; last: string } {
  const [year = '', month = '12', day] = date.split('-');
  const lastDay = day ?? String(new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate());
  return { first: `${date}-01-01`.slice(0, 10), last: `${year}-${month}-${lastDay}` };
}

export const byYear: Reading = (leaf, record, beside) =>
  leaf.from === undefined && leaf.to === undefined
    ? byNumber(leaf.field)(leaf, record, beside)
    : byDate(leaf.field)(leaf, record, beside);
