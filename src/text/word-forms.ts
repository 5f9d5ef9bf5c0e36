import { fold, singular, words } from './fold.ts';

/** Words that only look like a form of another. */
const falseFriends = new Set([
  'bearing',
  'building',
  'string',
  'spring',
  'wing',
  'thing',
  'during',
  'ceiling',
  'need',
  'feed',
  'seed',
  'speed',
  'breed',
  'embed',
  'hundred',
  'general',
  'generation',
  'station',
  'nation',
  'ration',
  'motion',
  'notion',
  'action',
  'function',
  'section',
  'fraction',
  'native',
]);

/** Endings that make words of one family out of a stem in t: `locomotion`, `locomotive`. */
const derivations = ['ion', 'ive', 'e', 'or', 'ing', 'ed'];

/**
 * Other forms of a folded singular word that mean nearly the same: `grasping` for `grasp`, `locomotive` for
 * `locomotion`. By rule, so some are no words at all, and match nothing. Words of fewer than four letters, and
 * words that only look like a form, have none.
 */
export function wordForms(word: string): string[] {
  if (word.length < 4 || falseFriends.has(word) || !/^[a-z]+$/.test(word)) return [];
  const forms = new Set<string>(inflectedForms(word));
  const derived = /^(.{4,}t)(?:ion|ive|e|or|ing|ed)$/.exec(word)?.[1];
  if (derived !== undefined) for (const ending of derivations) forms.add(derived + ending);
  forms.delete(word);
  return [...forms].filter((form) => form.length >= 4 && !falseFriends.has(form));
}

/** `grasp` and `grasped` for `grasping`, `plan` and `planned` for `planning`, `sensing` for `sense`. */
function inflectedForms(word: string): string[] {
  const inflected = /^(.{3,})(?:ing|ed)$/.exec(word)?.[1];
  if (inflected === undefined) {
    const stem = word.endsWith('e') ? word.slice(0, -1) : word;
    const doubled = /[^aeiou][aeiou][bdgklmnprt]$/.test(word) ? [word + word.at(-1)] : [];
    return [stem, ...doubled].flatMap((base) => [`${base}ing`, `${base}ed`]);
  }
  if (!/[aeiouy]/.test(inflected)) return [];
  if (/([bdgkmnprt])\1$/.test(inflected))
    return [inflected.slice(0, -1), `${inflected}ing`, `${inflected}ed`];
  return ['', 'e', 'ing', 'ed'].map((ending) => inflected + ending);
}

/**
 * What the forms of a folded singular word have in common: `picking`, `picked` and `pick` are `pick`, `moving` and
 * `move` are `mov`. A key to compare words by, not a word.
 */
export function baseForm(word: string): string {
  if (word.length < 4 || falseFriends.has(word)) return word;
  const ended = word.endsWith('ing') ? word.slice(0, -3) : word.endsWith('ed') ? word.slice(0, -2) : '';
  const cut = /[aeiouy]/.test(ended) ? ended : undefined;
  const stem =
    cut === undefined || cut.length < 3 ? word : cut.replace(/([bdgmnprt])\1$/, '$1').replace(/i$/, 'y');
  return stem.length > 3 || cut !== undefined ? stem.replace(/e$/, '') : stem;
}

/**
 * Further forms under which names and titles are found: hyphenated words joined (`quad-ruped` as `quadruped`), and
 * those with an apostrophe behind their first letter (`O'Malley` as `omalley`),
 * letters and digits joined (`UR 10e` as `ur10e`), umlauts written out (`Müller` as `mueller`) or taken
 * back (`Mueller` as `muller`).
 */
export function variantWords(text: string): string[] {
  const variants = new Set<string>();
  const folded = fold(text);
  for (const [chain] of folded.matchAll(joinable)) {
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
    if (back !== word) variants.add(singular(back));
  }
  return [...variants];
}

const joinable =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-–‐][\p{L}\p{N}]+)+|(?<![\p{L}\p{N}])\p{L}['’]\p{L}{2,}/gu;

/** True where a letter and a digit would meet if the two words were joined: `ur` and `10e`. */
export function isMixed(left: string, right: string): boolean {
  return (/\p{L}$/u.test(left) && /^\p{N}/u.test(right)) || (/\p{N}$/u.test(left) && /^\p{L}/u.test(right));
}

function writeUmlautsOut(word: string): string {
  return word.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue');
}

/** `mueller` as `muller`: the two are one name. Words too short to be told from others (`does`, `toe`) stay. */
export function takeUmlautsBack(word: string): string {
  return word.length < 5 ? word : word.replace(/([aou])e/g, '$1');
}
