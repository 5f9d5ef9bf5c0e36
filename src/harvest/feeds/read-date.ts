import { sanitizeLine } from '../../lib/sanitize.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Hours from UTC of the names that RFC 822 and American sites write. */
const zones: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  bst: 1,
  cet: 1,
  cest: 2,
  jst: 9,
};

interface Day {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/**
 * The day in UTC, `YYYY-MM-DD`, of a date as feeds and exports write them: RFC 822 and 2822, ISO 8601 in all its
 * forms, asctime, seconds since 1970, and the ways in which people write a day. Undefined for what is no date, and for
 * `3/4/2026`, which may be either of two.
 */
export function readDate(given: string): string | undefined {
  const text = sanitizeLine(given, 80);
  if (/^\d{10}(?:\d{3})?$/.test(text)) return fromSeconds(Number(text.slice(0, 10)));
  const day = readDay(text);
  if (day === undefined || !exists(day)) return undefined;
  const midnight = Date.UTC(day.year, day.month - 1, day.day);
  return new Date(midnight + minutesInUtc(text) * 60_000).toISOString().slice(0, 10);
}

function readDay(text: string): Day | undefined {
  return isoDay(text) ?? compactDay(text) ?? namedDay(text) ?? numericDay(text) ?? cjkDay(text);
}

/** `2026-11-20`, `2026/11/20T10:00:00.000Z`, `2026.11.20`. */
function isoDay(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ?? [];
  return year === undefined ? undefined : dayOf(year, Number(month), day);
}

/** `20261120`, `20261120T100000Z`. */
function compactDay(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:T?\d{4,6}Z?)?$/.exec(text) ?? [];
  return year === undefined ? undefined : dayOf(year, Number(month), day);
}

/** `Fri, 20 Nov 2026`, `20 November 26`, `November 20th, 2026`, `Fri Nov 20 10:00:00 2026`. */
function namedDay(text: string): Day | undefined {
  const lower = text.toLowerCase().replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+/, '');
  const first = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:of )?([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})(?!\d)/.exec(
    lower,
  );
  if (first !== null) return dayOf(first[3] ?? '', monthOf(first[2] ?? ''), first[1]);
  const second =
    /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (?:\d{1,2}:\d{2}(?::\d{2})? )?(\d{4})(?!\d)/.exec(lower);
  return second === null ? undefined : dayOf(second[3] ?? '', monthOf(second[1] ?? ''), second[2]);
}

/** `20.11.2026`; with slashes, only where one number can be no month. */
function numericDay(text: string): Day | undefined {
  const [, first = '', mark, second = '', year] =
    /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/.exec(text) ?? [];
  if (year === undefined) return undefined;
  if (mark === '.') return dayOf(year, Number(second), first);
  if (Number(first) > 12) return dayOf(year, Number(second), first);
  if (Number(second) > 12 || first === second) return dayOf(year, Number(first), second);
  return undefined;
}

/** `2026年11月20日`. */
function cjkDay(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/.exec(text) ?? [];
  return year === undefined ? undefined : dayOf(year, Number(month), day);
}

function dayOf(year: string, month: number, day: string | undefined): Day {
  // RFC 822 had two digits; RFC 2822 says how they are read.
  const full = year.length === 2 ? Number(year) + (Number(year) < 50 ? 2000 : 1900) : Number(year);
  return { year: full, month, day: Number(day) };
}

function monthOf(name: string): number {
  const index = months.indexOf(name.slice(0, 3));
  const full = [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ][index];
  return full?.startsWith(name) === true || name === 'sept' ? index + 1 : 0;
}

function exists({ year, month, day }: Day): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1970 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Minutes between midnight of the written day and the moment in UTC; noon where no time is given. */
function minutesInUtc(text: string): number {
  const time = /(?:^|[T\s,])(\d{1,2}):(\d{2})(?::\d{2}(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(.*)$/i.exec(text);
  if (time === null) return 720;
  const half = time[3]?.toLowerCase().replaceAll('.', '');
  const hour = half === undefined ? Number(time[1]) : (Number(time[1]) % 12) + (half === 'pm' ? 12 : 0);
  return hour * 60 + Number(time[2]) - offsetOf(time[4] ?? '');
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^(?:gmt|utc)?([+-])(\d{2}):?(\d{2})?/i.exec(zone) ?? [];
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
  const name = /^[a-z]+/i.exec(zone)?.[0].toLowerCase() ?? '';
  return (zones[name] ?? 0) * 60;
}

function fromSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
