import { standardNames } from '../kinds/certification/standard-names.ts';
import { type Kind, type KindIndex, kindIndexes } from '../kinds/kinds.ts';
import { lazily } from '../lib/lazily.ts';
import { sanitizeLine } from '../lib/sanitize.ts';
import { dateNumber } from '../search/columns.ts';
import { type AuthorFinder, authorFinder } from '../search/filters/authors.ts';
import {
  certificationFilter,
  certificationFinder,
  families,
  ingressFilter,
  priceFilter,
} from '../search/filters/by-kind.ts';
import type { Filter, UnknownCount } from '../search/filters/filters.ts';
import type { Finder } from '../search/filters/finders.ts';
import type { KindStore } from '../search/kind-store.ts';
import { inBoth, type Mask, maskOf, outside, without } from '../search/masks.ts';
import { stems } from '../text/fold.ts';
import { parseQuery } from '../text/query.ts';
import { affirmingRows, rowsWithTitle } from './affirmed.ts';
import { fieldsOf, valuesIn } from './clauses.ts';
import { describeClause } from './explain.ts';
import type { Clause, Leaf, NumberRange, Period } from './question.ts';

/** The records of a kind that a clause decides: those that meet it, and those of which it is not known. */
interface Verdict {
  readonly pass: Mask;
  /** Disjoint from each other and from those that pass. */
  readonly unknown: readonly UnknownCount[];
}

/** How the filter of a clause is named. */
interface FilterOptions {
  /** The argument that asks for it; the clause itself says so if left out. */
  readonly name?: string;
  readonly note?: string | undefined;
  /** As Filter has it. */
  readonly isHeading?: true | undefined;
}

/** Decides clauses by the data of a kind: the only place that chooses where a field is stored. */
export class Resolver<K extends Kind> {
  readonly #index: KindIndex;
  readonly #store: KindStore<K>;
  readonly #authors: () => AuthorFinder;
  /** True where a price is one a month. */
  readonly #isLease: boolean;

  /** `clauses` are all that are asked for: one may say what another is of. */
  constructor(
    kind: K,
    store: KindStore<K>,
    clauses: readonly Clause[] = [],
    authors = lazily(() => authorFinder(store as unknown as KindStore<'publications'>)),
  ) {
    this.#isLease = clauses.some((one) => valuesIn(one, 'price_kind').includes('lease_monthly'));
    this.#authors = authors;
    this.#index = kindIndexes[kind] as unknown as KindIndex;
    this.#store = store;
  }

  /** The filter of a clause that all records have to pass. */
  filter(clause: Clause, { name, note, isHeading }: FilterOptions = {}): Filter {
    const { pass, unknown } = this.#decide(clause);
    const notes = [
      ...(note === undefined ? [] : [note]),
      ...(deniesText(clause)
        ? [
            `Left out ${this.#store.size - count(pass)} whose text says so: not every text says all that there is.`,
          ]
        : []),
      ...this.#namesakesNotes(clause),
    ];
    const words = textsOf(clause);
    return {
      name: name ?? this.#nameOf(clause),
      pass,
      ...(words !== undefined && { words: words.join(' ') }),
      ...(unknown.length > 0 && { unknownCounts: unknown }),
      ...(isBound(clause) && { isBound: true as const }),
      ...(isHeading && { isHeading }),
      ...(name === undefined && { remedy: `Without ${describeClause(clause)}` }),
      ...(notes.length > 0 && { note: notes.join(' ') }),
    };
  }

  #namesakesNotes(clause: Clause): string[] {
    return valuesIn(clause, 'author')
      .filter((author) => this.#authors().hasTooManyNamesakes(author))
      .map(
        (author) =>
          `Very many papers have an author called so or nearly so: only the newest were looked at for "${sanitizeLine(author)}". Write the first name in full.`,
      );
  }

