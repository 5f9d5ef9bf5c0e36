import { type Edge, readDateWords } from '../../text/date-words.ts';
import { ToolError } from '../errors.ts';
import { checkDates } from './read-terms.ts';

/** How a date argument is described to a model. */
export const dateForms = '2024, 2024-06, 2024-06-30, June 2024 or last 30 days';

/** An ISO date known to the day, month or year; INVALID_ARGUMENT for what is none. */
export function readDate(field: string, text: string, today: string, edge: Edge): string {
  const date = readDateWords(text, today, edge);
  if (date !== undefined) return date;
  throw new ToolError('INVALID_ARGUMENT', `${field} "${text}" is no date that exists. Write ${dateForms}.`, {
    field,
    accepted: ['2024', '2024-06', '2024-06-30', 'June 2024', 'last 30 days', '2 weeks ago'],
  });
}

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
