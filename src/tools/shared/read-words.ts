import { countryWords, findCountries } from '../../kinds/vocabularies/countries.ts';
import {
  nearest,
  readTerm,
  termNames,
  type VocabularyName,
  vocabularies,
} from '../../kinds/vocabularies/vocabulary.ts';
import { readArgument } from '../../question/arguments.ts';
import { isMet } from '../../question/clauses.ts';
import { type Edge, edgeOf } from '../../text/calendar.ts';
import { type Direction, parseDate } from '../../text/date-words.ts';
import { ToolError } from '../tool.ts';

/**
 * The exact values that a text stands for by the grammar of arguments: `UL, FCC`, `not EU`. INVALID_ARGUMENT, with the
 * nearest ones, where a part of it is none.
 */
export function readTerms(field: string, name: VocabularyName, text: string): string[] {
  const vocabulary = vocabularies[name];
  const ids = vocabulary.terms.map(({ id }) => id);
  const find = (part: string) => readTerm(vocabulary, part) ?? [];
  const { clause, unread } = readArgument(text, {
    ...{ field, find, names: noNames },
    ...{ isName: false, isInText: false },
  });
  const [unknown] = unread;
  if (clause !== undefined && unknown === undefined) return ids.filter((id) => isMet(clause, id));
  const part = clause === undefined ? text : (unknown ?? text);
  throw refusal(field, part, ids, nearest(part, termNames(vocabulary), 3));
}

const noNames = { nativeName: () => undefined };

/** As readTerms, for a word that must stand for one value. */
export function readTermOf(field: string, name: VocabularyName, text: string): string {
  const found = readTerms(field, name, text);
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return only;
  throw new ToolError(
    'INVALID_ARGUMENT',
    `${field} "${text}" stands for several values: ${found.join(', ')}. Choose one.`,
    {
      field,
      accepted: found,
    },
  );
}

/** Codes of the country or region that a word stands for. */
export function readCountries(field: string, text: string): readonly string[] {
  const found = findCountries(text);
  if (found !== undefined) return found.codes;
  const near = nearest(text, countryWords, 3);
  const accepted = ['an ISO 3166-1 alpha-2 code (KR)', 'a country (South Korea)', 'a region (EU, Asia)'];
  throw refusal(field, text, accepted, near);
}

function refusal(
  field: string,
  text: string,
  accepted: readonly string[],
  near: readonly string[],
): ToolError {
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  const message = `${field} does not know "${text}".${hint} Accepted: ${accepted.join(', ')}.`;
  return new ToolError('INVALID_ARGUMENT', message, { field, accepted });
}

/** Throws INVALID_ARGUMENT where the lower end of a range lies above the upper. */
export function checkRange(low: Bound<number>, high: Bound<number>): void {
  if (low.value === undefined || high.value === undefined || low.value <= high.value) return;
  throw contradiction(low, high);
}

/**
 * One end of the period that a date stands for, in ISO 8601 to the day, month or year. A time without a direction, such as
 * `7d`, is past unless it is said to lie ahead. INVALID_ARGUMENT for what is no date, and for what may be two.
 */
export function readDate(
  field: string,
  text: string,
  today: string,
  edge: Edge,
  direction: Direction = 'past',
): string {
  const reading = parseDate(text, today, direction);
  if (!('problem' in reading)) return edgeOf(reading, edge);
  const { problem, instead } = reading;
  const message = `${field} "${text}" ${problem}. Write ${instead?.join(' or ') ?? inOneSentence}.`;
  throw new ToolError('INVALID_ARGUMENT', message, { field, accepted: instead ?? acceptedDates });
}

const inOneSentence = '2024, 2024-06, 2024-06-30, June 2024, Q2 2024, 7d or last 30 days';
const acceptedDates = [
  ...['2024', '2024-06', '2024-06-30', '2024-06-30T12:00:00Z', 'June 2024', 'Q2 2024', '2024-W26'],
  ...['7d', 'last 30 days', '2 weeks ago'],
];

interface Named {
  readonly name: string;
  readonly text: string | undefined;
}

/** Both ends of a period. Throws INVALID_ARGUMENT where the first day lies behind the last. */
export function readPeriod(from: Named, to: Named, today: string): { from?: string; to?: string } {
  const first = from.text === undefined ? undefined : readDate(from.name, from.text, today, 'start');
  const last = to.text === undefined ? undefined : readDate(to.name, to.text, today, 'end');
  checkDates({ name: from.name, value: first }, { name: to.name, value: last });
  return { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) };
}

/** As checkRange, for dates: one known by month or year only reaches to its end. */
function checkDates(low: Bound<string>, high: Bound<string>): void {
  // A tilde sorts behind the hyphen and the digits that may follow a month or a year.
  if (low.value === undefined || high.value === undefined || low.value <= `${high.value}~`) return;
  throw contradiction(low, high);
}

interface Bound<Value> {
  readonly name: string;
  readonly value: Value | undefined;
}

function contradiction(low: Bound<unknown>, high: Bound<unknown>): ToolError {
  return new ToolError(
    'INVALID_ARGUMENT',
    `${low.name} (${low.value}) lies above ${high.name} (${high.value}), so nothing can match. Swap them or leave one out.`,
    { field: low.name },
  );
}
