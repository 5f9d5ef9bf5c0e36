import data from '../../../dataset/taxonomy/synonyms.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { stems } from '../../text/plural.ts';

/** The longest phrase of any group, in words. */
export const longestSynonym = lazily(() =>
  Math.max(...data.groups.flat().map((phrase) => stems(phrase).length)),
);

const byPhrase = lazily(buildGroups);

/**
 * Phrases that mean the same as these words (folded and singular, next to each other), each as its words.
 * Works both ways: `mpc` gives `model predictive control` and the other way round. Empty if there are none.
 */
export function synonymsOf(phrase: readonly string[]): readonly (readonly string[])[] {
  return byPhrase().get(phrase.join(' ')) ?? [];
}

function buildGroups(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const found = new Map<string, (readonly string[])[]>();
  for (const group of data.groups) {
    const phrases = group.map((phrase) => stems(phrase));
    for (const phrase of phrases) {
      const key = phrase.join(' ');
      const others = phrases.filter((other) => other.join(' ') !== key);
      found.set(key, [...(found.get(key) ?? []), ...others]);
    }
  }
  return found;
}
