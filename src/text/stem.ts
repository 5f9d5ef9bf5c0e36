/** Words whose final s is no plural. */
const singular = new Set(['ros', 'series', 'species', 'lens', 'chaos', 'atlas', 'pegasus', 'kinematics']);

/**
 * The form under which a folded word is indexed and looked for: plurals become singular, nothing else, so
 * that no two words of different meaning fall together. `humanoids` is `humanoid`, `bodies` is `body`.
 */
export function stem(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || singular.has(word)) return word;
  if (/(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
