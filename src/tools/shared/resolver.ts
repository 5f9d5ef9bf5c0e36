import type { Kind } from '../../kinds/kinds.ts';
import { nearest } from '../../kinds/vocabularies/vocabulary.ts';
import type { Filter } from '../../search/filters/filters.ts';
import type { Finder } from '../../search/filters/finders.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { type Mask, outside } from '../../search/masks.ts';
import type { WordColumn } from '../../search/word-column.ts';
import { compact } from '../../text/fold.ts';
import { parseQuery, type TextQuery } from '../../text/query.ts';
import { oneLine } from './answer.ts';

/** Of a list so many entries are read. */
const MAX_PARTS = 12;
/** Longer lists of suggestions are no help. */
const SUGGESTIONS = 3;
/** Values listed where none is near. */
const VALUES_SHOWN = 12;

/** What is left out, where all else is meant: `not China`, `outside the US`, `non-EU`. */
const ALL_BUT =
  /^\s*(?:-|!|(?:not|no(?!\s+longer)|non|except|excluding|without|outside(?:\s+of)?|other\s+than|(?:all|anything)\s+but)[\s-]+)(?:(?:from|in|the)\s+)*(.+)$/i;

/** An argument that takes words, as it was given. */
export interface Worded<Value> {
  readonly name: string;
  readonly text: string;
  readonly finder: Finder<Value>;
  /** For the words that its records have. */
  readonly store: Pick<KindStore<Kind>, 'match' | 'size'>;
  /** True where no query is asked beside it. */
  readonly isAlone?: boolean;
}

/** What the words of an argument stand for. */
export interface Resolved<Value> {
  readonly values: readonly Value[];
  /** True where all but these are meant. */
  readonly isNegated?: boolean;
  /** Words that name nothing, to be searched for with the query. */
  readonly words?: string;
  /** How they were understood, where that is not what they say. */
  readonly note?: string;
}

/**
 * The one reading of an argument that takes words: a value or alias; any of a list of them; a near spelling, said; or
 * else the words themselves, so that no argument empties an answer because its value is in no list.
 */
export function resolve<Value>(asked: Worded<Value>): Resolved<Value> {
  const { name, text, finder } = asked;
  const but = ALL_BUT.exec(text)?.[1] ?? '';
  const left = but === '' ? [] : finder.find(but);
  if (left.length > 0)
    return {
      values: left,
      isNegated: true,
      note: `Read ${name} "${oneLine(text)}" as all but ${oneLine(but)}.`,
    };
  const whole = finder.find(text);
  if (whole.length > 0) return { values: whole };
  const listed = anyOf(text, finder) ?? [];
  const values = listed.flatMap((part) => part.values);
  if (values.length > 0) {
    const unread = listed.filter((part) => part.values.length === 0).map(({ part }) => `"${oneLine(part)}"`);
    return { values, ...(unread.length > 0 && { note: `${name} knows no ${unread.join(', ')}: left out.` }) };
  }
  const query = shortened(parseQuery(text));
  // Whether there are any matters, and not their order.
  const { rows, nearest: lacking, unknown, corrected } = asked.store.match(query, anyRow);
  const near = nearSpelling(asked, corrected);
  if (near !== undefined) return near;
  const none = `No ${name} is called "${oneLine(text)}"`;
  // An initial is in any list of names.
  const telling = query.required.filter(({ stop, shown }) => !stop && shown.length > 1);
  const isKnown = rows.length + lacking.length > 0 && unknown.length < telling.length;
  if (isKnown) return { values: [], words: text, note: `${none}: searched for the words instead.` };
  const spellings = finder.spellings();
  const offered = nearest(text, spellings, SUGGESTIONS);
  const hint =
    offered.length > 0 ? `near to it: ${offered.join(', ')}` : spellings.slice(0, VALUES_SHOWN).join(', ');
  return { values: [], note: `${none}, nor has a record the words${hint && `; ${hint}`}.` };
}

/** Rows that have what an argument names; every row where its words are to be searched for. */
export function wordFilter(asked: Worded<string>, column: WordColumn): Filter {
  const read = resolve(asked);
  const having = (values: readonly string[]) => column.having(values);
  return filterOf(asked, asked.isAlone === true ? widened(asked, read, having) : read, having);
}

