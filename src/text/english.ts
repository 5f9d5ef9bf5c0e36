import stored from '../../dataset/taxonomy/english.json' with { type: 'json' };
import { lazily } from '../lib/lazily.ts';
import { fold } from './fold.ts';

/** A Bloom filter (Bloom, 1970): some bits of it are set by each word of the list. */
const filter = lazily(() => Buffer.from(stored.filter, 'base64'));

/**
 * True for an ordinary English word, American or British, folded: one of SCOWL's up to size 40, with its inflected forms.
 * Of words that are none, about one in a thousand is taken for one.
 */
export function isEnglish(word: string): boolean {
  const bytes = filter();
  return placesOf(word, bytes.length * 8).every(
    (bit) => ((bytes[bit >> 3] as number) & (1 << (bit & 7))) !== 0,
  );
}

/** True for an English word in small letters: what looks like a name or a slip is none. */
export function isOrdinaryWord(word: string): boolean {
  return /^\p{Ll}+$/u.test(word) && isEnglish(fold(word));
}

/** Bits for each word: enough for one mistake in a thousand. */
const BITS_A_WORD = 14;
const HASHES = 10;

/** The filter of a list of words. */
export function englishFilter(words: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((words.length * BITS_A_WORD) / 8));
  for (const word of words) {
    for (const bit of placesOf(word, bytes.length * 8))
      bytes[bit >> 3] = (bytes[bit >> 3] as number) | (1 << (bit & 7));
  }
  return bytes;
}

/** The bits of a word, by double hashing (Kirsch and Mitzenmacher, 2008). */
function placesOf(word: string, bits: number): number[] {
  const [first, step] = [hash(word, 0x811c9dc5), hash(word, 0x01000193) | 1];
  return Array.from({ length: HASHES }, (_, i) => ((first + Math.imul(i, step)) >>> 0) % bits);
}

/** FNV-1a of 32 bits, finished so that near words are far apart. */
function hash(word: string, start: number): number {
  let sum = start;
  for (let i = 0; i < word.length; i++) sum = Math.imul(sum ^ word.charCodeAt(i), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d);
  return (sum ^ (sum >>> 13)) >>> 0;
}
