import type { KindIndex } from '../kinds/kinds.ts';
import { isEnglish } from '../text/english.ts';
import { singular } from '../text/fold.ts';
import type { Term, TextQuery } from '../text/query.ts';
import { correctionOf, isDoubtful, likelierThan } from './corrections.ts';
import { broaden, expand, withoutDomainStopWords } from './expansion.ts';
import { FullText } from './full-text.ts';
import { isDecoration } from './names.ts';
import { compareByKeys, notBehind, topOf } from './sort.ts';
import type { Database } from './sqlite.ts';
import { TermDictionary } from './term-dictionary.ts';
import { COVERAGE_EXPONENT, LEAST_COVERAGE, NEIGHBOUR_BONUS } from './weights.ts';

/** Rows from 1, each with its score, and how the words were understood. */
export interface Matches {
  /** Rows that have every word, ascending. */
  readonly rows: Int32Array;
  /** The best rows that lack a word. */
  readonly nearest: Int32Array;
  /** True for a row that matches by words of its abstract where nothing visible explains it. */
  isByAbstract(row: number): boolean;
  /** By row; 0 for rows that do not match. The next match reuses the vector. */
  readonly scores: Float64Array;
  /** By row: 1 for one with an excluded word; undefined if none is excluded. */
  readonly excluded: Uint8Array | undefined;
  readonly unknown: readonly string[];
  /** Unknown words and what was searched for instead. */
  readonly corrected: Readonly<Record<string, string>>;
  /** Words left out because their postings are too many to read. */
  readonly tooCommon: readonly string[];
  /** Prefixes that stand for their commonest words only. */
  readonly cut: readonly string[];
}

export interface MatchOptions {
  /** Whether rows that lack a word are listed beside these that have all. */
  wantsIncomplete(complete: Int32Array): boolean;
  /** The last row there is. */
  readonly last: number;
  /** Rows that have been replaced, but are still in the index. */
  readonly hidden: ReadonlySet<number>;
  /** Whether a row passes the filters of the search: only such rows are worth adding. */
  accepts(row: number): boolean;
  /** Whether so few rows pass the filters that a common word tells them apart too. */
  isNarrow(): boolean;
  /** False where the order of the rows is another one: then all that match every word score 1. */
  readonly isScored: boolean;
}

/** Of rows that lack a word so many are listed, the best. */
const MAX_INCOMPLETE = 50;
/** No row is an incomplete match by words alone that occur in more records than this. */
const MAX_DOCUMENT_FREQUENCY = 2000;
/** A query reads at most so many entries of postings for what it asks for, and half as many for what it excludes. */
const MAX_POSTINGS = 80_000;
/** Nearest words are sought for so many unknown ones. */
const MAX_CORRECTED = 4;

/** Finds the rows that a text means. */
export class Matcher {
  readonly #dictionary: TermDictionary;
  readonly #text: FullText;
  readonly #domainStopWords: ReadonlySet<string>;
  /** True for kinds whose records are things with names, not texts with titles. */
  readonly #hasNames: boolean;
  readonly #hasMakers: boolean;
  /** Fields that hold people's names. */
  readonly #personal: readonly string[];
  /** Reused by all matches, to spare the garbage collector. */
  #scores = new Float64Array(0);

  /** `stored` is the number of records in the snapshot. */
  constructor(db: Database, index: KindIndex, stored: number) {
    this.#text = new FullText(db, index, stored);
    this.#dictionary = new TermDictionary(db, index.kind, stored, this.#text);
    this.#domainStopWords = new Set(index.domainStopWords);
    this.#personal = index.text.flatMap(({ name, verbatim }) => (verbatim ? [name] : []));
    this.#hasNames = index.text.some(({ name }) => name === 'name');
    this.#hasMakers = index.text.some(({ name }) => name === 'maker');
  }

  /** The index below, for what is no query. */
  get text(): FullText {
    return this.#text;
  }

