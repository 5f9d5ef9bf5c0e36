import { readDateWords } from './date-words.ts';

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
  return { pattern: new RegExp(String.raw`${lead}\b${source}(?!\w)`, 'i'), read };
}

/** The first that fits counts: those of two ends stand before those of one. */
const forms: readonly Form[] = [
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
  form(String.raw`(?:(?:in|from|of|during) +)?(?:the +)?((?:19[5-9]|20\d)0)['’]?s`, (match) => {
    const first = Number(match[1]);
    return { from: String(first), to: String(first + 9) };
  }),
  form(`(?:in|during|throughout|of|from) +(?:the year +)?(${date})`, (match, today) => ({
    from: startOf(match[1], today),
    to: endOf(match[1], today),
  })),
];

/** Cheap, and false for most questions. */
const mayBePeriod = /\b(?:19|20)\d\d|\b(?:last|past|previous|this)\b/i;

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
    const rest = question.replace(match[0], ' ').replace(/\s+/g, ' ').trim();
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
