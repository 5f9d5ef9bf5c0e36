import everyday from '../../../dataset/taxonomy/everyday.json' with { type: 'json' };
import keywords from '../../../dataset/taxonomy/keywords.json' with { type: 'json' };
import synonyms from '../../../dataset/taxonomy/synonyms.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { stems } from '../../text/fold.ts';

/** The words of a phrase, folded and singular. */
type Phrase = readonly string[];

/** The longest phrase of any group of synonyms, in words. */
export const longestSynonym = lazily(() => longest(synonyms.groups.flat()));

/** The longest everyday phrase, in words. */
export const longestEveryday = lazily(() => longest(everyday.groups.flatMap(({ say }) => say)));

const bySynonym = lazily(() => phrasesFor(synonyms.groups.map(asSaidAndMeant)));
const byKeyword = lazily(() => phrasesFor([...synonyms.groups, ...keywords.groups].map(asSaidAndMeant)));
const byEveryday = lazily(() => phrasesFor(everyday.groups));

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

/**
 * Terms of the field that somebody may mean who says these words: `grandma` means `elderly` and `companion`. One way
 * only: who says `companion` does not mean a grandmother.
 */
export function everydayMeanings(phrase: Phrase): readonly Phrase[] {
  return byEveryday().get(phrase.join(' ')) ?? [];
}

function asSaidAndMeant(group: readonly string[]) {
  return { say: group, mean: group };
}

function longest(phrases: readonly string[]): number {
  return Math.max(...phrases.map((phrase) => stems(phrase).length));
}

/** The phrases that each phrase stands for, itself excluded. */
function phrasesFor(
  groups: readonly { readonly say: readonly string[]; readonly mean: readonly string[] }[],
): ReadonlyMap<string, readonly Phrase[]> {
  const found = new Map<string, Phrase[]>();
  for (const { say, mean } of groups) {
    const meanings = mean.map((phrase) => stems(phrase));
    for (const phrase of say) {
      const key = stems(phrase).join(' ');
      const others = meanings.filter((meaning) => meaning.join(' ') !== key);
      found.set(key, [...(found.get(key) ?? []), ...others]);
    }
  }
  return found;
}
