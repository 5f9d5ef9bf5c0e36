import {
  addDays,
  type DatePeriod,
  edgeOf,
  isoWeek,
  MONTH,
  monthName,
  monthNumber,
  monthsFrom,
  singleDay,
  WEEKDAY,
} from './calendar.ts';
import { ORDINAL, ordinalOf } from './number-words.ts';

/** A period, or what is wrong with the text: it continues a sentence that begins with the text. */
export type DateReading = DatePeriod | DateProblem;

interface DateProblem {
  readonly problem: string;
  /** What to write instead, where the text may mean one of two. */
  readonly instead?: readonly string[];
}

interface Form {
  readonly pattern: RegExp;
  /** Undefined for numbers that are no day, month or year. */
  read(match: readonly (string | undefined)[]): DateReading | undefined;
}

const form = (source: string, read: Form['read']): Form => ({ pattern: new RegExp(`^${source}$`), read });
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const NO_YEAR = { problem: 'has no year of four digits' };

const forms: readonly Form[] = [
  form(String.raw`(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?`, ([, year, , month, day]) =>
    periodOf(year, month && Number(month), day),
  ),
  form(String.raw`(\d{4})(\d{2})(\d{2})`, ([, year, month, day]) => periodOf(year, Number(month), day)),
  form(String.raw`\d{6}`, ([digits = '']) => sixDigits(digits)),
  form(String.raw`(\d{4})-?w(\d{2})(?:-?([1-7]))?`, ([, year, week, day]) => weekOf(year, week, day)),
  form(String.raw`(?:(?:calendar )?week |w)(\d{1,2})(?:,| of|/)? ?(\d{4})`, ([, week, year]) =>
    weekOf(year, week),
  ),
  form(String.raw`(\d{4})-(\d{3})`, ([, year, day]) => dayOfYear(Number(year), Number(day))),
  form(
    String.raw`(?:the )?(\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(?:of )?(${MONTH})\.?,?[ -]?(\d{4}|\d{2})`,
    ([, day, month = '', year]) => periodOf(year, monthNumber(month), day),
  ),
  form(String.raw`(${MONTH})\.? (?:the )?${DAY},? (\d{4})`, ([, month = '', day, year]) =>
    periodOf(year, monthNumber(month), day),
  ),
  form(String.raw`(\d{4})[ -](${MONTH})\.?(?:[ -]${DAY})?`, ([, year, month = '', day]) =>
    periodOf(year, monthNumber(month), day),
  ),
  form(String.raw`(${MONTH})\.?,?(?: of)?[ /-]?(\d{4})`, ([, month = '', year]) =>
    periodOf(year, monthNumber(month)),
  ),
  form(String.raw`(\d{1,2})[-/.](\d{4})`, ([, month, year]) => periodOf(year, Number(month))),
  form(String.raw`(\d{1,2})([-/.])(\d{1,2})\2(\d{4})`, ([, first, mark, second, year]) =>
    mark === '.' ? periodOf(year, Number(second), first) : dayOrMonthFirst(first, second, Number(year)),
  ),
  form(
    String.raw`(?:q([1-4])|([1-4])q|(${ORDINAL}) quarter)(?: of)?[ ,/-]*(\d{4})`,
    ([, q, back, nth, year]) => monthsFrom(Number(year), 3 * Number(q ?? back ?? ordinalOf(nth)) - 2, 3),
  ),
  form(String.raw`(\d{4})[ /-]?q([1-4])`, ([, year, q]) => monthsFrom(Number(year), 3 * Number(q) - 2, 3)),
  form(String.raw`(?:h([12])|([12])h|(${ORDINAL}) half)(?: of)?[ ,/-]*(\d{4})`, ([, h, back, nth, year]) =>
    monthsFrom(Number(year), 6 * Number(h ?? back ?? ordinalOf(nth)) - 5, 6),
  ),
  form(String.raw`(\d{4})[ /-]?h([12])`, ([, year, h]) => monthsFrom(Number(year), 6 * Number(h) - 5, 6)),
  form(String.raw`(?:the )?(\d{3}0)['’]?s`, ([, year]) => monthsFrom(Number(year), 1, 120)),
  form(
    String.raw`(\d{4})\s*[年년](?:\s*(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日일])?)?`,
    ([, year, month, day]) => periodOf(year, month && Number(month), day),
  ),
  form(
    String.raw`(?:${MONTH}\.? ${DAY}|${DAY} (?:of )?${MONTH}|\d{1,2}[-/.]\d{1,2}(?:[-/.]\d{2})?)`,
    () => NO_YEAR,
  ),
  // Seconds since 1970, as feeds and programs have them.
  form(String.raw`(\d{10})(?:\d{3})?`, ([, seconds]) => {
    const day = addDays('1970-01-01', Math.floor(Number(seconds) / 86_400));
    return { from: day, to: day };
  }),
];

/**
 * Reads a date that means the same whenever it is read, in the text of `tidied`: ISO 8601 in its forms, RFC 2822, and the
 * ways in which people write days, months, weeks, quarters and years. A time of day moves the date to UTC. Undefined
 * for any other text; a problem for numbers that are no date, or may be two.
 */
