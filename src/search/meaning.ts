import { lazily } from '../lib/lazily.ts';
import type { Term } from '../text/query.ts';
import type { FullText } from './full-text.ts';
import { type Mask, maskOf } from './masks.ts';
import type { Hits, Scored } from './ranking.ts';
import { compareByKeys, notBehind, topOf } from './sort.ts';
import { COVERAGE_EXPONENT, LEAST_COVERAGE } from './weights.ts';

/** A query reads at most so many entries of postings for what it asks for, and half as many for what it excludes. */
const MAX_POSTINGS = 80_000;
/** Of rows that lack a word so many are listed, the best. */
const MAX_INCOMPLETE = 50;
/** No row is an incomplete match by words alone that occur in more records than this. */
const MAX_DOCUMENT_FREQUENCY = 2000;

/** The terms of a query that are searched for, and what the index has of them, whatever the filters: each found once. */
export interface Meant {
  readonly terms: readonly Term[];
  /** Terms that no row may have. */
  readonly unwanted: readonly Term[];
  /** Words left out because their postings are too many to read. */
  readonly tooCommon: readonly string[];
  /** Prefixes that stand for their commonest words only. */
  readonly cut: readonly string[];
  /** Rows that have every term, and the same with their scores. */
  rows(): Int32Array;
  scored(): Scored;
  /** Rows that have a term that may be lacking; among few rows a common one counts too. */
  some(isNarrow: boolean): Hits;
  /** Rows, of so many, with every phrase and prefix, which none may lack; undefined where none is asked for. */
  fixed(rows: number): Mask | undefined;
  isByAbstract(row: number, isComplete: boolean): boolean;
}

/** What of these terms is read, within the bounds, and what it stands for. */
export function meaningOf(
  { required, excluded }: { readonly required: readonly Term[]; readonly excluded: readonly Term[] },
  text: FullText,
): Meant {
  const terms = affordable(required, MAX_POSTINGS, text);
  const unwanted = affordable(excluded, MAX_POSTINGS / 2, text);
  const read = new Set([...terms, ...unwanted].map(({ shown }) => shown));
  const tooCommon = [...required, ...excluded].filter(({ shown }) => !read.has(shown));
  const cut = [...terms, ...unwanted].filter((term) => isCut(term, text));
  const optional = lazily(() => terms.filter(({ plain }) => plain));
  const narrow = lazily(() => text.some(optional(), MAX_POSTINGS));
  const wide = lazily(() => text.some(optional(), MAX_DOCUMENT_FREQUENCY));
  const fixed = lazily(() => text.rowsWithEvery(terms.filter(({ plain }) => !plain)));
  return {
    ...{ terms, unwanted },
    tooCommon: tooCommon.map(({ shown }) => shown),
    cut: cut.map(({ shown }) => shown),
    rows: lazily(() => text.rowsWithEvery(terms)),
    scored: lazily(() => text.every(terms)),
    some: (isNarrow) => (isNarrow ? narrow() : wide()),
    fixed: (rows) => (terms.every(({ plain }) => plain) ? undefined : maskOf(rows, fixed())),
    isByAbstract: text.byAbstract(terms),
  };
}

function isCut({ alternatives: [first] }: Term, text: FullText): boolean {
  return first?.prefix === true && text.beginning(first.words.at(-1) ?? '').isCut;
}

/** The terms whose postings may all be read: from the rarest on, each with as many alternatives as fit. */
function affordable(terms: readonly Term[], most: number, text: FullText): readonly Term[] {
  const costs = new Map(terms.map((term) => [term, term.alternatives.map((one) => text.cost(one))]));
  const sum = (term: Term) => (costs.get(term) ?? []).reduce((all, cost) => all + cost, 0);
  if (terms.reduce((all, term) => all + sum(term), 0) <= most) return terms;
  let left = most;
  const kept = new Map<Term, Term>();
  for (const term of [...terms].sort((a, b) => sum(a) - sum(b))) {
    const [own = 0] = costs.get(term) ?? [];
    if (own > left) continue;
    const alternatives = term.alternatives.filter((_, i) => {
      const cost = costs.get(term)?.[i] ?? 0;
      if (cost > left) return false;
      left -= cost;
      return true;
    });
    kept.set(term, { ...term, alternatives });
  }
  return terms.flatMap((term) => kept.get(term) ?? []);
}

/** Which of the rows that lack a word are listed. */
interface Wanted {
  /** The last row there is. */
  readonly last: number;
  isNarrow(): boolean;
}

/** The best matches that lack a word: BM25F times the root of their coverage. */
export function bestLacking(
  meant: Meant,
  accepts: (row: number) => boolean,
  { last, isNarrow }: Wanted,
): { row: number; score: number }[] {
  if (!meant.terms.some(({ plain }) => plain)) return [];
  const having = meant.fixed(last + 1);
  const { rows, scores, coverage } = meant.some(isNarrow());
  const lacking = new Int32Array(rows.length);
  const values = new Float64Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const [row, covered] = [rows[i] as number, coverage[i] as number];
    if (covered < LEAST_COVERAGE || !accepts(row)) continue;
    if (having?.[row] === 0) continue;
    values[i] = (scores[i] as number) * covered ** COVERAGE_EXPONENT;
    lacking[count++] = i;
  }
  const byScore = { values, sign: -1 } as const;
  const best = notBehind(lacking.subarray(0, count), [byScore], MAX_INCOMPLETE);
  return topOf(best, MAX_INCOMPLETE, (a, b) => compareByKeys([byScore], a, b) || a - b).map((i) => ({
    row: rows[i] as number,
    score: values[i] as number,
  }));
}
