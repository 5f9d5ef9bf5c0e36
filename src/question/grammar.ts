import type { Kind } from '../kinds/kinds.ts';
import { around } from './clauses.ts';
import { withoutFieldNames } from './field-names.ts';
import type { Item, Reading } from './items.ts';
import { findLanguage } from './language.ts';
import { cleanText, lex } from './lex.ts';
import {
  allOf,
  areClosedPeriods,
  type Joint,
  leafOf,
  mergeEqual,
  type Node,
  negate,
  sidesOf,
  startOf,
  textOf,
  union,
  withAlternatives,
  withListJoints,
} from './nodes.ts';
import type { Clause, Order, Question, Span } from './question.ts';
import { Scanner } from './scan.ts';
import { translate } from './translate.ts';

/** Fields of which a record has several values: `and` asks for all of them. */
const MANY_VALUED: { readonly [K in Kind]?: readonly string[] } = {
  robots: ['certification'],
  publications: ['author', 'topic', 'arxiv_category', 'affiliation', 'country'],
  news: ['entity', 'country'],
  startups: ['focus'],
  manufacturers: ['capability'],
  challenges: ['topic'],
  certification: ['features'],
};
/** A name in a question has no more parts. */
const MAX_NAME_ITEMS = 6;
/** A denied thing has no more words. */
const MAX_DENIED_WORDS = 3;

/** Reads a question as a whole. Never throws; takes time in proportion to its length. */
export function parseQuestion(written: string, reading: Reading): Question {
  const text = cleanText(written);
  const lexed = lex(text);
  const language = findLanguage(lexed);
  const tokens = language === undefined ? lexed : translate(lexed, language, reading.names);
  return new Parser(text, new Scanner(tokens, reading).items(), reading).question();
}

/** Joins the parts of a list, as an argument has them: a comma joins alternatives there. */
export function parseList(text: string, items: readonly Item[], kind: Kind | undefined): Question {
  const names = { isRecord: () => false };
  return new Parser(text, items, { kind, names, isList: true }).question();
}

/** True if a record may have several values of a field. */
export function isManyValued(kind: Kind | undefined, field: string): boolean {
  return kind !== undefined && MANY_VALUED[kind]?.includes(field) === true;
}

/** What may stand before each side of an alternative. */
const PREPOSITION = /^(?:from|in|of|on|by|about|with|at|to|for|using)$/;

/** What is needed to join what was read. */
interface Joining {
  readonly kind: Kind | undefined;
  readonly names: Pick<Reading['names'], 'isRecord' | 'together'>;
  readonly isList?: true;
}

/** Joins what was read by words of denial and alternative. */
class Parser {
  readonly #text: string;
  readonly #items: readonly Item[];
  readonly #reading: Joining;
  readonly #hints: Clause[] = [];
  readonly #unread: Span[] = [];
  /** How the next part is joined to the one before, and whether it stands next to it. */
  #joint: Joint = '';
  #isAdjacent = false;
  /** The preposition before the next part. */
  #lead: string | undefined;
  #nodes: Node[] = [];
  #order: Order | undefined;
  #count: Extract<Item, { type: 'count' }> | undefined;
  #like: Span | undefined;

  constructor(text: string, items: readonly Item[], reading: Joining) {
    this.#text = text;
    this.#items = items;
    this.#reading = reading;
  }

