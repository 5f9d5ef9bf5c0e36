import grammar from '../../dataset/taxonomy/grammar.json' with { type: 'json' };
import {
  addDays,
  addMonths,
  isoWeek,
  MONTH,
  mondayOf,
  monthNumber,
  monthsAround,
  monthsFrom,
  singleDay,
} from '../text/calendar.ts';
import { COUNT, countOf, ordinalOf } from '../text/number-words.ts';
import type { Token } from './lex.ts';
import type { Period } from './question.ts';

/** A period of a question. */
interface PeriodRead {
  /** In tokens. */
  readonly length: number;
  readonly period: Period;
  /** True for a year that stands alone, which may be part of a name. */
  readonly isBareYear: boolean;
}

/** First and last day of what was said. */
interface Days {
  readonly from: string;
  readonly to: string;
}

interface DateRead extends Days {
  /** Behind its last character in the line. */
  readonly end: number;
  readonly isBareYear?: true;
}

/** No letter and no digit follows. The classes of Unicode compile ten times as long as these ranges of its letters. */
const END = String.raw`(?![\w\u00c0-\u1fff\u3040-\ud7ff])`;

const month = String.raw`(?<month>${MONTH})\b\.?`;
const year = String.raw`(?<year>(?:19[5-9]|20\d)\d)(?![\d.,]*\d)`;
const count = `(?<count>${COUNT})`;
const unit = '(?<unit>hour|day|week|month|quarter|year|decade)s?';

interface Form {
  readonly pattern: RegExp;
  /** What it begins with: most of them need not be tried, and so not be compiled. */
  readonly begins: 'digit' | 'letter' | 'either';
  read(groups: Readonly<Record<string, string | undefined>>, today: string): Days | undefined;
}

