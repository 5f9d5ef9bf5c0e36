import type { Kind, KindIndex } from '../kinds/kinds.ts';
import { withoutMeasures } from '../kinds/vocabularies/measures.ts';
import { namedBy } from '../text/company-names.ts';
import { fold, singular, words } from '../text/fold.ts';
import { BETWEEN_NAMES, isStopWord, parseQuery, type TextQuery } from '../text/query.ts';
import { countUpTo, passes } from './filter-rows.ts';
import type { Filter } from './filters/filters.ts';
import { type KindNames, MAX_NAMED, type NamedRecords } from './kind-names.ts';
import { indexesOf, rowsOutside, withFirst } from './masks.ts';
import type { Matcher } from './matcher.ts';
import { fuse } from './meaning/fusion.ts';
import type { RecordMeanings } from './meaning/record-meanings.ts';
import { type NamedRows, namedIn, noneNamed } from './named.ts';
import { noneLeftOut, type TextMatch } from './search.ts';
import { isTellingName } from './short-names.ts';
import { roundScore } from './sort.ts';
import { foundByMeaning } from './weights.ts';

export interface MatchTextOptions {
  /** When rows that lack a word are listed. */
  readonly incomplete?: 'always' | 'if none is complete' | 'never';
  /** Of incomplete matches only rows that pass these are worth adding. */
  readonly filters?: readonly Filter[];
  /** False where scores decide nothing; then they mean nothing. */
  readonly isScored?: boolean;
  /** The query with words that a match need not have; what has some of them comes near. */
  readonly wider?: TextQuery | undefined;
  /** What rows score by words that they need not have. */
  readonly ranks?: Float64Array | undefined;
  /** True where rows are found by what they mean, too. */
  readonly byMeaning?: boolean;
  /** The words by whose meaning; those of the query if left out. */
  readonly meant?: string | undefined;
}

/** So many words name a record, if so few others are named by them. */
const LEAST_TITLED = 2;
const MAX_TITLED = 3;

/** What words that a record need not have add to its score, beside those that it must have. */
const RANKING_SHARE = 0.5;
/** Where the table knows a smaller share of the words, what it would find is about something else. */
const FEWEST_KNOWN = 0.5;

/** Where so many records have every word, those that lack one are not ranked: they would cost as much again. */
const ENOUGH_COMPLETE = 50;

/** With no more rows that pass the filters, a word that many others have brings in a row too. */
const NARROW = 3000;

/** Of contests that have every word so many at most are meant. */
const FEW_MEANT = 2;

/** What of a kind a text is matched against. */
interface Matched<K extends Kind> {
  readonly index: KindIndex<K>;
  readonly records: NamedRecords<K>;
  readonly names: KindNames<K>;
  readonly matcher: Matcher;
  readonly meanings: RecordMeanings<K>;
  /** Rows, counted from 1, that a newer one has replaced. */
  readonly hidden: ReadonlySet<number>;
  /** What rows gain by their dates, by index. */
  recency(): ((row: number) => number) | undefined;
  /** What rows gain by how many know them. */
  renown(): ((row: number) => number) | undefined;
}

/** Finds the records of a kind that a text means: those that it names, and those that match its words. */
export class TextMatcher<K extends Kind> {
  readonly #index: KindIndex<K>;
  readonly #records: NamedRecords<K>;
  readonly #names: KindNames<K>;
  readonly #matcher: Matcher;
  readonly #meanings: RecordMeanings<K>;
  readonly #hidden: ReadonlySet<number>;
  readonly #gains: Pick<Matched<K>, 'recency' | 'renown'>;

  constructor({ index, records, names, matcher, meanings, hidden, ...gains }: Matched<K>) {
    this.#index = index;
    this.#records = records;
    this.#names = names;
    this.#matcher = matcher;
    this.#meanings = meanings;
    this.#hidden = hidden;
    this.#gains = gains;
  }

