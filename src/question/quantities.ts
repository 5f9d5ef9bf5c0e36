import grammar from '../../dataset/taxonomy/grammar.json' with { type: 'json' };
import type { Token } from './lex.ts';
import type { Bound, Dimension, Meaning } from './lexicon.ts';
import type { Phrases } from './phrases.ts';
import type { NumberRange } from './question.ts';

/** A number, or a range of numbers, with what stands beside it. */
export interface QuantityRead {
  /** In tokens. */
  readonly length: number;
  /** In base units: kilograms, metres, hours, dollars; as it was written without a unit. */
  readonly low: number;
  /** The other end of a range. */
  readonly high?: number;
  readonly bound?: Bound;
  /** The fields of which alone the word of comparison is said. */
  readonly fields: readonly string[];
  /** What the unit is in base units: 1000 for kilometres. */
  readonly unit?: number;
  readonly dimension?: Dimension;
  /** True for a number with a unit of something that no field holds. */
  readonly isForeign: boolean;
  /** True where a number stands without unit, currency and scale. */
  readonly isBare: boolean;
  /** The currency that was converted, ISO 4217. */
  readonly currency?: string;
}

interface Read<Value> {
  readonly value: Value;
  readonly next: number;
}

interface Currency {
  readonly say: readonly string[];
  readonly per_usd: number;
  readonly as_of?: string;
  readonly by?: string;
}

/** What a dollar costs, by currency (ISO 4217), with the date of the rate and who published it. */
export const currencies: Readonly<Record<string, Currency>> = grammar.currencies;

/** Reads quantities of one question. */
export class QuantityReader {
  readonly #phrases: Phrases;
  readonly #tokens: readonly Token[];

  constructor(phrases: Phrases) {
    this.#phrases = phrases;
    this.#tokens = phrases.tokens;
  }

  /** The quantity that begins at a token, with its word of comparison: `under 20 kg`, `$2-3k`, `at least five hours`. */
  at(start: number): QuantityRead | undefined {
    const comparator = this.#phrases.find(start, 'comparator');
    const from = comparator === undefined ? start : this.#pastArticles(comparator.next);
    const before = this.#phrases.find(from, 'currency');
    const first = this.#number(before?.next ?? from, comparator !== undefined);
    if (first === undefined) return undefined;
    const isBetween = comparator?.value.bound === 'between';
    const second = this.#rangeEnd(first.next, isBetween) ?? this.#measuredEnd(first, isBetween);
    if (isBetween && second === undefined && this.#tokens[start]?.text !== 'from') return undefined;
    const { unit, suffix, inches, next } = this.#behind((second ?? first).next, before);
    const bound = suffix ?? (isBetween ? undefined : comparator?.value.bound);
    return {
      length: next - start,
      ...this.#values(second?.begin ?? first.value, second?.value, unit, inches),
      ...(bound !== undefined && { bound }),
      fields: comparator === undefined ? [] : this.#fieldsAt(start, comparator.next),
      isForeign: unit?.is === 'unit' && unit.dimension === undefined,
    };
  }

  /** Unit, inches and a word such as `or more` behind a number, in either order: `15 or more degrees of freedom`. */
  #behind(at: number, before: Read<UnitMeaning> | undefined) {
    const unit = before ?? this.#phrases.find(at, 'currency') ?? this.#unit(at);
    const behindUnit = before === undefined ? (unit?.next ?? at) : at;
    const found = this.#phrases.find(behindUnit, 'suffix');
    // `Or cheaper than` begins another bound.
    const suffix = this.#tokens[found?.next ?? -1]?.text === 'than' ? undefined : found;
    const behindSuffix = suffix?.next ?? behindUnit;
    const late = unit === undefined && suffix !== undefined ? this.#unit(behindSuffix) : undefined;
    const inches = this.#inches(late?.next ?? behindSuffix, unit?.value);
    return {
      unit: (unit ?? late)?.value,
      suffix: suffix?.value.bound,
      inches: inches?.value,
      next: inches?.next ?? late?.next ?? behindSuffix,
    };
  }

