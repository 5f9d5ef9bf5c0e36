import { readDateWords } from './date-words.ts';
import { withoutPhrase } from './query.ts';

/** A period that a question names, both ends included; each is known to the day, month or year. */
export interface Period {
  readonly from?: string;
  readonly to?: string;
}

export interface PeriodRead extends Period {
  /** As it was written. */
  readonly phrase: string;
  /** The question without it. */
  readonly rest: string;
}

const unit = String.raw`(?!\s*(?:(?:mm|cm|km?|m|k?g|n|nm|w|wh|v|hz|mah|lbs?|usd|euros?|dollars|units|robots)\b|[$€%])|[-.,]\d)`;
const year = String.raw`(?:19[5-9]\d|20\d\d)(?!\d)${unit}`;
const monthName =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const date = String.raw`(?:(?:the (?:start|beginning|end) of )?(?:${monthName}\.? )?${year})`;
const counts = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const count = String.raw`(?:\d{1,3}|${counts.join('|')}|few|couple of)`;
// A few at most: of hundreds in a row each would be tried as the first.
const lead = String.raw`(?:\b(?:published|released|written|dated|that (?:was|were|is|are)|which (?:was|were)|only) +){0,4}`;

interface Form {
  readonly pattern: RegExp;
  read(match: RegExpExecArray, today: string): Period | undefined;
}

function form(source: string, read: Form['read']): Form {
  return { pattern: new RegExp(String.raw`${lead}\b${source}(?:['’]s)?(?!\w)`, 'i'), read };
}

/** The first that fits counts: those of two ends stand before those of one. */
const forms: readonly Form[] = [
  form(
    String.raw`(?:between +|from +)?(${monthName})\.? *(?:and|to|until|till|through|-|–) *(${monthName}\.? (${year}))`,
    (match, today) => ordered(startOf(`${match[1]} ${match[3]}`, today), endOf(match[2], today)),
  ),
  form(
    String.raw`(?:between|from) +(${date}) +(?:and|to|until|till|through|-|–) *(${date})`,
    (match, today) => ordered(startOf(match[1], today), endOf(match[2], today)),
  ),
  form(String.raw`((?:19[5-9]|20\d)\d) *(?:-|–|to|until|through) *(${year})`, (match, today) =>
    ordered(startOf(match[1], today), endOf(match[2], today)),
  ),
  form(
    String.raw`(?:(?:since|starting (?:in|from)|as of) +(${date})|from +(${date}) +(?:on|onwards?|until (?:now|today)|to (?:now|today|date)))`,
    (match, today) => ({ from: startOf(match[1] ?? match[2], today) }),
  ),
  form(String.raw`(?:in +)?(${date}) +(?:and|or) +(?:later|after|newer|onwards?)`, (match, today) => ({
    from: startOf(match[1], today),
  })),
  form(String.raw`(?:after|later than|newer than) +(${date})`, (match, today) => ({
    from: dayAfter(endOf(match[1], today)),
  })),
  form(String.raw`(?:before|prior to|older than|earlier than) +(${date})`, (match, today) => ({
    to: dayBefore(startOf(match[1], today)),
  })),
  form(String.raw`(?:until|till|up to|through|no later than) +(${date})`, (match, today) => ({
    to: endOf(match[1], today),
  })),
  form(
    String.raw`(?:(?:in|from|of|during|over|within) +)?(?:the +)?(?:last|past|previous) +(?:(${count}) +)?(day|week|month|year|decade)s?`,
    lately,
  ),
  form(String.raw`(?:(?:in|from|of|during) +)?this +(month|year)`, (match, today) => {
    const date = today.slice(0, match[1]?.toLowerCase() === 'year' ? 4 : 7);
    return { from: date, to: date };
  }),
  form(
    String.raw`(?:(?:in|from|of|during) +)?(?:the +)?(?:next|coming|upcoming) +(?:(${count}) +)?(week|month|year)s?`,
    ahead,
  ),
  form(
    String.raw`(?:(?:in|from|of|during|since) +)?(?:the +)?(this|current|last|past|previous) +quarter`,
    (match, today) => quarter(quarterOf(today) - (/this|current/i.test(match[1] ?? '') ? 0 : 1)),
  ),
  form(
    String.raw`(?:(?:in|from|of|during) +)?(?:the +)?(?:q([1-4])|(first|second|third|fourth) +quarter|h([12])|(first|second) +half)(?: +of)?,? +((?:19|20)\d\d)`,
    ([, q = '', inWords = '', h = '', half = '', year = '']) => {
      const first = q === '' && inWords === '' ? 0 : Number(q) || ordinals.indexOf(inWords.toLowerCase()) + 1;
      if (first > 0) return quarter(4 * Number(year) + first - 1);
      const second = (Number(h) || ordinals.indexOf(half.toLowerCase()) + 1) === 2;
      return second ? { from: `${year}-07`, to: `${year}-12` } : { from: `${year}-01`, to: `${year}-06` };
    },
  ),
  form(String.raw`(?:(?:in|from|of|during) +)?this +week`, (_, today) => ({
    from: mondayOf(today),
    to: today,
  })),
  form(String.raw`(?:from +)?yesterday(?:['’]s)?`, (_, today) => {
    const day = readDateWords('yesterday', today, 'start');
    return day === undefined ? undefined : { from: day, to: day };
  }),
  form(String.raw`since +(${monthName})(?!\.? +\d)`, (match, today) => ({
    from: lastMonth(match[1], today),
  })),
  form(String.raw`(?:in|during|throughout|from|of) +(?:last +)?(${monthName})(?!\.? +\d)`, (match, today) => {
    const month = lastMonth(match[1], today);
    return { from: month, to: month };
  }),
  form(String.raw`(?:(?:in|from|of|during) +)?(?:the +)?((?:19[5-9]|20\d)0)['’]?s`, (match) => {
    const first = Number(match[1]);
    return { from: String(first), to: String(first + 9) };
  }),
  form(`(?:in|during|throughout|of|from) +(?:the year +)?(${date})`, (match, today) => ({
    from: startOf(match[1], today),
    to: endOf(match[1], today),
  })),
  // A year alone may be a part of a name.
  form(String.raw`(${monthName}\.? ${year})`, (match, today) => ({
    from: startOf(match[1], today),
    to: endOf(match[1], today),
  })),
];

