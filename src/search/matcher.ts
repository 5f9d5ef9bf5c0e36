import type { KindIndex } from '../kinds/kinds.ts';
import { isDecoration } from '../text/company-names.ts';
import { isEnglish } from '../text/english.ts';
import { fold, singular } from '../text/fold.ts';
import type { Term, TextQuery } from '../text/query.ts';
import { correctionOf, isDoubtful, likelierThan } from './corrections.ts';
import { expand, withoutDomainStopWords } from './expansion.ts';
import { FullText } from './full-text.ts';
import { type Mask, rowsWhere } from './masks.ts';
import { bestLacking, type Meant, meaningOf } from './meaning.ts';
import type { Database } from './sqlite.ts';
import { TermDictionary } from './term-dictionary.ts';
import { NEIGHBOUR_BONUS } from './weights.ts';

/** Rows from 1, each with its score, and how the words were understood. */
interface Matches {
  /** Rows that have every word, ascending. */
  readonly rows: Int32Array;
  /** Rows that have one of them only as all of their category have it. */
  readonly byCategory: Int32Array;
  /** The best rows that lack a word. */
  readonly nearest: Int32Array;
  /** True for a row that matches by words of its abstract where nothing visible explains it. */
  isByAbstract(row: number): boolean;
  /** By row; 0 for rows that do not match. The next match reuses the vector. */
  readonly scores: Float64Array;
  /** How many rows that are wanted have every word but one, by that word; empty where many words are asked for. */
  countWithoutEach(isWanted: (row: number) => boolean): readonly WordCount[];
  /** True where no record has the name that is asked for, and what else is said finds only strangers. */
  readonly isStrange: boolean;
  /** Rows with every phrase and prefix, which none may lack; undefined where none is asked for. */
  fixed(): Mask | undefined;
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

/** A word, and how many rows have all others. */
export interface WordCount {
  readonly word: string;
  readonly count: number;
}

/** What a query asks for, and how its words were understood. */
type Meaning = Meant & Pick<Matches, 'unknown' | 'corrected' | 'isStrange'>;

interface MatchOptions {
  /** Whether rows that lack a word are listed beside these that have all; `isKnown` if some record has each word. */
  wantsIncomplete(complete: Int32Array, isKnown: boolean): boolean;
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
  /** The query with words that a match need not have. */
  readonly wider?: TextQuery | undefined;
}

/** Of queries with at most so many words each is left out to see which one empties the answer. */
const MAX_LEFT_OUT = 6;

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
  /** Of queries that are in use: a call that finds nothing asks again with fewer filters, or in another order. */
  #meanings = new WeakMap<TextQuery, Meaning>();

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
    this.#meanings = new WeakMap();
    this.#text.add(row, fields);
  }

  match(query: TextQuery, options: MatchOptions): Matches {
    const { last, hidden, accepts, wantsIncomplete, isScored, wider } = options;
    const meant = this.#meaningOf(query);
    const { terms, unwanted, unknown, corrected, isStrange, tooCommon, cut } = meant;
    const excluded =
      unwanted.length + hidden.size === 0 ? undefined : this.#text.rowsWith(unwanted, hidden, last);
    const scores = this.#emptyScores(last + 1);
    const isKnown = unknown.every((word) => corrected[word] !== undefined);
    // A word that no record has is lacking in each of them.
    const all = !isKnown ? nothing : isScored ? meant.scored() : { rows: meant.rows() };
    const having = excluded === undefined ? all.rows : rowsWhere(all.rows, (row) => excluded[row] === 0);
    fillScores(scores, all);
    const nearest: number[] = [];
    if (wantsIncomplete(having, isKnown)) {
      const isWanted = (row: number) => scores[row] === 0 && excluded?.[row] !== 1 && accepts(row);
      for (const { row, score } of bestLacking(
        wider === undefined ? meant : this.#meaningOf(wider),
        isWanted,
        options,
      )) {
        nearest.push(row);
        scores[row] = score;
      }
    }
    if (isScored) this.#favourNeighbours(terms, scores);
    const lacking = new Set(nearest);
    const saying = this.#text.sayingEvery(terms, having);
    const own = new Set(saying);
    return {
      ...{
        rows: saying,
        byCategory: having.filter((row) => !own.has(row)),
        nearest: Int32Array.from(nearest),
        scores,
        excluded,
        unknown,
        corrected,
      },
      ...{ tooCommon, cut, isStrange },
      countWithoutEach: (isWanted) =>
        this.#countWithoutEach(terms, (row) => excluded?.[row] !== 1 && isWanted(row)),
      fixed: () => meant.fixed(last + 1),
      isByAbstract: (row) => meant.isByAbstract(row, !lacking.has(row)),
    };
  }

  /** What each row scores by the words of a query, however few of them it has. */
  scoresOf(query: TextQuery, last: number): Float64Array {
    const all = new Float64Array(last + 1);
    fillScores(all, this.#meaningOf(query).some(true));
    return all;
  }

  #meaningOf(query: TextQuery): Meaning {
    const known = this.#meanings.get(query);
    if (known !== undefined) return known;
    const { terms, ...understood } = this.#understand(query);
    const isUnknown = this.#isUnknownName(query.text, terms, understood);
    const asked = { required: isUnknown ? [] : terms, excluded: query.excluded };
    const meaning = {
      ...understood,
      isStrange: isUnknown && isStrange(query.text, terms),
      ...meaningOf(asked, this.#text),
    };
    this.#meanings.set(query, meaning);
    return meaning;
  }

  #countWithoutEach(terms: readonly Term[], isWanted: (row: number) => boolean): WordCount[] {
    if (terms.length < 2 || terms.length > MAX_LEFT_OUT) return [];
    return terms.flatMap((one) => {
      if (!one.plain) return [];
      const rows = this.#text.rowsWithEvery(terms.filter((term) => term !== one));
      return { word: one.shown, count: rows.reduce((count, row) => count + (isWanted(row) ? 1 : 0), 0) };
    });
  }

  #emptyScores(length: number): Float64Array {
    if (this.#scores.length === length) this.#scores.fill(0);
    else this.#scores = new Float64Array(length);
    return this.#scores;
  }

  #understand({ text, required }: TextQuery) {
    const names = wordsWrittenAsNames(text);
    const unknown: string[] = [];
    // Words are looked up in it, and `constructor` is one.
    const corrected: Record<string, string> = Object.create(null);
    const terms: Term[] = [];
    const seen = new Set<string>();
    let sought = 0;
    const expanded = expand(required, this.#dictionary);
    for (const term of withoutDomainStopWords(expanded, this.#domainStopWords)) {
      // Who says a word twice asks for it once.
      if (seen.has(term.shown)) continue;
      seen.add(term.shown);
      const isKnown = this.#isKnown(term);
      if (!isKnown) unknown.push(term.shown);
      const isSought =
        sought < MAX_CORRECTED && !names.has(term.shown) && (!isKnown || isDoubtful(term, this.#dictionary));
      if (isSought) sought++;
      const instead = isSought ? (isKnown ? likelierThan : correctionOf)(term, this.#dictionary) : undefined;
      if (instead !== undefined && !this.#isPersonal(term)) {
        corrected[term.shown] = instead.shown;
        terms.push(...instead.terms);
      } else if (isKnown) terms.push(term);
    }
    return { terms, unknown, corrected };
  }

  /**
   * True for a name that no record has, beside a number, words such as Robotics or the name of a maker (`Boston Dynamics
   * BigDog`), or written as a name is: those alone find only strangers.
   */
  #isUnknownName(
    text: string,
    known: readonly Term[],
    { unknown, corrected }: Pick<Matches, 'unknown' | 'corrected'>,
  ): boolean {
    if (!this.#hasNames || unknown.length === 0 || Object.keys(corrected).length > 0) return false;
    const telling = known.filter(({ shown }) => !/^\d+$/.test(shown) && !isDecoration(shown));
    if (telling.length === 0) return true;
    if (unknown.some(isEnglish)) return false;
    const isName = isWrittenAsName(text) && !unknown.every(isDecoration) && !telling.some(this.#isInName);
    return isName || this.#areOfOneMaker(telling);
  }

  readonly #isInName = ({ shown }: Term): boolean => this.#text.inField('name', singular(shown)).length > 0;

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

/** Words that no record has may mean something all the same, unless they are a name. */
function isStrange(text: string, known: readonly Term[]): boolean {
  return known.length > 0 || isWrittenAsName(text);
}

/** Words with capitals or digits within, which nobody writes by a slip: `SayCan`, `VIO`. Of a text in capitals none is told. */
export function wordsWrittenAsNames(text: string): ReadonlySet<string> {
  if (!/\p{Ll}/u.test(text) && /\s/.test(text.trim())) return new Set();
  const written = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(written.filter((word) => /.[\p{Lu}\p{N}]/u.test(word)).map(fold));
}

/** A few words, each with a capital: `Brimstoke Actuation`. */
function isWrittenAsName(text: string): boolean {
  return /^\s*\p{Lu}\S*(?:\s+\p{Lu}\S*){1,3}\s*$/u.test(text);
}

const nothing = { rows: new Int32Array(0), scores: new Float64Array(0) };

function fillScores(
  into: Float64Array,
  { rows, scores }: { readonly rows: Int32Array; readonly scores?: Float64Array },
): void {
  if (scores === undefined) for (let i = 0; i < rows.length; i++) into[rows[i] as number] = 1;
  else for (let i = 0; i < rows.length; i++) into[rows[i] as number] = scores[i] as number;
}
