import type { Random } from '../harness/random.ts';
import type { Phrase } from './bounds.ts';
import { type Row, type Rows, textOf } from './records.ts';
import type { NamedField, Subject } from './subjects.ts';

/** So many values of a field, different ones if it has them. */
function severalOf(random: Random, rows: Rows, { draw }: NamedField, count: number): string[] {
  const values: string[] = [];
  for (let tries = 0; values.length < count; tries++) {
    const value = draw(random, rows);
    if (tries >= 20 || !values.includes(value)) values.push(value);
  }
  return values;
}

/** A value of a field, said or as an argument. */
export function drawValue(random: Random, rows: Rows, { before, argument, draw }: NamedField): Phrase {
  const value = draw(random, rows);
  if (argument !== undefined && random.chance(0.2)) return { words: '', args: { [argument]: value } };
  return { words: `${before} ${value}` };
}

/** A denial in each of its forms. */
export function drawDenial(random: Random, rows: Rows, field: NamedField, isSingle: boolean): Phrase {
  const { before, argument } = field;
  const [one = '', other = ''] = severalOf(random, rows, field, 2);
  if (argument !== undefined && random.chance(0.25)) {
    const values = [`not ${one}`, `except ${one}`, `-${one}`, `neither ${one} nor ${other}`];
    if (!isSingle) values.push(`${other}, not ${one}`, `${other} but not ${one}`);
    return { words: '', args: { [argument]: random.pick(values) } };
  }
  const isAre = before === 'that are';
  const forms = [
    ...(isAre
      ? [`that are not ${one}`, `that aren't ${one}`, `non-${one}`, `which are neither ${one} nor ${other}`]
      : [`not ${before} ${one}`, `but not ${before} ${one}`, `neither ${before} ${one} nor ${other}`]),
    ...(before === 'with' || before === 'for' || before === 'on'
      ? [
          `without ${one}`,
          `no ${one}`,
          `without ${one} and without ${other}`,
          `${one.replace(/^(an?|two) /, '').replaceAll(' ', '-')}-free`,
        ]
      : []),
    ...(before === 'from' || before === 'in' ? [`outside ${one}`, `outside of ${one}`] : []),
    `except ${one}`,
    `-${/\s/.test(one) ? `"${one}"` : one}`,
    `other than ${one}`,
    `excluding ${one} and ${other}`,
    `NOT ${one}`,
    `not ${isAre ? '' : `${before} `}${one} or ${other}`,
  ];
  return { words: random.pick(forms) };
}

/** Several values of one field. */
export function drawList(random: Random, rows: Rows, field: NamedField): Phrase {
  const { before, argument } = field;
  const [one, two, three] = severalOf(random, rows, field, 3);
  const lists = [
    ...[`${one} or ${two}`, `${one} and ${two}`, `${one}, ${two}`, `${one} / ${two}`],
    ...[`${one}, ${two} or ${three}`, `${one}, ${two} and ${three}`],
  ];
  if (argument !== undefined && random.chance(0.25)) {
    return { words: '', args: { [argument]: random.pick<unknown>([...lists, [one, two]]) } };
  }
  const said = [
    `${one} OR ${two}`,
    `either ${one} or ${two}`,
    `both ${one} and ${two}`,
    `${one} or ${before} ${two}`,
  ];
  return { words: `${before} ${random.pick([...lists, ...said])}` };
}

/** A period, near the years of the records. */
export function drawPeriod(random: Random, rows: readonly Row[], dates: Subject['dates']): Phrase {
  if (dates === undefined) throw new Error('Its records have no dates.');
  const year = yearOf(random, rows, dates.path);
  const [from, to] = [
    random.pick(['January', 'March', 'May']),
    random.pick(['June', 'September', 'December']),
  ];
  const values = [
    ...[
      `${year}`,
      `${year}-06`,
      `since ${year}`,
      `before ${year}`,
      `${from} to ${to} ${year}`,
      `${to} ${year}`,
    ],
    ...['last year', 'this year', 'last month', 'last six months', `${year - 2}-${year}`, `Q2 ${year}`],
  ];
  if (dates.arguments.length > 0 && random.chance(0.25)) {
    return { words: '', args: { [random.pick(dates.arguments)]: random.pick(values) } };
  }
  const period = random.pick([
    ...[
      `since ${year}`,
      `after ${year}`,
      `before ${year}`,
      `until ${year}`,
      `in ${year}`,
      `not before ${year}`,
    ],
    ...[
      `from ${from} to ${to} ${year}`,
      `${from} to ${to} ${year}`,
      `since ${from} ${year}`,
      `by ${to} ${year}`,
    ],
    ...[`between ${year - 3} and ${year}`, `${year - 2}-${year}`, `from ${year} on`, `in ${year} or later`],
    ...['last year', 'this year', 'last month', 'in the last two years', 'next month', `in Q2 ${year}`],
  ]);
  const said = random.pick(dates.said);
  return { words: said === '' ? period : `${said} ${period}` };
}

function yearOf(random: Random, rows: readonly Row[], path: string): number {
  const year = Number.parseInt(textOf(random, rows, path), 10);
  return Number.isNaN(year) ? random.pick([2015, 2020, 2023, 2025]) : year;
}

/** A superlative with its noun, one of several places in an order, or how many are asked for. */
export function drawSuperlative(random: Random, superlatives: readonly string[], noun: string): string {
  const [one, other] = [random.pick(superlatives), random.pick(superlatives)];
  return random.pick([
    ...[`${one} ${noun}`, `the ${one} ${noun}`, `${noun} that is ${one}`, `which ${noun} is the ${one}`],
    ...[`second ${one} ${noun}`, `third ${one} ${noun}`, `two ${one} ${noun}`, `5 ${one} ${noun}`],
    ...[`top 5 ${noun}`, `top three ${one} ${noun}`, `${one} and ${other} ${noun}`, `not the ${one} ${noun}`],
  ]);
}

/** What is like a record. */
export function drawLikeness(
  random: Random,
  rows: readonly Row[],
  likes: readonly string[],
  noun: string,
): string {
  const name = textOf(random, rows, random.pick(likes));
  return random.pick([
    ...[`like ${name}`, `similar to ${name}`, `${noun} like ${name}`, `${noun} similar to ${name}`],
    ...[
      `alternatives to ${name}`,
      `comparable to ${name}`,
      `${noun} such as ${name}`,
      `something like ${name}`,
    ],
  ]);
}

const operators = ['without', 'or', 'not', 'no', 'only', 'under', 'than', 'except', 'outside'];

/** A title that has a word which also joins conditions, if one can be found: whole, quoted, or six words of it. */
export function drawTitle(random: Random, rows: readonly Row[], path: string): string {
  const first = random.below(operators.length);
  let operator = /^/;
  let titles: readonly Row[] = [];
  for (let i = 0; i < operators.length && titles.length === 0; i++) {
    operator = new RegExp(`(?<![-\\w])${operators[(first + i) % operators.length]}(?![-\\w])`, 'i');
    titles = rows.filter((row) => operator.test(String(row[path])));
  }
  const title = textOf(random, titles.length > 0 ? titles : rows, path);
  const words = title.toLowerCase().split(/\s+/);
  const length = random.pick([6, 7]);
  const at = words.findIndex((word) => operator.test(word));
  // The slice keeps the word, wherever it stands in it.
  const from = Math.max(0, Math.min(words.length - length, at - random.below(length)));
  const slice = words.slice(from, from + length).join(' ');
  return random.pick([title, title.toLowerCase(), `"${title}"`, slice, slice, slice]);
}
