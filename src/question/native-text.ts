import type { Kind } from '../kinds/kinds.ts';
import { meaningOfWord, nativeParts, transliterated } from '../kinds/vocabularies/native-words.ts';
import type { KindStore } from '../search/kind-store.ts';

/** A word with Chinese, Japanese or Korean characters: `石头科技`, `HD현대로보틱스`. */
const nativeWord = /[\p{L}\p{N}]*[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}][\p{L}\p{M}\p{N}]*/gu;
/** The same of a script of which questions are not read otherwise. */
const thaiWord = /[\p{L}\p{N}]*\p{sc=Thai}[\p{L}\p{M}\p{N}]*/gu;

/** A word of an alphabet other than the Latin. */
const alphabeticWord = /[\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}][\p{L}\p{M}\p{N}]*/gu;

/** A text with more of them is no list of makers. */
const MOST_NAMES = 8;

/** Longer runs without a space are no question for records. */
const LONGEST_RUN = 60;

/** Where names in other scripts are looked up. */
interface NativeNames {
  readonly kind: Kind;
  readonly store: Pick<KindStore<Kind>, 'named' | 'nativeNames'>;
  readonly makers: KindStore<'manufacturers'>;
}

/**
 * A text with makers' names in their own script as the other kinds write them, since only the records of makers hold
 * both, and with a few common words in English: `宇树科技的人形机器人`.
 */
export function latinText(text: string, names: NativeNames): string {
  if ((text.match(nativeWord)?.length ?? 0) > MOST_NAMES) return text;
  return questionText(
    text.replace(nativeWord, (word) => ` ${inLatin(word, names)} `),
    names,
  );
}

/** A question with the words in English of the scripts that its grammar has no dictionary of. */
export function questionText(text: string, names: NativeNames): string {
  const latin = text
    .replace(thaiWord, (word) => ` ${inLatin(word, names)} `)
    .replace(alphabeticWord, (word) => ` ${inEnglish(word, names)} `);
  if (latin === text && !/\s{2}|\s$/.test(text)) return text;
  // A hyphen between two words is left over, and `robot` before `robot vacuum`.
  const plain = latin.replace(/(?<=\s)-(?=\s)/g, ' ').replace(/\s+/g, ' ');
  const read = plain.replace(/\brobot (?=robot\b)/g, '').trim();
  return text.replace(/\s+/g, ' ').trim() === read ? text : read;
}

function inEnglish(word: string, { store }: NativeNames): string {
  if (store.named(word).length > 0) return word;
  return meaningOfWord(word) ?? transliterated(word);
}

function inLatin(run: string, { kind, store: own, makers }: NativeNames): string {
  if (run.length > LONGEST_RUN) return run;
  // A country is no beginning of a maker's name (`日本`).
  const [only, another] = nativeParts(run, () => false);
  if (only?.meaning !== undefined && only.meaning !== '' && another === undefined) return only.meaning;
  if (own.named(run).length > 0) return run;
  const parts = nativeParts(run, (name) => own.nativeNames.has(name) || makers.nativeNames.has(name));
  const read = parts.map(({ text, isName, meaning }) => {
    if (meaning !== undefined) return meaning;
    const isOwn = kind === 'manufacturers' || own.nativeNames.has(text);
    const [row, another] = isOwn && isName ? [] : makers.named(text);
    return row === undefined || another !== undefined ? text : makers.record(row).name;
  });
  return read.filter((part) => part !== '').join(' ');
}
