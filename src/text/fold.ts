/** Letters that NFKD does not take apart. */
const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
};
const unfoldable = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/**
 * The one normal form of text for indexing, searching and comparing: compatibility letters made plain,
 * accents stripped (Japanese voicing marks, which make other letters, stay), lower case. Punctuation and spaces stay. `fold('Łukasz ＵＲ１０e')` is `'lukasz ur10e'`.
 */
export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/(?![\u3099\u309a])\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(unfoldable, (letter) => letters[letter] ?? letter);
}

/** True for a text of ASCII alone, as most are: a pattern that knows of no other letters compiles in a tenth of the time. */
export function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** The words of folded text: runs of letters and digits. */
export function words(folded: string): string[] {
  return folded.match(isPlain(folded) ? /[a-zA-Z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

/** Folded text without anything but letters and digits, for comparing names: `UR 10e` and `ur-10E` are one. */
export function compact(text: string): string {
  const folded = fold(text);
  return folded.replace(isPlain(folded) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '');
}

/** Signs that tell names apart, as they are said: `RRT*` is `RRT star`, and no `RRT`. */
export function saidSigns(name: string): string {
  return name.replace(/(?<=\p{L}|\d)\*/gu, ' star').replaceAll('++', ' plus plus');
}

/** A slug of at most `max` characters, cut at a word: `Da Vinci 5` is `da-vinci-5`. Empty if nothing is left. */
export function slugify(text: string, max = 80): string {
  const parts = fold(text).match(/[a-z0-9]+/g) ?? [];
  let slug = '';
  for (const part of parts) {
    const longer = slug === '' ? part : `${slug}-${part}`;
    if (longer.length > max) break;
    slug = longer;
  }
  return slug;
}

/** Of words in -is taxis alone are several. */
const keepsItsS = /(ss|us|(?<!tax)is|ics)$/;
/** Words whose final s is no plural. */
const noPlurals = new Set(['atlas', 'chaos', 'lens', 'series', 'species']);

/** The singular of a folded English word, by rules only: `batteries` is `battery`, `boxes` is `box`. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || keepsItsS.test(word) || noPlurals.has(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The words of a text folded and made singular: `Soft-Robot Hands` is `['soft', 'robot', 'hand']`. */
export function stems(text: string): string[] {
  return words(fold(text)).map(singular);
}