  #fieldsAt(start: number, next: number): string[] {
    const own = this.#phrases.at(start).filter(({ length }) => start + length === next);
    return own.flatMap(({ meanings }) =>
      meanings.flatMap((one) => (one.is === 'comparator' && one.field !== undefined ? [one.field] : [])),
    );
  }

  /** The inches of `5 ft 10`, in metres. */
  #inches(at: number, unit: UnitMeaning | undefined): Read<number> | undefined {
    const token = this.#tokens[at];
    if (unit?.is !== 'unit' || unit.factor !== FOOT || token?.type !== 'number' || Number(token.raw) >= 12)
      return undefined;
    const own = this.#phrases.find(at + 1, 'unit');
    return {
      value: (Number(token.raw) * FOOT) / 12,
      next: own?.value.dimension === 'length' ? own.next : at + 1,
    };
  }

  #values(first: Amount, second: Amount | undefined, unit: UnitMeaning | undefined, more = 0) {
    const scale = second?.scale ?? first.scale;
    const isMoney = unit?.is === 'currency' || (unit === undefined && scale !== undefined && scale >= 1000);
    const code = unit?.is === 'currency' ? unit.code : 'USD';
    const factor = unit?.is === 'currency' ? 1 / (currencies[code]?.per_usd ?? 1) : (unit?.factor ?? 1);
    const inUnits = (amount: Amount) => round(amount.value * (amount.scale ?? scale ?? 1) * factor + more);
    const dimension = isMoney ? 'money' : unit?.is === 'unit' ? unit.dimension : undefined;
    return {
      low: inUnits(first),
      ...(second !== undefined && { high: inUnits(second) }),
      ...(dimension !== undefined && { dimension }),
      ...(unit?.is === 'unit' && { unit: unit.factor }),
      ...(code !== 'USD' && isMoney && { currency: code }),
      isBare: unit === undefined && scale === undefined,
    };
  }

  /** `500-1000`, `5 to 10`, `between 5 and 10`. */
  #rangeEnd(at: number, isBetween: boolean): RangeEnd | undefined {
    const token = this.#tokens[at];
    if (token === undefined) return undefined;
    if (token.type === 'number' && token.glue === '-') return this.#number(at, true);
    const isJoint = ['-', '–', '—', '~', 'to', ...(isBetween ? ['and'] : [])].includes(token.text);
    if (!isJoint) return undefined;
    const sign = this.#phrases.find(at + 1, 'currency');
    return this.#number(sign?.next ?? at + 1, true);
  }

  /** The end of a range of which both sides have a unit, with its begin in the unit of the end: `5 kg to 10 kg`. */
  #measuredEnd(first: Read<Amount>, isBetween: boolean): RangeEnd | undefined {
    const own = this.#phrases.find(first.next, 'currency') ?? this.#unit(first.next);
    const end = own === undefined ? undefined : this.#rangeEnd(own.next, isBetween);
    if (own === undefined || end === undefined) return undefined;
    const other = this.#phrases.find(end.next, 'currency') ?? this.#unit(end.next);
    const ratio = other === undefined ? undefined : ratioOf(own.value, other.value);
    const { scale } = first.value;
    return ratio === undefined
      ? undefined
      : { ...end, begin: { value: first.value.value * (scale ?? 1) * ratio, scale: 1 } };
  }

  #unit(at: number): Read<UnitMeaning> | undefined {
    const found = this.#phrases.find(at, 'unit');
    // `In` and `a` are words of questions more often than inches and amperes.
    const token = this.#tokens[at];
    if (found === undefined || token === undefined) return undefined;
    const isWord = /^(?:in|a|at|as|n|t|l|s|f|c|k|min|max|x)$/.test(token.text) && token.glue === ' ';
    return isWord && !(token.text === 't' || token.text === 'min') ? undefined : found;
  }

  /** A number in digits or words, with its scale: `2.5 million`, `fifty thousand`, `half a`, `a hundred`. */
  #number(at: number, mayBeWord: boolean): Read<Amount> | undefined {
    const token = this.#tokens[at];
    if (token === undefined) return undefined;
    if (token.type === 'number') return this.#scaled(at + 1, amountOf(token.raw));
    const inWords = this.#inWords(at, mayBeWord);
    return inWords === undefined ? undefined : this.#scaled(inWords.next, inWords.value);
  }

  #scaled(at: number, value: number): Read<Amount> {
    let next = at;
    let scale: number | undefined;
    for (
      let read = this.#phrases.find(next, 'scale');
      read !== undefined;
      read = this.#phrases.find(next, 'scale')
    ) {
      const token = this.#tokens[next] as Token;
      // `5 m` is metres, `5m` money only behind a sign: the unit decides; `5M` and `5 mn` are millions.
      if (/^(?:m|mm|b|k|g|t)$/.test(token.text) && !this.#isScale(next)) break;
      scale = (scale ?? 1) * read.value.factor;
      next = read.next;
    }
    return { value: scale === undefined ? { value } : { value, scale }, next };
  }

  /** True for a letter behind a number that is its scale and no unit. */
  #isScale(at: number): boolean {
    const token = this.#tokens[at] as Token;
    const hasSign = [at + 1, at - 2, at - 3].some(
      (i) => i >= 0 && this.#phrases.find(i, 'currency') !== undefined,
    );
    if (token.text === 'k' || token.text === 'b') return token.glue !== ' ' || hasSign;
    return hasSign || (token.raw === 'M' && token.glue === '' && token.text === 'm');
  }

  #inWords(at: number, mayBeWord: boolean): Read<number> | undefined {
    return this.#fraction(at) ?? this.#one(at, mayBeWord) ?? this.#sum(at);
  }

  /** `Half a`, `a couple of`, `a quarter of`. */
  #fraction(at: number): Read<number> | undefined {
    const [first, second, third] = [0, 1, 2].map((i) => this.#tokens[at + i]?.text);
    if (first === 'half' && (second === 'a' || second === 'an')) return { value: 0.5, next: at + 2 };
    if (first !== 'a') return undefined;
    if (second === 'couple') return { value: 2, next: at + (third === 'of' ? 3 : 2) };
    return second === 'quarter' && third === 'of' ? { value: 0.25, next: at + 3 } : undefined;
  }

  /** `A` of `a tonne`, `a million`. */
  #one(at: number, mayBeWord: boolean): Read<number> | undefined {
    const [article, next] = [this.#tokens[at]?.text, this.#tokens[at + 1]?.text ?? ''];
    if (!/^an?$/.test(article ?? '') || !(mayBeWord || next.length > 2)) return undefined;
    const dimension = this.#phrases.find(at + 1, 'unit')?.value.dimension;
    const isMeasured = dimension !== undefined && dimension !== 'arms';
    const isCounted = this.#phrases.find(at + 1, 'scale') ?? this.#phrases.find(at + 1, 'currency');
    return isMeasured || isCounted !== undefined ? { value: 1, next: at + 1 } : undefined;
  }

  /** `Twenty-five`, `two and a half`. */
  #sum(at: number): Read<number> | undefined {
    let [next, value] = [at, 0];
    for (;;) {
      const read = this.#phrases.find(next, 'number');
      if (read === undefined || (next > at && read.value.value >= 10)) break;
      value += read.value.value;
      next = read.next;
    }
    if (next === at) return undefined;
    const behind = this.#tokens.slice(next, next + 3).map(({ text }) => text);
    return behind.join(' ') === 'and a half' ? { value: value + 0.5, next: next + 3 } : { value, next };
  }

  #pastArticles(at: number): number {
    let next = at;
    while (/^(?:of|the|about|around|only|than|say|usd?)$/.test(this.#tokens[next]?.text ?? '')) next++;
    return next;
  }
}

