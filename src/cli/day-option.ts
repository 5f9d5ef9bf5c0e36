import { sanitizeLine } from '../lib/sanitize.ts';
import type { DatePeriod } from '../text/calendar.ts';
import { parseDate } from '../text/date-words.ts';
import { type Flags, textOf } from './option-values.ts';
import { UsageError } from './terminal.ts';

/** A day as `--NAME` gives it; undefined if it was left out. Throws a UsageError for what is none. */
export function dayOf(flags: Flags, name: string): string | undefined {
  const period = periodOf(flags, name);
  if (period === undefined || period.from === period.to) return period?.from;
  throw new UsageError(`--${name} is a day such as 2026-11-20, and no longer.`);
}

/** The day from which on `--since` counts; undefined if it was left out. Throws a UsageError for what is no date. */
export function sinceOf(flags: Flags): string | undefined {
  return periodOf(flags, 'since')?.from;
}

function periodOf(flags: Flags, name: string): DatePeriod | undefined {
  const text = textOf(flags, name);
  if (text === undefined) return undefined;
  const reading = parseDate(text, new Date().toISOString().slice(0, 10));
  if (!('problem' in reading)) return reading;
  const { problem, instead = ['a day such as 2026-11-20'] } = reading;
  throw new UsageError(`--${name} "${sanitizeLine(text, 40)}" ${problem}. Write ${instead.join(' or ')}.`);
}
