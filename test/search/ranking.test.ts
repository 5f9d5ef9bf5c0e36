import { expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { fieldLengths } from '../../src/search/field-lengths.ts';
import { FIELD_SHIFT, type Postings } from '../../src/search/postings.ts';
import { Ranking } from '../../src/search/ranking.ts';
import { type Phrase, rowsWithEvery } from '../../src/search/weighed-terms.ts';

const random = new Random(31);
const ROWS = 400;
const lengths = Uint16Array.from({ length: (ROWS + 1) * 2 }, () => random.below(20));

function postingsOf(share: number, hasPositions: boolean): Postings {
  const rows = Int32Array.from({ length: ROWS }, (_, i) => i + 1).filter(() => random.chance(share));
  const starts = Int32Array.from({ length: rows.length + 1 }, (_, i) => (hasPositions ? i : 0));
  const positions = Int32Array.from({ length: hasPositions ? rows.length : 0 }, () =>
    random.chance(0.5) ? 3 : (1 << FIELD_SHIFT) | 2,
  );
  return { rows, starts, positions };
}

function drawTerms(): Phrase[][] {
  return Array.from({ length: 1 + random.below(4) }, () =>
    Array.from({ length: 1 + random.below(3) }, (_, i) => {
      const postings = postingsOf(random.pick([0.01, 0.1, 0.6, 0.95]), i === 0 || random.chance(0.5));
      return { weight: 1 / (i + 1), records: postings.rows.length, postings };
    }),
  );
}

it('finds the rows that have every term, with scores or without, and scores them as where some terms are enough', () => {
  const ranking = new Ranking(ROWS, [5, 1], () => fieldLengths(lengths, 2, ROWS));
  for (let round = 0; round < 60; round++) {
    const terms = drawTerms();
    const lists = terms.map((phrases) => phrases.map(({ postings }) => postings));
    const having = lists.map((list) => new Set(list.flatMap(({ rows }) => [...rows])));
    const expected = Array.from({ length: ROWS }, (_, i) => i + 1).filter((row) =>
      having.every((rows) => rows.has(row)),
    );
    expect([...rowsWithEvery(lists)]).toEqual(expected);
    const { rows, scores } = ranking.every(terms);
    expect([...rows]).toEqual(expected);
    const some = ranking.some(terms, Number.POSITIVE_INFINITY);
    const scored = new Map([...some.rows].map((row, i) => [row, some.scores[i]]));
    expect([...some.rows]).toEqual([...some.rows].toSorted((a, b) => a - b));
    expect(new Set(some.rows)).toEqual(new Set(having.flatMap((rows) => [...rows])));
    rows.forEach((row, i) => {
      expect(scores[i], `row ${row}`).toBe(scored.get(row));
    });
  }
});

it('knows the mean lengths of the rows of the snapshot, and the longest of all', () => {
  const numbers = Uint16Array.from([0, 0, 4, 1, 5, 2, 9, 40]);
  expect(fieldLengths(numbers, 2, 2)).toEqual({ numbers, means: [5, 2], longest: 40 });
  expect(fieldLengths(new Uint16Array(2), 2, 0)).toMatchObject({ means: [1, 1], longest: 0 });
});