/** In metres. */
const FOOT = 0.3048;

interface Amount {
  readonly value: number;
  readonly scale?: number;
}

interface RangeEnd extends Read<Amount> {
  /** Where the begin has a unit of its own. */
  readonly begin?: Amount;
}

/** How many of one unit another is; undefined for units of different things. */
function ratioOf(one: UnitMeaning, other: UnitMeaning): number | undefined {
  if (one.is === 'unit' && other.is === 'unit')
    return one.dimension === other.dimension ? one.factor / other.factor : undefined;
  return one.is === 'currency' && other.is === 'currency' && one.code === other.code ? 1 : undefined;
}

type UnitMeaning = Extract<Meaning, { is: 'unit' } | { is: 'currency' }>;

/** The value of digits with or without groups of thousands: `1,500.50`, `1.000`, `30 000`, `2,5`. */
function amountOf(raw: string): number {
  const plain = raw.replace(/['’\s\u00a0\u202f]/g, '');
  const marks = plain.match(/[.,]/g) ?? [];
  if (marks.length === 0) return Number(plain);
  const last = plain.at(-4);
  const isGrouped =
    /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(plain) &&
    (marks.every((mark) => mark === marks[0]) || last !== marks[0]);
  if (isGrouped) return Number(plain.replace(/[.,]/g, ''));
  const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  return Number(`${plain.slice(0, at).replace(/[.,]/g, '')}.${plain.slice(at + 1)}`);
}

function round(value: number): number {
  return Number(value.toPrecision(9));
}

/** The range of a quantity in units of its field. `bare`: what a number without a word of comparison is. */
export function rangeOf(read: QuantityRead, factor: number, bare: 'min' | 'max' | 'exact'): NumberRange {
  const [low, high] = [
    round(read.low * factor),
    read.high === undefined ? undefined : round(read.high * factor),
  ];
  if (high !== undefined) return { min: Math.min(low, high), max: Math.max(low, high) };
  switch (read.bound) {
    case 'atMost':
      return { max: low };
    case 'atLeast':
      return { min: low };
    case 'below':
      return { below: low };
    case 'above':
      return { above: low };
    case 'between':
      return { min: low };
    case 'better':
      return bare === 'max' ? { max: low } : { min: low };
    case 'around':
      return { min: round(low * 0.9), max: round(low * 1.1) };
    default:
      return bare === 'min' ? { min: low } : bare === 'max' ? { max: low } : { min: low, max: low };
  }
}
