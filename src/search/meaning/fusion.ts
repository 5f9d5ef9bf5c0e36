import { maskOf, rowsWhere } from '../masks.ts';
import { notBehind, roundScore, topOf } from '../sort.ts';
import { meaningWeights } from '../weights.ts';
import type { RecordMeanings } from './record-meanings.ts';
import type { MeaningTable } from './table.ts';

/** So many rows are looked at, those that seem nearest by the signs of their vectors. */
const CANDIDATES = 2000;
/** Beyond so many places in the order by words no place is told from another. */
const PLACES = 200;
/** Rows that are listed beside those that have every word, the best. */
const MOST_RELATED = 50;

/** What was found by words, rows counted from 0. */
interface ByWords {
  /** Rows that have every word. */
  readonly complete: Int32Array;
  /** Those of a few rows whose name or title has every word. */
  readonly titled: readonly number[];
  /** Rows that have one only as all of their category have it. */
  readonly byCategory: readonly number[];
  /** Rows that lack one. */
  readonly lacking: readonly number[];
  /** By row, higher is better; overwritten by the fused scores. */
  readonly scores: Float64Array;
}

/**
 * One list of what was found by words and of what means the same: a score is the share of the best cosine, and a bonus for the
 * place in the order by words. Hands back the rows that are listed beside those that have every word. `isWanted` holds for rows
 * that pass the filters.
 */
export function fuse(
  found: ByWords,
  meaning: MeaningTable,
  records: Pick<RecordMeanings<never>, 'cosine' | 'near'>,
  isWanted: (row: number) => boolean,
): number[] {
  const { complete, byCategory, titled, lacking, scores } = found;
  const byWords = Int32Array.from([...complete, ...byCategory, ...lacking]);
  const places = placesOf(rowsWhere(byWords, isWanted), scores);
  const near = records.near(meaning.vector, CANDIDATES, isWanted);
  const cosines = new Map<number, number>();
  let best = 0;
  const look = (row: number) => {
    const cosine = records.cosine(row, meaning.vector);
    cosines.set(row, cosine);
    if (cosine > best) best = cosine;
  };
  for (const row of places.keys()) look(row);
  for (let i = 0; i < near.length; i++) look(near[i] as number);
  if (best === 0) return [...byCategory, ...lacking];
  const share = (row: number) => (cosines.get(row) ?? 0) / best;
  const bonusAt = bonusBy(complete.length + byCategory.length, meaning.known);
  const isFound = maskOf(scores.length, byWords);
  for (let i = 0; i < byWords.length; i++) {
    const row = byWords[i] as number;
    scores[row] = roundScore(share(row) + bonusAt(places.get(row) ?? PLACES));
  }
  for (const row of titled) scores[row] = roundScore((scores[row] as number) + meaningWeights.titled);
  const bound = Math.max(meaningWeights.least / best, meaningWeights.leastShare);
  const meant: number[] = [];
  for (const [row, cosine] of cosines) if (isFound[row] === 0 && cosine >= bound * best) meant.push(row);
  for (const row of meant) scores[row] = roundScore(share(row));
  // What has some of the words tells more than the few that the table knows.
  const having =
    meaning.known < meaningWeights.wellKnown ? lacking : lacking.filter((row) => share(row) >= bound);
  return [...byCategory, ...firstBy(scores, Int32Array.from([...having, ...meant]), MOST_RELATED)];
}

/** What a row gains by its place in the order by words. */
function bonusBy(complete: number, known: number): (place: number) => number {
  const { fewComplete, bonus, bonusOfMany, bonusOfUnknown, wellKnown, places } = meaningWeights;
  const matching = complete >= fewComplete ? bonusOfMany : bonus;
  const most = known < wellKnown ? bonusOfUnknown : matching;
  return (place) => (most * places) / (places + place);
}

/** The places of the first rows in the order of their scores, from 0. */
function placesOf(rows: Int32Array, scores: Float64Array): ReadonlyMap<number, number> {
  return new Map(firstBy(scores, rows, PLACES).map((row, place) => [row, place]));
}

function firstBy(scores: Float64Array, rows: Int32Array, most: number): number[] {
  const first = notBehind(rows, [{ values: scores, sign: -1 }], most);
  return topOf(first, most, (a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
}
