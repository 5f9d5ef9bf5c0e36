import type { Kind } from '../kinds/kinds.ts';
import type { AlternativeOrigin } from '../text/query.ts';

// Every weight of the ranking: what a field, an alternative or a fact is worth relative to the others. Kinds state
// only facts, and a snapshot holds no weights. An exact name has no weight: search.ts puts it before every score.

/** BM25 (Robertson and Zaragoza, 2009): term frequency saturation and length normalization. */
export const K1 = 1.2;
export const B = 0.75;

/** By kind and text field; a field that is not named weighs 1. */
const fieldWeights: { readonly [K in Kind]?: Readonly<Record<string, number>> } = {
  robots: { name: 6, maker: 4, category: 3, category_words: 0.6, tags: 2, further: 0.5 },
  publications: { title: 5, authors: 3, called: 12, topics: 1.5, journal: 1.5 },
  startups: { name: 6, focus: 3, further: 0.5 },
  news: { headline: 4, entities: 3, summary: 1.5, further: 0.5 },
  manufacturers: { name: 6, capabilities: 3, further: 0.5 },
  challenges: { title: 5, organizer: 3, topics: 3, further: 0.5 },
  certification: { title: 5, basis: 4, applies: 2, summary: 1.5, checklist: 0.5 },
};

/** The field of name variants; a variant is worth a little less than the word as written. */
const VARIANTS_FIELD_WEIGHT = 3;

export function fieldWeight(kind: Kind, field: string): number {
  return field === 'variants' ? VARIANTS_FIELD_WEIGHT : (fieldWeights[kind]?.[field] ?? 1);
}

/** The weight of an alternative relative to the word as written. */
export const originWeights: Readonly<Record<AlternativeOrigin, number>> = {
  written: 1,
  variant: 0.9,
  synonym: 0.85,
  everyday: 0.85,
  form: 0.75,
  part: 0.6,
  correction: 0.7,
};

/** The weight of an index term, which says that a paper's abstract has the word. */
export const INDEX_TERM_WEIGHT = 0.25;

/** What each further alternative of a term adds, as a share of its own score. */
export const CONFIRMATION = 0.5;

/** The score of a row that lacks a word is multiplied by its coverage to this power. */
export const COVERAGE_EXPONENT = 0.75;

/** The share of its score that a row gains for each two words that are adjacent as in the query. */
export const NEIGHBOUR_BONUS = 0.2;

/** An incomplete match must cover at least this share of the query, by information. */
export const LEAST_COVERAGE = 0.1;

/** The kinds whose records are found by what they mean, too; in the others words do as well by themselves. */
export const foundByMeaning: ReadonlySet<Kind> = new Set<Kind>([
  'robots',
  'publications',
  'startups',
  'news',
  'challenges',
]);

/**
 * How an order by words and one by meaning become one: a record scores its share of the best cosine, and a bonus times
 * `places` ÷ (`places` + its place by words). Found on lists that were judged blind, none of them in this repository.
 */
export const meaningWeights = {
  bonus: 0.2,
  /** Where at least so many records have every word, words tell more. */
  fewComplete: 5,
  bonusOfMany: 0.4,
  /** Where the table knows a smaller share of the words, they decide. */
  wellKnown: 0.7,
  bonusOfUnknown: 2,
  places: 20,
  /** What a row gains whose name or title has all the words. */
  titled: 1,
  /** Below this cosine, or this share of the best, nothing counts as related. */
  least: 0.3,
  leastShare: 0.5,
};

/** What a record of 2026 gains over one of 2000, in the units of BM25. */
const NEWEST_BONUS = 0.5;

/** What recency adds to the score of a row: less than a word does, enough to order similar rows. A date is YYYYMMDD or 0. */
export function recencyBonus(date: number): number {
  const year = Math.floor(date / 10_000);
  return NEWEST_BONUS * Math.min(1, Math.max(0, (year - 2000) / 26));
}

/** What a unit of prominence adds by kind, in the units of BM25, and what each step away from being sold takes. */
const knownBonuses: { readonly [K in Kind]?: number } = {
  robots: 0.5,
  manufacturers: 0.5,
  publications: 0.8,
};
const UNAVAILABLE_LOSS = 0.3;

/** What a robot, maker or paper gains by how widely it is known: it orders those that have the same words in the same fields. */
export function prominenceBonus(kind: Kind, prominence: number, unavailable: number): number {
  return (knownBonuses[kind] ?? 0) * prominence - UNAVAILABLE_LOSS * unavailable;
}

/** What makes a record like another, measured with `npm run eval -- --set related`. */
export const relatedWeights = {
  /** The power of its information that a word counts by. */
  rarity: 1.6,
  /** A word of one title that the other paper's abstract has, beside 1 in both titles. */
  titleWordInAbstract: 0.25,
  /** A word of both abstracts. */
  abstractWord: 0.5,
  /** Scores are divided by this power of the length, in which a word of an abstract counts 0.3 of one of a title. */
  length: 0.4,
  /** An author of both, by information. */
  author: 0.25,
  /** What each year between them takes away, up to ten. */
  year: 0.06,
  /** The nearest by meaning, beside 1 for the best by words. */
  meaning: 0.5,
  /** The price of a robot, beside 1 for a spec. */
  price: 2,
};

/** How like a robot is taken to be in what is not known of it: less than most of its kind. */
export const UNKNOWN_LIKENESS = 0.3;

/** The share of its likeness that a robot keeps that cannot be had. */
export const AVAILABLE_SHARE = 0.9;

/** A summand of a static rank: a column's number times its weight; unknown ones count 0. */
interface RankPart {
  readonly sum: Readonly<Record<string, number>>;
  readonly least?: number;
}

/** Static rank by kind, the order where neither a text nor a sort decides: smaller sums come first. */
export const staticRanks: { readonly [K in Kind]?: readonly RankPart[] } = {
  // Robots that can be obtained come first, then those that many know, then those with the most complete records.
  robots: [
    { sum: { unavailable: 500, confidence: 4, prominence: -10 } },
    { sum: { specs_known: -1, price_known: -3, certification_count: -1 }, least: -20 },
  ],
  publications: [{ sum: { published: -1 } }],
  startups: [{ sum: { confidence: 1e13, funding: -1 } }],
  news: [{ sum: { date: -1 } }],
  manufacturers: [{ sum: { confidence: 2, prominence: -1 } }, { sum: { capability_count: -0.1 }, least: -1 }],
  challenges: [{ sum: { confidence: 1 } }],
  // Mandatory ones first, then as a team meets them.
  certification: [{ sum: { obligation_order: 1000, phase: 1 } }],
};

/** The static rank of each row, from the columns that it is made of. */
export function staticRankOf(
  kind: Kind,
  rows: number,
  column: (name: string) => ArrayLike<number>,
): Float64Array<ArrayBuffer> {
  const ranks = new Float64Array(rows);
  for (const { sum, least = Number.NEGATIVE_INFINITY } of staticRanks[kind] ?? []) {
    const part = new Float64Array(rows);
    for (const [name, weight] of Object.entries(sum)) addTimes(part, column(name), weight);
    for (let index = 0; index < rows; index++) {
      ranks[index] = (ranks[index] as number) + Math.max(least, part[index] as number);
    }
  }
  return ranks;
}

/** Adds numbers, unknown ones as 0, to a sum. */
function addTimes(sum: Float64Array, numbers: ArrayLike<number>, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + weight * (numbers[i] || 0);
}
