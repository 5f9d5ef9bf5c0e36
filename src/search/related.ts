import type { Kind } from '../kinds/kinds.ts';
import { singular } from '../text/fold.ts';
import { passes } from './filter-rows.ts';
import type { Filter } from './filters/filters.ts';
import type { KindStore } from './kind-store.ts';
import { type Mask, rowsOutside, rowsWhere } from './masks.ts';
import { matchOf, type TextMatch } from './search.ts';
import { notBehind, topOf } from './sort.ts';
import { AVAILABLE_SHARE, relatedWeights, UNKNOWN_LIKENESS } from './weights.ts';

/** Longer lists of what is like a record are of no use. */
const MOST_RELATED = 50;

/** Rows like one, each with its score. */
export interface Related {
  /** `filters` say which are worth listing. */
  like(filters: readonly Filter[]): TextMatch;
  /** Why a row is among them, in a few words; of its record as much as answers show. To be asked after `like`. */
  why?(index: number, record: object): string;
}

/** A measure that is known of a robot, by which others are compared with it; only `comparable` rows can be. */
interface Measure {
  readonly numbers: Float64Array;
  readonly weight: number;
  readonly comparable?: Mask;
}

/** Robots to take instead of one: of its category, and near to it in every spec that is known of it and in price. */
export function alternativeRobots(
  store: KindStore<'robots'>,
  index: number,
  specs: readonly string[],
): Related {
  const like = (filters: readonly Filter[]) => {
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
      scores[row] = likenessOf(known, index, row) * ((unavailable[row] as number) > 0 ? AVAILABLE_SHARE : 1);
      rows.push(row);
    }
    return best(index, Int32Array.from(rows), scores, filters);
  };
  return { like };
}

/**
 * Companies to take beside one: by the words of what both do or make (`warehouse` is in `warehouse-robots` too), each by how
 * few have it; whoever does much else is further away, and so are those that are `gone`.
 */
export function sharingRecords<K extends Kind>(
  store: KindStore<K>,
  index: number,
  field: string,
  domainStopWords: readonly string[],
  gone?: Mask,
): Related {
  const like = (filters: readonly Filter[]) => {
    const column = store.words(field);
    const words = column.dictionary.map((keyword) =>
      keyword
        .split('-')
        .map(singular)
        .filter((word) => !domainStopWords.includes(word)),
    );
    const codes: number[] = [];
    const wordsAt = (row: number) => {
      const count = column.readCodes(row, codes);
      return new Set(codes.slice(0, count).flatMap((code) => words[code] as string[]));
    };
    const own = wordsAt(index);
    const rows = rowsWhere(rowsOutside(undefined, store.size), (row) => store.isLive(row));
    const having = new Map<string, number>();
    for (const row of rows) for (const word of wordsAt(row)) having.set(word, (having.get(word) ?? 0) + 1);
    const weightOf = (word: string) => Math.log(1 + rows.length / (having.get(word) as number)) ** 2;
    const scores = new Float64Array(store.size);
    const sum = (all: Iterable<string>) => [...all].reduce((total, word) => total + weightOf(word), 0);
    for (const row of rows) {
      const all = wordsAt(row);
      const share = gone?.[row] === 1 ? AVAILABLE_SHARE : 1;
      const shared = sum([...all].filter((word) => own.has(word)));
      scores[row] = shared === 0 ? 0 : (share * shared) / Math.sqrt(sum(all));
    }
    return best(
      index,
      rowsWhere(rows, (row) => scores[row] !== 0),
      scores,
      filters,
    );
  };
  return { like };
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

/** Of the rows that were found the best that pass the filters, without the record itself. */
export function best(
  own: number,
  found: Int32Array,
  scores: Float64Array,
  filters: readonly Filter[],
): TextMatch {
  const others = rowsWhere(found, (row) => row !== own && passes(row, filters));
  // Four decimals are precise enough, and keep cursors short.
  for (let i = 0; i < others.length; i++) {
    const row = others[i] as number;
    scores[row] = Math.round((scores[row] as number) * 1e4) / 1e4;
  }
  const near = notBehind(others, [{ values: scores, sign: -1 }], MOST_RELATED);
  const rows = topOf(near, MOST_RELATED, (a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  return matchOf(rows, scores);
}