  question(): Question {
    this.#read();
    const { kind } = this.#reading;
    const ordered = (this.#order?.sorts ?? []).map((sort) => sort.replace(/_(?:asc|desc)$/, ''));
    const hasMore = ordered.length > 0 || this.#like !== undefined;
    if (kind !== undefined) this.#nodes = withoutFieldNames(this.#nodes, kind, { ordered, hasMore });
    const nodes = this.#joinAlternatives(this.#joinLists());
    const order = this.#counted();
    const clauses = mergeEqual(nodes.flatMap(({ meaning }) => ('clause' in meaning ? [meaning.clause] : [])));
    return {
      text: this.#text,
      clauses,
      order,
      like: this.#like,
      names: [],
      words: nodes.flatMap(({ meaning }) => ('word' in meaning ? [meaning.word] : [])),
      hints: this.#hints,
      unread: this.#unread,
    };
  }

  /** The order with how many are asked for, which says nothing without one. */
  #counted(): Order | undefined {
    if (this.#count === undefined) return this.#order;
    const { count } = this.#count;
    if (this.#order !== undefined)
      return { ...this.#order, count, span: around([this.#order.span, this.#count]) };
    this.#unread.push(around([this.#count]));
    return undefined;
  }

  #read(): void {
    for (let at = 0; at < this.#items.length; ) {
      const item = this.#items[at] as Item;
      const isDenial = item.type === 'operator' && /^(?:not|without|neither)$/.test(item.operator);
      if (isDenial || this.#isException(at)) at = this.#readDenial(at);
      else if (item.type === 'like') at = this.#readLike(item, at);
      else if (item.type === 'regardless') at = this.#pastIndifferent(at);
      else {
        this.#readPlain(item);
        at += 1;
      }
    }
  }

  /** `All quadrupeds but Unitree`, `any stage but acquired`: what follows `but` is left out of all that is asked for. */
  #isException(at: number): boolean {
    const [item, next] = [this.#items[at], this.#items[at + 1]];
    if (item?.type !== 'operator' || item.operator !== 'but') return false;
    const value = isArticle(next) ? this.#items[at + 2] : next;
    if (value?.type !== 'leaf' || value.leaf.op !== 'in') return false;
    for (let before = at - 1; before >= 0; before--) {
      const one = this.#items[before] as Item;
      if (one.type === 'operator' && (one.operator === 'comma' || one.operator === 'but')) return false;
      if (one.type === 'filler' && EVERY.test(one.text)) return true;
    }
    return false;
  }

  #readDenial(at: number): number {
    const { node, next } = this.#denied(at, this.#joint);
    if (node !== undefined) this.#push(node);
    return next;
  }

  #push(node: Node): void {
    this.#nodes.push(node);
    this.#joint = '';
  }

  /** What does not matter is neither asked for nor denied. */
  #pastIndifferent(at: number): number {
    const begin = this.#pastFillers(at + 1);
    const next = this.#items[begin]?.type === 'order' ? begin + 1 : (this.#thing(begin)?.next ?? begin);
    if (next > begin) this.#unread.push(around(this.#items.slice(begin, next)));
    return next;
  }

