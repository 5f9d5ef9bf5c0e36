import type { ColumnType, ColumnValue } from '../kinds/definition.ts';
import { type Mask, MaskCache, maskWhere } from './masks.ts';

/** One dimension of a kind in memory, for filtering, counting and sorting without SQL. */
export interface Column {
  readonly type: ColumnType;
  /** Appends the value of the next row. */
  push(value: ColumnValue): void;
}

/** One number per row; NaN where it is unknown. */
export class NumberColumn implements Column {
  readonly type = 'number';
  readonly #masks = new MaskCache();
  #values: Float64Array;
  #rows: number;

  constructor(stored: Float64Array) {
    this.#values = stored;
    this.#rows = stored.length;
  }

  push(value: ColumnValue): void {
    if (this.#rows === this.#values.length) {
      const longer = new Float64Array(lengthened(this.#rows));
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#rows++] = typeof value === 'number' ? value : Number.NaN;
    this.#masks.clear();
  }

  /** The numbers of all rows by index; valid until a row is added. */
  get numbers(): Float64Array {
    return this.#values;
  }

  /** The number of an existing row. */
  at(index: number): number {
    return this.#values[index] as number;
  }

  /** The rows whose number is known and within the bounds, both inclusive. */
  between(min: number, max: number): Mask {
    const values = this.#values;
    const isWithin = (index: number) => (values[index] as number) >= min && (values[index] as number) <= max;
    return this.#masks.get(`${min} ${max}`, () => maskWhere(this.#rows, isWithin));
  }

  /** The rows whose number is unknown. */
  get unknown(): Mask {
    const values = this.#values;
    return this.#masks.get('unknown', () => maskWhere(this.#rows, (i) => Number.isNaN(values[i])));
  }
}

/**
 * One partial date per row as the number YYYYMMDD, with 00 for an unknown month or day; 0 where there is no date.
 */
export class DateColumn implements Column {
  readonly type = 'date';
  readonly #masks = new MaskCache();
  #values: Int32Array;
  #rows: number;
  #lacking: boolean | undefined;
  #orNaN: Float64Array | undefined;
  #newest: number | undefined;

  constructor(stored: Int32Array) {
    this.#values = stored;
    this.#rows = stored.length;
  }

  push(value: ColumnValue): void {
    this.#lacking = undefined;
    this.#orNaN = undefined;
    this.#newest = undefined;
    if (this.#rows === this.#values.length) {
      const longer = new Int32Array(lengthened(this.#rows));
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#rows++] = typeof value === 'string' ? dateNumber(value) : 0;
    this.#masks.clear();
  }

  /** True if some row has no date. */
  get lacksSome(): boolean {
    this.#lacking ??= this.#values.subarray(0, this.#rows).includes(0);
    return this.#lacking;
  }

  /** The newest date, replaced rows among them; undefined where no row has one. */
  get newest(): string | undefined {
    this.#newest ??= this.#values.subarray(0, this.#rows).reduce((a, b) => Math.max(a, b), 0);
    return dateText(this.#newest);
  }

  /** The dates of all rows by index; valid until a row is added. */
  get numbers(): Int32Array {
    return this.#values;
  }

  /** The same with NaN where there is no date. */
  get numbersOrNaN(): Float64Array {
    if (this.#orNaN !== undefined) return this.#orNaN;
    const dates = new Float64Array(this.#values);
    for (let index = 0; index < dates.length; index++) if (dates[index] === 0) dates[index] = Number.NaN;
    this.#orNaN = dates;
    return dates;
  }

  /** The date of an existing row. */
  at(index: number): number {
    return this.#values[index] as number;
  }

  /** The rows whose date, or the month or year that is known of it, lies between the two; `to` may be any number. */
  between(from: number, to: number): Mask {
    const values = this.#values;
    // A date known only to the month or year matches a range that begins within that month or year.
    const month = from - (from % 100);
    const year = from - (from % 10_000);
    return this.#masks.get(`${from} ${to}`, () => {
      const mask = new Uint8Array(this.#rows);
      for (let index = 0; index < mask.length; index++) {
        const date = values[index] as number;
        const isWithin = date !== 0 && date <= to && (date >= from || date === month || date === year);
        if (isWithin) mask[index] = 1;
      }
      return mask;
    });
  }

  /** The rows whose date, or the whole month or year that is known of it, lies between the two. */
  within(from: number, to: number): Mask {
    const values = this.#values;
    return this.#masks.get(`within ${from} ${to}`, () =>
      maskWhere(this.#rows, (index) => {
        const date = values[index] as number;
        return date !== 0 && firstDay(date) >= from && lastDay(date) <= to;
      }),
    );
  }

  /** The rows of which only a part of the month or year that is known lies between the two. */
  partlyWithin(from: number, to: number): Mask {
    const values = this.#values;
    return this.#masks.get(`partly ${from} ${to}`, () =>
      maskWhere(this.#rows, (index) => {
        const date = values[index] as number;
        const [first, last] = [firstDay(date), lastDay(date)];
        return date !== 0 && first <= to && last >= from && (first < from || last > to);
      }),
    );
  }

  /** The rows without a date. */
  get unknown(): Mask {
    const values = this.#values;
    return this.#masks.get('unknown', () => maskWhere(this.#rows, (index) => values[index] === 0));
  }
}

/** Spare capacity: few rows are added to a snapshot, but one after the other. */
function lengthened(rows: number): number {
  return Math.ceil(rows * 1.1) + 16;
}

/** `2026-03` as 20260300. */
export function dateNumber(date: string): number {
  return Number(date.replaceAll('-', '').padEnd(8, '0'));
}

/** The partial date of its number: `2026-03` of 20260300; undefined for 0. */
export function dateText(number: number): string | undefined {
  if (number === 0) return undefined;
  const digits = String(number).padStart(8, '0');
  const parts = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
  return parts.filter((part, i) => i === 0 || part !== '00').join('-');
}

/** The first day that a partial date may mean: 20260300 gives 20260301. */
function firstDay(date: number): number {
  if (date % 10000 === 0) return date + 101;
  return date % 100 === 0 ? date + 1 : date;
}

/** The last day that a partial date may mean: 20260200 gives 20260228. */
export function lastDay(date: number): number {
  if (date % 10000 === 0) return date + 1231;
  return date % 100 === 0 ? date + daysInMonth(Math.floor(date / 10000), Math.floor(date / 100) % 100) : date;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