/** A keyword that so few records have is lacking in others that are about it too. */
const FEW_TAGGED = 3;

/** The words of a rare keyword, where more records have these than the keyword. */
function widened(
  { name, text, finder, store }: Worded<string>,
  read: Resolved<string>,
  having: (values: readonly string[]) => Mask,
): Resolved<string> {
  const { values, words, isNegated = false } = read;
  if (finder.isOpen !== true || values.length === 0 || words !== undefined || isNegated || isList(text))
    return read;
  const tagged = having(values).reduce<number>((count, has) => count + has, 0);
  if (tagged > FEW_TAGGED) return read;
  if (store.match(parseQuery(text), { incomplete: 'never', isScored: false }).rows.length <= tagged)
    return read;
  const who = tagged === 1 ? 'Only 1 has' : `Only ${tagged} have`;
  return { values: [], words: text, note: `${who} ${name} "${oneLine(text)}": searched for the words too.` };
}

function isList(text: string): boolean {
  return /[,;|\n/&+]|\s(?:and|or)\s/i.test(text);
}

/** Rows that `pass` makes of what an argument names; every row where its words are to be searched for. */
export function filterOf<Value>(
  { name, store }: Worded<Value>,
  { values, isNegated = false, words, note }: Resolved<Value>,
  pass: (values: readonly Value[]) => Mask,
): Filter {
  const said = note === undefined ? {} : { note };
  const passing = () => (isNegated ? outside(pass(values)) : pass(values));
  return words === undefined
    ? { name, pass: passing(), ...said }
    : { name, pass: new Uint8Array(store.size).fill(1), words, ...said };
}

/** Of the words of an argument so many are looked up; all are searched for with the query. */
const MAX_WORDS = 12;

function shortened(query: TextQuery): TextQuery {
  return query.required.length <= MAX_WORDS
    ? query
    : { ...query, required: query.required.slice(0, MAX_WORDS) };
}

const anyRow = { incomplete: 'if none is complete', isScored: false } as const;

interface Part<Value> {
  readonly part: string;
  readonly values: readonly Value[];
}

/** The entries of a list. `and`, `&` and `/` are also parts of names, so that they part only what is known. */
function anyOf<Value>(text: string, finder: Finder<Value>): readonly Part<Value>[] | undefined {
  const separated = (by: RegExp) => {
    const parts = text.split(by).flatMap((part) => (compact(part) === '' ? [] : [part.trim()]));
    if (parts.length < 2) return undefined;
    return parts.slice(0, MAX_PARTS).map((part) => ({ part, values: finder.find(part) }));
  };
  const all = separated(/[,;|\n/&+]|\s+(?:and|or)\s+/i);
  if (all?.every(({ values }) => values.length > 0)) return all;
  return separated(/[,;|\n]|\s+or\s+/i);
}

/** A slip of the keyboard away: by words that no record has, or by the whole of a name. */
function nearSpelling<Value>(
  { name, text, finder }: Worded<Value>,
  corrected: Readonly<Record<string, string>>,
): Resolved<Value> | undefined {
  // Another number is another standard or model.
  const slips = Object.entries(corrected).filter(([word]) => !/\d/.test(word));
  const mended = slips.reduce((whole, [word, instead]) => whole.toLowerCase().replace(word, instead), text);
  const isSlip = slips.length > 0 || (finder.isName === true && !/\d/.test(text));
  const candidates = [
    ...(isSlip ? nearest(text, finder.spellings(), 1, slipsIn(text)) : []),
    ...(slips.length > 0 ? [mended] : []),
  ];
  for (const candidate of candidates) {
    const values = finder.find(candidate);
    if (values.length === 0) continue;
    const key = compact(candidate);
    const called = finder.spellings().find((own) => compact(own) === key) ?? candidate;
    return { values, note: `Read ${name} "${oneLine(text)}" as ${oneLine(called)}.` };
  }
  return undefined;
}

/** How many slips a name of this length may have and still be meant. */
function slipsIn(text: string): number {
  const { length } = compact(text);
  return length < 5 ? 0 : length < 9 ? 1 : 2;
}
