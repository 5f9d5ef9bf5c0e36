import { lazily } from '../../lib/lazily.ts';
import { isStopWord } from '../../text/query.ts';
import { baseForm } from '../../text/word-forms.ts';
import { everydayTable, keywordTable, type Phrase, synonymTable } from './phrase-tables.ts';

/** So many other words may stand between those of an everyday phrase. */
const WORDS_BETWEEN = 3;

const bySynonym = lazily(() => new Map(synonymTable().phrases));
const byKeyword = lazily(() => new Map(keywordTable().phrases));
const byEveryday = lazily(() => {
  const { adjacent, apart, longest } = everydayTable();
  return { adjacent: new Map(adjacent), apart: new Map(apart), longest };
});

/** The longest phrase of any group of synonyms, in words. */
export function longestSynonym(): number {
  return synonymTable().longest;
}

/**
 * Phrases that mean the same as these words (folded and singular, next to each other), each as its words.
 * Works both ways: `mpc` gives `model predictive control` and the other way round. Empty if there are none.
 */
export function synonymsOf(phrase: Phrase): readonly Phrase[] {
  return bySynonym().get(phrase.join(' ')) ?? [];
}

/**
 * As synonymsOf, for keywords of records: also what a trade calls them, which is too wide for words of a text. Who asks
 * for makers of `strain wave gears` means `harmonic-drives`, and for `agritech` every farm robot.
 */
export function keywordAliasesOf(phrase: Phrase): readonly Phrase[] {
  return byKeyword().get(phrase.join(' ')) ?? [];
}

/** An everyday phrase that stands in a text. */
export interface EverydayPhrase {
  /** The places of its words, without stop words where it has others. */
  readonly at: readonly number[];
  /** Terms of the field that somebody may mean who says so. */
  readonly meanings: readonly Phrase[];
  /** All words of a phrase of which only one is no stop word: `out of business` is no business. */
  readonly idiom?: Phrase;
}

/**
 * The everyday phrases in a list of words (folded and singular, stop words among them): `grandma` means `elderly` and
 * `companion`. One way only: who says `companion` does not mean a grandmother. The words of a phrase with two and more
 * that are no stop words may stand in any order and form and a few words apart: `picking ripe fruit` is `pick fruit`.
 */
export function everydayIn(words: readonly string[]): readonly EverydayPhrase[] {
  const { adjacent, apart, longest } = byEveryday();
  const found: EverydayPhrase[] = [];
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= Math.min(words.length, start + longest); end++) {
      const meanings = adjacent.get(words.slice(start, end).join(' '));
      if (meanings === undefined) continue;
      const places = words.slice(start, end).map((_, i) => start + i);
      const telling = places.filter((at) => !isStopWord(words[at] as string));
      const isIdiom = telling.length === 1 && places.length > 1;
      found.push({
        at: telling.length > 0 ? telling : places,
        meanings,
        ...(isIdiom && { idiom: words.slice(start, end) }),
      });
    }
  }
  const places = new Map(words.map((word, at) => [baseForm(word), at]));
  for (const word of places.keys()) {
    for (const { parts, meanings } of apart.get(word) ?? []) {
      const at = parts.flatMap((part) => places.get(part) ?? []);
      if (at.length === parts.length && Math.max(...at) - Math.min(...at) < parts.length + WORDS_BETWEEN) {
        found.push({ at, meanings });
      }
    }
  }
  return found;
}

/** What a whole phrase means in everyday speech. */
export function everydayMeanings(phrase: Phrase): readonly Phrase[] {
  const telling = phrase.filter((word) => !isStopWord(word)).length || phrase.length;
  return everydayIn(phrase).flatMap(({ at, meanings }) => (at.length === telling ? meanings : []));
}
