import { standardNames } from '../kinds/certification/standard-names.ts';
import type { Kind } from '../kinds/kinds.ts';
import { isEnglish } from '../text/english.ts';
import { isStopWord } from '../text/query.ts';
import { around } from './clauses.ts';
import { type Item, MAX_NAME_TOKENS, type Reading, writtenText } from './items.ts';
import type { Token } from './lex.ts';
import type { Match } from './lexicon.ts';
import type { Names } from './names.ts';
import { meaningsOf } from './phrases.ts';
import type { Leaf } from './question.ts';

/** By whose names records of a kind are asked for. */
const NAME_FIELDS: { readonly [K in Kind]?: string } = {
  robots: 'manufacturer',
  news: 'entity',
  publications: 'author',
};

/** Reads the names of makers, companies and authors that stand in a question. */
export class NameSpans {
  readonly #kind: Kind;
  readonly #names: Names;
  readonly #tokens: readonly Token[];

  constructor({ kind, names }: Reading, tokens: readonly Token[]) {
    this.#kind = kind;
    this.#names = names;
    this.#tokens = tokens;
  }

  /** In how many tokens a name must stand to be meant where the vocabulary has a phrase: of things more than those of a value. */
  least(phrase: Match | undefined): number {
    if (phrase === undefined) return 0;
    const isValue = phrase.meanings.some(
      (one) => one.is === 'value' && (this.#kind !== 'certification' || one.isAhead),
    );
    return phrase.length + (isValue ? 1 : 0);
  }

  /** The name of a maker, company or author that stands here, where it is longer than what else is read. */
  at(
    at: number,
    longest: number,
    items: readonly Item[],
  ): { readonly item: Item; readonly length: number } | undefined {
    const field = NAME_FIELDS[this.#kind];
    const token = this.#tokens[at] as Token;
    const record = this.#record(at, longest) ?? this.#requirement(at, longest);
    if (record !== undefined) return record;
    if (field === undefined || (token.type !== 'word' && token.type !== 'number')) return undefined;
    const isAnnounced =
      /^(?:by|from|author|authors)$/.test(this.#tokens[at - 1]?.text ?? '') ||
      /^(?:by|from)$/.test(this.#tokens[at - 2]?.text ?? '') ||
      this.#goesOn(field, items);
    for (let length = Math.min(MAX_NAME_TOKENS, this.#tokens.length - at); length > 0; length--) {
      if (length < longest) return undefined;
      const own = this.#tokens.slice(at, at + length);
      if (!this.#isWhole(at, length) || !this.#mayBeName(own, isAnnounced, field)) continue;
      const read = this.#look(writtenText(this.#tokens, at, length), field);
      if (read === undefined || (field !== 'author' && isForm(own))) continue;
      const span = around(own);
      return { item: { type: 'leaf', leaf: { is: 'leaf', ...read, span, op: 'in' }, ...span }, length };
    }
    return undefined;
  }

  /** `Levine co-authored`: a name ends with a whole word. */
  #isWhole(at: number, length: number): boolean {
    const endsInside = length > 1 && this.#tokens[at + length]?.glue === '-';
    return !endsInside && isOneName(this.#tokens.slice(at, at + length));
  }

  #look(
    text: string,
    field: string,
  ): { readonly field: string; readonly values: readonly string[] } | undefined {
    const names = this.#names;
    if (field === 'author') return names.isAuthor(text) ? { field, values: [inOrder(text)] } : undefined;
    const own = this.#kind === 'news' && names.isOutlet(text) ? 'outlet' : field;
    const values = names.values(own, text);
    return values.length === 0 ? undefined : { field: own, values };
  }

  /** In a question that is written in capitals throughout a capital says nothing. */
  #hasSmallLetters(): boolean {
    return this.#tokens.some(({ type, raw }) => type === 'word' && /^\p{Ll}/u.test(raw) && !isStopWord(raw));
  }

  /** A list of names goes on here: `by Levine or Finn`. */
  #goesOn(field: string, items: readonly Item[]): boolean {
    const [name, joint] = items.slice(-2);
    return name?.type === 'leaf' && name.leaf.field === field && joint?.type === 'operator';
  }

  /** One common word is a name only where something announces it, or it is written as one within the question. */
  #mayBeName(own: readonly Token[], isAnnounced: boolean, field: string): boolean {
    const words = own.filter(({ type }) => type === 'word');
    const last = own.at(-1) as Token;
    const mayEnd = !isStopWord(last.text) || (field === 'author' && /^\p{Lu}/u.test(last.raw));
    if (words.length === 0 || !mayEnd) return false;
    const isWritten = words.every(({ raw }) => /^\p{Lu}/u.test(raw));
    const isOrdinary = words.every(({ text }) => isEnglish(text));
    if (field === 'author') {
      if (isAnnounced) return words.length > 1 || !isOrdinary || isWritten;
      if (words.length > 1 && isWritten) return !isOrdinary || this.#hasSmallLetters();
      return !isOrdinary && words.every(({ text }) => text.length > 2 && this.#names.isSurname(text));
    }
    return isWritten || !isOrdinary || isAnnounced;
  }

  /** A law, standard or procedure by its number or name: `47 CFR 15.247`, `Machinery Regulation`; or a robot by its name. */
  #requirement(at: number, longest: number): { readonly item: Item; readonly length: number } | undefined {
    const first = this.#tokens[at] as Token;
    if (this.#kind !== 'certification' || this.#names.isEmpty) return undefined;
    if (first.type === 'sign' || isStopWord(first.text)) return undefined;
    const left = this.#tokens.length - at;
    const most = Math.min(MAX_REQUIREMENT_TOKENS, left);
    const lengths = Array.from({ length: most }, (_, shorter) => most - shorter);
    // A title is longer, and then it is all that is asked.
    for (const length of at === 0 && left > most ? [left, ...lengths] : lengths) {
      if (length < longest) return undefined;
      const own = this.#tokens.slice(at, at + length);
      const text = writtenText(this.#tokens, at, length);
      const read = isRequirement(own) ? this.#calledSo(text, own) : undefined;
      if (read === undefined) continue;
      const span = around(own);
      const leaf: Leaf = { is: 'leaf', op: 'in', span, ...read };
      return { item: { type: 'leaf', leaf, ...span }, length };
    }
    return undefined;
  }

  /** A requirement, or the robot that is to meet some. */
  #calledSo(text: string, own: readonly Token[]) {
    const names = /\d/.test(text) ? standardNames(text) : [text];
    if (names.some((name) => this.#names.isRecord(name))) return { field: 'identifier', values: [text] };
    const isWritten = own.some(({ raw }) => /\p{Lu}|\d/u.test(raw));
    const isKnown = meaningsOf(this.#kind, own).length > 0;
    const robot = isWritten && !isKnown ? this.#names.robot?.(text) : undefined;
    return robot === undefined ? undefined : { field: 'robot', values: [robot] };
  }

  /** Words that together name a record of a thing, with its maker before it: `Unitree G1`. */
  #record(at: number, longest: number): { readonly item: Item; readonly length: number } | undefined {
    if (!NAMED_THINGS.includes(this.#kind)) return undefined;
    for (
      let length = Math.min(MAX_NAME_TOKENS, this.#tokens.length - at);
      length > Math.max(1, longest);
      length--
    ) {
      const own = this.#tokens.slice(at, at + length);
      if (!isOneName(own) || !own.some(({ raw }) => /\p{Lu}|\d/u.test(raw))) continue;
      const text = writtenText(this.#tokens, at, length);
      if (!this.#names.isRecord(text)) continue;
      const [first] = own as [Token];
      const token: Token = {
        ...first,
        type: 'word',
        raw: text,
        text,
        stem: text,
        ...around(own),
      };
      return { item: { type: 'word', token, start: token.start, end: token.end }, length };
    }
    return undefined;
  }
}

/** `Regulation (EU) 2023/1230` has six. */
const MAX_REQUIREMENT_TOKENS = 8;

/** Several words, or one that is written as a name or is in no dictionary: `RED`, `gdpr`. */
function isRequirement(own: readonly Token[]): boolean {
  const [first, another] = own.filter(({ type }) => type !== 'sign');
  if (first === undefined || mayNotEnd(own.at(-1))) return false;
  return another !== undefined || /\p{Lu}.*\p{Lu}/u.test(first.raw) || !isEnglish(first.text);
}

function mayNotEnd(last: Token | undefined): boolean {
  return last === undefined || isStopWord(last.text) || (last.type === 'sign' && last.raw !== ')');
}

/** `humanoid` is what a firm is called, too. */
function isForm(own: readonly Token[]): boolean {
  const [word, another] = own.filter(({ type }) => type === 'word');
  if (word === undefined || another !== undefined || /^\p{Lu}/u.test(word.raw)) return false;
  return meaningsOf('robots', [word]).length > 0;
}

/** Kinds of things that are called by short names. */
const NAMED_THINGS: readonly Kind[] = ['robots', 'startups', 'manufacturers'];

/** False where a sign stands between that joins no name; a comma does in `Levine, Sergey`. */
function isOneName(own: readonly Token[]): boolean {
  const isInverted =
    own.length === 3 && own[1]?.raw === ',' && own.every(({ raw }, i) => i === 1 || /^\p{Lu}/u.test(raw));
  return own.every(
    ({ type, raw }, i) =>
      type === 'word' ||
      type === 'number' ||
      (i > 0 && i < own.length - 1 && (/^[.&'+]$/.test(raw) || isInverted)),
  );
}

/** `Sergey Levine` of `Levine, Sergey`. */
function inOrder(name: string): string {
  const [last = '', first = ''] = name.split(/,\s*/);
  return first === '' ? name : `${first} ${last}`;
}
