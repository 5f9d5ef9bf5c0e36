import { fold, words } from '../text/fold.ts';
import { parseQuery } from '../text/query.ts';
import { passes } from './filter-rows.ts';
import type { Filter } from './filters/filters.ts';
import type { KindStore } from './kind-store.ts';
import type { Mask } from './masks.ts';
import { noneLeftOut, type TextMatch } from './search.ts';
import { topOf } from './sort.ts';
import { AVAILABLE_SHARE, relatedWeights, UNKNOWN_LIKENESS } from './weights.ts';

/** Longer lists of what is like a record are of no use. */
const MOST_RELATED = 50;
/** Of long author lists so many count, from the first on. */
const AUTHORS_READ = 12;

/** Rows like another one, each with its score; `filters` say which are worth listing. */
export type Related = (index: number, filters: readonly Filter[]) => TextMatch;

/** Papers like one: words of the title in all fields, then people, topics and venue that they share. */
export function relatedPapers(store: KindStore<'publications'>): Related {
  return (index, filters) => {
    const { title, authors, topics, journal } = store.record(index);
    const scores = new Float64Array(store.size);
    const found = new Set<number>();
    const byTitle = store.match({ ...parseQuery(words(fold(title)).join(' ')), text: '' }, { filters });
    for (const row of [...byTitle.rows, ...byTitle.nearest]) {
      scores[row] = byTitle.scores[row] as number;
      found.add(row);
    }
    for (const author of authors.slice(0, AUTHORS_READ)) {
      for (const row of rowsOf(store, author)) {
        scores[row] = (scores[row] as number) + relatedWeights.author;
        found.add(row);
      }
    }
    const shared = [
      ...topics.map((topic) => ({
        mask: store.words('topic').having([topic]),
        weight: relatedWeights.topic,
      })),
      ...(journal === undefined
        ? []
        : [{ mask: store.words('journal').having([journal]), weight: relatedWeights.venue }]),
    ].map(({ mask, weight }) => ({ mask, gain: weight * informationOf(mask) }));
    for (const row of found) {
      for (const { mask, gain } of shared) if (mask[row] === 1) scores[row] = (scores[row] as number) + gain;
    }
    return best(index, [...found], scores, filters);
  };
}

/** Rows with this name among the authors, as it is written. */
function rowsOf(store: KindStore<'publications'>, author: string): Iterable<number> {
  const name = words(fold(author));
  if (name.length < 2) return [];
  const term = { shown: author, plain: false, stop: false, alternatives: [phrase(name)] };
  return store.match({ text: '', required: [term], excluded: [], beyond: [] }, { incomplete: 'never' }).rows;
}

function phrase(name: readonly string[]) {
  return { words: name, prefix: false, origin: 'written' as const };
}

/** How much a value tells that so many rows have, in nats. */
function informationOf(mask: Uint8Array): number {
  const having = mask.reduce((sum, one) => sum + one, 0);
  return Math.log(mask.length / Math.max(1, having));
}

/** A measure that is known of a robot, by which others are compared with it; only `comparable` rows can be. */
interface Measure {
  readonly numbers: Float64Array;
  readonly weight: number;
  readonly comparable?: Mask;
}

/** Robots to take instead of one: of its category, and near to it in every spec that is known of it and in price. */
export function alternativeRobots(store: KindStore<'robots'>, specs: readonly string[]): Related {
  return (index, filters) => {
    const { category, price } = store.record(index);
    const bySpec = specs.map(
      (name): Measure => ({ numbers: store.numbers(`specs.${name}`).numbers, weight: 1 }),
    );
    const byPrice: Measure = {
      numbers: store.numbers('price_min').numbers,
      weight: relatedWeights.price,
      comparable: store.words('price_kind').having(price === undefined ? [] : [price.kind]),
    };
    const known = [...bySpec, byPrice].filter(({ numbers }) => !Number.isNaN(numbers[index]));
    const unavailable = store.numbers('unavailable').numbers;
    const scores = new Float64Array(store.size);
    const rows: number[] = [];
    const same = store.words('category').having([category]);
    for (let row = 0; row < store.size; row++) {
      if (same[row] === 0) continue;
      scores[row] = likenessOf(known, index, row) * (unavailable[row] === 1 ? AVAILABLE_SHARE : 1);
      rows.push(row);
    }
    return best(index, rows, scores, filters);
  };
}

/** From 0 to 1, and 1 where nothing is known of the robot that others are compared with. */
function likenessOf(measures: readonly Measure[], index: number, row: number): number {
  let [sum, total] = [0, 0];
  for (const { numbers, weight, comparable } of measures) {
    const isKnown = !Number.isNaN(numbers[row]) && comparable?.[row] !== 0;
    sum += weight * (isKnown ? likeness(numbers[index] as number, numbers[row] as number) : UNKNOWN_LIKENESS);
    total += weight;
  }
  return total === 0 ? 1 : sum / total;
}

/** 1 for equal numbers, a half where one is twice the other. */
function likeness(a: number, b: number): number {
  const [less, more] = a < b ? [a, b] : [b, a];
  return more === 0 ? 1 : Math.max(0, less) / more;
}

function best(
  own: number,
  found: readonly number[],
  scores: Float64Array,
  filters: readonly Filter[],
): TextMatch {
  const others = found.filter((row) => row !== own && passes(row, filters));
  // Four decimals are precise enough, and keep cursors short.
  for (const row of others) scores[row] = Math.round((scores[row] as number) * 1e4) / 1e4;
  const rows = topOf(others, MOST_RELATED, (a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  return {
    rows: Int32Array.from(rows),
    scores,
    exact: new Set(),
    keptOut: [],
    nearest: [],
    unknown: [],
    corrected: {},
    leftOut: noneLeftOut,
  };
}
