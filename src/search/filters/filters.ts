import { type DateColumn, dateNumber, lastDay, type NumberColumn, type WordColumn } from '../columns.ts';
import type { Filter } from '../search.ts';

/** Rows that have at least one of the words. */
export function anyWord(name: string, column: WordColumn, wanted: readonly string[]): Filter {
  const marks = new Uint8Array(column.dictionary.length);
  for (const word of wanted) {
    const code = column.code(word);
    if (code !== undefined) marks[code] = 1;
  }
  return {
    name,
    test: (index) => column.hasMarked(index, marks),
    passing: (indexes) => {
      const passed: number[] = [];
      for (let i = 0; i < indexes.length; i++) {
        const index = indexes[i] as number;
        if (column.hasMarked(index, marks)) passed.push(index);
      }
      return passed;
    },
  };
}

/** Rows that have at least one word which `accepts` says yes to; asked once a distinct word. */
export function anyWordWhere(name: string, column: WordColumn, accepts: (word: string) => boolean): Filter {
  return anyWord(name, column, column.dictionary.filter(accepts));
}

export interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Rows whose number lies within the range, ends included; unknown ones are counted as `apart`. */
export function numberRange(name: string, column: NumberColumn, range: Range, apart: string): Filter {
  const min = range.min ?? Number.NEGATIVE_INFINITY;
  const max = range.max ?? Number.POSITIVE_INFINITY;
  return {
    name,
    test: (index) => column.at(index) >= min && column.at(index) <= max,
    apart: (index) => (Number.isNaN(column.at(index)) ? apart : undefined),
  };
}

export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Rows whose date, or the month or year that is known of it, meets the range; ends included. */
export function dateRange(name: string, column: DateColumn, range: DateRange, apart: string): Filter {
  const from = range.from === undefined ? 0 : dateNumber(range.from);
  // A date of which only the month or the year is known meets the day on which the range begins, if it is its own.
  const month = from - (from % 100);
  const year = from - (from % 10_000);
  const to = range.to === undefined ? Number.MAX_SAFE_INTEGER : lastDay(dateNumber(range.to));
  const meets = (date: number) =>
    date !== 0 && date <= to && (date >= from || date === month || date === year);
  return {
    name,
    test: (index) => meets(column.at(index)),
    passing: (indexes) => {
      const { numbers } = column;
      const passed: number[] = [];
      for (let i = 0; i < indexes.length; i++) {
        const index = indexes[i] as number;
        if (meets(numbers[index] as number)) passed.push(index);
      }
      return passed;
    },
    // Where no date is unknown, no row that fails need be asked about.
    ...(column.lacksSome && { apart: (index: number) => (column.at(index) === 0 ? apart : undefined) }),
  };
}

/** Rows that pass two filters which one argument asked for; what is to be said of it, the first says. */
export function both({ name, note, test }: Filter, second: Filter): Filter {
  return { name, test: (index) => test(index) && second.test(index), ...(note !== undefined && { note }) };
}

/** Exactly these rows. */
export function theseRows(name: string, indexes: ReadonlySet<number>): Filter {
  return { name, test: (index) => indexes.has(index), rows: [...indexes].sort((a, b) => a - b) };
}