/** Cheap, and false for most questions. */
const mayBePeriod =
  /\b(?:19|20)\d\d|\b(?:last|past|previous|this|next|coming|upcoming|current|yesterday)\b|\b(?:since|in|during|throughout|from|of) +(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/**
 * The period that a question names beside what it asks for: `since 2018`, `after 2019`, `between 2015 and 2018`, `last two
 * years`, `in the 2010s`. `today` is `YYYY-MM-DD`. Undefined where there is none, or something is quoted.
 */
export function periodIn(question: string, today: string): PeriodRead | undefined {
  if (!mayBePeriod.test(question) || question.includes('"')) return undefined;
  for (const { pattern, read } of forms) {
    const match = pattern.exec(question);
    const period = match === null ? undefined : read(match, today);
    if (match === null || period === undefined) continue;
    const rest = withoutPhrase(question, match[0]);
    return { ...period, phrase: match[0].trim(), rest };
  }
  return undefined;
}

function lately([, many, unit = '']: RegExpExecArray, today: string): Period | undefined {
  const named = many?.toLowerCase();
  const isDecade = unit.toLowerCase() === 'decade';
  const number =
    named === undefined
      ? 1
      : named === 'few'
        ? 3
        : named === 'couple of'
          ? 2
          : counts.indexOf(named) + 1 || Number(named);
  const back = isDecade ? `last ${number * 10} years` : `last ${number} ${unit.toLowerCase()}`;
  const from = readDateWords(back, today, 'start');
  return from === undefined ? undefined : { from, to: today };
}

/** From the day after today to the end of so many. */
function ahead([, many, unit = '']: RegExpExecArray, today: string): Period {
  const named = many?.toLowerCase() ?? '';
  const number =
    named === 'few' ? 3 : named === 'couple of' ? 2 : counts.indexOf(named) + 1 || Number(named) || 1;
  // `Next year` is the calendar's; `the next two years` begin now.
  if (many === undefined && unit.toLowerCase() === 'year') {
    const next = String(Number(today.slice(0, 4)) + 1);
    return { from: next, to: next };
  }
  if (many === undefined && unit.toLowerCase() === 'month') {
    const next = dayAfter(today.slice(0, 'YYYY-MM'.length));
    return { from: next, to: next };
  }
  const end = new Date(`${today}T00:00:00Z`);
  if (unit.toLowerCase() === 'week') end.setUTCDate(end.getUTCDate() + 7 * number);
  else end.setUTCMonth(end.getUTCMonth() + number * (unit.toLowerCase() === 'year' ? 12 : 1));
  return { from: today, to: end.toISOString().slice(0, 10) };
}

const ordinals = ['first', 'second', 'third', 'fourth'];

/** Quarters are counted from the year 0. */
function quarterOf(today: string): number {
  return 4 * Number(today.slice(0, 4)) + Math.floor((Number(today.slice(5, 7)) - 1) / 3);
}

function quarter(counted: number): Period {
  const [year, first] = [Math.floor(counted / 4), 3 * (counted % 4) + 1];
  const month = (number: number) => `${year}-${String(number).padStart(2, '0')}`;
  return { from: month(first), to: month(first + 2) };
}

function mondayOf(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

/** The month of this name that was last, this one included. */
function lastMonth(name = '', today: string): string {
  const year = Number(today.slice(0, 4));
  const own = startOf(`${name.replace('.', '')} ${year}`, today);
  return own <= today.slice(0, own.length) ? own : startOf(`${name.replace('.', '')} ${year - 1}`, today);
}

function plainDate(text = ''): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^the (?:start|beginning|end) of /, '')
    .replace('.', '');
}

function startOf(text: string | undefined, today: string): string {
  return readDateWords(plainDate(text), today, 'start') ?? today;
}

function endOf(text: string | undefined, today: string): string {
  return readDateWords(plainDate(text), today, 'end') ?? today;
}

function ordered(from: string, to: string): Period {
  return from <= to ? { from, to } : { from: to, to: from };
}

/** The year or month that follows one, and so on: what comes after 2019 begins with 2020. */
function dayAfter(date: string): string {
  return shifted(date, 1);
}

function dayBefore(date: string): string {
  return shifted(date, -1);
}

function shifted(date: string, by: 1 | -1): string {
  const [year = 0, month] = date.split('-').map(Number);
  if (month === undefined) return String(year + by);
  const moved = new Date(Date.UTC(year, month - 1 + by, 1));
  return moved.toISOString().slice(0, 'YYYY-MM'.length);
}
