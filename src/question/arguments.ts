import type { Kind } from '../kinds/kinds.ts';
import { compact, fold, words } from '../text/fold.ts';
import { isStopWord } from '../text/query.ts';
import { parseList } from './grammar.ts';
import { type Item, writtenText } from './items.ts';
import { findLanguage } from './language.ts';
import { cleanText, lex, type Token } from './lex.ts';
import type { Operator } from './lexicon.ts';
import type { Names } from './names.ts';
import { meaningsOf, Phrases } from './phrases.ts';
import type { Clause, Leaf } from './question.ts';
import { translate } from './translate.ts';

/** Of a list so many parts are read. */
const MAX_PARTS = 24;
/** No value has more operators in it; each run of parts costs a search of all names. */
const MAX_RUN = 9;
/** Nor more of them where a denial is one. */
const MAX_DENYING = 3;
/** So many of them are looked for in the texts of records, which costs a search each. */
const MAX_TEXTS = 8;
/** So many of them are held against near names. */
const MAX_NEAR = 3;

/** What an argument may name. */
export interface ArgumentField {
  /** Left out for a field that no kind has. */
  readonly kind?: Kind;
  readonly field: string;
  /** The values that a text names as a whole; none if it names nothing. */
  find(text: string): readonly string[];
  /** The values that a text is a slip away from, and what they are called. */
  near?(text: string): { readonly values: readonly string[]; readonly called: string } | undefined;
  /** True for names, whose words mean nothing else: one that a finder knows by some of its words is known as a whole. */
  readonly isName: boolean;
  /** True if what no value is called may be denied as words of the records. */
  readonly isInText: boolean;
  readonly names: Pick<Names, 'nativeName'>;
}

/** What the text of an argument asks for. */
export interface ArgumentRead {
  /** Undefined where no part of it names a value. */
  readonly clause: Clause | undefined;
  /** Parts that name no value. */
  readonly unread: readonly string[];
  /** The text in English, where it was written in another language. */
  readonly text: string;
  /** What parts with a slip were read as. */
  readonly corrected: readonly (readonly [part: string, called: string])[];
}

/**
 * Reads an argument by the grammar of questions. A whole value wins over operators in it; semicolons part the elements of
 * a list, of which those that are denied are taken from the others; within an element commas join alternatives.
 */
export function readArgument(written: string, field: ArgumentField): ArgumentRead {
  return new ArgumentReader(field).read(cleanText(written));
}

/** An operator, or what stands between two of them. */
type Part =
  | {
      readonly is: 'operator';
      readonly operator: Operator | 'comma' | 'postfix';
      readonly tokens: readonly Token[];
    }
  | {
      readonly is: 'content';
      readonly tokens: readonly Token[];
      /** None where it names nothing. */
      readonly values: readonly string[];
    };

type Content = Extract<Part, { is: 'content' }>;

interface Element {
  readonly clauses: readonly Clause[];
  readonly unread: readonly string[];
  /** As it was read: in English where it was written in another language. */
  readonly text: string;
}

class ArgumentReader {
  readonly #field: ArgumentField;
  readonly #known = new Map<string, readonly string[]>();
  readonly #unread: string[] = [];
  readonly #corrected: (readonly [string, string])[] = [];
  readonly #texts = new Set<string>();
  #near = MAX_NEAR;

  constructor(field: ArgumentField) {
    this.#field = field;
  }

  read(text: string): ArgumentRead {
    // Finders pass over stop words, some of which deny.
    const values = isPlain(text) ? this.#field.find(text) : [];
    if (values.length > 0) return { clause: this.#leaf(values, text), unread: [], text, corrected: [] };
    const elements = text.split(/[;|]/).filter((part) => compact(part) !== '');
    const isOne = elements.length < 2 || this.#field.find(text).length > 0;
    const read = (isOne ? [text] : elements.slice(0, MAX_PARTS)).map((one) => this.#element(one));
    if (!isOne) this.#unread.push(...elements.slice(MAX_PARTS));
    const clause = combined(read.map(({ clauses }) => clauses));
    return this.#result(clause, read.map((one) => one.text).join('; '));
  }

  #result(clause: Clause | undefined, text: string): ArgumentRead {
    return { clause, unread: this.#unread, text, corrected: this.#corrected };
  }

  #leaf(values: readonly string[], text: string, start = 0): Leaf {
    const span = { start, end: start + text.length };
    return { is: 'leaf', field: this.#field.field, op: 'in', values, span };
  }

  /** One element of a list, as it was written or else in English. */
  #element(text: string): Element {
    const tokens = lex(text);
    const language = findLanguage(tokens);
    const own = language === undefined ? undefined : this.#parse(text, tokens, false);
    if (own?.unread.length === 0) return this.#take(own);
    if (language === undefined) return this.#take(this.#parse(text, tokens, true));
    return this.#take(this.#parse(text, translate(tokens, language, this.#field.names), true));
  }

  #take(element: Element): Element {
    this.#unread.push(...element.unread);
    return element;
  }