  /** Document frequency of a word. */
  count(word: string): number {
    return this.#text.count(word);
  }

  /** Adds a row behind all others, with the words of each field. */
  add(row: number, fields: readonly (readonly string[])[]): void {
    this.#text.add(row, fields);
  }

  match(query: TextQuery, options: MatchOptions): Matches {
    const { last, hidden, accepts, wantsIncomplete, isScored } = options;
    const { terms: understood, unknown, corrected } = this.#understand(query.required);
    const terms = this.#affordable(understood, MAX_POSTINGS);
    const unwanted = this.#affordable(query.excluded, MAX_POSTINGS / 2);
    const excluded =
      unwanted.length + hidden.size === 0 ? undefined : this.#text.rowsWith(unwanted, hidden, last);
    const scores = this.#emptyScores(last + 1);
    const all = isScored ? this.#text.every(terms) : { rows: this.#text.rowsWithEvery(terms) };
    const having = excluded === undefined ? all.rows : all.rows.filter((row) => excluded[row] === 0);
    fillScores(scores, all);
    const nearest: number[] = [];
    if (wantsIncomplete(having)) {
      const isWanted = (row: number) => scores[row] === 0 && excluded?.[row] !== 1 && accepts(row);
      for (const { row, score } of this.#incomplete(terms, isWanted, options.isNarrow())) {
        nearest.push(row);
        scores[row] = score;
      }
    }
    if (isScored) this.#favourNeighbours(terms, scores);
    const lacking = new Set(nearest);
    const read = new Set([...terms, ...unwanted].map(({ shown }) => shown));
    const tooCommon = [...understood, ...query.excluded].filter(({ shown }) => !read.has(shown));
    return {
      ...{ rows: having, nearest: Int32Array.from(nearest), scores, excluded, unknown, corrected },
      isByAbstract: (row) => this.#text.isByAbstract(terms, row, !lacking.has(row)),
      tooCommon: tooCommon.map(({ shown }) => shown),
      cut: [...terms, ...unwanted].filter((term) => this.#isCut(term)).map(({ shown }) => shown),
    };
  }

  #isCut({ alternatives: [first] }: Term): boolean {
    return first?.prefix === true && this.#text.beginning(first.words.at(-1) ?? '').isCut;
  }

