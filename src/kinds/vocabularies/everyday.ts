import data from '../../../dataset/taxonomy/everyday.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { stems } from '../../text/plural.ts';

/** The longest everyday phrase, in words. */
export const longestEveryday = lazily(() =>
  Math.max(...data.groups.flatMap(({ say }) => say.map((phrase) => stems(phrase).length))),
);

const byPhrase = lazily(buildGroups);

/**
 * Terms of the field that somebody may mean who says these words (folded and singular, next to each other):
 * `grandma` means `elderly` and `companion`. One way only: who says `companion` does not mean a grandmother.
 */
export function everydayMeanings(phrase: readonly string[]): readonly (readonly string[])[] {
  return byPhrase().get(phrase.join(' ')) ?? [];
}

function buildGroups(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const found = new Map<string, (readonly string[])[]>();
  for (const { say, mean } of data.groups) {
    const meanings = mean.map((phrase) => stems(phrase));
    for (const phrase of say) {
      const key = stems(phrase).join(' ');
      const known = found.get(key) ?? [];
      found.set(key, [...known, ...meanings.filter((meaning) => meaning.join(' ') !== key)]);
    }
  }
  return found;
}