  #readPlain(item: Item): void {
    switch (item.type) {
      case 'operator':
        this.#joint = jointOf(item.operator, this.#joint);
        break;
      case 'postfix':
        this.#denyBefore();
        break;
      case 'order':
        this.#addOrder(item);
        break;
      case 'unread':
        this.#unread.push(around([item]));
        break;
      case 'count':
        this.#count = item;
        break;
      default: {
        const node = this.#node(item, this.#joint, this.#isAdjacent);
        if (node !== undefined) this.#push({ ...node, lead: this.#lead });
        this.#isAdjacent = node !== undefined;
        this.#lead = item.type === 'filler' && PREPOSITION.test(item.text) ? item.text : undefined;
      }
    }
  }

  #node(item: Item, joint: Joint, isAdjacent: boolean): Node | undefined {
    if (item.type === 'leaf')
      return {
        joint,
        meaning: { clause: clauseOf(item) },
        field: item.leaf.field,
        isDenied: false,
        isAdjacent,
      };
    if (item.type !== 'word') return undefined;
    const { token } = item;
    const word = {
      text: token.type === 'word' ? token.raw : token.text,
      span: around([token]),
      isQuoted: token.type === 'quote',
    };
    return { joint, meaning: { word }, field: 'text', isDenied: false, isAdjacent };
  }

  /** The record that others are to be like: the longest name behind a word of likeness, or before one. */
  #readLike(item: Extract<Item, { type: 'like' }>, at: number): number {
    const { names } = this.#reading;
    if (item.isBehind) {
      const first = Math.max(0, at - MAX_NAME_ITEMS);
      for (let from = first; from < at; from++) {
        const [start, end] = [(this.#items[from] as Item).start, (this.#items[at - 1] as Item).end];
        const name = this.#text.slice(start, end).replace(/['’]s$/, '');
        if (!names.isRecord(name)) continue;
        this.#like = { start, end: start + name.length };
        this.#nodes = this.#nodes.filter((node) => startOf(node) < start);
        return at + 1;
      }
      return at + 1;
    }
    const begin = this.#pastFillers(at + 1);
    for (let to = Math.min(this.#items.length, begin + MAX_NAME_ITEMS); to > begin; to--) {
      const [start, end] = [(this.#items[begin] as Item).start, (this.#items[to - 1] as Item).end];
      if (!names.isRecord(this.#text.slice(start, end))) continue;
      this.#like = { start, end };
      return to;
    }
    let to = begin;
    while (to < begin + MAX_NAME_ITEMS && isWrittenAsName(this.#items[to])) to++;
    if (to > begin)
      this.#like = { start: (this.#items[begin] as Item).start, end: (this.#items[to - 1] as Item).end };
    return Math.max(to, at + 1);
  }

  #addOrder({ sorts, rank, count, start, end }: Extract<Item, { type: 'order' }>): void {
    if (this.#order === undefined) {
      this.#order = {
        sorts,
        ...(rank !== undefined && { rank }),
        ...(count !== undefined && { count }),
        span: { start, end },
      };
    } else {
      const { thenBy = sorts, span } = this.#order;
      this.#order = { ...this.#order, thenBy, span: around([span, { start, end }]) };
    }
  }

  /** What is denied behind a word of denial: one thing, or the list that it begins. */
  #denied(at: number, joint: Joint): { node: Node | undefined; next: number } {
    const operator = this.#items[at] as Extract<Item, { type: 'operator' }>;
    const isNeither = operator.operator === 'neither';
    let next = this.#pastFillers(at + 1);
    const again = this.#items[next];
    if (again?.type === 'operator' && (again.operator === 'not' || again.operator === 'without')) {
      const inner = this.#denied(next, '');
      return { node: inner.node && negate(inner.node, joint), next: inner.next };
    }
    // A denied order is none.
    if (again?.type === 'order') {
      this.#unread.push(around([again]));
      return { node: undefined, next: next + 1 };
    }
    const ones = this.#ones(next);
    if (ones !== undefined)
      return {
        node: {
          joint,
          meaning: { clause: { is: 'not', of: ones.clause } },
          field: undefined,
          isDenied: true,
          isAdjacent: false,
        },
        next: ones.next,
      };
    const verb = next;
    next = this.#pastVerb(operator, next);
    const first = this.#thing(next);
    if (first === undefined) return { node: undefined, next: at + 1 };
    const things = [next > verb ? fromWord(first.clause, this.#items[verb] as Item) : first.clause];
    next = first.next;
    for (;;) {
      const further = this.#nextOfList(next, first, isNeither);
      if (further === undefined) break;
      things.push(further.clause);
      next = further.next;
    }
    const of: Clause = things.length === 1 ? (things[0] as Clause) : { is: 'any', of: things };
    // `Calibration without targets`: a title says what it does without, and seldom what it has.
    if (operator.operator === 'without' && first.field === 'text' && this.#reading.kind === 'publications') {
      this.#hints.push({ is: 'not', of });
      return { node: undefined, next };
    }
    return {
      node: {
        joint,
        meaning: { clause: { is: 'not', of } },
        field: first.field,
        isDenied: true,
        isAdjacent: false,
      },
      next,
    };
  }

  /** `Do not run in simulation` denies the simulation, `not counting Petoi` and `no involvement of Petoi` Petoi. */
  #pastVerb(operator: Span, at: number): number {
    const written = this.#text.slice(operator.start, operator.end);
    const [verb, next, behind] = [this.#items[at], this.#items[at + 1], this.#items[at + 2]];
    if (verb?.type !== 'word') return at;
    const isVerbal = /\b(?:do|does|did|don't|doesn't|didn't|dont|doesnt)\b/i.test(written);
    const isVerb = isVerbal || /ing$/.test(verb.token.text);
    const value = next?.type === 'filler' ? behind : next;
    if (next?.type === 'filler' && isVerbal && /^(?:in|on|at|from|with|by|for)$/.test(next.text))
      return this.#pastFillers(at + 1);
    const isOf = next?.type === 'filler' && next.text === 'of';
    return value?.type === 'leaf' && (isVerb || isOf) ? this.#pastFillers(at + 1) : at;
  }

  /** `Discontinued American ones`, `the Chinese ones under $3000`: what is said of them together is denied together. */
  #ones(at: number): { clause: Clause; next: number } | undefined {
    let next = at;
    let hasOnes = false;
    const of: Clause[] = [];
    for (
      let item = this.#items[next];
      item?.type === 'leaf' || item?.type === 'word' || item?.type === 'filler';
      item = this.#items[++next]
    ) {
      if (item.type === 'filler') hasOnes ||= item.text === 'ones';
      else if (item.type === 'leaf') of.push(clauseOf(item));
      else of.push(textOf({ text: item.token.text, span: around([item]), isQuoted: false }));
    }
    return hasOnes && of.length > 1 ? { clause: { is: 'all', of }, next } : undefined;
  }

  #pastFillers(at: number): number {
    let next = at;
    for (;;) {
      const item = this.#items[next];
      const isPassed =
        item?.type === 'filler' ||
        item?.type === 'open' ||
        (item?.type === 'operator' && /^(?:either|both|only)$/.test(item.operator));
      if (!isPassed) return next;
      next++;
    }
  }

  /** One value, bound or period, or a few words next to each other that name a thing. */
  #thing(at: number): { clause: Clause; field: string; next: number } | undefined {
    const item = this.#items[at];
    if (item?.type === 'leaf') return { clause: clauseOf(item), field: item.leaf.field, next: at + 1 };
    if (item?.type !== 'word') return undefined;
    let next = at + 1;
    for (let words = 1; words < MAX_DENIED_WORDS && item.token.type !== 'quote'; words++) {
      // `Without burying a cable`
      const further = isArticle(this.#items[next]) ? next + 1 : next;
      if (this.#items[further]?.type !== 'word') break;
      next = further + 1;
    }
    const span = around(this.#items.slice(at, next));
    const text = this.#items
      .slice(at, next)
      .flatMap((one) => (one.type === 'word' ? [one.token.text] : []))
      .join(' ');
    return {
      clause: { is: 'leaf', field: 'text', op: 'has', text, span },
      field: 'text',
      next,
    };
  }

  #nextOfList(at: number, first: { readonly field: string }, isNeither: boolean) {
    const joints: string[] = [];
    let next = at;
    for (
      let item = this.#items[next];
      item?.type === 'operator' && /^(?:and|or|nor|comma)$/.test(item.operator);
      item = this.#items[++next]
    )
      joints.push(item.operator);
    if (joints.length === 0) return undefined;
    const before = next;
    next = this.#pastFillers(next);
    const passed = this.#items.slice(before, next).map((item) => (item.type === 'filler' ? item.text : ''));
    const thing = this.#thing(next);
    if (thing === undefined || passed.some((text) => AFFIRMING.test(text))) return undefined;
    const isSame = thing.field === first.field;
    const isAlternative = joints.some((joint) => joint === 'or' || joint === 'nor');
    if (isAlternative && (isNeither || isSame)) return thing;
    if (!isSame) return undefined;
    if (joints.includes('and')) return thing;
    // A comma goes on with a list of words only where the list ends with a joint: `without A, B or C`.
    return first.field !== 'text' || this.#endsAsList(thing.next) ? thing : undefined;
  }

  #endsAsList(at: number): boolean {
    for (let next = at; next < this.#items.length; next++) {
      const item = this.#items[next] as Item;
      if (item.type === 'operator') {
        if (item.operator === 'comma') continue;
        return item.operator === 'or' || item.operator === 'and' || item.operator === 'nor';
      }
      if (item.type !== 'word' && item.type !== 'filler') return false;
    }
    return false;
  }

  /** Denies what stands before, with the list that it ends, as `中国以外` does. */
  #denyBefore(): void {
    const last = this.#nodes.at(-1);
    if (last === undefined || last.isDenied) return;
    const list = [last];
    while (list[0]?.joint === 'or' || list[0]?.joint === 'and' || list[0]?.joint === 'comma') {
      const before = this.#nodes[this.#nodes.length - list.length - 1];
      if (before === undefined || before.field !== last.field || before.isDenied) break;
      // A comma alone joins values: `contests for children, VEX excluded` denies VEX.
      if (last.field === 'text' && last.joint === 'comma') break;
      list.unshift(before);
    }
    this.#nodes.splice(-list.length);
    const of = list.map(({ meaning }) => ('clause' in meaning ? meaning.clause : textOf(meaning.word)));
    const clause: Clause = { is: 'not', of: of.length === 1 ? (of[0] as Clause) : { is: 'any', of } };
    this.#nodes.push({
      joint: list[0]?.joint ?? '',
      meaning: { clause },
      field: last.field,
      isDenied: true,
      isAdjacent: false,
    });
  }

  /** Lists of values of one field become one condition: any of them, or each where a record has several and `and` is said. */
  #joinLists(): Node[] {
    const nodes = this.#reading.isList ? withAlternatives(this.#nodes) : withListJoints(this.#nodes);
    const { kind } = this.#reading;
    const joined: Node[] = [];
    for (const [i, node] of nodes.entries()) {
      const before = joined.at(-1);
      const leaf = leafOf(node);
      const leafBefore = before === undefined ? undefined : leafOf(before);
      const isSame =
        leaf !== undefined &&
        leafBefore !== undefined &&
        leaf.field === leafBefore.field &&
        leaf.op === 'in' &&
        leafBefore.op === 'in';
      if (before !== undefined && node.joint !== '' && areClosedPeriods(leafBefore, leaf)) {
        const of = [leafBefore, leaf].filter((one) => one !== undefined);
        joined[joined.length - 1] = { ...before, meaning: { clause: { is: 'any', of } } };
        continue;
      }
      const isUnion =
        isSame && (node.joint === 'or' || !isManyValued(kind, leaf.field)) && !this.#hasOwnHead(nodes, i);
      if (isUnion && before !== undefined)
        joined[joined.length - 1] = { ...before, meaning: { clause: union(leafBefore, leaf) } };
      else joined.push(node);
    }
    return joined;
  }

  /** `humanoid under $20k or quadruped under $3k`: the value begins a side of its own. */
  #hasOwnHead(nodes: readonly Node[], at: number): boolean {
    const node = nodes[at] as Node;
    if (node.joint !== 'or') return false;
    const before = nodes[at - 1];
    return before?.field !== node.field;
  }

  /** What stands on both sides of `or` becomes an alternative. */
  #joinAlternatives(nodes: readonly Node[]): Node[] {
    let list = [...nodes];
    for (
      let at = list.findIndex(({ joint }) => joint === 'or');
      at > 0;
      at = list.findIndex(({ joint }, i) => joint === 'or' && i > 0)
    ) {
      const { from, to } = sidesOf(list, at, this.#reading.names.together);
      const [left, right] = [list.slice(from, at), list.slice(at, to)];
      const clause: Clause = {
        is: 'any',
        of: [allOf(left), allOf(right)].flatMap((one) => (one.is === 'any' ? one.of : [one])),
      };
      const field = list[at]?.field === list[at - 1]?.field ? list[at]?.field : undefined;
      list = [
        ...list.slice(0, from),
        {
          joint: (list[from] as Node).joint,
          lead: list[from]?.lead,
          meaning: { clause },
          field,
          isDenied: false,
          isAdjacent: false,
        },
        ...list.slice(to),
      ];
    }
    return list;
  }
}

