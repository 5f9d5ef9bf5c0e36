import languages from '../../dataset/taxonomy/languages.json' with { type: 'json' };
import { lazily } from '../lib/lazily.ts';
import type { Token } from './lex.ts';

/** The languages beside English whose words of questions are known, by ISO 639-1 code. */
export type Language = keyof typeof languages;
/** Those that are written in Latin letters, with spaces between words. */
export type LatinLanguage = 'de' | 'fr' | 'es';

export const latinLanguages: readonly LatinLanguage[] = ['de', 'fr', 'es'];

export function isLatin(language: Language): language is LatinLanguage {
  return (latinLanguages as readonly Language[]).includes(language);
}

/** Endings by which the forms of a word differ: number, gender, case. */
const endings: Readonly<Record<LatinLanguage, RegExp>> = {
  de: /(?:en|er|es|em|e|n|s)$/,
  fr: /[esx]+$/,
  es: /(?:[aeo]s?|s)$/,
};
/** A shorter word has no ending. */
const SHORTEST_STEM = 3;
/** Phrases of words are looked up to this length. */
const MAX_WORDS = 6;
/** What joins the parts of a German compound. */
const joints = ['', 's', 'n', 'en', 'es', '-'];
const SHORTEST_PART = 4;
/** A longer word is none that anybody would write. */
const LONGEST_COMPOUND = 60;

/** The words and phrases of a language with what they mean in English; empty: nothing that is searched for. */
export class Dictionary {
  readonly #language: Language;
  readonly #words: Readonly<Record<string, string>>;
  /** Words by their stems, and phrases by those of their first words: the rest of a phrase is stemmed when it is asked for. */
  readonly #byStem = lazily(() => this.#keysByStem());
  /** The first words of phrases, as they are written and their stems: where none begins, none is looked up. */
  readonly #firsts = lazily(() => this.#firstWords());

  constructor(language: Language) {
    this.#language = language;
    this.#words = languages[language];
  }

  /** What a folded phrase means, in any form of its words; undefined if it is none. */
  meaning(phrase: string): string | undefined {
    if (this.isExact(phrase)) return this.#words[phrase];
    if (!isLatin(this.#language)) return undefined;
    const key = this.#stems(phrase);
    if (this.isExact(key)) return this.#words[key];
    const alike = this.#byStem()
      .get(stemOf(firstOf(phrase), this.#language))
      ?.find((one) => this.#stems(one) === key);
    return alike === undefined ? undefined : this.#words[alike];
  }

  #keysByStem(): ReadonlyMap<string, readonly string[]> {
    const byStem = new Map<string, string[]>();
    for (const key of Object.keys(this.#words)) {
      const stem = stemOf(firstOf(key), this.#language as LatinLanguage);
      const known = byStem.get(stem);
      if (known === undefined) byStem.set(stem, [key]);
      else known.push(key);
    }
    return byStem;
  }

  #firstWords(): ReadonlySet<string> {
    const firsts = new Set<string>();
    for (const key of Object.keys(this.#words)) {
      const [first = key] = key.split(/[\s-]/, 1);
      const word = elided.exec(first)?.[1] ?? first;
      firsts.add(word).add(stemOf(word, this.#language as LatinLanguage));
    }
    return firsts;
  }

  #isFirst(word: string): boolean {
    const firsts = this.#firsts();
    return firsts.has(word) || firsts.has(stemOf(word, this.#language as LatinLanguage));
  }

  /** True for a phrase that is known in this very form. */
  isExact(phrase: string): boolean {
    return Object.hasOwn(this.#words, phrase);
  }

  /** What a German word means that is made of several: `Wischfunktion`, `Inspektionsroboter`. */
  compound(word: string): string | undefined {
    if (this.#language !== 'de' || word.length > LONGEST_COMPOUND) return undefined;
    for (let at = word.length - SHORTEST_PART; at >= SHORTEST_PART; at--) {
      const last = this.meaning(word.slice(at));
      const first = last === undefined || last === '' ? undefined : this.#part(word.slice(0, at));
      if (first !== undefined) return `${first} ${last}`;
    }
    return undefined;
  }

  /** The longest phrase that begins at a token. */
  phraseAt(
    tokens: readonly Token[],
    at: number,
  ): { readonly length: number; readonly meaning: string | undefined } {
    const first = tokens[at] as Token;
    let found: { length: number; meaning: string | undefined } = { length: 1, meaning: undefined };
    if (first.type !== 'word') return found;
    const most = this.#isFirst(first.text) ? Math.min(MAX_WORDS, tokens.length - at) : 0;
    let phrase = '';
    for (let length = 1; length <= most; length++) {
      const { type, text, glue } = tokens[at + length - 1] as Token;
      if (type !== 'word' && !(type === 'number' && glue !== ' ')) break;
      phrase += length === 1 || phrase.endsWith("'") ? text : (glue || ' ') + text;
      const meaning = this.meaning(phrase);
      if (meaning !== undefined) found = { length, meaning };
    }
    return found.meaning === undefined ? { length: 1, meaning: this.compound(first.text) } : found;
  }

  #part(word: string): string | undefined {
    for (const joint of joints) {
      const own = word.endsWith(joint) ? word.slice(0, word.length - joint.length) : '';
      const meaning = own.length < SHORTEST_PART ? undefined : (this.meaning(own) ?? this.compound(own));
      if (meaning !== undefined && meaning !== '') return meaning;
    }
    return undefined;
  }

  #stems(phrase: string): string {
    const language = this.#language as LatinLanguage;
    return phrase.includes(' ')
      ? phrase
          .split(' ')
          .map((word) => stemOf(word, language))
          .join(' ')
      : stemOf(phrase, language);
  }
}

function firstOf(phrase: string): string {
  const end = phrase.indexOf(' ');
  return end === -1 ? phrase : phrase.slice(0, end);
}

function stemOf(word: string, language: LatinLanguage): string {
  const stem = word.replace(endings[language], '');
  if (stem.length < SHORTEST_STEM) return word;
  // `Italienne`, `sportive`
  return language === 'fr' ? stem.replace(/([lnt])\1$/, '$1').replace(/iv$/, 'if') : stem;
}

const elided = /^((?:jusqu|lorsqu|puisqu|quelqu|qu|[cdjlmnst])')(.+)$/;

/** `L'agriculture` in French is two words. */
export function withoutElision(tokens: readonly Token[], language: Language): readonly Token[] {
  if (language !== 'fr') return tokens;
  return tokens.flatMap((token) => {
    const [, first, second] = (token.type === 'word' && elided.exec(token.text)) || [];
    if (first === undefined || second === undefined) return [token];
    const middle = token.start + first.length;
    return [
      { ...token, raw: token.raw.slice(0, first.length), text: first, stem: first, end: middle },
      { ...token, raw: token.raw.slice(first.length), text: second, stem: second, glue: ' ', start: middle },
    ];
  });
}

const dictionaries = new Map<Language, Dictionary>();

export function dictionaryOf(language: Language): Dictionary {
  const known = dictionaries.get(language) ?? new Dictionary(language);
  dictionaries.set(language, known);
  return known;
}
