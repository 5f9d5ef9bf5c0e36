import { type Kind, type KindIndex, kindIndexes } from '../kinds/kinds.ts';
import { authorFinder } from '../search/filters/authors.ts';
import {
  certificationFilter,
  certificationFinder,
  families,
  priceFilter,
} from '../search/filters/by-kind.ts';
import { dateRange, type Filter, IMPRECISE_DATE, type UnknownCount } from '../search/filters/filters.ts';
import type { Finder } from '../search/filters/finders.ts';
import { ingressFilter } from '../search/filters/ingress.ts';
import type { KindStore } from '../search/kind-store.ts';
import { inBoth, type Mask, maskOf, maskWhere, outside, without } from '../search/masks.ts';
import { stems } from '../text/fold.ts';
import { parseQuery } from '../text/query.ts';
import { affirmingRows, rowsWithTitle } from './affirmed.ts';
import { describeClause } from './explain.ts';
import type { Clause, Leaf, NumberRange, Period } from './question.ts';

/** The records of a kind that a clause decides: those that meet it, and those of which it is not known. */
interface Verdict {
  readonly pass: Mask;
  /** Disjoint from each other and from those that pass. */
  readonly unknown: readonly UnknownCount[];
}

/** Decides clauses by the data of a kind: the only place that chooses where a field is stored. */
export class Resolver<K extends Kind> {
  readonly #index: KindIndex;
  readonly #store: KindStore<K>;
  /** True where a price is one a month. */
  readonly #isLease: boolean;

  /** `clauses` are all that are asked for: one may say what another is of. */
  constructor(kind: K, store: KindStore<K>, clauses: readonly Clause[] = []) {
    this.#isLease = clauses.some((one) => one.is === 'leaf' && one.field === 'price_kind');
    this.#index = kindIndexes[kind] as unknown as KindIndex;
    this.#store = store;
  }

  /** The filter of a clause that all records have to pass. */
  filter(clause: Clause): Filter {
    const { pass, unknown } = this.#decide(clause);
    return {
      name: this.#nameOf(clause),
      pass,
      ...(unknown.length > 0 && { unknownCounts: unknown }),
      ...(isBound(clause) && { isBound: true as const }),
      remedy: `Without ${describeClause(clause)}`,
      ...(deniesText(clause) && {
        note: `Left out ${this.#store.size - count(pass)} whose text says so: not every text says all that there is.`,
      }),
    };
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
    const label = `excluded_unknown_${field.replace(/_usd$/, '')}`;
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
    return verdictOf(dateRange(column, this.#store.dates(column), { from, to }, label));
  }

  #values(field: string, values: readonly string[]): Verdict {
    const store = this.#store;
    const { kind } = this.#index;
    if (field === 'identifier')
      return {
        pass: maskOf(
          store.size,
          values.flatMap((value) =>
            store.named(value).length > 0 ? store.named(value) : store.withAddress(value),
          ),
        ),
        unknown: [],
      };
    if (field === 'author') {
      const finder = authorFinder(store as unknown as KindStore<'publications'>);
      return {
        pass: maskOf(
          store.size,
          values.flatMap((value) => [...finder.find(value)]),
        ),
        unknown: [],
      };
    }
    if (kind === 'robots' && field === 'certification') {
      const robots = store as unknown as KindStore<'robots'>;
      const finder = certificationFinder(robots.words('certifications'));
      return anyOf(
        robots.size,
        values.map((value) => certified(robots, finder, value)),
      );
    }
    if (kind === 'robots' && field === 'ip_rating') return this.#protection(values);
    const column = store.words(field);
    const pass = field === 'entity' ? this.#about(values) : column.having(values);
    const lacking = maskWhere(store.size, (row) => column.at(row).length === 0);
    return {
      pass,
      unknown: lacking.includes(1) ? [{ label: `excluded_unknown_${field}`, mask: lacking }] : [],
    };
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

/** Words that say so in a record, whatever its rating. */
const protectionWords = { water: 'waterproof', dust: 'dustproof' };

const statusBehind = / (cleared|registered|pending)$/;

/** A certification with its status, `FDA cleared`, or in any that counts as held. */
function certified(robots: KindStore<'robots'>, finder: Finder<string>, value: string): Verdict {
  const [, status] = statusBehind.exec(value) ?? [];
  const values = finder.find(value.replace(statusBehind, ''));
  return verdictOf(certificationFilter(robots, { values }, status === undefined ? undefined : [status]));
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

function count(mask: Mask): number {
  return mask.reduce<number>((sum, is) => sum + is, 0);
}

function fieldsOf(clause: Clause): string[] {
  if (clause.is === 'leaf') return [clause.field];
  return clause.is === 'not' ? fieldsOf(clause.of) : clause.of.flatMap(fieldsOf);
}

function isBound(clause: Clause): boolean {
  return clause.is === 'leaf' && (clause.op === 'range' || clause.op === 'period');
}
