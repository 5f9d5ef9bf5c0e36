/** Days and longer periods of the Gregorian calendar in UTC. A day is `YYYY-MM-DD`, of the years 1000 to 9999. */

/** A period by its first and last day: a day, a month, a year or any other stretch. */
export interface DatePeriod {
  readonly from: string;
  readonly to: string;
}

/** Which end of a period is asked for. */
export type Edge = 'start' | 'end';

const monthNames =
  'january february march april may june july august september october november december'.split(' ');
const weekdayNames = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** A month's name or its short form, as a part of an expression without regard to case. */
export const MONTH = anyOf([...monthNames, 'sept'], 3);
/** The same of the days of the week. */
export const WEEKDAY = anyOf([...weekdayNames, 'tues', 'thur', 'thurs'], 3);

/** Names, or so many of their first letters; the longest stand first. */
function anyOf(names: readonly string[], letters: number): string {
  const all = new Set(names.flatMap((name) => [name, name.slice(0, letters)]));
  return `(?:${[...all].sort((a, b) => b.length - a.length).join('|')})`;
}

/** 1 to 12 of a name that MONTH takes. */
export function monthNumber(name: string): number {
  return monthNames.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1;
}

/** The name of a month, from 1. */
export function monthName(month: number): string {
  const name = monthNames[month - 1] ?? '';
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** So many whole months, from one of a year; undefined for a month or year that does not exist. */
export function monthsFrom(year: number, month: number, count = 1): DatePeriod | undefined {
  if (year < 1000 || month < 1 || month > 12) return undefined;
  return checked(Date.UTC(year, month - 1, 1), Date.UTC(year, month - 1 + count, 0));
}

/** A day as a period; undefined if it does not exist. */
export function singleDay(year: number, month: number, day: number): DatePeriod | undefined {
  const whole = monthsFrom(year, month);
  if (whole === undefined || day < 1 || day > Number(whole.to.slice(-2))) return undefined;
  return checked(Date.UTC(year, month - 1, day));
}

/** A week of a year as ISO 8601 counts them: from Monday, the first has the year's first Thursday. */
export function isoWeek(year: number, week: number): DatePeriod | undefined {
  const monday = mondayOf(`${year}-01-04`);
  const weeks = Math.round((Date.parse(mondayOf(`${year + 1}-01-04`)) - Date.parse(monday)) / (7 * DAY_MS));
  if (!(week >= 1 && week <= weeks)) return undefined;
  const from = addDays(monday, 7 * (week - 1));
  return { from, to: addDays(from, 6) };
}

/** The period of so many months that divides the year and holds a day: its quarter, half or month. */
export function monthsAround(day: string, count: number): DatePeriod | undefined {
  const { year, month } = partsOf(day);
  return monthsFrom(year, month - ((month - 1) % count), count);
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The last day of this name up to a day, that day included. */
export function lastWeekday(name: string, day: string): string {
  const wanted = weekdayNames.findIndex((weekday) => weekday.startsWith(name.slice(0, 3)));
  return addDays(day, -((new Date(day).getUTCDay() + 6 - wanted) % 7));
}

/** So many days after a day; before it where they are negative. */
export function addDays(day: string, count: number): string {
  return isoDay(Date.parse(day) + count * DAY_MS);
}

/** How many days lie from one day to another; undefined where either is known to the month or year only. */
export function daysBetween(from: string, to: string): number | undefined {
  if (from.length < 'YYYY-MM-DD'.length || to.length < 'YYYY-MM-DD'.length) return undefined;
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** So many months after a day, or before it; of a month that is too short, its last day. */
export function addMonths(day: string, count: number): string {
  const { year, month, day: own } = partsOf(day);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return isoDay(Date.UTC(year, month - 1 + count, Math.min(own, last)));
}

/** One end of a period in the shortest form of ISO 8601: the year or month where the period is made of whole ones. */
export function edgeOf({ from, to }: DatePeriod, edge: Edge): string {
  const own = edge === 'start' ? from : to;
  if (from.endsWith('-01-01') && to.endsWith('-12-31')) return own.slice(0, 'YYYY'.length);
  const isWholeMonths = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  return isWholeMonths ? own.slice(0, 'YYYY-MM'.length) : own;
}

const DAY_MS = 86_400_000;

/** The day of a moment in milliseconds. */
function isoDay(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function checked(from: number, to = from): DatePeriod | undefined {
  const period = { from: isoDay(from), to: isoDay(to) };
  return isPeriod(period) ? period : undefined;
}

/** False where shifting led out of the years that have four digits. */
export function isPeriod({ from, to }: DatePeriod): boolean {
  return [from, to].every((day) => /^[1-9]\d{3}-\d\d-\d\d$/.test(day));
}

function partsOf(day: string): { readonly year: number; readonly month: number; readonly day: number } {
  const [year = 0, month = 1, own = 1] = day.split('-').map(Number);
  return { year, month, day: own };
}