const form = (source: string, read: Form['read']): Form => ({
  pattern: new RegExp(`${source}${END}`, 'y'),
  begins: source.startsWith(count) || /^\(\?:the \)\?\(\?<y>/.test(source) ? 'either' : beginsWith(source),
  read,
});

function beginsWith(source: string): 'digit' | 'letter' {
  return /^(?:\(\?<\w+>)?(?:\(\?:19|\\d|0\?\[)/.test(source) ? 'digit' : 'letter';
}

/** Dates and spans of time by themselves, the longer ones first. */
const forms: readonly Form[] = [
  form(
    String.raw`(?<y>\d{4})[-/. ](?<m>\d{1,2})[-/. ](?<d>\d{1,2})(?:t[\d:.]+(?:z|[+-][\d:]+)?)?`,
    ({ y, m, d }) => dayOf(y, m, d),
  ),
  form(String.raw`(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>(?:19|20)\d\d)`, ({ y, m, d }) => dayOf(y, m, d)),
  form(String.raw`(?:week|w) ?(?<week>\d{1,2})(?: of|,)? ?${year}`, ({ week, year }) => weekOf(year, week)),
  form(String.raw`${year}-w(?<week>\d{1,2})`, ({ week, year }) => weekOf(year, week)),
  form(String.raw`(?<y>(?:19|20)\d\d)(?<m>\d\d)(?<d>\d\d)`, ({ y, m, d }) => dayOf(y, m, d)),
  form(String.raw`(?<d>\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month},? ${year}`, ({ d, month, year }) =>
    dayOf(year, monthText(month), d),
  ),
  form(String.raw`${month} (?<d>\d{1,2})(?:st|nd|rd|th)? ?,? ?${year}`, ({ d, month, year }) =>
    dayOf(year, monthText(month), d),
  ),
  form(`${month} ?,? ?(?:of )?${year}`, ({ month, year }) => monthOf(year, monthText(month))),
  form(`${year}[-/. ]?${month}`, ({ month, year }) => monthOf(year, monthText(month))),
  form(String.raw`(?<y>\d{4}) ?§year ?(?<m>\d{1,2}) ?§month ?(?<d>\d{1,2}) ?§day`, ({ y, m, d }) =>
    dayOf(y, m, d),
  ),
  form(String.raw`(?<y>\d{4}) ?§year ?(?<m>\d{1,2}) ?§month`, ({ y, m }) => monthOf(y, m)),
  form(String.raw`(?<y>(?:19|20)\d\d) ?§year`, ({ y }) => yearOf(y)),
  form(String.raw`(?<y>(?:19|20)\d\d)[-/](?<m>0?[1-9]|1[0-2])(?!\d)`, ({ y, m }) => monthOf(y, m)),
  form(String.raw`(?<m>0?[1-9]|1[0-2])/(?<y>(?:19|20)\d\d)`, ({ y, m }) => monthOf(y, m)),
  form(
    `(?:the )?(?:q(?<q>[1-4])|(?<nth>first|second|third|fourth|1st|2nd|3rd|4th) quarter)(?: of| in)?,? ?${year}`,
    ({ q, nth, year }) => quarterOf(year, q ?? nth),
  ),
  form(`${year}[ -]?q(?<q>[1-4])`, ({ q, year }) => quarterOf(year, q)),
  form(`(?:the )?(?:h(?<h>[12])|(?<nth>first|second) half)(?: of)?,? ?${year}`, ({ h, nth, year }) =>
    h === '2' || nth === 'second'
      ? { from: `${year}-07-01`, to: `${year}-12-31` }
      : { from: `${year}-01-01`, to: `${year}-06-30` },
  ),
  form(`(?:the )?(?:q(?<q>[1-4])|(?<nth>first|second|third|fourth) quarter)`, ({ q, nth }, today) =>
    quarterOf(today.slice(0, 4), q ?? nth),
  ),
  form(`(?:the )?(?:last|past|previous|recent) (?:${count} )?${unit}`, ({ count, unit }, today) =>
    lately(count, unit, today),
  ),
  form(`${count} ?${unit} ago`, ({ count, unit }, today) => {
    const day = shifted(today, -countOf(count), unit);
    return { from: day, to: day };
  }),
  form(`(?:the )?(?:next|coming|upcoming) (?:${count} )?${unit}`, ({ count, unit }, today) =>
    ahead(count, unit, today),
  ),
  form(`(?:the )?(?:this|current) ${unit}`, ({ unit }, today) => current(unit, today)),
  form('(?:this week|so far this week)', (_, today) => ({ from: mondayOf(today), to: today })),
  form('yesterday', (_, today) => {
    const day = shifted(today, -1, 'day');
    return { from: day, to: day };
  }),
  form('tomorrow', (_, today) => {
    const day = shifted(today, 1, 'day');
    return { from: day, to: day };
  }),
  form(String.raw`(?:the )?(?<y>(?:19[5-9]|20\d)0) ?'?s`, ({ y }) => ({
    from: `${y}-01-01`,
    to: `${Number(y) + 9}-12-31`,
  })),
  form(`(?:the )?(?:start|beginning|end|year) (?:of )?${year}`, ({ year }) => yearOf(year)),
  form(`(?:early|mid|late)[ -]?${year}`, ({ year }) => yearOf(year)),
  form(String.raw`last ${month}(?! ?\d)`, ({ month }, today) => monthBefore(monthText(month), today)),
  form(`${year}(?: ?'s)?`, ({ year }) => yearOf(year)),
];

/** Of news it is a date wherever it stands. */
const todayAlone: readonly Form[] = [form('today', (_, today) => ({ from: today, to: today }))];

/** Said only behind a word such as `since` or `in`: `may` is a verb, and `today` often no date. */
const afterLead: readonly Form[] = [
  form('(?:today|now|right now)', (_, today) => ({ from: today, to: today })),
  form(String.raw`${month}(?! ?,? ?\d{4})`, ({ month }, today) => monthBefore(monthText(month), today)),
];

const joined = '(?: ?(?:to|and|until|till|through|thru|-|–|—) ?)';
const dayRanges = [
  `(?<first>\\d{1,2})(?:st|nd|rd|th)?${joined}(?<last>\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month},? ${year}`,
  `(?<first>\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month}${joined}(?<last>\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month.replace('<month>', '<month2>')},? ${year}`,
  `${month} (?<first>\\d{1,2})(?:st|nd|rd|th)?${joined}(?<last>\\d{1,2})(?:st|nd|rd|th)? ?,? ?${year}`,
].map((source) => new RegExp(source, 'yu'));

const between = /(?:(?:published|released|founded|dated) )?(?:in )?(?:between|from|anywhere between) /y;
const since =
  /(?:>=|≥) ?|(?:since|starting(?: in| from)?|as of|from(?= (?:[^ ]+ ){1,3}(?:on(?= *(?:$|[,.;]|(?:and|but|or|about|with|by)\b))|onwards?\b|upwards?\b))|beginning(?: in)?|dating from|not before|no earlier than|on or after|in or after|newer than or equal to) /y;
const after = />(?!=) ?|(?:after|later than|newer than|more recent than|beyond|past|post) /y;
const before = /<(?!=) ?|(?:before|prior to|older than|earlier than|pre|ahead of) /y;
const until =
  /(?:<=|≤) ?|(?:until|till|up to and including|up to|up until|through|by|no later than|not after|not later than|to|on or before|by the end of) /y;
const within =
  /(?:in|during|throughout|of|from|within|over|for|on|at|dated|as of|around|this) (?:the (?:year |month of )?)?/y;
const orLater = new RegExp(
  String.raw` ?,? ?(?:(?:and|or|&) (?:later|after|newer|onwards?|beyond|up|since|more recent)|onwards?|§since|on(?= *(?:$|[,.;]|(?:and|but|or|about|with|by)\b))|to (?:now|today|date|present|the present)|until (?:now|today)|- ?(?:now|today|present)|\+)${END}`,
  'y',
);
const orEarlier = new RegExp(` ?(?:(?:and|or) (?:earlier|before|older)|§before)${END}`, 'y');
const strictlyAfter = new RegExp(` ?§after${END}`, 'y');
/** How old something is at most and at least: `not older than two years`, `more than a year old`. */
const younger = new RegExp(
  `(?:(?:not|no) older than|newer than|younger than|less than|under|within|at most|not more than|no more than) (?:the (?:last|past) )?${count} ${unit}(?: old| ago)?${END}`,
  'y',
);
const elder = new RegExp(`(?:older than|more than|over|at least) ${count} ${unit}(?: old| ago)${END}`, 'y');
const joint = / ?(?:up to|to|and|until|till|through|thru|-|–|—|~) ?/y;

/** Words with which a period begins; most words of a question are none, and trying all forms at each takes long. */
const mayBegin = new RegExp(
  `^(?:\\d.*|[<>≤≥]|week|today|w\\d+|q[1-4]|h[12]|${MONTH}|${Object.keys(grammar.numbers).join('|')}|a|an|few|couple|the|this|current|last|past|previous|recent|next|coming|upcoming|first|second|third|fourth|yesterday|tomorrow|so|early|mid|late|between|from|anywhere|published|released|founded|dated|dating|since|starting|as|beginning|not|no|on|in|at|of|for|to|by|after|later|newer|more|beyond|post|before|prior|older|earlier|pre|ahead|until|till|up|through|during|throughout|within|over|around|younger|less|under)$`,
  'u',
);

/** The number of a month by its name. */
function monthText(name = ''): string {
  return String(monthNumber(name));
}

/** Reads the periods of one question. `today` is `YYYY-MM-DD`, UTC. */
export class PeriodReader {
  readonly #line: string;
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];
  readonly #today: string;
  readonly #forms: readonly Form[];

  constructor(tokens: readonly Token[], today: string, isNews = false) {
    this.#forms = isNews ? [...forms, ...todayAlone] : forms;
    let line = '';
    const starts: number[] = [];
    for (const { type, text, glue } of tokens) {
      if (line !== '') line += glue;
      starts.push(line.length);
      line += type === 'quote' ? '"'.repeat(text.length) : text;
    }
    this.#line = line;
    this.#starts = starts;
    this.#ends = starts.map((own, i) => own + (tokens[i]?.text.length ?? 0));
    this.#today = today;
  }

  /** The period that begins at a token, with the word that says how it is meant: `since 2018`, `from May to July 2024`. */
  at(start: number): PeriodRead | undefined {
    const at = this.#starts[start] as number;
    if (!mayBegin.test(this.#line.slice(at, this.#ends[start]))) return undefined;
    const read = this.#age(at) ?? this.#range(at) ?? this.#open(at);
    if (read === undefined) return undefined;
    const end = this.#starts.findIndex((own, i) => i > start && own >= read.end);
    const length = (end === -1 ? this.#starts.length : end) - start;
    return { length, period: read.period, isBareYear: read.isBareYear === true };
  }

  #age(at: number): { end: number; period: Period; isBareYear?: true } | undefined {
    for (const pattern of [younger, elder]) {
      pattern.lastIndex = at;
      const { 0: phrase = '', groups = {} } = pattern.exec(this.#line) ?? {};
      if (phrase === '' || (pattern === younger && !/older|newer|younger|old$|ago$|last|past/.test(phrase)))
        continue;
      const day = shifted(this.#today, -countOf(groups.count), groups.unit);
      return { end: at + phrase.length, period: pattern === younger ? { from: day } : { to: day } };
    }
    return undefined;
  }

  #range(at: number): { end: number; period: Period; isBareYear?: true } | undefined {
    const lead = this.#skip(between, at) ?? this.#skip(within, at);
    const days = this.#dayRange(lead ?? at);
    if (days !== undefined) return days;
    const monthAlone = this.#date(lead ?? at, afterLead);
    const first = this.#date(lead ?? at) ?? monthAlone;
    const next = first && this.#skip(joint, first.end);
    const second = next === undefined ? undefined : this.#date(next);
    if (first === undefined || second === undefined) return undefined;
    // `2022 and 2023` is a list, unless `between` stands before it.
    const isList =
      /and/.test(this.#line.slice(first.end, next)) && !/between/.test(this.#line.slice(at, lead ?? at));
    if (isList) return undefined;
    const from = first === monthAlone ? `${second.from.slice(0, 4)}${first.from.slice(4)}` : first.from;
    return from <= second.to ? { end: second.end, period: { from, to: second.to } } : undefined;
  }

  /** `10 and 20 August 2026`, `1 February and 31 March 2027`, `August 10 to 20, 2026`. */
  #dayRange(at: number): { end: number; period: Period } | undefined {
    for (const pattern of dayRanges) {
      pattern.lastIndex = at;
      const { groups = {} } = pattern.exec(this.#line) ?? {};
      const { year, month, month2 = month, first, last } = groups;
      if (year === undefined) continue;
      const [from, to] = [dayOf(year, monthText(month), first), dayOf(year, monthText(month2), last)];
      if (from !== undefined && to !== undefined && from.from <= to.to)
        return { end: pattern.lastIndex, period: { from: from.from, to: to.to } };
    }
    return undefined;
  }

  #open(at: number): { end: number; period: Period; isBareYear?: true } | undefined {
    const leads: readonly [RegExp, (days: Days) => Period][] = [
      [since, ({ from }) => ({ from })],
      [after, ({ to }) => ({ from: shifted(to, 1, 'day') })],
      [before, ({ from }) => ({ to: shifted(from, -1, 'day') })],
      [until, ({ to }) => ({ to })],
      [within, ({ from, to }) => ({ from, to })],
    ];
    for (const [lead, make] of leads) {
      const next = this.#skip(lead, at);
      const date = next === undefined ? undefined : (this.#date(next) ?? this.#date(next, afterLead));
      if (date !== undefined) return this.#suffixed(date, lead === within || lead === since, make(date));
    }
    const date = this.#date(at);
    if (date === undefined) return undefined;
    const { from, to } = date;
    const read = this.#suffixed(date, true, { from, to });
    return date.isBareYear && read.end === date.end ? { ...read, isBareYear: true } : read;
  }

  #suffixed(date: DateRead, mayBe: boolean, period: Period): { end: number; period: Period } {
    if (!mayBe) return { end: date.end, period };
    const later = this.#skip(orLater, date.end);
    if (later !== undefined) return { end: later, period: { from: date.from } };
    const strictly = this.#skip(strictlyAfter, date.end);
    if (strictly !== undefined) return { end: strictly, period: { from: shifted(date.to, 1, 'day') } };
    const earlier = this.#skip(orEarlier, date.end);
    if (earlier !== undefined) return { end: earlier, period: { to: date.to } };
    return { end: date.end, period };
  }

  #skip(pattern: RegExp, at: number): number | undefined {
    pattern.lastIndex = at;
    return pattern.test(this.#line) ? pattern.lastIndex : undefined;
  }

  #date(at: number, among: readonly Form[] = this.#forms): DateRead | undefined {
    if (at >= this.#line.length) return undefined;
    const other = /\d/.test(this.#line.charAt(at)) ? 'letter' : 'digit';
    for (const { pattern, begins, read } of among) {
      if (begins === other) continue;
      pattern.lastIndex = at;
      const match = pattern.exec(this.#line);
      const days = match === null ? undefined : read(match.groups ?? {}, this.#today);
      if (match === null || days === undefined) continue;
      const isBareYear = /^\d{4}$/.test(match[0]);
      return { ...days, end: at + match[0].length, ...(isBareYear && { isBareYear: true as const }) };
    }
    return undefined;
  }
}

function dayOf(year = '', month = '', day = ''): Days | undefined {
  return singleDay(Number(year), Number(month), Number(day));
}

function monthOf(year = '', month = ''): Days | undefined {
  return monthsFrom(Number(year), Number(month));
}

function weekOf(year = '', week = ''): Days | undefined {
  return isoWeek(Number(year), Number(week));
}

function yearOf(year = ''): Days {
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

function quarterOf(year = '', which = ''): Days | undefined {
  const number = Number(which[0]) || ordinalOf(which);
  return monthsFrom(Number(year), 3 * number - 2, 3);
}

/** The month of this name that was last, this one included. */
function monthBefore(month: string, today: string): Days {
  const year = Number(today.slice(0, 4)) - (Number(month) > Number(today.slice(5, 7)) ? 1 : 0);
  return monthOf(String(year), month) as Days;
}

/** `Last year` is the calendar's, `the last two years` end today. */
function lately(count: string | undefined, unit = '', today: string): Days | undefined {
  if (count !== undefined) {
    const from = shifted(today, -countOf(count), unit);
    return { from, to: today };
  }
  if (unit === 'hour') return { from: shifted(today, -1, 'day'), to: today };
  if (unit === 'decade') return { from: shifted(today, -1, 'decade'), to: today };
  const { from } = current(unit, today);
  const to = shifted(from, -1, 'day');
  return { from: current(unit, to).from, to };
}

function ahead(count: string | undefined, unit = '', today: string): Days {
  if (count !== undefined) return { from: today, to: shifted(today, countOf(count), unit) };
  const from = shifted(current(unit, today).to, 1, 'day');
  return { from, to: current(unit, from).to };
}

/** The whole period of the calendar in which a day lies. */
function current(unit = '', today: string): Days {
  const months = { month: 1, quarter: 3, year: 12 }[unit];
  if (months !== undefined) return monthsAround(today, months) as Days;
  const from = unit === 'week' ? mondayOf(today) : today;
  return { from, to: unit === 'week' ? addDays(from, 6) : from };
}

/** A day so many units later. */
function shifted(from: string, by: number, unit = ''): string {
  if (unit === 'hour') return addDays(from, Math.sign(by) * Math.ceil(Math.abs(by) / 24));
  if (unit === 'day' || unit === 'week') return addDays(from, by * (unit === 'week' ? 7 : 1));
  return addMonths(from, by * ({ month: 1, quarter: 3, year: 12, decade: 120 }[unit] ?? 0));
}
