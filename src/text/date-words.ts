import {
  addDays,
  addMonths,
  type DatePeriod,
  isPeriod,
  lastWeekday,
  MONTH,
  mondayOf,
  monthNumber,
  monthsAround,
  monthsFrom,
  WEEKDAY,
} from './calendar.ts';
import { countOf, COUNT as MANY } from './number-words.ts';
import { type DateReading, readWrittenDate, tidied } from './written-date.ts';

/** Where a time without a direction lies: `7d` and `March` are past for news, ahead for deadlines. */
export type Direction = 'past' | 'ahead';

interface Asked {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly direction: Direction;
}

type Match = readonly (string | undefined)[];

interface Form {
  readonly pattern: RegExp;
  read(match: Match, asked: Asked): DateReading | undefined;
}

const form = (source: string, read: Form['read']): Form => ({ pattern: new RegExp(`^${source}$`), read });

const UNIT =
  '(hours?|hrs?|h|days?|d|weeks?|wks?|w|fortnights?|months?|mths?|mos?|quarters?|q|years?|yrs?|y|decades?)';
const COUNT = `(${MANY})`;
const AMOUNT = `${COUNT} ?${UNIT}`;

/** What a unit is in days or months, by its first letters. */
const units: readonly (readonly [string, { readonly days?: number; readonly months?: number }])[] = [
  ['h', { days: 1 / 24 }],
  ['de', { months: 120 }],
  ['d', { days: 1 }],
  ['w', { days: 7 }],
  ['f', { days: 14 }],
  ['m', { months: 1 }],
  ['q', { months: 3 }],
  ['y', { months: 12 }],
];

const forms: readonly Form[] = [
  form('(?:today|now)', (_, { today }) => on(today)),
  form('yesterday', (_, { today }) => on(addDays(today, -1))),
  form('tomorrow', (_, { today }) => on(addDays(today, 1))),
  form(`(?:the )?(?:this|current) ${UNIT}`, ([, unit], { today }) => current(unit, today)),
  form(`(?:the )?(?:last|past|previous|recent) (?:${COUNT} )?${UNIT}`, ([, count, unit], { today }) =>
    count === undefined && unit === 'quarter'
      ? monthsAround(addMonths(today, -3), 3)
      : { from: shifted(today, count, unit, -1), to: today },
  ),
  form(`(?:the )?(?:next|coming|upcoming|following) (?:${COUNT} )?${UNIT}`, ([, count, unit], { today }) =>
    count === undefined ? following(unit, today) : { from: today, to: shifted(today, count, unit, 1) },
  ),
  form(`${AMOUNT} (?:ago|earlier|back|before)`, ([, count, unit], { today }) =>
    on(shifted(today, count, unit, -1)),
  ),
  form(`${AMOUNT} (?:from now|from today|ahead|later)`, ([, count, unit], { today }) =>
    on(shifted(today, count, unit, 1)),
  ),
  form(`(?:(?:now|today) ?)?([+-]) ?${AMOUNT}`, ([, sign, count, unit], { today }) =>
    on(shifted(today, count, unit, sign === '-' ? -1 : 1)),
  ),
  // ISO 8601 has its durations too: P7D, PT24H.
  form(String.raw`([+-]?)p(?:(\d{1,4})([dwmy])|t(\d{1,4})(h))`, (match, asked) => {
    const [, sign = '', count, unit, hours = '', hour] = match;
    return parsed(`${sign}${count ?? hours}${unit === 'm' ? 'mo' : (unit ?? hour ?? '')}`, asked);
  }),
  form(AMOUNT, ([, count, unit], { today, direction }) =>
    direction === 'ahead'
      ? on(shifted(today, count, unit, 1))
      : { from: shifted(today, count, unit, -1), to: today },
  ),
  form(`${COUNT} ?m`, ([, count]) => ({
    problem: `may be ${count} months or ${count} minutes`,
    instead: [`${count} months`],
  })),
  form(`(last |next |this )?(${MONTH})`, ([, which, name = ''], { today, direction }) =>
    monthCalled(name, today, which === 'next ' || (which === undefined && direction === 'ahead')),
  ),
  form(`(last |next |this )?(${WEEKDAY})`, ([, which, name = ''], { today, direction }) => {
    const isAhead = which === 'next ' || (which === undefined && direction === 'ahead');
    return on(lastWeekday(name, addDays(today, isAhead ? 7 : which === 'last ' ? -1 : 0)));
  }),
  form('(?:the )?(start|beginning|end) of (.+)', ([, edge, text = ''], asked) => {
    const whole = parsed(text, asked);
    return whole === undefined || 'problem' in whole ? whole : on(edge === 'end' ? whole.to : whole.from);
  }),
];

