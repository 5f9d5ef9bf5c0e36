import { addDays, type DatePeriod, edgeOf, MONTH, mondayOf } from './calendar.ts';
import { parseDate } from './date-words.ts';
import { COUNT, ORDINAL } from './number-words.ts';
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
const date = String.raw`(?:(?:the (?:start|beginning|end) of )?(?:${MONTH}\.? )?${year})`;
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
    String.raw`(?:between +|from +)?(${MONTH})\.? *(?:and|to|until|till|through|-|–) *(${MONTH}\.? (${year}))`,
    ([, month, last, year], today) => between(`${month} ${year}`, last, today),
  ),
  form(
    `(?:between|from) +(${date}) +(?:and|to|until|till|through|-|–) *(${date})`,
    ([, first, last], today) => between(first, last, today),
  ),
  form(String.raw`((?:19[5-9]|20\d)\d) *(?:-|–|to|until|through) *(${year})`, ([, first, last], today) =>
    between(first, last, today),
  ),
  form(
    `(?:(?:since|starting (?:in|from)|as of) +(${date})|from +(${date}) +(?:on|onwards?|until (?:now|today)|to (?:now|today|date)))`,
    ([, since, from], today) => open(since ?? from, today, 'from'),
  ),
  form(`(?:in +)?(${date}) +(?:and|or) +(?:later|after|newer|onwards?)`, ([, first], today) =>
    open(first, today, 'from'),
  ),
  form(`(?:after|later than|newer than) +(${date})`, ([, last], today) => open(last, today, 'after')),
  form(`(?:before|prior to|older than|earlier than) +(${date})`, ([, first], today) =>
    open(first, today, 'before'),
  ),
  form(`(?:until|till|up to|through|no later than) +(${date})`, ([, last], today) => open(last, today, 'to')),
  form(
    `(?:(?:in|from|of|during|over|within) +)?(?:the +)?((?:last|past|previous) +(?:${COUNT} +)?(?:day|week|month|year|decade)s?)`,
    whole,
  ),
  form(`(?:(?:in|from|of|during) +)?(this +(?:month|year))`, whole),
  form(
    `(?:(?:in|from|of|during) +)?(?:the +)?((?:next|coming|upcoming) +(?:${COUNT} +)?(?:week|month|year)s?)`,
    whole,
  ),
  form(`(?:(?:in|from|of|during|since) +)?(?:the +)?((?:this|current|last|past|previous) +quarter)`, whole),
  form(
    String.raw`(?:(?:in|from|of|during) +)?(?:the +)?((?:q[1-4]|(?:${ORDINAL}) +quarter|h[12]|(?:first|second) +half)(?: +of)?,? +(?:19|20)\d\d)`,
    whole,
  ),
  form(`(?:(?:in|from|of|during) +)?this +week`, (_, today) => ({
    from: mondayOf(today),
    to: today,
  })),
  form(`(?:from +)?(yesterday)(?:['’]s)?`, whole),
  form(String.raw`since +(${MONTH})(?!\.? +\d)`, ([, month], today) => open(month, today, 'from')),
  form(String.raw`(?:in|during|throughout|from|of) +(?:last +)?(${MONTH})(?!\.? +\d)`, whole),
  form(String.raw`(?:(?:in|from|of|during) +)?(?:the +)?((?:19[5-9]|20\d)0['’]?s)`, whole),
  form(`(?:in|during|throughout|of|from) +(?:the year +)?(${date})`, whole),
  // A year alone may be a part of a name.
  form(String.raw`(${MONTH}\.? ${year})`, whole),
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

/** A date that a form found; undefined where its numbers are none. */
function dateOf(text = '', today: string): DatePeriod | undefined {
  const reading = parseDate(text.replace(/^the (?:start|beginning|end) of /i, ''), today);
  return 'problem' in reading ? undefined : reading;
}

/** All of the date in a form's first group. */
function whole([, text]: RegExpExecArray, today: string): Period | undefined {
  const date = dateOf(text, today);
  return date && { from: edgeOf(date, 'start'), to: edgeOf(date, 'end') };
}

/** What has one end: from a date on, after it, before it, or up to it. */
function open(
  text: string | undefined,
  today: string,
  side: 'from' | 'after' | 'before' | 'to',
): Period | undefined {
  const date = dateOf(text, today);
  if (date === undefined) return undefined;
  const [first, last] = [edgeOf(date, 'start'), edgeOf(date, 'end')];
  // The year or month that follows one, and so on: what comes after 2019 begins with 2020.
  if (side === 'after') return { from: addDays(date.to, 1).slice(0, last.length) };
  if (side === 'before') return { to: addDays(date.from, -1).slice(0, first.length) };
  return side === 'from' ? { from: first } : { to: last };
}

/** Both dates, whichever comes first. */
function between(one: string | undefined, other: string | undefined, today: string): Period | undefined {
  const [first, second] = [dateOf(one, today), dateOf(other, today)];
  if (first === undefined || second === undefined) return undefined;
  const [from, to] = first.from <= second.from ? [first, second] : [second, first];
  return { from: edgeOf(from, 'start'), to: edgeOf(to, 'end') };
}
