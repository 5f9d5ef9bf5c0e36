import type { Quantity } from '../kinds/definition.ts';
import { type Kind, type KindIndex, kindIndexes } from '../kinds/kinds.ts';
import { type FieldRead, MAX_NAME_TOKENS, type Reading, writtenText } from './items.ts';
import type { Token } from './lex.ts';
import type { Names } from './names.ts';
import type { PeriodReader } from './periods.ts';
import type { Phrases } from './phrases.ts';
import { type QuantityRead, QuantityReader, rangeOf } from './quantities.ts';

/** Reads bounds: periods, quantities and grades of protection, each with the field that it is of. */
export class Bounds {
  readonly #kind: Kind;
  readonly #names: Names;
  readonly #index: KindIndex;
  readonly #phrases: Phrases;
  readonly #tokens: readonly Token[];
  readonly #periods: PeriodReader;
  readonly #quantities: QuantityReader;
  /** The categories that the question names, for what a length is of. */
  readonly #categories: ReadonlySet<string>;

  constructor({ kind, names }: Reading, phrases: Phrases, periods: PeriodReader) {
    this.#kind = kind;
    this.#names = names;
    this.#index = kindIndexes[kind] as KindIndex;
    this.#phrases = phrases;
    this.#tokens = phrases.tokens;
    this.#periods = periods;
    this.#quantities = new QuantityReader(phrases);
    this.#categories = categoriesNamed(phrases);
  }

  /** The bound that begins at a token, with the noun that says of what it is. */
  at(at: number): FieldRead | undefined {
    return this.#period(at) ?? this.#quantity(at) ?? this.#compared(at) ?? this.#protection(at);
  }

  /** True where a number with its unit begins. */
  isMeasured(at: number): boolean {
    return this.#quantities.at(at)?.dimension !== undefined;
  }

