// biome-ignore lint/suspicious/noControlCharactersInRegex: what comes from outside is not to move the cursor
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Text from outside as part of a sentence: on one line, without what steers a terminal, and no longer than `most`. */
export function plainLine(text: string, most: number): string {
  return text
    .slice(0, 4 * most)
    .replaceAll(CONTROLS, ' ')
    .slice(0, most);
}
