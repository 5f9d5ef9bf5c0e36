/**
 * A text without the signs at its end that a pattern for one sign takes. `/[.,]+$/` does the same, but looks again from
 * each of a long run of such signs that do not end the text.
 */
export function withoutTrailing(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
