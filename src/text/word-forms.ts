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
 * `locomotion`. By rule, so some are no words at all: whoever looks them up finds nothing. Words of fewer
 * than four letters, and words that only look like a form, have none.
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
