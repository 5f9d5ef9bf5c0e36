import data from '../../../dataset/taxonomy/native-words.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { compact } from '../../text/fold.ts';

/** The longest name or word, in characters of a compact text: a Korean syllable is two or three. */
const LONGEST = 32;

const byWord = lazily(() => {
  const meanings = new Map<string, string>(data.dropped.map((word) => [compact(word), '']));
  for (const { say, mean } of data.words) for (const word of say) meanings.set(compact(word), mean);
  return meanings;
});

/** A part of a text in Chinese, Japanese or Korean. */
export interface NativePart {
  readonly text: string;
  /** True for a name that is `known`. */
  readonly isName: boolean;
  /** What it means in English, empty for words of asking; undefined for a name and for what is no word of ours. */
  readonly meaning?: string;
}

/**
 * The parts of a text without spaces, the longest known first: `智元机器人的人形机器人` is a name, a word of asking and
 * `humanoid`. `known` tells whether a compact text is a name.
 */
export function nativeParts(run: string, known: (name: string) => boolean): NativePart[] {
  const parts: NativePart[] = [];
  const text = compact(run);
  let unread = '';
  for (let at = 0; at < text.length; ) {
    const part = longestAt(text, at, known);
    if (part === undefined) {
      unread += text[at];
      at += 1;
      continue;
    }
    if (unread !== '') parts.push({ text: unread, isName: false });
    unread = '';
    parts.push(part);
    at += part.text.length;
  }
  return unread === '' ? parts : [...parts, { text: unread, isName: false }];
}

function longestAt(text: string, at: number, known: (name: string) => boolean): NativePart | undefined {
  for (let length = Math.min(LONGEST, text.length - at); length > 0; length--) {
    const piece = text.slice(at, at + length);
    if (length > 1 && known(piece)) return { text: piece, isName: true };
    const meaning = byWord().get(piece);
    if (meaning !== undefined) return { text: piece, isName: false, meaning };
  }
  return undefined;
}
