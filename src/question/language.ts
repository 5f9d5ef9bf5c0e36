import { isEnglish } from '../text/english.ts';
import { fold, isPlain, singular } from '../text/fold.ts';
import { isStopWord } from '../text/query.ts';
import {
  dictionaryOf,
  type Language,
  type LatinLanguage,
  latinLanguages,
  withoutElision,
} from './dictionary.ts';
import type { Token } from './lex.ts';

/** A question with fewer words that are not English is an English one with names in it, and no dictionary is loaded. */
const SMALLEST_PART = 0.25;

/** Stop words of English that are words of the other languages too. */
const shared = new Set(
  'a am an as are at by de die do en es had has he her in is it me no nun on or so some son sin us war was'.split(
    ' ',
  ),
);

/** The language that a question is asked in if it is not English, by its script and by words that English has not. */
export function findLanguage(tokens: readonly Token[]): Language | undefined {
  const native = tokens.flatMap(({ type, raw }) => (type === 'native' ? [raw] : [])).join('');
  if (/\p{sc=Hangul}/u.test(native)) return 'ko';
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(native)) return 'ja';
  if (native !== '') return 'zh';
  const words = tokens.filter(({ type }) => type === 'word');
  const foreign = words.filter(({ raw, text }) => !isPlain(raw.replace('’', '')) || !isEnglish(text)).length;
  const english = words.filter(({ text }) => isStopWord(text) && !shared.has(text)).length;
  if (foreign === 0 || foreign < SMALLEST_PART * words.length || english >= foreign) return undefined;
  const [best] = latinLanguages
    .map((language) => ({ language, ...evidenceFor(language, tokens) }))
    .sort((a, b) => b.own + b.shared / 2 - b.against - (a.own + a.shared / 2 - a.against));
  return best !== undefined && best.own >= 1 && best.own + best.shared / 4 > best.against
    ? best.language
    : undefined;
}

/** Words of phrases that the language has and English has not, words that both have, and words that only English has. */
function evidenceFor(language: LatinLanguage, tokens: readonly Token[]) {
  const own = dictionaryOf(language);
  const words = withoutElision(tokens, language);
  const found = { own: 0, shared: 0, against: 0 };
  for (let at = 0; at < words.length; ) {
    const { length, meaning } = own.phraseAt(words, at);
    const phrase = words.slice(at, at + length);
    const first = phrase[0]?.text ?? '';
    const isWhole = length > 1 || own.isExact(first) || own.compound(first) !== undefined;
    for (const word of phrase) {
      if (word.type !== 'word' || word.text.length === 1) continue;
      if (meaning === undefined) found.against += weightAgainst(word);
      else if (isAlsoEnglish(word, meaning)) found.shared += 1;
      else found.own += weightOf(word, isWhole);
    }
    at += length;
  }
  return found;
}

function weightAgainst({ raw, text }: Token): number {
  if (!isPlain(raw) || !isEnglish(text)) return 0;
  return isStopWord(text) ? 1 : 0.5;
}

/** Also a term in no list of English words: `humanoid`, `tactile`. */
function isAlsoEnglish({ raw, text }: Token, meaning: string): boolean {
  const form = singular(text).replace(/isation$/, 'ization');
  const isPart = fold(meaning)
    .split(/[\s-]/)
    .some((one) => one.startsWith(form));
  return isPlain(raw) && (isEnglish(text) || isPart);
}

function weightOf({ text }: Token, isWhole: boolean): number {
  if (text.length === 2) return SHORT;
  return text.length > 4 && isWhole ? 1 : DOUBTFUL;
}

/** What a word says for a language that is short or known to it in another form only, and one of two letters: names are such too. */
const DOUBTFUL = 0.75;
const SHORT = 0.5;
