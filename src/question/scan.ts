import { type Kind, kindIndexes } from '../kinds/kinds.ts';
import { isEnglish } from '../text/english.ts';
import { isStopWord } from '../text/query.ts';
import { Announcements } from './announcements.ts';
import { Bounds } from './bounds.ts';
import { around } from './clauses.ts';
import type { Item, Reading } from './items.ts';
import { joinTokens, type Token } from './lex.ts';
import type { Meaning, Operator } from './lexicon.ts';
import { NameSpans } from './name-spans.ts';
import type { Names } from './names.ts';
import { PeriodReader } from './periods.ts';
import { meaningsOf, Phrases } from './phrases.ts';
import type { Leaf, Span } from './question.ts';
import { StatedFields } from './stated-fields.ts';

/** Reads the stretches of a question from left to right, the longest at each place. */
export class Scanner {
  readonly #kind: Kind;
  readonly #names: Names;
  readonly #tokens: readonly Token[];
  readonly #phrases: Phrases;
  readonly #stated: StatedFields;
  readonly #bounds: Bounds;
  readonly #nameSpans: NameSpans;
  readonly #announcements: Announcements;
  /** The words of the value to which the last one of a list was completed, and where that begins: `series C` for `C`. */
  #headTokens: readonly Token[] = [];
  #head = -1;

