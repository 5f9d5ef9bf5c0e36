import { fold, words } from './fold.ts';
import { singular } from './plural.ts';

/**
 * Further forms under which names and titles are found: hyphenated words joined (`quad-ruped` as `quadruped`),
 * letters and digits joined (`UR 10e` as `ur10e`), umlauts written out (`Müller` as `mueller`) or taken
 * back (`Mueller` as `muller`).
 */
export function variantWords(text: string): string[] {
  const variants = new Set<string>();
  const folded = fold(text);
  for (const [chain] of folded.matchAll(/[\p{L}\p{N}]+(?:[-–‐][\p{L}\p{N}]+)+/gu)) {
    variants.add(singular(words(chain).join('')));
  }
  const list = words(folded);
  for (let i = 0; i + 1 < list.length; i++) {
    const [left = '', right = ''] = [list[i], list[i + 1]];
    if (isMixed(left, right)) variants.add(singular(left + right));
  }
  for (const word of words(text.normalize('NFC').toLowerCase())) {
    const written = singular(fold(writeUmlautsOut(word)));
    if (/[äöü]/.test(word)) variants.add(written);
  }
  for (const word of list) {
    const back = takeUmlautsBack(word);
    if (back !== undefined) variants.add(singular(back));
  }
  return [...variants];
}

/** True where a letter and a digit would meet if the two words were joined: `ur` and `10e`. */
export function isMixed(left: string, right: string): boolean {
  return (/\p{L}$/u.test(left) && /^\p{N}/u.test(right)) || (/\p{N}$/u.test(left) && /^\p{L}/u.test(right));
}

function writeUmlautsOut(word: string): string {
  return word.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue');
}

/** `mueller` as `muller`; undefined for words too short to be told from others (`does`, `toe`). */
export function takeUmlautsBack(word: string): string | undefined {
  if (word.length < 5 || !/[aou]e/.test(word)) return undefined;
  return word.replace(/([aou])e/g, '$1');
}
