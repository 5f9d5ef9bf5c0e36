/** Which end of a period is meant: `from 2024` begins on its first day, `to 2024` ends on its last. */
export type Edge = 'start' | 'end';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthWord = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?`;

const counts = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const countWord = String.raw`(\d{1,4}|an?|few|couple of|${counts.join('|')})`;

/** A few are three. */
function countOf(word: string): number {
  const places: Readonly<Record<string, number>> = { a: 1, an: 1, few: 3, 'couple of': 2 };
  return places[word] ?? (counts.indexOf(word) + 1 || Number(word));
}

interface Form {
  readonly pattern: RegExp;
  /** An ISO date known to the day, month or year; undefined if the numbers are none. */
  read(match: RegExpExecArray, today: Date, edge: Edge): string | undefined;
}

const forms: readonly Form[] = [
  { pattern: /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/, read: ([text]) => existing(text) },
  {
    pattern: /^(\d{4})[/.](\d{1,2})(?:[/.](\d{1,2}))?$/,
    read: ([, year = '', month = '', day]) => existing(joined(year, month, day)),
  },
  {
    pattern: new RegExp(`^${monthWord}\\s+(?:(\\d{1,2})(?:st|nd|rd|th)?,?\\s+)?(\\d{4})$`),
    read: ([, month = '', day, year = '']) => existing(joined(year, monthNumber(month), day)),
  },
  {
    pattern: new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?\\s+${monthWord}\\s+(\\d{4})$`),
    read: ([, day, month = '', year = '']) => existing(joined(year, monthNumber(month), day)),
  },
  { pattern: /^(today|now)$/, read: (_, today) => isoDay(today) },
  { pattern: /^yesterday$/, read: (_, today) => isoDay(shifted(today, 1, 'day')) },
  {
    pattern: /^this (month|year)$/,
    read: ([, unit], today) => isoDay(today).slice(0, unit === 'year' ? 4 : 7),
  },
  {
    pattern: new RegExp(`^(?:the )?(?:last|past|previous) (?:${countWord} )?(hour|day|week|month|year)s?$`),
    read: ([, count = '1', unit = ''], today, edge) =>
      edge === 'end' ? isoDay(today) : isoDay(shifted(today, countOf(count), unit)),
  },
  {
    pattern: new RegExp(`^${countWord} (hour|day|week|month|year)s? ago$`),
    read: ([, count = '', unit = ''], today) => isoDay(shifted(today, countOf(count), unit)),
  },
];

/**
 * Reads a date as people write it: `2024`, `2024-06`, `June 2024`, `since 2024`, `last 30 days`, `2 weeks ago`.
 * `today` is `YYYY-MM-DD`. Answers an ISO date known to the day, month or year; undefined for what is no date.
 */
export function readDateWords(text: string, today: string, edge: Edge): string | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^(?:since|from|after|in|until|till|before|by|to|up to|in the|during)\s+/, '');
  const now = new Date(`${today}T00:00:00Z`);
  for (const { pattern, read } of forms) {
    const match = pattern.exec(plain);
    if (match !== null) return read(match, now, edge);
  }
  return undefined;
}

function joined(year: string, month: string, day: string | undefined): string {
  const parts = [year, month.padStart(2, '0'), ...(day === undefined ? [] : [day.padStart(2, '0')])];
  return parts.join('-');
}

function monthNumber(word: string): string {
  return String(months.indexOf(word.slice(0, 3)) + 1);
}

/** The date itself if there is such a month and day. */
function existing(date: string): string | undefined {
  const day = date.length === 10 ? date : date.length === 7 ? `${date}-01` : `${date}-01-01`;
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && isoDay(parsed) === day ? date : undefined;
}

function shifted(from: Date, count: number, unit: string): Date {
  const date = new Date(from);
  if (unit === 'hour') date.setUTCDate(date.getUTCDate() - Math.ceil(count / 24));
  else if (unit === 'day') date.setUTCDate(date.getUTCDate() - count);
  else if (unit === 'week') date.setUTCDate(date.getUTCDate() - 7 * count);
  else if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() - count);
  else {
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() - count);
    // A month before 31 March is the last day of February, not the third of March.
    date.setUTCDate(
      Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()),
    );
  }
  return date;
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