/**
 * Reads a date or period as people and programs write it: `2024`, `2025-03-01T23:30:00-05:00`, `2025-W10`, `Q3 2025`,
 * `March 1st, 2025`, `7d`, `last 30 days`, `2 weeks ago`. `today` is `YYYY-MM-DD`. Gives its first and last day in UTC,
 * or the problem with it, such as the two readings of `03/04/2025`.
 */
export function parseDate(text: string, today: string, direction: Direction = 'past'): DateReading {
  const plain = tidied(text)
    .replace(/(?: ?\+| onwards?| (?:or|and) later)$/, '')
    .replace(new RegExp(`^in (?=${AMOUNT}$)`), '+')
    .replace(
      /^(?:(?:since|from|after|in|within|until|till|before|by|to|up to|during|on|as of) |(?:[<>]=|[≥≤]) ?)/,
      '',
    );
  return parsed(plain, { today, direction }) ?? { problem: 'is no date that can be read' };
}

function parsed(plain: string, asked: Asked): DateReading | undefined {
  const written = readWrittenDate(plain);
  if (written !== undefined) return written;
  for (const { pattern, read } of forms) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const reading = read(match, asked);
    if (reading === undefined || 'problem' in reading || isPeriod(reading)) return reading;
    return { problem: 'lies outside the years 1000 to 9999' };
  }
  return undefined;
}

function on(day: string): DatePeriod {
  return { from: day, to: day };
}

function unitOf(name = '') {
  return units.find(([letters]) => name.startsWith(letters))?.[1] ?? {};
}

function shifted(day: string, count: string | undefined, unit: string | undefined, sign: 1 | -1): string {
  const { days, months = 0 } = unitOf(unit);
  const many = countOf(count);
  return days === undefined
    ? addMonths(day, sign * many * months)
    : addDays(day, sign * Math.ceil(many * days));
}

/** The one of the calendar that holds today. */
function current(unit: string | undefined, today: string): DatePeriod | undefined {
  const { days, months = 0 } = unitOf(unit);
  if (days === 7) return { from: mondayOf(today), to: addDays(mondayOf(today), 6) };
  if (months === 120) return monthsFrom(10 * Math.floor(Number(today.slice(0, 4)) / 10), 1, 120);
  return days === undefined ? monthsAround(today, months) : on(today);
}

/** Months, quarters and years that come next are the calendar's; days and weeks begin now. */
function following(unit: string | undefined, today: string): DatePeriod | undefined {
  const { days, months = 0 } = unitOf(unit);
  if (days !== undefined || months === 120) return { from: today, to: shifted(today, undefined, unit, 1) };
  const now = monthsAround(today, months);
  return now && monthsAround(addDays(now.to, 1), months);
}

/** The month of this name that was last, or comes next; the one that holds today is both. */
function monthCalled(name: string, today: string, isAhead: boolean): DatePeriod | undefined {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const wanted = monthNumber(name);
  if (isAhead) return monthsFrom(wanted < month ? year + 1 : year, wanted);
  return monthsFrom(wanted > month ? year - 1 : year, wanted);
}