export function readWrittenDate(plain: string): DateReading | undefined {
  const [written, time] = withoutTime(plain);
  const text = written
    .replace(new RegExp(`^${WEEKDAY}(?:, ?|\\.? )`), '')
    .replace(/^,|,$/g, '')
    .trim();
  for (const { pattern, read } of forms) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const period = read(match) ?? { problem: 'is no date that exists' };
    return time === undefined || 'problem' in period ? period : atTime(period, time);
  }
  return undefined;
}

const LONGEST = 200;

/** Text as the readers of dates take it: one line of small letters, its digits, hyphens and blanks those of ASCII. */
export function tidied(text: string): string {
  if (text.length > LONGEST) return '';
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^["'“”‘’( ]+|["'“”‘’).,; ]+$/g, '')
    .toLowerCase();
}

function periodOf(year = '', month?: number | '', day?: string): DatePeriod | undefined {
  // RFC 822 had two digits; RFC 2822 says how they are read.
  const full = year.length === 2 ? Number(year) + (Number(year) < 50 ? 2000 : 1900) : Number(year);
  if (month === undefined || month === '') return monthsFrom(full, 1, 12);
  return day === undefined ? monthsFrom(full, month) : singleDay(full, month, Number(day));
}

function weekOf(year: string | undefined, week: string | undefined, day?: string): DatePeriod | undefined {
  const whole = Number(year) < 1000 ? undefined : isoWeek(Number(year), Number(week));
  if (whole === undefined || day === undefined) return whole;
  const own = addDays(whole.from, Number(day) - 1);
  return { from: own, to: own };
}

function dayOfYear(year: number, day: number): DatePeriod | undefined {
  const own = addDays(`${year}-01-01`, day - 1);
  return day > 0 && own.startsWith(String(year)) ? { from: own, to: own } : undefined;
}

/** Year and month, unless it may be a day with a short year. */
function sixDigits(digits: string): DateReading | undefined {
  const month = periodOf(digits.slice(0, 4), Number(digits.slice(4)));
  const day = periodOf(digits.slice(0, 2), Number(digits.slice(2, 4)), digits.slice(4));
  if (month === undefined || !/^(?:19|20)/.test(digits)) return NO_YEAR;
  return day === undefined ? month : mayBe([month, day]);
}

/** With slashes and hyphens the day comes first in most of the world, the month in the United States. */
function dayOrMonthFirst(
  first: string | undefined,
  second: string | undefined,
  year: number,
): DateReading | undefined {
  const [one, two] = [Number(first), Number(second)];
  const [dayFirst, monthFirst] = [singleDay(year, two, one), singleDay(year, one, two)];
  if (dayFirst === undefined || monthFirst === undefined || one === two) return dayFirst ?? monthFirst;
  return mayBe([dayFirst, monthFirst]);
}

function mayBe(readings: readonly DatePeriod[]): DateReading {
  const named = readings.map(({ from, to }) => {
    const [year = '', month, day] = from.split('-');
    return `${from === to ? `${Number(day)} ` : ''}${monthName(Number(month))} ${year}`;
  });
  const instead = readings.map((reading) => edgeOf(reading, 'start'));
  return { problem: `may be ${named.join(' or ')}`, instead };
}

/** Hours from UTC of the names that RFC 822 and American sites write; any other name is UTC, as RFC 2822 has it. */
const zones: Readonly<Record<string, number>> = {
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ bst: 1, cet: 1, cest: 2, jst: 9 },
};

const ZONE = String.raw`(?: ?(z|(?:gmt|utc)? ?[+-]\d{1,2}(?::?\d{2})?|(?!${MONTH})[a-z]{2,5}(?![a-z])))?(?:\[[^\]]*\])?(?: ?\([^)]*\)?)?`;
const isoTime = new RegExp(String.raw`(?<=\d)t(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)?()${ZONE}$`);
const wordedTime = new RegExp(
  String.raw`(?:^|,? at |[ ,]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?: ?([ap])\.?m\b\.?)?${ZONE}`,
);

interface Time {
  /** Minutes from the day's midnight in UTC; not a number for no time of day. */
  readonly minutes: number;
}

/** The text without its time of day. */
function withoutTime(text: string): [string, Time?] {
  const match = isoTime.exec(text) ?? wordedTime.exec(text);
  if (match === null) return [text];
  const [whole, hours = '', minutes = '0', seconds = '0', half, zone = ''] = match;
  const [hour, minute] = [Number(hours), Number(minutes)];
  const isTime = minute < 60 && Number(seconds) <= 60 && (half ? hour >= 1 && hour <= 12 : hour <= 24);
  const own = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + whole.length).trim()}`;
  return [rest.trim(), { minutes: isTime ? own * 60 + minute - offsetOf(zone) : Number.NaN }];
}

/** In minutes. */
function offsetOf(zone: string): number {
  const [, sign, hours, minutes = '0'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign === undefined) return (zones[zone] ?? 0) * 60;
  const offset = Number(hours) * 60 + Number(minutes);
  if (Number(hours) > 23 || Number(minutes) > 59) return Number.NaN;
  return sign === '-' ? -offset : offset;
}

function atTime({ from, to }: DatePeriod, { minutes }: Time): DateReading {
  if (from !== to) return { problem: 'has a time but no day' };
  if (Number.isNaN(minutes)) return { problem: 'has a time that does not exist' };
  const day = addDays(from, Math.floor(minutes / (24 * 60)));
  return { from: day, to: day };
}
