import { meaningWords } from '../../src/search/meaning/words.ts';
import { isStopWord } from '../../src/text/query.ts';

/** A question that shares so much of its words with a judged one may not be trained on. */
const MOST_OVERLAP = 0.6;
/** Fewer words are a term of the field, which everybody uses. */
const FEWEST_WORDS = 3;

/** What a text is about: its words, each once, without those that every question has. */
function contentWords(text: string): ReadonlySet<string> {
  return new Set(meaningWords(text).filter((word) => !isStopWord(word)));
}

/** Tells of a text whether it shares 0.6 of its words, or of the other's where that has more, with one of these queries. */
export function overlapWith(queries: Iterable<string>): (text: string) => string | undefined {
  const judged = [...new Set(queries)]
    .map((text) => ({ text, words: contentWords(text) }))
    .filter(({ words }) => words.size >= FEWEST_WORDS);
  const having = new Map<string, number[]>();
  for (const [place, { words }] of judged.entries())
    for (const word of words) having.set(word, [...(having.get(word) ?? []), place]);
  return (text) => {
    const own = contentWords(text);
    if (own.size < FEWEST_WORDS) return undefined;
    const shared = new Map<number, number>();
    for (const word of own)
      for (const place of having.get(word) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1);
    for (const [place, count] of shared) {
      const other = judged[place];
      if (other !== undefined && count >= MOST_OVERLAP * Math.max(own.size, other.words.size))
        return other.text;
    }
    return undefined;
  };
}