  #period(at: number): FieldRead | undefined {
    const { dates = [] } = this.#index;
    if (dates.length === 0) return undefined;
    // `Acquired since 2024`: what is a value too is read as that.
    const isValue = this.#phrases.at(at)[0]?.meanings.some(({ is }) => is === 'value') === true;
    const noun = isValue
      ? undefined
      : this.#noun(
          at,
          dates.filter(({ column }) => column !== 'none'),
        );
    const from = noun?.next ?? at;
    const read = from < this.#tokens.length ? this.#periods.at(this.#pastLead(from, at)) : undefined;
    const start = read === undefined ? at : this.#pastLead(from, at);
    if (read === undefined || (read.isBareYear && !this.#mayBeYear(start))) return undefined;
    const next = start + read.length;
    // `2000 m2`
    if (this.#quantities.at(next - 1)?.dimension !== undefined) return undefined;
    const named = noun?.field ?? this.#datedBefore(at, dates);
    const field = named ?? (dates[0] as { field: string }).field;
    const isHeld = dates.find((one) => one.field === field)?.column !== 'none';
    const condition = { op: 'period', period: read.period } as const;
    return { field, length: next - at, condition, isHeld, isAssumed: named === undefined };
  }

  #pastLead(from: number, at: number): number {
    let next = from;
    while (
      from > at &&
      next < from + 3 &&
      /^(?:money|a|an|their|its|round|the|was|were|been|,)$/.test(this.#tokens[next]?.text ?? '')
    )
      next++;
    return next;
  }

  /** A noun of a date up to four words before, beside a sum, where no other date stands between. */
  #datedBefore(at: number, dates: readonly { field: string; nouns: string }[]): string | undefined {
    let least = Math.max(0, at - NOUN_BEFORE);
    for (let before = at - 1; before >= least; before--) {
      const sum = this.#quantityEnding(before + 1);
      if (sum !== undefined) {
        least = Math.max(0, least - (before - sum));
        before = sum;
      }
      const token = this.#tokens[before] as Token;
      if (token.raw === ',' || token.text === 'and' || token.text === 'but' || token.text === 'or')
        return undefined;
      const noun = this.#noun(before, dates);
      if (noun !== undefined) return noun.field;
    }
    return undefined;
  }

  /** Where the sum begins that ends before a token: `more than $50m` of `raised more than $50m in 2025`. */
  #quantityEnding(next: number): number | undefined {
    for (let start = Math.max(0, next - LONGEST_SUM); start < next; start++) {
      const read = this.#quantities.at(start);
      if (read?.dimension === 'money' && start + read.length === next) return start;
    }
    return undefined;
  }

  #noun(
    at: number,
    among: readonly { readonly field: string }[],
  ): { field: string; next: number } | undefined {
    for (const { length, meanings } of this.#phrases.at(at)) {
      for (const one of meanings)
        if (one.is === 'noun' && among.some(({ field }) => field === one.field))
          return { field: one.field, next: at + length };
    }
    return undefined;
  }

  /** A year without a word before it may be a part of a name: `RoboCup 2026`, `Horizon Europe 2025`. */
  #mayBeYear(at: number): boolean {
    const kind = this.#kind;
    const before = this.#tokens[at - 1];
    if (kind === 'challenges' || kind === 'certification') return false;
    if (this.#tokens[at]?.glue !== ' ') return false;
    const isNamed =
      before !== undefined &&
      /^\p{Lu}/u.test(before.raw) &&
      before.type === 'word' &&
      kind !== 'publications';
    return !isNamed;
  }

  #quantity(at: number): FieldRead | undefined {
    const { quantities = [] } = this.#index;
    if (quantities.length === 0) return undefined;
    const noun = this.#noun(at, quantities);
    const isDirect = noun !== undefined && this.#quantities.at(noun.next) !== undefined;
    const start = noun === undefined ? at : isDirect ? noun.next : this.#pastJoint(noun.next);
    const read = this.#quantities.at(start);
    if (read === undefined || read.isForeign) return undefined;
    const isName = noun === undefined ? this.#isNumbered(start) : this.#isInName(at);
    if (read.bound === undefined && read.isBare && isName) return undefined;
    if (read.bound === 'between' && read.high === undefined && this.#tokens[start]?.text === 'from')
      return undefined;
    let next = start + read.length;
    const behind = noun === undefined ? this.#nounBehind(next) : undefined;
    const field = this.#fieldOf(read, noun?.field ?? behind?.field);
    if (field === undefined) return undefined;
    if (behind !== undefined && behind.field === field.field) next = behind.next;
    const range = rangeOf(this.#ofAble(read, field, at, start), field.factor, field.bare);
    const { currency } = read;
    const condition = { op: 'range' as const, range, ...(currency !== undefined && { currency }) };
    return { field: field.field, length: next - at, condition };
  }

  /** `Cheaper than the UR5e`: the bound is what that robot has. */
  #compared(at: number): FieldRead | undefined {
    const comparator = this.#phrases.find(at, 'comparator');
    const { field, bound } = comparator?.value ?? {};
    if (comparator === undefined || field === undefined || (bound !== 'below' && bound !== 'above'))
      return undefined;
    const start =
      comparator.next + (/^(?:the|a|an)$/.test(this.#tokens[comparator.next]?.text ?? '') ? 1 : 0);
    for (let length = Math.min(MAX_NAME_TOKENS, this.#tokens.length - start); length > 0; length--) {
      const value = this.#names.quantity?.(writtenText(this.#tokens, start, length), field);
      if (value === undefined) continue;
      return { field, length: start + length - at, condition: { op: 'range', range: { [bound]: value } } };
    }
    return undefined;
  }

  /** What is able to carry up to 10 kg carries at least that, and what goes below 100 m is deeper. */
  #ofAble(read: QuantityRead, { bare, isDownward }: Quantity, at: number, start: number): QuantityRead {
    if (!this.#isAble(at, start)) return read;
    if (isDownward === true && read.bound === 'below') return { ...read, bound: 'above' };
    const isUpTo = this.#tokens[start]?.text === 'up' && bare === 'min';
    return isUpTo ? { ...read, bound: 'atLeast' } : read;
  }

  /** `Carries up to 10 kg` says what it is able to; `payload up to 10 kg` bounds what it has. */
  #isAble(at: number, start: number): boolean {
    const verb = /^(?:carr|lift|handl|hold|hoist|run|fl[iy]|climb|div|descen|operat|work|last|go)/;
    return this.#tokens.slice(Math.max(0, at - 2), start).some(({ text }) => verb.test(text));
  }

  /** `ROS 2`, `Atlas 2`: a number behind what is written as a name belongs to it. */
  #isNumbered(at: number): boolean {
    const [before, token] = [this.#tokens[at - 1], this.#tokens[at] as Token];
    const isName =
      before?.type === 'word' && /\p{Lu}/u.test(before.raw) && this.#phrases.at(at - 1).length === 0;
    return isName && token.glue === ' ';
  }

  /** `Unitre Go 2`: a noun among words that are written as names is a part of one. */
  #isInName(at: number): boolean {
    const isCapital = (token: Token | undefined) =>
      token?.type === 'word' && /^\p{Lu}\p{Ll}/u.test(token.raw);
    return isCapital(this.#tokens[at]) && isCapital(this.#tokens[at - 1]) && this.#tokens[at]?.glue === ' ';
  }

  #pastJoint(at: number): number {
    let next = at;
    while (
      next < at + 3 &&
      /^(?:of|is|was|were|a|an|the|rating|capacity|with|to|down|that|:|=|should|be|must|for|by|in|its|total|own)$/.test(
        this.#tokens[next]?.text ?? '',
      )
    )
      next++;
    return next;
  }

  #nounBehind(at: number): { field: string; next: number } | undefined {
    let next = at;
    while (next < at + 2 && /^(?:of|in|for|the|a|an|-|under|per|on)$/.test(this.#tokens[next]?.text ?? ''))
      next++;
    const token = this.#tokens[next];
    if (token === undefined) return undefined;
    return this.#noun(next, this.#index.quantities ?? []) ?? this.#noun(at, this.#index.quantities ?? []);
  }

  /** What a quantity is of: by its word of comparison, the noun beside it, its unit, and the categories that are named. */
  #fieldOf(read: QuantityRead, noun: string | undefined) {
    const { quantities = [] } = this.#index;
    const { dimension } = read;
    const fits = quantities.filter((one) => dimension === undefined || one.dimension === dimension);
    const named =
      fits.find(({ field }) => field === noun) ?? fits.find(({ field }) => read.fields.includes(field));
    if (dimension === undefined) {
      if (named !== undefined && (noun !== undefined || read.bound !== undefined)) return named;
      const money = quantities.find((one) => one.dimension === 'money' && one.usual !== undefined);
      const isPrice = read.bound !== undefined && read.low >= SMALLEST_SUM && !isYear(read);
      return isPrice ? money : undefined;
    }
    if (named !== undefined) return named;
    if (
      dimension === 'money' &&
      read.bound === undefined &&
      read.high === undefined &&
      this.#kind === 'robots'
    )
      return undefined;
    if (dimension === 'length' && read.unit === 1000) return fits.find(({ field }) => field === 'range_km');
    if (dimension === 'length' && this.#categories.has('drone'))
      return fits.find(({ field }) => field === 'ceiling_m');
    if (dimension === 'length' && read.low < 0.002)
      return fits.find(({ field }) => field === 'repeatability_mm');
    const isUpper = read.bound === 'atMost' || read.bound === 'below';
    const isUsual = ({ usual }: Quantity) => usual === 'any' || usual === (isUpper ? 'upper' : 'lower');
    const ofCategory = fits.find(
      (one) => isUsual(one) && one.of?.some((category) => this.#categories.has(category)),
    );
    const others = fits.filter(({ of }) => of === undefined || this.#categories.size === 0);
    return (
      ofCategory ??
      others.find(isUsual) ??
      others.find(({ usual, of }) => usual !== undefined && of === undefined)
    );
  }

  /** Protection by IEC 60529: `IP67`, `IP 54 or better`. */
  #protection(at: number): FieldRead | undefined {
    if (this.#kind !== 'robots') return undefined;
    const [token, next] = [this.#tokens[at] as Token, this.#tokens[at + 1]];
    const whole = /^ipx?\d{1,2}[kx]?$/.test(token.text)
      ? token.text
      : token.text === 'ip' && next !== undefined
        ? `ip${next.text}`
        : '';
    const [, dust = '', water = ''] = /^ip([0-6x])([0-9x])k?$/.exec(whole) ?? [];
    if (dust === '') return undefined;
    const length = whole === token.text ? 1 : 2;
    return {
      field: 'ip_rating',
      length: length + this.#suffixLength(at + length),
      condition: { op: 'in', values: [`IP${dust}${water}`.toUpperCase()] },
    };
  }

  #suffixLength(at: number): number {
    for (const { length, meanings } of this.#phrases.at(at))
      if (meanings.some((one) => one.is === 'suffix')) return length;
    return /^(?:rated|rating|certified|protection)$/.test(this.#tokens[at]?.text ?? '') ? 1 : 0;
  }
}

function categoriesNamed(phrases: Phrases): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = 0; at < phrases.tokens.length; at++) {
    for (const meaning of phrases.at(at)[0]?.meanings ?? []) {
      if (meaning.is !== 'value' || meaning.field !== 'category') continue;
      for (const value of meaning.values) found.add(value);
    }
  }
  return found;
}

/** So many words before a date its noun may stand. */
const NOUN_BEFORE = 5;
/** A sum with its word of comparison has no more tokens. */
const LONGEST_SUM = 8;

/** A smaller number without unit and currency is no sum. */
const SMALLEST_SUM = 500;

function isYear({ low, isBare }: QuantityRead): boolean {
  return isBare && low >= 1950 && low <= 2050 && Number.isInteger(low);
}