  constructor(tokens: readonly Token[], reading: Reading) {
    const { kind, today, names } = reading;
    this.#kind = kind;
    this.#names = names;
    this.#tokens = joinModels(new Phrases(kind, tokens));
    this.#phrases = new Phrases(kind, this.#tokens);
    const periods = new PeriodReader(this.#tokens, today, kind === 'news');
    this.#stated = new StatedFields(reading, this.#phrases, periods);
    this.#bounds = new Bounds(reading, this.#phrases, periods);
    this.#nameSpans = new NameSpans(reading, this.#tokens);
    this.#announcements = new Announcements(this.#tokens, names);
  }

  items(): Item[] {
    const items: Item[] = [];
    for (let at = 0; at < this.#tokens.length; ) {
      const { item, length } =
        this.#top(at) ?? this.#shared(at, items) ?? this.#compound(at) ?? this.#at(at, items);
      // `Two` of `the two cheapest`
      const isRanked = item.type === 'order' && (item.rank ?? item.count) !== undefined;
      const rank = isRanked ? items.pop() : undefined;
      items.push(rank === undefined ? item : { ...item, ...around([rank, item]) });
      at += length;
    }
    return items;
  }

  /** `Top 5`, `best three`. */
  #top(at: number): { item: Item; length: number } | undefined {
    const [token, next] = [this.#tokens[at] as Token, this.#tokens[at + 1]];
    if (!/^(?:top|best|first)$/.test(token.text) || next === undefined) return undefined;
    const count =
      next.type === 'number' ? Number(next.raw) : this.#phrases.find(at + 1, 'number')?.value.value;
    if (count === undefined || !(count > 0 && count <= MAX_COUNT) || this.#bounds.isMeasured(at + 1))
      return undefined;
    return { item: { type: 'count', count, ...around([token, next]) }, length: 2 };
  }

  /** Words joined by hyphens, the first of which is in no vocabulary: `self-emptying`, `dual-arm`. */
  #compound(at: number): { item: Item; length: number } | undefined {
    const token = this.#tokens[at] as Token;
    let length = 1;
    while (this.#tokens[at + length]?.glue === '-' && this.#tokens[at + length]?.type === 'word') length++;
    if (
      length === 1 ||
      token.type !== 'word' ||
      this.#phrases.at(at).some(({ meanings }) => meanings.some(({ is }) => is !== 'filler'))
    )
      return undefined;
    const joined = this.#joined(at, length);
    const name = this.#nameSpans.at(at, 0, []);
    if (name !== undefined && name.length >= length) return undefined;
    return { item: { type: 'word', token: joined, start: joined.start, end: joined.end }, length };
  }

  /** `B` of `series A or B`: the first words of the value before belong to it too. */
  #shared(at: number, items: readonly Item[]): { item: Item; length: number } | undefined {
    const [value, joint] = items.slice(-2);
    if (value?.type !== 'leaf' || value.leaf.op !== 'in' || joint?.type !== 'operator') return undefined;
    if (!/^(?:and|or|nor|comma)$/.test(joint.operator)) return undefined;
    const written = this.#tokens.filter(({ start, end }) => start >= value.start && end <= value.end);
    const own = written.length === 1 && this.#head === value.start ? this.#headTokens : written;
    const token = this.#tokens[at] as Token;
    if (
      own.length < 2 ||
      this.#phrases.at(at).some(({ meanings }) => meanings.some(({ is }) => is === 'value'))
    )
      return undefined;
    for (let length = own.length - 1; length > 0; length--) {
      for (const meaning of meaningsOf(this.#kind, [...own.slice(0, length), token])) {
        if (meaning.is !== 'value' || meaning.field !== value.leaf.field) continue;
        const { start, end } = token;
        const leaf: Leaf = {
          is: 'leaf',
          field: meaning.field,
          span: { start, end },
          op: 'in',
          values: meaning.values,
        };
        this.#headTokens = [...own.slice(0, length), token];
        this.#head = start;
        return { item: { type: 'leaf', leaf, start, end }, length: 1 };
      }
    }
    return undefined;
  }

  #at(at: number, items: readonly Item[]): { item: Item; length: number } {
    const found = this.#stated.at(at) ?? this.#bounds.at(at);
    if (found !== undefined) {
      const { length } = found;
      const span = this.#span(at, length);
      if (found.isHeld === false) return { item: { type: 'unread', ...span }, length };
      const field = found.isAssumed ? (datedInList(items) ?? found.field) : found.field;
      const leaf: Leaf = { is: 'leaf', field, span, ...found.condition };
      return { item: { type: 'leaf', leaf, ...span }, length };
    }
    const matches = this.#announcements.heard(this.#phrases.at(at), at, items);
    const name = this.#nameSpans.at(at, this.#nameSpans.least(matches[0]), items);
    if (name !== undefined) return name;
    for (const { length, meanings } of matches) {
      for (const meaning of meanings) {
        const item = this.#meant(meaning, at, length, this.#span(at, length));
        if (item !== undefined) return { item, length };
      }
    }
    return this.#count(at) ?? { item: this.#plain(this.#tokens[at] as Token), length: 1 };
  }

  /** `Five cobots with the longest reach`: a number before what the records are. */
  #count(at: number): { item: Item; length: number } | undefined {
    const number = this.#phrases.find(at, 'number');
    const next = this.#tokens[at + 1];
    if (number === undefined || number.next !== at + 1 || next === undefined) return undefined;
    const { value: count } = number.value;
    const isKind =
      kindIndexes[this.#kind].domainStopWords.includes(next.stem) ||
      this.#phrases
        .at(at + 1)
        .some(({ meanings }) => meanings.some((one) => one.is === 'value' && isHead(one.field)));
    if (!isKind || next.text === next.stem || !(count > 1 && count <= MAX_COUNT)) return undefined;
    return { item: { type: 'count', count, ...this.#span(at, 1) }, length: 1 };
  }

  #span(at: number, length: number): Span {
    return around(this.#tokens.slice(at, at + length));
  }

  #meant(meaning: Meaning, at: number, length: number, span: Span): Item | undefined {
    const token = this.#tokens[at] as Token;
    switch (meaning.is) {
      case 'value': {
        if (meaning.capital && !this.#isCapital(at, length)) return undefined;
        if (meaning.isJoined && token.glue !== '/') return undefined;
        if (meaning.field === 'journal' && !this.#isVenue(at, length)) return undefined;
        const leaf: Leaf = { is: 'leaf', field: meaning.field, span, op: 'in', values: meaning.values };
        return { type: 'leaf', leaf, task: meaning.task, isDenied: meaning.isDenied, ...span };
      }
      case 'least': {
        const leaf: Leaf = {
          is: 'leaf',
          field: meaning.field,
          span,
          op: 'range',
          range: { min: meaning.min },
        };
        return { type: 'leaf', leaf, ...span };
      }
      case 'operator':
        return this.#operator(meaning.operator, token, span);
      case 'postfix':
        return { type: 'postfix', ...span };
      case 'regardless':
        return { type: 'regardless', ...span };
      case 'like':
        return { type: 'like', isBehind: meaning.behind === true, ...span };
      case 'order':
        return { type: 'order', sorts: meaning.sorts, ...this.#ranks(at), ...span };
      case 'plain':
        return { type: 'word', token: this.#joined(at, length), ...span };
      case 'idiom':
        return { type: 'filler', text: '', ...span };
      case 'filler':
        return { type: 'filler', text: token.text, ...span };
      default:
        return undefined;
    }
  }

  #operator(operator: Operator, token: Token, span: Span): Item | undefined {
    const isHyphened = token.glue === '-' && (operator === 'not' || operator === 'without');
    // `wire-free`, `no-code`: joined to the word before.
    if (isHyphened && token.text !== 'non') return undefined;
    return { type: 'operator', operator, ...span };
  }

  #isCapital(at: number, length: number): boolean {
    const own = this.#tokens.slice(at, at + length);
    return (
      own.every(({ raw }) => raw === raw.toUpperCase() && /\p{Lu}/u.test(raw)) ||
      (own[0] !== undefined && length > 1 && /^\p{Lu}/u.test(own[0].raw)) ||
      (own[0] !== undefined && own[0].raw.length > 2 && /^\p{Lu}/u.test(own[0].raw))
    );
  }

  /** A venue that is called as a subject is (`Soft Robotics`, `HRI`) is meant where it is written or announced so. */
  #isVenue(at: number, length: number): boolean {
    const own = this.#tokens.slice(at, at + length);
    const before = this.#tokens.slice(Math.max(0, at - 2), at).map(({ text }) => text);
    const isAnnounced =
      /\b(?:at|published in|appeared in|presented at|journal|proceedings of|conference)$/.test(
        before.join(' '),
      );
    if (isAnnounced || own.some(({ text }) => venueWords.test(text))) return true;
    if (length === 1) return !this.#names.isSubject((own[0] as Token).text);
    return (
      own.every(({ raw }) => /^\p{Lu}|^(?:of|and|the|in|on|for|:)$/u.test(raw)) ||
      own.some(({ text }) => !isEnglish(text) && /^\p{L}+$/u.test(text))
    );
  }

  #joined(at: number, length: number): Token {
    const own = this.#tokens.slice(at, at + length);
    const [first] = own as [Token];
    const text = own.map(({ text, glue }, i) => (i === 0 ? text : glue + text)).join('');
    return { ...first, raw: text, text, stem: text, ...around(own) };
  }

  #plain(token: Token): Item {
    const { start, end, type, raw, text } = token;
    if (type === 'sign') {
      if (raw === ',' || raw === ';' || raw === '\n')
        return { type: 'operator', operator: 'comma', start, end };
      if (raw === '(' || raw === '[') return { type: 'open', start, end };
      if (raw === ')' || raw === ']') return { type: 'close', start, end };
      if (raw === '!' || (raw === '-' && this.#isExclusion(token)))
        return { type: 'operator', operator: 'not', start, end };
      return { type: 'filler', text: raw, start, end };
    }
    if (type === 'word' && (text.startsWith('§') || isStopWord(text))) {
      return { type: 'filler', text, start, end };
    }
    return { type: 'word', token, start, end };
  }

  /** `-humanoid`: a space before the sign and none behind it. */
  #isExclusion(token: Token): boolean {
    const next = this.#tokens.find(({ start }) => start >= token.end);
    return token.glue === ' ' && next?.start === token.end && next.type !== 'number';
  }

  #ranks(at: number): { rank?: number; count?: number } {
    const before = this.#tokens[at - 1];
    if (before === undefined) return {};
    const meanings = this.#phrases
      .at(at - 1)
      .flatMap(({ length, meanings }) => (length === 1 ? meanings : []));
    const rank = meanings.find((one) => one.is === 'ordinal')?.rank;
    if (rank !== undefined) return { rank };
    const count =
      before.type === 'number' ? Number(before.raw) : meanings.find((one) => one.is === 'number')?.value;
    return count === undefined || !(count > 0 && count <= MAX_COUNT) ? {} : { count };
  }
}

/** `Last round in 2023 or 2025`: a date that goes on with a list is of what the one before is of. */
function datedInList(items: readonly Item[]): string | undefined {
  const [date, joint] = items.slice(-2);
  const isList = joint?.type === 'operator' && /^(?:and|or|nor|comma)$/.test(joint.operator);
  return isList && date?.type === 'leaf' && date.leaf.op === 'period' ? date.leaf.field : undefined;
}

/** Fields that say what kind of thing a record is. */
function isHead(field: string): boolean {
  return field === 'category' || field === 'kind';
}

/** Nobody asks for the best hundred. */
const MAX_COUNT = 50;
const venueWords =
  /^(?:transactions|trans|journal|conference|letters|symposium|magazine|proceedings|workshop)$/;

/** A number and the letters behind it are one word where they are no quantity: `3D`, `10iA`, `5G`. */
function joinModels(phrases: Phrases): Token[] {
  const joined: Token[] = [];
  for (const [i, token] of phrases.tokens.entries()) {
    const before = joined.at(-1);
    const isBehind =
      before?.type === 'number' && token.type === 'word' && token.glue === '' && before.end === token.start;
    if (!isBehind || isMeasure(phrases, i)) joined.push(token);
    else joined[joined.length - 1] = joinTokens(before, token, 'word');
  }
  return joined;
}

/** Letters behind a digit that measure nothing there. */
const models = /^(?:[2-7]d|[48]k|[45]g)$/;

function isMeasure(phrases: Phrases, at: number): boolean {
  const [number, letters] = [phrases.tokens[at - 1] as Token, phrases.tokens[at] as Token];
  if (models.test(number.text + letters.text)) return false;
  const isMeasuring = ({ is }: Meaning) => is === 'unit' || is === 'scale' || is === 'currency';
  return (
    phrases.at(at).some(({ meanings }) => meanings.some(isMeasuring)) ||
    /^(?:st|nd|rd|th|s)$/.test(letters.text)
  );
}
