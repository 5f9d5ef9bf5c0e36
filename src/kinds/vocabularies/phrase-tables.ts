import everyday from '../../../dataset/taxonomy/everyday.json' with { type: 'json' };
import keywords from '../../../dataset/taxonomy/keywords.json' with { type: 'json' };
import synonyms from '../../../dataset/taxonomy/synonyms.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { stems } from '../../text/fold.ts';
import { isStopWord } from '../../text/query.ts';
import { baseForm } from '../../text/word-forms.ts';

/*
 * Phrases of the taxonomy by their folded words, as tables that are JSON. The bundler builds them once and puts their text
 * in the place of this module: folding their words takes ten times as long as reading them.
 */

/** The words of a phrase, folded and singular. */
export type Phrase = readonly string[];

type Entries<Value> = readonly (readonly [string, Value])[];

interface PhraseTable {
  /** The phrases that each phrase stands for, itself excluded. */
  readonly phrases: Entries<readonly Phrase[]>;
  /** In words. */
  readonly longest: number;
}

interface ApartPhrase {
  readonly parts: readonly string[];
  readonly meanings: readonly Phrase[];
}

interface EverydayTable {
  /** Meanings of the phrases whose words stand together. */
  readonly adjacent: Entries<readonly Phrase[]>;
  /** Phrases whose words may stand apart, by their longest word. */
  readonly apart: Entries<readonly ApartPhrase[]>;
  /** In words. */
  readonly longest: number;
}

export const synonymTable = lazily(() => phraseTable(synonyms.groups));
export const keywordTable = lazily(() => phraseTable([...synonyms.groups, ...keywords.groups]));
export const everydayTable = lazily(buildEverydayTable);

/** Words that nearly every question about robots has. */
const weightless = new Set(['robot', 'robotic', 'bot', 'machine', 'drone']);

function phraseTable(groups: readonly (readonly string[])[]): PhraseTable {
  const found = new Map<string, Phrase[]>();
  for (const group of groups) {
    const meanings = group.map((phrase) => stems(phrase));
    for (const words of meanings) {
      const key = words.join(' ');
      const others = meanings.filter((meaning) => meaning.join(' ') !== key);
      found.set(key, [...(found.get(key) ?? []), ...others]);
    }
  }
  return { phrases: [...found], longest: longest(groups.flat()) };
}

function buildEverydayTable(): EverydayTable {
  const adjacent = new Map<string, Phrase[]>();
  const apart = new Map<string, ApartPhrase[]>();
  for (const { say, mean } of everyday.groups) {
    const meanings = mean.map((phrase) => stems(phrase));
    for (const phrase of say) {
      const words = stems(phrase);
      const parts = [
        ...new Set(words.filter((word) => !isStopWord(word) && !weightless.has(word)).map(baseForm)),
      ];
      if (parts.length < 2)
        adjacent.set(words.join(' '), [...(adjacent.get(words.join(' ')) ?? []), ...meanings]);
      else {
        const key = parts.toSorted((a, b) => b.length - a.length)[0] as string;
        apart.set(key, [...(apart.get(key) ?? []), { parts, meanings }]);
      }
    }
  }
  const longestSaid = longest(everyday.groups.flatMap(({ say }) => say));
  return { adjacent: [...adjacent], apart: [...apart], longest: longestSaid };
}

function longest(phrases: readonly string[]): number {
  return Math.max(...phrases.map((phrase) => stems(phrase).length));
}