  /** The terms whose postings may all be read: from the rarest on, each with as many alternatives as fit. */
  #affordable(terms: readonly Term[], most: number): readonly Term[] {
    const costs = new Map(terms.map((term) => [term, term.alternatives.map((one) => this.#text.cost(one))]));
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

  #emptyScores(length: number): Float64Array {
    if (this.#scores.length === length) this.#scores.fill(0);
    else this.#scores = new Float64Array(length);
    return this.#scores;
  }

  /** The best matches that lack a word: BM25F times the root of their coverage. */
  #incomplete(
    terms: readonly Term[],
    accepts: (row: number) => boolean,
    isNarrow: boolean,
  ): { row: number; score: number }[] {
    const plain = terms.filter((term) => term.plain);
    if (plain.length === 0) return [];
    // A quoted phrase and a prefix are required: no row may lack them.
    const fixed = terms.filter((term) => !term.plain);
    const having = fixed.length === 0 ? undefined : new Set(this.#text.rowsWithEvery(fixed));
    const { rows, scores, coverage } = this.#text.some(
      broaden(plain, this.#dictionary),
      isNarrow ? MAX_POSTINGS : MAX_DOCUMENT_FREQUENCY,
    );
    const lacking = new Int32Array(rows.length);
    const values = new Float64Array(rows.length);
    let count = 0;
    for (let i = 0; i < rows.length; i++) {
      const [row, covered] = [rows[i] as number, coverage[i] as number];
      if (covered < LEAST_COVERAGE || !accepts(row)) continue;
      if (having !== undefined && !having.has(row)) continue;
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

  #understand(required: readonly Term[]) {
    const unknown: string[] = [];
    const corrected: Record<string, string> = {};
    const terms: Term[] = [];
    const seen = new Set<string>();
    let sought = 0;
    for (const term of withoutDomainStopWords(expand(required, this.#dictionary), this.#domainStopWords)) {
      // Who says a word twice asks for it once.
      if (seen.has(term.shown)) continue;
      seen.add(term.shown);
      const isKnown = this.#isKnown(term);
      if (!isKnown) unknown.push(term.shown);
      const isSought = sought < MAX_CORRECTED && (!isKnown || isDoubtful(term, this.#dictionary));
      if (isSought) sought++;
      const instead = isSought ? (isKnown ? likelierThan : correctionOf)(term, this.#dictionary) : undefined;
      if (instead !== undefined && !this.#isPersonal(term)) {
        corrected[term.shown] = instead.shown;
        terms.push(...instead.terms);
      } else if (isKnown) terms.push(term);
    }
    return { terms: this.#isUnknownName(terms, unknown, corrected) ? [] : terms, unknown, corrected };
  }

  /**
   * True for a name that no record has, beside a number, words such as Robotics or the name of a maker (`Boston Dynamics
   * BigDog`): those alone find only strangers.
   */
  #isUnknownName(
    known: readonly Term[],
    unknown: readonly string[],
    corrected: Readonly<Record<string, string>>,
  ): boolean {
    if (!this.#hasNames || unknown.length === 0 || Object.keys(corrected).length > 0) return false;
    const telling = known.filter(({ shown }) => !/^\d+$/.test(shown) && !isDecoration(shown));
    return telling.length === 0 || (!unknown.some(isEnglish) && this.#areOfOneMaker(telling));
  }

  /** True for words that together stand in the name of some record's maker. */
  #areOfOneMaker(terms: readonly Term[]): boolean {
    if (!this.#hasMakers || terms.some((term) => !term.plain)) return false;
    const lists = terms.map(({ shown }) => this.#text.inField('maker', singular(shown)));
    // `humanoid` is the name of a maker too, but hardly ever meant so.
    const isName = lists.every((rows, i) => rows.length * 2 >= this.count(singular(terms[i]?.shown ?? '')));
    const [first = [], ...others] = isName ? lists : [];
    const sets = others.map((rows) => new Set(rows));
    return first.some((row) => sets.every((rows) => rows.has(row)));
  }

  /** True for a person's name, which has no slip for being rare. */
  #isPersonal({ plain, shown }: Term): boolean {
    return plain && this.#personal.some((field) => this.#text.inField(field, shown).length > 0);
  }

  #isKnown(term: Term): boolean {
    return term.alternatives.some(({ words, prefix }) =>
      words.every((word, i) =>
        prefix && i === words.length - 1
          ? this.#dictionary.hasPrefix(word)
          : this.#dictionary.count(word) > 0,
      ),
    );
  }

  /** Words that are adjacent as in the query are worth more than the same words elsewhere in the field. */
  #favourNeighbours(terms: readonly Term[], scores: Float64Array): void {
    for (let i = 0; i + 1 < terms.length; i++) {
      const words = terms.slice(i, i + 2).flatMap((term) => term.alternatives[0]?.words ?? []);
      if (words.some((word) => this.#dictionary.count(word) === 0)) continue;
      for (const row of this.#text.withPhrase(words)) {
        scores[row] = (scores[row] as number) * (1 + NEIGHBOUR_BONUS);
      }
    }
  }
}

function fillScores(
  into: Float64Array,
  { rows, scores }: { readonly rows: Int32Array; readonly scores?: Float64Array },
): void {
  if (scores === undefined) for (let i = 0; i < rows.length; i++) into[rows[i] as number] = 1;
  else for (let i = 0; i < rows.length; i++) into[rows[i] as number] = scores[i] as number;
}
