import type { Kind } from '../../kinds/kinds.ts';
import { meaningOfWord, nativeParts, transliterated } from '../../kinds/vocabularies/native-words.ts';
import type { Catalogue } from '../../search/catalogue.ts';
import type { Row } from '../tool.ts';
import { oneLine } from './answer.ts';

/** Arguments in which a maker may be named, or a country or kind of thing. */
const naming = [
  'query',
  'manufacturer',
  'entity',
  'country',
  'category',
  'capability',
  'focus',
  'topic',
] as const;

/** A word with Chinese, Japanese or Korean characters: `石头科技`, `HD현대로보틱스`. */
const nativeWord =
  /[\p{L}\p{N}]*[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}][\p{L}\p{M}\p{N}]*/gu;

/** A word of an alphabet other than the Latin. */
const alphabeticWord = /[\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}][\p{L}\p{M}\p{N}]*/gu;

/** A text with more of them is no list of makers. */
const MOST_NAMES = 8;

interface Read {
  readonly args: Row;
  readonly notes: readonly string[];
}

/** Longer runs without a space are no question for records. */
const LONGEST_RUN = 60;

/**
 * The arguments with makers' names in their own script as the other kinds write them, since only the records of makers
 * hold both, and with a few common words in English: `宇树科技的人形机器人`.
 */
export function withLatinNames(kind: Kind, args: Row, catalogue: Catalogue): Read {
  const notes: string[] = [];
  const read: Record<string, unknown> = { ...args };
  for (const name of naming) {
    const text = read[name];
    if (typeof text !== 'string' || (text.match(nativeWord)?.length ?? 0) > MOST_NAMES) continue;
    const latin = text
      .replace(nativeWord, (word) => ` ${inLatin(word, kind, catalogue)} `)
      .replace(alphabeticWord, (word) => ` ${inEnglish(word, kind, catalogue)} `);
    if (latin === text) continue;
    // A hyphen between two words is left over, and `robot` before `robot vacuum`.
    const plain = latin.replace(/(?<=\s)-(?=\s)/g, ' ').replace(/\s+/g, ' ');
    read[name] = plain.replace(/\brobot (?=robot\b)/g, '').trim();
    const isSaid = text.replace(/\s+/g, ' ').trim() !== read[name];
    if (isSaid) notes.push(`Read ${name} "${oneLine(text)}" as ${oneLine(String(read[name]))}.`);
  }
  return notes.length === 0 ? { args, notes } : { args: read, notes };
}

function inEnglish(word: string, kind: Kind, catalogue: Catalogue): string {
  if (catalogue.store(kind).named(word).length > 0) return word;
  return meaningOfWord(word) ?? transliterated(word);
}

function inLatin(run: string, kind: Kind, catalogue: Catalogue): string {
  if (run.length > LONGEST_RUN) return run;
  // A country is no beginning of a maker's name (`日本`).
  const [only, another] = nativeParts(run, () => false);
  if (only?.meaning !== undefined && only.meaning !== '' && another === undefined) return only.meaning;
  const own = catalogue.store(kind);
  const makers = catalogue.store('manufacturers');
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
