import { describe, expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import type { ColumnValue } from '../../src/kinds/definition.ts';
import { loadColumn, storeColumn } from '../../src/search/column-tables.ts';
import { DateColumn, dateNumber, lastDay, NumberColumn } from '../../src/search/columns.ts';
import { TextColumn } from '../../src/search/text-column.ts';
import { WordColumn } from '../../src/search/word-column.ts';

function reload<C>(
  type: 'words' | 'number' | 'date',
  values: ColumnValue[],
  as: new (...args: never[]) => C,
): C {
  const column = loadColumn(storeColumn(type, values), values.length);
  if (column instanceof as) return column;
  throw new Error(`${type} did not come back as ${as.name}`);
}

const wordsAt = (column: WordColumn, index: number) => {
  const counts = new Uint32Array(column.dictionary.length);
  column.count(Int32Array.of(index), counts);
  return column.dictionary.filter((_, code) => counts[code] === 1).sort();
};

describe('a column of words', () => {
  const values = ['amr', ['drone', 'amr', 'drone'], undefined, [], ['Ω', 'é']];

  it('comes back from the snapshot, each word once a row', () => {
    const column = reload('words', values, WordColumn);
    expect(values.map((_, i) => wordsAt(column, i))).toEqual([['amr'], ['amr', 'drone'], [], [], ['é', 'Ω']]);
  });

  it('sorts its dictionary by code point, so that equal records give equal bytes', () => {
    expect(storeColumn('words', values).dictionary).toEqual(['amr', 'drone', 'é', 'Ω']);
    expect(storeColumn('words', values.toReversed()).dictionary).toEqual(['amr', 'drone', 'é', 'Ω']);
  });

  it('finds rows by word, before and after new rows were added', () => {
    const column = reload('words', values, WordColumn);
    expect(column.having(['amr'])).toEqual(Uint8Array.of(1, 1, 0, 0, 0));
    column.push(['new', 'amr']);
    column.push(undefined);
    const having = (...words: string[]) => [0, 1, 2, 3, 4, 5, 6].filter((i) => column.having(words)[i] === 1);
    expect([having('amr'), having('new'), having('Ω'), having('none')]).toEqual([[0, 1, 5], [5], [4], []]);
    expect(having('new', 'none', 'é')).toEqual([4, 5]);
    expect(wordsAt(column, 5)).toEqual(['amr', 'new']);
  });

  it('knows the rows without a word, before and after new rows were added', () => {
    const column = reload('words', values, WordColumn);
    expect(column.unknown).toEqual(Uint8Array.of(0, 0, 1, 1, 0));
    column.push(['new']);
    column.push(undefined);
    expect(column.unknown).toEqual(Uint8Array.of(0, 0, 1, 1, 0, 0, 1));
  });

  it('keeps more words than one byte can count', () => {
    const many = Array.from({ length: 70 }, (_, i) => Array.from({ length: 10 }, (_, j) => `w${i * 10 + j}`));
    const column = reload('words', many, WordColumn);
    expect(many.every((words, i) => wordsAt(column, i).join() === words.toSorted().join())).toBe(true);
  });
});

describe('a column of numbers', () => {
  it('comes back, unknown ones as NaN', () => {
    const column = reload('number', [0, -0.5, undefined, 1e15, 'text'], NumberColumn);
    column.push(7);
    column.push(undefined);
    expect([0, 1, 2, 3, 4, 5, 6].map((i) => column.at(i))).toEqual([0, -0.5, NaN, 1e15, NaN, 7, NaN]);
    for (let i = 0; i < 100; i++) column.push(i);
    expect([6, 7, 106].map((i) => column.at(i))).toEqual([NaN, 0, 99]);
  });
});

describe('a column of dates', () => {
  it('comes back, unknown ones as 0', () => {
    const column = reload('date', ['2026-03-11', '2026-03', '2026', undefined], DateColumn);
    column.push('1999-12');
    column.push(undefined);
    expect([0, 1, 2, 3, 4, 5].map((i) => column.at(i))).toEqual([
      20260311, 20260300, 20260000, 0, 19991200, 0,
    ]);
    for (let year = 2000; year < 2100; year++) column.push(String(year));
    expect([5, 6, 105].map((i) => column.at(i))).toEqual([0, 20000000, 20990000]);
  });

  it('tells whether a date is unknown, of those that were added too', () => {
    const column = reload('date', ['2026', '2025'], DateColumn);
    expect(column.lacksSome).toBe(false);
    column.push('2024');
    expect(column.lacksSome).toBe(false);
    column.push(undefined);
    expect(column.lacksSome).toBe(true);
  });
});

describe('a column of texts', () => {
  const load = (texts: string[]) => {
    const column = loadColumn(storeColumn('text', texts), texts.length, (index) => texts[index]);
    if (column instanceof TextColumn) return column;
    throw new Error('no column of texts');
  };

  it('ranks rows from A to Z by folded letters and digits, equal ones alike', () => {
    const { ranks } = load(['Ünder', 'apollo 10', '(Apollo) 10', 'Spot', '4NE-1', 'apollo', '']);
    expect([...Array.from(ranks)]).toEqual([6, 3, 3, 5, 1, 2, 0]);
  });

  it('puts rows that are added between the others, as if they had been there from the start', () => {
    const random = new Random(20_261_122);
    const draw = () => random.word('ab é-1', random.below(4));
    for (let round = 0; round < 50; round++) {
      const texts = Array.from({ length: random.below(12) }, draw);
      const added = Array.from({ length: 12 }, draw);
      const column = load(texts);
      for (const text of added) column.push(text);
      const order = (ranks: ArrayLike<number>) =>
        [...Array.from(ranks).keys()].sort((a, b) => (ranks[a] as number) - (ranks[b] as number) || a - b);
      expect(order(column.ranks)).toEqual(order(load([...texts, ...added]).ranks));
    }
  });
});

describe('dates as numbers', () => {
  it.each([
    ['2026', 20260000, 20261231],
    ['2026-03', 20260300, 20260331],
    ['2026-02', 20260200, 20260228],
    ['2026-03-11', 20260311, 20260311],
  ])('%s is %i and means days up to %i', (date, number, last) => {
    expect(dateNumber(date)).toBe(number);
    expect(lastDay(number)).toBe(last);
  });
});
