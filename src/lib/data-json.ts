import { HIDDEN, STRANGE_BLANK } from './hidden.ts';
import { sanitizeLine, sanitizeText } from './sanitize.ts';

/** Members of an answer whose texts have lines, all of them ours: notes with a table in them, a record as text. */
const severalLines = new Set(['notes', 'text']);
/** An entry of a bibliography. */
const ENTRY = 'citation';

/** What JSON shows of characters that a text of data has not: raw, or as an escape. */
const mayNeedCare = new RegExp(`${HIDDEN}|${STRANGE_BLANK}|\\\\[bfnrtu]`, 'u');

/**
 * JSON of an answer: every text in it, and every name of a member, is one line without characters that do not show. Most
 * answers have nothing to take out, which is seen from their JSON as a whole.
 */
export function dataJson(answer: object): string {
  const json = JSON.stringify(answer);
  if (!mayNeedCare.test(json)) return json;
  const members = Object.entries(answer).map(([name, value]) => [
    name,
    dataOf(value, severalLines.has(name)),
  ]);
  return JSON.stringify(Object.fromEntries(members));
}

function dataOf(value: unknown, hasLines: boolean): unknown {
  if (typeof value === 'string') return hasLines ? sanitizeText(value) : sanitizeLine(value);
  if (Array.isArray(value)) return value.map((each) => dataOf(each, hasLines));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [sanitizeLine(name), dataOf(part, name === ENTRY)]),
  );
}
