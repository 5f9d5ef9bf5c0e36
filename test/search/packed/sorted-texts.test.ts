import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { keyOf, SortedTexts } from '../../../src/search/packed/sorted-texts.ts';
import { all, compareTexts, type Database } from '../../../src/search/sqlite.ts';
import { sqlite } from '../../helpers/catalogue.ts';

// Some fold to nothing, some lie beyond the first plane, many repeat, and some are longer than a key.
const syllables = [
  'Ro',
  'bot',
  ' ',
  '-',
  'É',
  '漢',
  '𠮷',
  '\ue000',
  '3d',
  'arm ',
  '"',
  'planning of motions ',
];
const random = new Random(20261123);
const texts = [
  ...Array.from({ length: 700 }, () =>
    Array.from({ length: 1 + random.below(5) }, () => random.pick(syllables)).join(''),
  ),
  ...Array.from({ length: 150 }, () => 'The same title'),
];

let db: Database;
let sorted: SortedTexts;
beforeAll(async () => {
  db = new (await sqlite()).Database();
  SortedTexts.write(db, 'publications', 'title', texts);
  sorted = new SortedTexts(db, 'publications', 'title', texts.length);
});
afterAll(() => db.close());

it('gives every text back by its row', () => {
  expect(texts.map((_, i) => sorted.at(i + 1))).toEqual(texts);
  expect(sorted.size).toBe(texts.length);
});

it('finds all rows of a key, and none of others', () => {
  const keys = new Set([...texts.map(keyOf), 'ro', 'zzz', 'thesametitl', 'thesametitlee'].filter(Boolean));
  for (const key of keys) {
    const expected = texts.flatMap((text, i) => (keyOf(text) === key ? [i + 1] : []));
    expect(sorted.withKey(key), key).toEqual(expected);
  }
});

it('goes through keys from any on in the order of SQLite, without texts of signs alone', () => {
  for (const from of ['', 'bot', 'r', '漢', '𠮷', '\ue000', 'zzz']) {
    const expected = texts
      .map((text, i) => [keyOf(text), i + 1] as const)
      .filter(([key]) => key !== '' && compareTexts(key, from) >= 0)
      .sort(([a, left], [b, right]) => compareTexts(a, b) || left - right);
    expect([...sorted.from(from)], from).toEqual(expected);
  }
});

it('orders texts as SQLite does', () => {
  const drawn = ['a', 'b', 'ab', '\ud7ff', '\ue000', '\uffff', '𠮷', '𠮷a', ''];
  const values = drawn.map(() => '(?)').join(', ');
  const ordered = all(db, `WITH t(x) AS (VALUES ${values}) SELECT x FROM t ORDER BY x`, drawn);
  expect([...drawn].sort(compareTexts)).toEqual(ordered.map(({ x }) => x));
});