  /** True for a text that is a name of records, or a list of such names. */
  isNamed(text: string): boolean {
    if (this.#names.named(text).length > 0) return true;
    const { one, several } = this.#namedIn(text);
    return one.length + several.length > 0;
  }

  /** Rows whose name is exactly the text, and rows that match its words. */
  match(query: TextQuery, options: MatchTextOptions = {}): TextMatch {
    const { incomplete = 'always', filters = [], isScored = true, wider } = options;
    const { exact, one, isList } = this.#exactly(query);
    const isPassing = (index: number) => passes(index, filters);
    // What is asked of a name may be asked of another that the filters leave: `Gen3 top speed` of a certain maker.
    if (one.length > 0 && !one.some(isPassing))
      return this.match(parseQuery(withoutMeasures(this.#index.kind, query.text)), options);
    let named: readonly number[] = [...exact];
    const found = this.#matcher.match(query, {
      last: this.#records.size,
      hidden: this.#hiddenOr(query),
      accepts: (row) => isPassing(row - 1),
      isNarrow: () => filters.length > 0 && this.#passingUpTo(NARROW + 1, filters) <= NARROW,
      isScored,
      wider,
      wantsIncomplete: (complete, isKnown) => {
        // Who names a record wants no other that is somewhat like it.
        if (exact.size > 0 || incomplete === 'never') return false;
        const passing = countUpTo(ENOUGH_COMPLETE, complete, (row) => isPassing(row - 1));
        if (passing > 0) return incomplete === 'always' && passing < ENOUGH_COMPLETE;
        named = this.#meantAmong(complete, isKnown, query.text, filters);
        return named.length === 0;
      },
    });
    const scores = found.scores.subarray(1);
    const [complete, lacking] = [indexesOf(found.rows), indexesOf(found.nearest)];
    const byCategory = exact.size > 0 ? [] : this.#byCategory(found, options);
    if (isScored) {
      const [recency, renown] = [this.#gains.recency(), this.#gains.renown()];
      const having = Int32Array.from([...complete, ...byCategory]);
      addToScores(having, scores, [recency, renown], options.ranks);
      // Who lacks a word is not what is asked for, however many know it.
      addToScores(lacking, scores, [recency], options.ranks);
    }
    // A subject may be the title of a text, too, which nobody means who finds others by it.
    const isSubject = !this.#hasNames && complete.some(isPassing);
    const isNamed = isSubject ? named.some(isPassing) : named.length > 0;
    const byWords = { complete, byCategory, lacking: [...lacking], scores };
    const nearest = isNamed
      ? [...byCategory, ...lacking]
      : this.#alsoByMeaning(query, options, found, byWords);
    const isEmpty = !isNamed && nearest.length > 0 && !complete.some(isPassing);
    return {
      // Who lists names wants these records side by side, and nothing else.
      rows: this.#allBut(query, found) ?? withFirst(exact, isList ? complete.subarray(0, 0) : complete),
      scores,
      exact,
      keptOut: isSubject ? [] : named.filter((index) => !isPassing(index)),
      nearest,
      byCategory,
      emptiedBy: isEmpty ? this.#emptiedBy(found, filters) : [],
      ...(exact.size > 0 ? asNamed : howRead(query, found)),
    };
  }

  /** The rows that the text names, if it is nothing but names; `one` are those of a single name with what is asked of it. */
  #exactly({ text, excluded }: TextQuery) {
    // Who excludes something names no record by the whole text.
    if (excluded.length > 0) return { exact: new Set<number>(), one: [], isList: false };
    const exact = this.#names.named(text);
    const { one, several } = exact.length > 0 ? noneNamed : this.#namedIn(text);
    return { exact: new Set([...exact, ...one, ...several]), one, isList: several.length > 0 };
  }

  /** Of rows that have every word, none of which passes the filters, those that are meant all the same. */
  #meantAmong(
    complete: Int32Array,
    isKnown: boolean,
    text: string,
    filters: readonly Filter[],
  ): readonly number[] {
    const named = filters.length > 0 ? this.#namedAmong(complete, text) : [];
    // What has every word is what was meant, though it is closed by now.
    const isMeant = isKnown && this.#hasCallingTitles && complete.length <= FEW_MEANT;
    return named.length === 0 && isMeant ? [...indexesOf(complete)] : named;
  }

  #emptiedBy({ countWithoutEach }: ReturnType<Matcher['match']>, filters: readonly Filter[]) {
    const counts = countWithoutEach((row) => passes(row - 1, filters));
    return counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  }

  /** The rows that a query leaves that only excludes; undefined for any other. */
  #allBut({ required, excluded }: TextQuery, found: ReturnType<Matcher['match']>): Int32Array | undefined {
    if (required.length > 0 || excluded.length === 0) return undefined;
    return rowsOutside(found.excluded?.subarray(1), this.#records.size);
  }

