import { lazily } from './lazily.ts';

/**
 * The characters that do not show: one definition for text that comes in, for answers and for terminals. Each is written as
 * the source of a regular expression with the flag `u`, which matches one of them.
 */

/** Neither shows nor has a meaning of its own: format characters, surrogates without their half, private use, fillers. */
export const HIDDEN = '[\\p{Cf}\\p{Cs}\\p{Co}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}]';

/** Control characters and all that is blank, also the blank of Braille. */
export const BLANK = '[\\p{Cc}\\p{Z}\\u2800]';

/** Blanks that are no space: as one, they could pass for another or end a line. */
export const STRANGE_BLANK = '(?:[\\p{Cc}\\u2800]|[^\\P{Z} ])';

const hidden = new RegExp(HIDDEN, 'gu');

/** Replaces what does not show, but where it changes how its neighbours look. */
export function replaceHidden(text: string, by: (sign: string) => string): string {
  return text.replace(hidden, (sign, at: number) => {
    // As much as the longest sequence needs: a letter with its marks.
    const before = text.slice(Math.max(0, at - 8), at);
    return isNeeded(sign, before, text.slice(at + sign.length, at + sign.length + 2)) ? sign : by(sign);
  });
}

/**
 * Scripts that write a letter otherwise where an invisible joiner stands beside it: those of cursive letters and those
 * with a virama, as RFC 5892, appendix A, has them.
 */
const joinable = lazily(() => {
  const scripts =
    'Adlm Arab Bali Beng Deva Gujr Guru Java Khmr Knda Mand Mlym Mong Mymr Nkoo Orya Sinh Syrc Taml Telu Tibt';
  const own = scripts.split(' ').map((script) => `\\p{sc=${script}}`);
  const letter = `(?=[\\p{L}\\p{M}])(?!\\p{Default_Ignorable_Code_Point})[${own.join('')}]`;
  return { before: new RegExp(`${letter}\\p{M}{0,3}$`, 'u'), after: new RegExp(`^${letter}`, 'u') };
});

/** True for the few hidden characters that change how their neighbours look, where these are neighbours of theirs. */
function isNeeded(sign: string, before: string, after: string): boolean {
  switch (sign) {
    case '\u200c':
      return isJoined(before, after);
    case '\u200d':
      return isJoined(before, after) || isEmojiSequence(before, after);
    case '\ufe0e':
    case '\ufe0f':
      return /\p{Extended_Pictographic}$/u.test(before) || isKeycap(before, after);
    case '\u180b':
    case '\u180c':
    case '\u180d':
    case '\u180f':
      return /(?=\p{L})\p{Script=Mongolian}$/u.test(before);
    default:
      return false;
  }
}

function isJoined(before: string, after: string): boolean {
  return joinable().before.test(before) && joinable().after.test(after);
}

/** UTS 51, ED-16: pictographs, each with its modifier or selector, with joiners between them. */
function isEmojiSequence(before: string, after: string): boolean {
  return (
    /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u.test(before) &&
    /^\p{Extended_Pictographic}/u.test(after)
  );
}

function isKeycap(before: string, after: string): boolean {
  return /[0-9#*]$/.test(before) && after.startsWith('\u20e3');
}
