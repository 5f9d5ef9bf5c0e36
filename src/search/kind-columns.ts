import type { Kind, KindIndex, RecordOf } from '../kinds/kinds.ts';
import { columnReader } from './column-tables.ts';
import { type Column, DateColumn, NumberColumn } from './columns.ts';
import type { SortKey } from './sort.ts';
import type { Database } from './sqlite.ts';
import { TextColumn } from './text-column.ts';
import { prominenceBonus, recencyBonus, staticRankOf } from './weights.ts';
import { WordColumn } from './word-column.ts';

/** The columns of a kind, each in memory from the first time that it is asked for, and the orders that follow from them. */
export class KindColumns<K extends Kind> {
  readonly #index: KindIndex<K>;
  readonly #read: (name: string) => Column | undefined;
  #rows: number;
  #ranks = new Float64Array(0);

  /** `stored` is the number of rows in the snapshot, `recordAt` reads one by its index. */
  constructor(db: Database, index: KindIndex<K>, stored: number, recordAt: (index: number) => RecordOf<K>) {
    this.#index = index;
    this.#rows = stored;
    this.#read = columnReader(db, index as unknown as KindIndex, stored, (name, row) =>
      index.columns[name]?.of(recordAt(row)),
    );
  }

  /** Undefined for a name that is no column's. */
  get(name: string): Column | undefined {
    return this.#read(name);
  }

  words(name: string): WordColumn {
    return this.#column(name, WordColumn);
  }

  numbers(name: string): NumberColumn {
    return this.#column(name, NumberColumn);
  }

  dates(name: string): DateColumn {
    return this.#column(name, DateColumn);
  }

  texts(name: string): TextColumn {
    return this.#column(name, TextColumn);
  }

  /** Appends a row to every column. */
  push(record: RecordOf<K>): void {
    for (const [name, { of }] of Object.entries(this.#index.columns)) this.#read(name)?.push(of(record));
    this.#rows += 1;
  }

  get staticRank(): SortKey {
    if (this.#ranks.length !== this.#rows) {
      const factsOf = (name: string) => {
        const column = this.#read(name);
        return column instanceof DateColumn ? column.numbers : this.numbers(name).numbers;
      };
      this.#ranks = staticRankOf(this.#index.kind, this.#rows, factsOf);
    }
    return { values: this.#ranks, sign: 1 };
  }

  get confidence(): SortKey | undefined {
    const column = this.#read('confidence');
    return column instanceof NumberColumn ? { values: column.numbers, sign: 1 } : undefined;
  }

  /** What a row gains by its date, by index; undefined for a kind of which none does. */
  get recency(): ((row: number) => number) | undefined {
    const { recency } = this.#index;
    if (recency === undefined) return undefined;
    const dates = this.dates(recency).numbers;
    return (row) => recencyBonus(dates[row] as number);
  }

  /** What a row gains by how widely it is known over others that have the same words; undefined for a kind of which none does. */
  get renown(): ((row: number) => number) | undefined {
    const { kind } = this.#index;
    const [prominence, unavailable] = ['prominence', 'unavailable'].map((name) => this.#read(name));
    if (!(prominence instanceof NumberColumn)) return undefined;
    const distance = unavailable instanceof NumberColumn ? unavailable.numbers : undefined;
    return (row) => prominenceBonus(kind, prominence.numbers[row] || 0, distance?.[row] || 0);
  }

  #column<C extends Column>(name: string, type: new (...args: never[]) => C): C {
    const column = this.#read(name);
    if (column instanceof type) return column;
    throw new Error(`${this.#index.kind} has no ${type.name} called ${name}`);
  }
}
