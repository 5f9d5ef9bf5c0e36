import { expect, it } from 'vitest';
import { mergeGrades } from '../../../scripts/eval/merge-grades.ts';

const set = [
  '{"id":"a","relevant":{"one":3}}',
  '{"id":"b","relevant":{"one":3},"pooled":true}',
  '{"id":"c","relevant":{"one":3}}',
].join('\n');

it('grades join a question, none is changed, and what is not relevant is written where a pool was judged', () => {
  const grades = ['a', 'b']
    .map((id) => JSON.stringify({ id, grades: { one: 0, two: 2, three: 0 } }))
    .join('\n');
  const merged = mergeGrades(set, grades).trim().split('\n');
  const relevant = merged.map((line) => JSON.parse(line).relevant);
  expect(relevant).toEqual([{ one: 3, two: 2 }, { one: 3, two: 2, three: 0 }, { one: 3 }]);
  expect(merged[2]).toBe(set.split('\n')[2]);
});

it('refuses a question that the set lacks, and a grade that is none', () => {
  expect(() => mergeGrades(set, '{"id":"d","grades":{}}')).toThrow('no question d');
  expect(() => mergeGrades(set, '{"id":"a","grades":{"two":4}}')).toThrow();
});
