import type { Publication } from '../kinds/publications/publication.ts';
import { fold, singular, words } from '../text/fold.ts';
import { isStopWord } from '../text/query.ts';
import type { Filter } from './filters/filters.ts';
import type { KindStore } from './kind-store.ts';
import { best, type Related } from './related.ts';
import { relatedWeights } from './weights.ts';

/** So many papers are looked at that seem to mean the most like one. */
const CANDIDATES = 2000;
/** Of long author lists so many count, from the first on. */
const AUTHORS_READ = 12;
/** A word that more papers have than this tells none from another. */
const COMMON_WORD = 8000;
/** Words that are named as a reason. */
const WORDS_NAMED = 3;
const SAID_OF_HIDDEN = 'what its abstract says';
/** In tenths of a word of a title; longer ones are no further away. */
const MOST_LENGTH = 1000;

type Papers = KindStore<'publications'>;

/**
 * Papers like one: by what they mean, words that stand in both titles, words of the abstracts by which papers are searched, and
 * authors; each counts by how few papers have it. Long titles have more words by chance, and old papers are further away.
 */
export function relatedPapers(store: Papers, index: number): Related {
  const { title, authors, published } = store.record(index);
  const own = contentWords(title);
  let likeness: Likeness | undefined;
  const like = (filters: readonly Filter[]) => {
    const scored = new Likeness(store);
    for (const word of own.keys()) scored.addTitleWord(word);
    for (const term of store.indexTermsOf(index)) scored.addIndexTerm(term);
    scored.scale(Number(published.slice(0, 4)));
    for (const author of authors.slice(0, AUTHORS_READ)) scored.addAuthor(author);
    scored.addMeaning(store.meaningLike(index, CANDIDATES));
    likeness = scored;
    return best(index, scored.found(), scored.scores, filters);
  };
  const why = (row: number, record: object): string => {
    const other = record as Pick<Publication, 'title' | 'authors'>;
    const shared = [...contentWords(other.title).keys()].filter((word) => own.has(word));
    const named = likeness?.rarest(shared).map((word) => own.get(word) as string) ?? [];
    const people = authors.slice(0, AUTHORS_READ).filter((author) => other.authors.includes(author));
    return [
      ...(named.length > 0 ? [named.join(', ')] : []),
      ...(people.length > 2 ? [`${people.length} authors`] : people),
      ...(named.length + people.length === 0 || likeness?.isMostlyHidden(row) ? [SAID_OF_HIDDEN] : []),
    ].join('; ');
  };
  return { like, why };
}

/** The words of a title that say something, by their stems, each as it is written. */
function contentWords(title: string): ReadonlyMap<string, string> {
  // A letter by itself, as of `T-resilience`, stands for something else in every title.
  const found = words(fold(title)).filter((word) => word.length > 1 && !isStopWord(word));
  return new Map(found.map((word) => [singular(word), word]));
}

/** Scores by row, term at a time. */
class Likeness {
  readonly #store: Papers;
  readonly scores: Float64Array<ArrayBuffer>;
  /** What of a score can be seen: words of the title and authors. */
  readonly #seen: Float64Array;
  /** How many titles have each word that was added. */
  readonly #titled = new Map<string, number>();

  constructor(store: Papers) {
    this.#store = store;
    this.scores = new Float64Array(store.size);
    this.#seen = new Float64Array(store.size);
  }

  addTitleWord(word: string): void {
    const [titled, hinted] = [this.#store.inField('title', word), this.#store.withIndexTerm(word)];
    const worth = this.#worth(titled.length + hinted.length);
    this.#titled.set(word, titled.length);
    this.#add(titled, worth, true);
    this.#add(hinted, worth * relatedWeights.titleWordInAbstract, false);
  }

  addIndexTerm(term: string): void {
    const hinted = this.#store.withIndexTerm(term);
    const worth = this.#worth(this.#store.inField('title', term).length + hinted.length);
    this.#add(hinted, worth * relatedWeights.abstractWord, false);
  }

  addAuthor(author: string): void {
    const name = words(fold(author));
    if (name.length < 2) return;
    const rows = this.#store.withPhrase(name);
    this.#add(rows, relatedWeights.author * this.#information(rows.length), true);
  }

  /** Less for long titles and abstracts, and for papers of other years. */
  scale(year: number): void {
    const { scores } = this;
    const dates = this.#store.dates('published').numbers;
    const lengthOf = this.#store.lengthsOf('title');
    const ofLength = new Float64Array(MOST_LENGTH);
    for (let row = 0; row < scores.length; row++) {
      if (scores[row] === 0) continue;
      const tenths = 10 * lengthOf(row) + 3 * this.#store.indexTermCount(row);
      const length = Math.min(tenths, MOST_LENGTH - 1);
      // Powers take longer than all else here.
      if (ofLength[length] === 0) ofLength[length] = (10 + length / 10) ** -relatedWeights.length;
      const years = Math.min(10, Math.abs(Math.floor((dates[row] as number) / 10_000) - year));
      const share = (1 - relatedWeights.year * years) * (ofLength[length] as number);
      scores[row] = (scores[row] as number) * share;
      this.#seen[row] = (this.#seen[row] as number) * share;
    }
  }

  /** Adds what means the same, by cosines: the best of them is worth a share of the best by words. */
  addMeaning(cosines: ReadonlyMap<number, number>): void {
    const { scores } = this;
    let [best, most] = [0, 0];
    for (const cosine of cosines.values()) best = Math.max(best, cosine);
    for (let row = 0; row < scores.length; row++) most = Math.max(most, scores[row] as number);
    const worth = best === 0 ? 0 : (relatedWeights.meaning * (most || 1)) / best;
    for (const [row, cosine] of cosines)
      if (cosine > 0) scores[row] = (scores[row] as number) + worth * cosine;
  }

  /** True if more than half of a score is of what nobody sees. */
  isMostlyHidden(row: number): boolean {
    return (this.#seen[row] as number) * 2 < (this.scores[row] as number);
  }

  /** Of words that were added a few that the fewest titles have, in their order. */
  rarest(found: readonly string[]): readonly string[] {
    const titled = (word: string) => this.#titled.get(word) ?? 0;
    const named = new Set([...found].sort((a, b) => titled(a) - titled(b)).slice(0, WORDS_NAMED));
    return found.filter((word) => named.has(word));
  }

  found(): Int32Array {
    const rows = new Int32Array(this.scores.length);
    let count = 0;
    for (let row = 0; row < rows.length; row++) if (this.scores[row] !== 0) rows[count++] = row;
    return rows.subarray(0, count);
  }

  #add(rows: Int32Array, worth: number, isSeen: boolean): void {
    if (worth === 0) return;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      this.scores[row] = (this.scores[row] as number) + worth;
      if (isSeen) this.#seen[row] = (this.#seen[row] as number) + worth;
    }
  }

  #worth(having: number): number {
    return having > COMMON_WORD ? 0 : this.#information(having) ** relatedWeights.rarity;
  }

  /** How much it tells that a paper has what so many have, in nats. */
  #information(having: number): number {
    return Math.log(1 + (Math.max(0, this.#store.size - having) + 0.5) / (having + 0.5));
  }
}