  /** `isLast`: what is not known may be a slip. */
  #parse(text: string, tokens: readonly Token[], isLast: boolean): Element {
    const { kind } = this.#field;
    const { parts, beyond } = splitParts(tokens, kind);
    const joined = this.#joinKnown(parts, isLast);
    const items = joinUnknown(joined).map((part) => this.#item(part));
    const { clauses, words, hints } = parseList(text, items, kind);
    const unread = [...words.map((word) => word.text), ...hints.flatMap(textsIn), ...beyond];
    const known = clauses.flatMap((clause) => this.#withoutText(clause, false, unread) ?? []);
    return { clauses: known, unread, text: writtenText(tokens, 0, tokens.length) };
  }

  /** The longest runs that name values, whatever operators stand in them. */
  #joinKnown(parts: readonly Part[], isLast: boolean): Part[] {
    const joined: Part[] = [];
    for (let at = 0; at < parts.length; ) {
      const run = this.#longest(parts, at);
      joined.push(run?.part ?? (parts[at] as Part));
      at += run?.length ?? 1;
    }
    const read: Part[] = [];
    for (const part of joined) {
      const isKnown = part.is === 'operator' || part.values.length > 0;
      read.push(isKnown ? part : (this.#withHead(part, read) ?? this.#mend(part, isLast)));
    }
    return read;
  }

  #longest(parts: readonly Part[], at: number): { part: Part; length: number } | undefined {
    const whole = at === 0 && parts.length > MAX_RUN ? [parts.length] : [];
    const shorter = Math.min(MAX_RUN, parts.length - at);
    for (const length of [...whole, ...Array.from({ length: shorter }, (_, i) => shorter - i)]) {
      const run = parts.slice(at, at + length);
      if (!mayBeValue(run)) continue;
      const tokens = run.flatMap((part) => part.tokens);
      const values = this.#values(tokens);
      if (values.length === 0) continue;
      if (!this.#passesOver(run, values)) return { part: { is: 'content', tokens, values }, length };
    }
    return undefined;
  }

  /** True where a finder that passes over words knows no more than a part of a run, and so not the whole. */
  #passesOver(run: readonly Part[], values: readonly string[]): boolean {
    const joined = run.flatMap((part) => (isJoint(part) ? [part] : []));
    if (joined.length < run.length && this.#values(joined.flatMap(({ tokens }) => tokens)).length > 0)
      return true;
    if (this.#field.isName) return false;
    const parts = run.flatMap((part) => (part.is === 'content' ? [this.#values(part.tokens)] : []));
    return (
      parts.length > 1 && parts.every((own) => own.length > 0) && parts.some((own) => isSame(own, values))
    );
  }

  #values(tokens: readonly Token[]): readonly string[] {
    if (tokens.length === 0) return [];
    const text = writtenText(tokens, 0, tokens.length);
    const known = this.#known.get(text) ?? this.#lookUp(text, tokens);
    this.#known.set(text, known);
    return known;
  }

  #lookUp(text: string, tokens: readonly Token[]): readonly string[] {
    const { kind, field } = this.#field;
    const found = this.#field.find(text);
    if (found.length > 0 || kind === undefined) return found;
    const [meant = []] = meaningsOf(kind, tokens).flatMap((one) =>
      one.is === 'value' && one.field === field ? [one.values] : [],
    );
    return meant;
  }

  /** `B` of `series A or B`: the first words of the value before belong to it too. */
  #withHead(part: Content, before: readonly Part[]): Part | undefined {
    const [value, operator] = before.slice(-2);
    if (value?.is !== 'content' || value.values.length === 0 || operator?.is !== 'operator') return undefined;
    for (let length = value.tokens.length - 1; length > 0; length--) {
      const tokens = [...value.tokens.slice(0, length), ...part.tokens];
      const values = this.#values(tokens);
      if (values.length > 0 && !isSame(values, value.values)) return { ...part, values };
    }
    return undefined;
  }

  /** What names a value without the words around it, in two pieces, or but for a slip. */
  #mend(part: Content, isLast: boolean): Part {
    const bare = withoutFillers(part.tokens);
    const own = bare.length < part.tokens.length ? this.#values(bare) : [];
    if (own.length > 0) return { ...part, tokens: bare, values: own };
    const text = writtenText(bare, 0, bare.length);
    const pieces = text.split(/[/+]/).map((piece) => this.#field.find(piece.trim()));
    if (pieces.length > 1 && pieces.every(({ length }) => length > 0))
      return { ...part, values: [...new Set(pieces.flat())] };
    if (!isLast || this.#near === 0) return part;
    this.#near--;
    const near = this.#field.near?.(text);
    if (near === undefined) return part;
    this.#corrected.push([text, near.called]);
    return { ...part, values: near.values };
  }

  #item(part: Part): Item {
    const [first, last] = [part.tokens[0] as Token, part.tokens.at(-1) as Token];
    const [start, end] = [first.start, last.end];
    if (part.is === 'operator') {
      return part.operator === 'postfix'
        ? { type: 'postfix', start, end }
        : { type: 'operator', operator: part.operator, start, end };
    }
    const raw = writtenText(part.tokens, 0, part.tokens.length);
    if (part.values.length > 0)
      return { type: 'leaf', leaf: this.#leaf(part.values, raw, start), start, end };
    const token: Token = { ...first, type: 'quote', raw, text: raw, stem: raw, end };
    return { type: 'word', token, start, end };
  }

  /** A clause without what names no value, unless that is denied as words of the records. */
  #withoutText(clause: Clause, isDenied: boolean, unread: string[]): Clause | undefined {
    if (clause.is === 'leaf') {
      if (clause.op !== 'has') return clause;
      const text = compact(clause.text);
      const isWords = isDenied && this.#field.isInText && text !== '';
      if (isWords && this.#texts.has(text)) return undefined;
      if (isWords && this.#texts.size < MAX_TEXTS) {
        this.#texts.add(text);
        return clause;
      }
      unread.push(clause.text);
      return undefined;
    }
    if (clause.is === 'not') {
      const of = this.#withoutText(clause.of, !isDenied, unread);
      return of && { is: 'not', of };
    }
    const of = clause.of.flatMap((one) => this.#withoutText(one, isDenied, unread) ?? []);
    return of.length > 1 ? { ...clause, of } : of[0];
  }
}

function isPlain(text: string): boolean {
  return !/(?:^|\s)[-!]/.test(text) && !words(fold(text)).some(isStopWord);
}

function splitParts(
  tokens: readonly Token[],
  kind: Kind | undefined,
): { readonly parts: readonly Part[]; readonly beyond: readonly string[] } {
  const phrases = new Phrases(kind, tokens);
  const parts: Part[] = [];
  let open = 0;
  let at = 0;
  while (at < tokens.length && parts.length < 2 * MAX_PARTS) {
    const { operator, length } = findOperator(phrases, at) ?? { length: 1 };
    const own = tokens.slice(at, at + length);
    const last = parts.at(-1);
    const { raw, text } = tokens[at] as Token;
    // Brackets around a list, and what another language has between its parts.
    const opens = raw === '(' && last?.is !== 'content';
    const closes = raw === ')' && open > 0;
    open += opens ? 1 : closes ? -1 : 0;
    if (operator === undefined && (opens || closes || text.startsWith('§'))) {
      at += 1;
      continue;
    }
    if (operator !== undefined) parts.push({ is: 'operator', operator, tokens: own });
    else if (last?.is === 'content') parts[parts.length - 1] = { ...last, tokens: [...last.tokens, ...own] };
    else {
      parts.push({ is: 'content', tokens: own, values: [] });
    }
    at += length;
  }
  return {
    parts: parts.map((part, i) =>
      isDenial(part) && isEnd(parts[i + 1]) ? { is: 'content', tokens: part.tokens, values: [] } : part,
    ),
    beyond: at < tokens.length ? [writtenText(tokens, at, tokens.length - at)] : [],
  };
}

/** `NO` is Norway where nothing stands behind it that it may deny. */
function isEnd(part: Part | undefined): boolean {
  return part === undefined || (part.is === 'operator' && /^(?:comma|or|and)$/.test(part.operator));
}

function findOperator(
  phrases: Phrases,
  at: number,
): { readonly operator: Operator | 'comma' | 'postfix'; readonly length: number } | undefined {
  const [token, next] = [phrases.tokens[at] as Token, phrases.tokens[at + 1]];
  if (token.type === 'sign' && /^[,;|]$/.test(token.raw)) return { operator: 'comma', length: 1 };
  if (/^[-!]$/.test(token.raw) && token.glue === ' ' && next?.start === token.end)
    return { operator: 'not', length: 1 };
  if (token.type === 'quote' || (token.glue === '-' && token.text !== 'non')) return undefined;
  const [longest] = phrases.at(at);
  for (const meaning of longest?.meanings ?? []) {
    if (meaning.is === 'operator') return { operator: meaning.operator, length: longest?.length ?? 1 };
    if (meaning.is === 'postfix') return { operator: 'postfix', length: longest?.length ?? 1 };
  }
  return undefined;
}

const DENIALS: readonly string[] = ['not', 'without', 'neither', 'nor', 'postfix'];

function isDenial(part: Part): boolean {
  return part.is === 'operator' && DENIALS.includes(part.operator);
}

/** What names may have in them as they are written without it: `Johnson & Johnson`, `Levine, Sergey`. */
function isJoint(part: Part): boolean {
  return part.is === 'content' || part.operator === 'and' || part.operator === 'comma';
}

/**
 * A value may begin with what looks like a denial (`no longer sold`), and neither begin nor end with another operator; a
 * long one has no denial within.
 */
function mayBeValue(run: readonly Part[]): boolean {
  const [first, ...others] = run as [Part, ...Part[]];
  const last = others.at(-1) ?? first;
  if (run.length > MAX_DENYING && others.some(isDenial)) return false;
  return (first.is === 'content' || isDenial(first)) && last.is === 'content';
}

/** `Shell and tube` is one thing that nobody knows where only one of them is known. */
function joinUnknown(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const [before, joint] = joined.slice(-2);
    const isChain =
      part.is === 'content' &&
      before?.is === 'content' &&
      joint?.is === 'operator' &&
      joint.operator === 'and';
    if (isChain && (part.values.length === 0 || before.values.length === 0)) {
      const tokens = [...before.tokens, ...joint.tokens, ...part.tokens];
      joined.splice(-2, 2, { is: 'content', tokens, values: [] });
    } else joined.push(part);
  }
  return joined;
}

/** `China` of `from China`. */
function withoutFillers(tokens: readonly Token[]): readonly Token[] {
  const isFiller = ({ type, text }: Token) => type === 'word' && isStopWord(text);
  const first = tokens.findIndex((token) => !isFiller(token));
  return first === -1 ? tokens : tokens.slice(first, tokens.findLastIndex((token) => !isFiller(token)) + 1);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value));
}

/** Any of the elements that affirm something, and all of those that only deny. */
function combined(elements: readonly (readonly Clause[])[]): Clause | undefined {
  const isDenied = (clauses: readonly Clause[]) => clauses.every((one) => one.is === 'not');
  const affirmed = elements.flatMap((clauses) => (isDenied(clauses) ? [] : [allOf(clauses)]));
  const denied = elements.flatMap((clauses) => (isDenied(clauses) ? clauses : []));
  const clauses = [...(affirmed.length === 0 ? [] : [anyOf(affirmed)]), ...denied];
  return clauses.length === 0 ? undefined : allOf(clauses);
}

function allOf(of: readonly Clause[]): Clause {
  return of.length === 1 ? (of[0] as Clause) : { is: 'all', of };
}

function anyOf(of: readonly Clause[]): Clause {
  const leaves = of.flatMap((one) => (one.is === 'leaf' && one.op === 'in' ? [one] : []));
  const [first] = leaves;
  if (first === undefined || leaves.length < of.length)
    return of.length === 1 ? (of[0] as Clause) : { is: 'any', of };
  return { ...first, values: [...new Set(leaves.flatMap(({ values }) => values))] };
}

function textsIn(clause: Clause): string[] {
  if (clause.is === 'leaf') return clause.op === 'has' ? [clause.text] : [];
  return clause.is === 'not' ? textsIn(clause.of) : clause.of.flatMap(textsIn);
}