  /** The argument or column that facets and counts go by. */
  #nameOf(clause: Clause): string {
    const [field = 'query', ...others] = new Set(fieldsOf(clause));
    if (others.length > 0 || field === 'text') return 'query';
    const { fields, quantities = [] } = this.#index;
    const ask = fields[field]?.ask;
    if (ask?.as === 'period') return `${ask.from.argument} and ${ask.to.argument}`;
    if (field === 'author' || field === 'title' || field === 'identifier') return field;
    return quantities.find((one) => one.field === field)?.column ?? field;
  }

  #decide(clause: Clause): Verdict {
    switch (clause.is) {
      case 'leaf':
        return this.#leaf(clause);
      case 'not':
        return this.#not(clause.of);
      case 'any':
        return anyOf(
          this.#store.size,
          clause.of.map((one) => this.#decide(one)),
        );
      case 'all':
        return allOf(
          this.#store.size,
          clause.of.map((one) => this.#decide(one)),
        );
    }
  }

  #not(clause: Clause): Verdict {
    if (clause.is === 'leaf' && clause.op === 'has') {
      const rows = affirmingRows(this.#index.kind, this.#store as unknown as KindStore<Kind>, clause.text);
      return { pass: outside(maskOf(this.#store.size, rows)), unknown: [] };
    }
    if (clause.is === 'any' && clause.of.some((one) => one.is === 'leaf' && one.op === 'has')) {
      return allOf(
        this.#store.size,
        clause.of.map((one) => this.#not(one)),
      );
    }
    const { pass, unknown } = this.#decide(clause);
    const decided = unknown.reduce((mask, one) => without(mask, one.mask), outside(pass));
    return { pass: decided, unknown };
  }

  #leaf(leaf: Leaf): Verdict {
    switch (leaf.op) {
      case 'has':
        return leaf.field === 'title' ? this.#inTitle(leaf.text) : this.#text(leaf.text);
      case 'range':
        return this.#range(leaf.field, leaf.range);
      case 'period':
        return this.#period(leaf.field, leaf.period);
      case 'in':
        return this.#values(leaf.field, leaf.values);
    }
  }

  #text(text: string): Verdict {
    const { rows } = this.#store.match(parseQuery(text), { incomplete: 'never', isScored: false });
    return { pass: maskOf(this.#store.size, rows), unknown: [] };
  }

  #inTitle(text: string): Verdict {
    const rows = rowsWithTitle(this.#store as unknown as KindStore<Kind>, text);
    return { pass: maskOf(this.#store.size, rows), unknown: [] };
  }

  #range(field: string, range: NumberRange): Verdict {
    const store = this.#store;
    const { min, max } = closed(range);
    const label = `excluded_unknown_${field.replace(/^specs\.|_usd$/g, '')}`;
    if (this.#index.kind === 'robots') {
      const robots = store as unknown as KindStore<'robots'>;
      if (field === 'price_usd')
        return verdictOf(priceFilter(robots, { name: field, lease: this.#isLease, min, max }));
      if (field === 'ip_water')
        return verdictOf(ingressFilter(robots, { water: min, words: protectionWords.water }));
      if (field === 'ip_dust')
        return verdictOf(ingressFilter(robots, { dust: min, words: protectionWords.dust }));
    }
    const column = store.numbers(this.#columnOf(field));
    const pass = column.between(min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY);
    if (this.#index.kind !== 'robots') return { pass, unknown: [{ label, mask: column.unknown }] };
    const family = families(store as unknown as KindStore<'robots'>);
    const unknown = [
      { label, mask: without(column.unknown, family.mask) },
      { label: family.label, mask: inBoth(column.unknown, family.mask) },
    ];
    return { pass, unknown };
  }

  #columnOf(field: string): string {
    const { quantities = [], dates = [] } = this.#index;
    return [...quantities, ...dates].find((one) => one.field === field)?.column ?? field;
  }

  #period(field: string, { from, to }: Period): Verdict {
    const column = this.#columnOf(field);
    const label = `excluded_unknown_${column === 'published' || column === 'date' || column === 'closing' ? 'date' : column}`;
    if (this.#index.columns[column]?.type !== 'date') {
      const years = this.#store.numbers(column);
      const [min, max] = [
        from === undefined ? undefined : firstYear(from),
        to === undefined ? undefined : lastYear(to),
      ];
      const pass = years.between(min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY);
      const [first, last] = [from, to].map((day) =>
        day === undefined ? undefined : Number(day.slice(0, 4)),
      );
      const touched = years.between(first ?? Number.NEGATIVE_INFINITY, last ?? Number.POSITIVE_INFINITY);
      return {
        pass,
        unknown: [
          { label, mask: years.unknown },
          { label: IMPRECISE_DATE, mask: without(touched, pass) },
        ],
      };
    }
    const dates = this.#store.dates(column);
    const first = from === undefined ? 0 : dateNumber(from);
    const last = to === undefined ? Number.MAX_SAFE_INTEGER : dateNumber(to);
    const imprecise = dates.partlyWithin(first, last);
    return {
      pass: dates.within(first, last),
      // Where every date is known there is nothing to count.
      unknown: [
        ...(dates.lacksSome ? [{ label, mask: dates.unknown }] : []),
        ...(imprecise.includes(1) ? [{ label: IMPRECISE_DATE, mask: imprecise }] : []),
      ],
    };
  }

  #values(field: string, values: readonly string[]): Verdict {
    const store = this.#store;
    const { kind } = this.#index;
    if (field === 'identifier')
      return {
        pass: maskOf(
          store.size,
          values.flatMap((value) => this.#named(value)),
        ),
        unknown: [],
      };
    if (field === 'author') {
      const rows = values.flatMap((value) => [...this.#authors().find(value)]);
      return { pass: maskOf(store.size, rows), unknown: [] };
    }
    if (kind === 'robots' && field === 'certification') {
      const robots = store as unknown as KindStore<'robots'>;
      const finder = certificationFinder(robots.words('certifications'));
      return anyOf(
        robots.size,
        values.map((value) => certified(robots, finder, value)),
      );
    }
    if (kind === 'robots' && field === 'certification_status')
      return verdictOf(certificationFilter(store as unknown as KindStore<'robots'>, undefined, values));
    if (kind === 'robots' && field === 'price_kind') {
      const robots = store as unknown as KindStore<'robots'>;
      return verdictOf(priceFilter(robots, { name: field, lease: values.includes('lease_monthly') }));
    }
    if (kind === 'robots' && field === 'ip_rating') return this.#protection(values);
    // What is closed is left out by the tool, unless somebody asks for it.
    if (field === 'include_closed') return { pass: new Uint8Array(store.size).fill(1), unknown: [] };
    const column = store.words(field);
    const pass = field === 'entity' ? this.#about(values) : column.having(values);
    const lacking = column.unknown;
    return {
      pass,
      unknown: lacking.includes(1) ? [{ label: `excluded_unknown_${field}`, mask: lacking }] : [],
    };
  }

  /** Records of an identifier, or at an address; a standard by its number in whatever edition and adoption. */
  #named(value: string): readonly number[] {
    const names = this.#index.kind === 'certification' ? standardNames(value) : [value];
    const found = names.map((name) => this.#store.named(name)).find(({ length }) => length > 0);
    return found ?? this.#store.withAddress(value);
  }

  /** News that list a firm, or have its name in the headline. */
  #about(values: readonly string[]): Mask {
    const store = this.#store;
    const listed = store.words('entity').having(values).slice();
    for (const value of values) {
      const [first, ...others] = stems(value).map((word) => store.inField('headline', word));
      const sets = others.map((rows) => new Set(rows));
      for (const row of first ?? []) if (sets.every((rows) => rows.has(row))) listed[row] = 1;
    }
    return listed;
  }

  /** Rated so or better in each digit that is stated. */
  #protection(values: readonly string[]): Verdict {
    const robots = this.#store as unknown as KindStore<'robots'>;
    const verdicts = values.map((value) => {
      const [, dust, water] = /^IP(.)(.)/.exec(value) ?? [];
      const digit = (sign: string | undefined) =>
        sign !== undefined && /\d/.test(sign) ? Number(sign) : undefined;
      return verdictOf(ingressFilter(robots, { dust: digit(dust), water: digit(water) }));
    });
    return verdicts.length === 1 ? (verdicts[0] as Verdict) : anyOf(robots.size, verdicts);
  }
}

/** Counts dates of which only the month or year is known, which lies in a period in part: they may lie in it or not. */
const IMPRECISE_DATE = 'excluded_imprecise_date';

/** Words that say so in a record, whatever its rating. */
const protectionWords = { water: 'waterproof', dust: 'dustproof' };

const statusBehind = / (certified|cleared|approved|registered|pending)$/;

/** `FDA` of `FDA cleared`. */
export function certificationIn(value: string): string {
  return value.replace(statusBehind, '');
}

/** A certification with its status, `FDA cleared`, or in any that counts as held. */
function certified(robots: KindStore<'robots'>, finder: Finder<string>, value: string): Verdict {
  const [, status] = statusBehind.exec(value) ?? [];
  const values = finder.find(certificationIn(value));
  return verdictOf(certificationFilter(robots, values, status === undefined ? undefined : [status]));
}

function verdictOf({ pass, unknownCounts = [] }: Filter): Verdict {
  return { pass, unknown: unknownCounts };
}

function anyOf(size: number, verdicts: readonly Verdict[]): Verdict {
  const pass = new Uint8Array(size);
  for (const one of verdicts)
    for (let row = 0; row < size; row++) pass[row] = (pass[row] as number) | (one.pass[row] as number);
  return { pass, unknown: disjoint(verdicts, pass, undefined) };
}

function allOf(size: number, verdicts: readonly Verdict[]): Verdict {
  const pass = verdicts.map((one) => one.pass).reduce(inBoth, new Uint8Array(size).fill(1));
  const may = verdicts
    .map((one) =>
      one.unknown.reduce(
        (mask, { mask: own }) => mask.map((is, row) => is | (own[row] as number)),
        one.pass.slice(),
      ),
    )
    .reduce(inBoth, new Uint8Array(size).fill(1));
  return { pass, unknown: disjoint(verdicts, pass, may) };
}

/** The unknown rows of several verdicts, each counted once, and none that passes or cannot pass. */
function disjoint(verdicts: readonly Verdict[], pass: Mask, may: Mask | undefined): UnknownCount[] {
  const counted = pass.slice();
  const byLabel = new Map<string, Mask>();
  for (const { label, mask } of verdicts.flatMap(({ unknown }) => unknown)) {
    const own = without(may === undefined ? mask : inBoth(mask, may), counted);
    for (let row = 0; row < own.length; row++) if (own[row] === 1) counted[row] = 1;
    const known = byLabel.get(label);
    byLabel.set(label, known === undefined ? own : own.map((is, row) => is | (known[row] as number)));
  }
  return [...byLabel].map(([label, mask]) => ({ label, mask }));
}

/** Bounds as inclusive ones: what is open ends at the next number. */
function closed({ min, max, above, below }: NumberRange): { min?: number; max?: number } {
  const low = above === undefined ? min : above + Math.max(Math.abs(above) * STEP, Number.MIN_VALUE);
  const high = below === undefined ? max : below - Math.max(Math.abs(below) * STEP, Number.MIN_VALUE);
  return { ...(low !== undefined && { min: low }), ...(high !== undefined && { max: high }) };
}

/** Relative to a number: smaller than the difference of any two that are stored. */
const STEP = 1e-12;

/** The first year that lies whole behind a day; that of the day itself if it is the first of January. */
function firstYear(day: string): number {
  const year = Number(day.slice(0, 4));
  return day.endsWith('-01-01') ? year : year + 1;
}

function lastYear(day: string): number {
  const year = Number(day.slice(0, 4));
  return day.endsWith('-12-31') ? year : year - 1;
}

function deniesText(clause: Clause): boolean {
  return clause.is === 'not' && clause.of.is === 'leaf' && clause.of.op === 'has';
}

/** What a condition on nothing but texts asks for; undefined for any other. */
function textsOf(clause: Clause): string[] | undefined {
  if (clause.is === 'leaf') return clause.op === 'has' && clause.field === 'text' ? [clause.text] : undefined;
  // What names no value is met by nothing.
  if (clause.is === 'not' || clause.of.length === 0) return undefined;
  const parts = clause.of.map(textsOf);
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
}

function count(mask: Mask): number {
  let sum = 0;
  for (let row = 0; row < mask.length; row++) sum += mask[row] as number;
  return sum;
}

function isBound(clause: Clause): boolean {
  return clause.is === 'leaf' && (clause.op === 'range' || clause.op === 'period');
}
