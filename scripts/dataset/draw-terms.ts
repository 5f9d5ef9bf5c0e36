import { stems } from '../../src/text/fold.ts';
import { isStopWord } from '../../src/text/query.ts';

/** A term is in at least so many texts and titles: what fewer have would tell one text from the others. */
const LEAST = 3;
/** A stem of more texts than this says little. */
const MOST_TEXTS = 2000;
/** So often a stem that names a subject stands in a title, for each text that has it; `elegantly` never does. */
const LEAST_TITLES = 0.05;

/**
 * The distinctive stems of each text, in alphabetical order: at most `most`, those in the fewest texts, without the
 * stems of its own title.
 */
export function drawTerms(
  texts: readonly { readonly id: string; readonly text: string }[],
  titles: ReadonlyMap<string, string>,
  most: number,
): Map<string, string[]> {
  const inTitles = countEach([...titles.values()].map((title) => new Set(stems(title))));
  const candidates = texts.map(({ id, text }) => {
    const own = new Set(stems(titles.get(id) ?? ''));
    const found = stems(text).filter(
      (stem) => /^[a-z]{3,40}$/.test(stem) && !isStopWord(stem) && !own.has(stem),
    );
    return { id, found: new Set(found) };
  });
  const inTexts = countEach(candidates.map(({ found }) => found));
  const isDistinctive = (stem: string) => {
    const [named, said] = [inTitles.get(stem) ?? 0, inTexts.get(stem) ?? 0];
    return said >= LEAST && said <= MOST_TEXTS && named >= LEAST && named >= LEAST_TITLES * said;
  };
  const rarer = (a: string, b: string) => (inTexts.get(a) ?? 0) - (inTexts.get(b) ?? 0) || (a < b ? -1 : 1);
  const drawn = new Map<string, string[]>();
  for (const { id, found } of candidates) {
    const chosen = [...found].filter(isDistinctive).sort(rarer).slice(0, most).sort();
    if (chosen.length > 0) drawn.set(id, chosen);
  }
  return drawn;
}

/** In how many sets each word is. */
function countEach(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
