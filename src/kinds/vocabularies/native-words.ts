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
interface NativePart {
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

/** Endings of inflected words, and what is written joined before them (`ال` is an article). */
const LONGEST_ENDING = 4;
const SHORTEST_STEM = 3;
const prefixes = ['ال', 'وال', 'بال', 'لل', 'ه'].map(compact);

/** What a word of an alphabet means in English, in any of its forms: `гуманоидные`, `الروبوت`. */
export function meaningOfWord(word: string): string | undefined {
  const whole = compact(word);
  const bare = prefixes.flatMap((prefix) => (whole.startsWith(prefix) ? [whole.slice(prefix.length)] : []));
  for (const form of [whole, ...bare]) {
    for (let length = form.length; length >= Math.max(1, form.length - LONGEST_ENDING); length--) {
      const isStem = length < form.length;
      const meaning = isStem && length < SHORTEST_STEM ? undefined : byWord().get(form.slice(0, length));
      if (meaning !== undefined && !(isStem && meaning === '')) return meaning;
    }
  }
  return undefined;
}

const latin = Object.fromEntries(
  'а a,б b,в v,г g,д d,е e,ж zh,з z,и i,к k,л l,м m,н n,о o,п p,р r,с s,т t,у u,ф f,х kh,ц ts,ч ch,ш sh,щ shch,ъ ,ы y,ь ,э e,ю yu,я ya,і i,є ye,ґ g'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** A Cyrillic word in Latin letters, by sound: names are written so elsewhere. */
export function transliterated(word: string): string {
  return [...compact(word)].map((letter) => latin[letter] ?? letter).join('');
}