  /** Rows that have a word only as all of their category have it, where such are listed. */
  #byCategory(
    { rows, byCategory }: ReturnType<Matcher['match']>,
    { incomplete = 'always', filters = [] }: MatchTextOptions,
  ): number[] {
    const isPassing = (row: number) => passes(row - 1, filters);
    if (incomplete === 'never' || (incomplete !== 'always' && rows.some(isPassing))) return [];
    return [...indexesOf(byCategory.filter(isPassing))];
  }

  /** The rows beside those that have every word, in one order with them by what they mean. */
  #alsoByMeaning(
    query: TextQuery,
    { byMeaning = false, meant, incomplete = 'always', filters = [] }: MatchTextOptions,
    { corrected, excluded, isStrange, fixed, nearest }: ReturnType<Matcher['match']>,
    found: Omit<Parameters<typeof fuse>[0], 'titled'>,
  ): readonly number[] {
    const isSought =
      byMeaning && incomplete === 'always' && !isStrange && foundByMeaning.has(this.#index.kind);
    const meaning = isSought ? this.#meanings.of(meantText(meant, query, corrected)) : undefined;
    if (meaning === undefined || meaning.known < FEWEST_KNOWN) return [...found.byCategory, ...found.lacking];
    const having = fixed();
    const isCorrected = Object.keys(corrected).length > 0;
    const called = isCorrected ? this.#called(meantText(undefined, query, corrected)) : [];
    const titled = called.length > 0 ? called : this.#titled(query, corrected, found.complete, nearest);
    // Thousands of rows are tested, mostly for nothing.
    const isAnyWanted =
      this.#hidden.size + filters.length === 0 && excluded === undefined && having === undefined;
    const isWanted = (row: number) =>
      !this.#hidden.has(row + 1) &&
      excluded?.[row + 1] !== 1 &&
      having?.[row + 1] !== 0 &&
      passes(row, filters);
    return fuse({ ...found, titled }, meaning, this.#meanings, isAnyWanted ? () => true : isWanted);
  }

  /** Rows of which a text without slips is the name. */
  #called(text: string): readonly number[] {
    const named = this.#names.named(text);
    return named.length > 0 ? named : this.#namedIn(text).one;
  }

  /** Of rows that have every word those whose name or title has them as they were written, if these are few; or else those that a word names. */
  #titled(
    { required }: TextQuery,
    corrected: Readonly<Record<string, string>>,
    complete: Int32Array,
    lacking: Int32Array,
  ): number[] {
    const [field] = this.#index.text;
    const asked = required.flatMap(({ plain, stop, alternatives: [written] }) =>
      plain && !stop ? (written?.words ?? []).map((word) => corrected[word] ?? word) : [],
    );
    if (field === undefined || asked.length < LEAST_TITLED) return [];
    const lists = asked.map((word) => new Set(this.#matcher.text.inField(field.name, singular(word))));
    const rows = [...complete].filter((index) => lists.every((rows) => rows.has(index + 1)));
    if (rows.length > 0) return rows.length <= MAX_TITLED ? rows : [];
    const listed = new Set(indexesOf(lacking));
    const named = asked.map((word) => this.#namedInPart(word).filter((index) => listed.has(index)));
    // Of `Black Panther` the rarer word is the name.
    return named.filter((found) => found.length > 0).sort((a, b) => a.length - b.length)[0] ?? [];
  }

  /** What each row scores by the words of a query, however few of them it has. */
  scoresOf(query: TextQuery): Float64Array {
    return this.#matcher.scoresOf(query, this.#records.size).subarray(1);
  }

  /** How many rows pass the filters, as far as `most`. */
  #passingUpTo(most: number, filters: readonly Filter[]): number {
    let count = 0;
    for (let index = 0; index < this.#records.size && count < most; index++)
      if (passes(index, filters)) count++;
    return count;
  }

  /** The rows of one name with what is asked of it (`speed of H1`), or of several, if the text is nothing but these. */
  #namedIn(text: string): NamedRows {
    for (const names of namesListed(text)) {
      const listed: number[] = [];
      // Of a sentence the first part is no name, and the others need not be looked up.
      const areNamed = names.every((name) => {
        const rows = this.#names.named(name);
        listed.push(...rows);
        return rows.length > 0;
      });
      if (areNamed) return { ...noneNamed, several: [...new Set(listed)] };
    }
    // Standards are called by their numbers, as things are by their names; papers by short names, not by titles.
    const isCalled = this.#names.hasShortNames;
    if (!this.#hasNames && !isCalled && this.#index.kind !== 'certification') return noneNamed;
    return namedIn(text, withoutMeasures(this.#index.kind, text), {
      exactly: (name) =>
        !isCalled ? this.#names.named(name) : isTellingName(name) ? this.#names.called(name) : [],
      inPart: (word) => this.#namedInPart(word),
    });
  }

  /** Rows with a name that has the word, where it is hardly anything but a name. */
  #namedInPart(word: string): number[] {
    if (!this.#hasNames) return [];
    const rows = indexesOf(this.#matcher.text.inField('name', singular(word)));
    const isName = rows.length <= MAX_NAMED && rows.length * 2 >= this.#matcher.count(singular(word));
    return isName ? [...rows] : [];
  }

  /** Contests are called by the words of their titles, as things are by their names. */
  get #hasCallingTitles(): boolean {
    return this.#index.kind === 'challenges';
  }

  /** True for kinds whose records are things with names, not texts with titles. */
  get #hasNames(): boolean {
    return this.#index.text.some(({ name }) => name === 'name');
  }

  /** Of a few rows those that the text names: all its words stand in one of their names, or in maker and model. */
  #namedAmong(rows: Int32Array, text: string): number[] {
    if (!this.#hasNames || rows.length > MAX_NAMED) return [];
    // `Is the Unitree G1` is a name with words of asking around it.
    const isTelling = (word: string) => !isStopWord(word);
    const isNamed = namedBy(words(fold(text)).filter(isTelling).join(' '));
    return [...indexesOf(rows)].filter((index) =>
      this.#index.keys(this.#records.record(index)).some(isNamed),
    );
  }

  /** Rows that were replaced, and those with a name that is excluded. */
  #hiddenOr({ excluded }: TextQuery): ReadonlySet<number> {
    if (excluded.length === 0) return this.#hidden;
    const named = excluded.flatMap(({ shown }) => this.#names.named(shown)).map((index) => index + 1);
    return new Set([...this.#hidden, ...named]);
  }
}

/** What is told of words that were found, and of those that name a record. */
function howRead({ beyond }: TextQuery, found: ReturnType<Matcher['match']>) {
  const { unknown, corrected, tooCommon, cut } = found;
  const isByAbstract = (index: number) => found.isByAbstract(index + 1);
  return { isByAbstract, unknown, corrected, leftOut: { beyond, tooCommon, cut } };
}

const asNamed = { unknown: [], corrected: {}, leftOut: noneLeftOut };

/** The words of a query as they were understood, without those that are excluded. */
function meantText(
  meant: string | undefined,
  { text, required, excluded }: TextQuery,
  corrected: Readonly<Record<string, string>>,
): string {
  const asked = excluded.length === 0 ? (meant ?? text) : required.map(({ shown }) => shown).join(' ');
  return words(fold(asked))
    .map((word) => corrected[word] ?? word)
    .join(' ');
}

/** What is new or widely known gains, and what has words that a record need not have. */
function addToScores(
  indexes: Int32Array,
  scores: Float64Array,
  gains: readonly (((row: number) => number) | undefined)[],
  ranks: Float64Array | undefined,
): void {
  for (let i = 0; i < indexes.length; i++) {
    const index = indexes[i] as number;
    let bonus = RANKING_SHARE * (ranks?.[index] ?? 0);
    for (const gain of gains) bonus += gain?.(index) ?? 0;
    scores[index] = roundScore((scores[index] as number) + bonus);
  }
}

/** More are no list of names. */
const MOST_LISTED = 10;

/**
 * Two names and more in quotes, or with words and signs of a list between them: titles have several words each, and
 * commas in them.
 */
function namesListed(text: string): readonly (readonly string[])[] {
  // In a long run of spaces each would be tried as the first of a sign.
  const line = text.replace(/[^\S\n]+/g, ' ');
  const quoted = [...line.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  const ways = quoted.length > 1 ? [quoted] : [line.split(BETWEEN_TITLES), line.split(BETWEEN_NAMES)];
  return ways.filter(({ length }) => length > 1 && length <= MOST_LISTED);
}

const BETWEEN_TITLES = /\s*[;\n]\s*|,?\s+(?:and|or|vs\.?|versus)\s+/i;