function isArticle(item: Item | undefined): boolean {
  return item?.type === 'filler' && /^(?:a|an|the)$/.test(item.text);
}

/** A word with a capital or a digit, as names of products have them. */
function isWrittenAsName(item: Item | undefined): boolean {
  if (item?.type === 'leaf') return item.leaf.field === 'manufacturer' || item.leaf.field === 'entity';
  return item?.type === 'word' && /\p{Lu}|\d/u.test(item.token.raw);
}

/** Words that ask for all of a kind. */
const EVERY = /^(?:all|any|every|each|everything|anything|everyone|anyone)$/;

/** Words with which something is asked for again behind a denial: `without lidar and with a camera`. */
const AFFIRMING = /^(?:with|has|have|having|uses?|using|needs?|requires?|for|is|are|must|should|can)$/;

function jointOf(operator: string, before: Joint): Joint {
  if (operator === 'or' || operator === 'nor') return 'or';
  if (operator === 'and') return before === 'or' ? 'or' : 'and';
  if (operator === 'comma') return before === '' ? 'comma' : before;
  if (operator === 'but') return 'but';
  return before;
}

/** A task is met by records of its category and by those that say so themselves. */
function clauseOf({ leaf, task, isDenied, start, end }: Extract<Item, { type: 'leaf' }>): Clause {
  if (isDenied) return { is: 'not', of: leaf };
  if (task === undefined) return leaf;
  const text = task;
  return { is: 'any', of: [leaf, { is: 'leaf', field: 'text', op: 'has', text, span: { start, end } }] };
}

/** A condition that also a word before it belongs to. */
function fromWord(clause: Clause, word: Span): Clause {
  return clause.is === 'leaf' ? { ...clause, span: around([word, clause.span]) } : clause;
}
