import { describe, expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import {
  decodePostings,
  encodePostings,
  FIELD_SHIFT,
  fieldBitsFor,
  noPostings,
  PostingsByTerm,
} from '../../src/search/postings.ts';
import { decodeNumbers, encodeNumbers } from '../../src/search/variable-bytes.ts';

describe('postings', () => {
  it('come back from their bytes as they were', () => {
    const random = new Random(20_261_122);
    for (let round = 0; round < 80; round++) {
      const fields = 1 + random.below(9);
      const terms = new PostingsByTerm();
      let row = 0;
      for (let i = random.below(40); i >= 0; i--) {
        row += 1 + random.below(random.pick([2, 200, 3_000_000]));
        const texts = Array.from({ length: fields }, () =>
          Array.from({ length: random.below(random.pick([3, 30, 300])) }, () => random.pick(['a', 'b', 'c'])),
        );
        terms.add(row, texts);
      }
      for (const term of ['a', 'b', 'none']) {
        const postings = terms.get(term);
        const bytes = encodePostings(postings, fieldBitsFor(fields));
        const decoded = decodePostings(bytes, postings.rows.length, fieldBitsFor(fields));
        // Element by element the test would take half a minute.
        for (const part of ['rows', 'starts', 'positions'] as const) {
          expect(decoded[part].join(), `round ${round}`).toBe(postings[part].join());
        }
      }
    }
  });

  it('hold rows in rising order with the field and the number of each word', () => {
    const terms = new PostingsByTerm();
    terms.add(3, [['x', 'y', 'x'], []]);
    terms.add(7, [[], ['y', 'x']]);
    const second = 1 << FIELD_SHIFT;
    expect(terms.get('x')).toEqual({
      rows: Int32Array.of(3, 7),
      starts: Int32Array.of(0, 2, 3),
      positions: Int32Array.of(0, 2, second + 1),
    });
    expect([terms.get('z'), terms.has('z'), terms.terms().sort()]).toEqual([noPostings, false, ['x', 'y']]);
  });
});

it('numbers of up to 31 bits come back from their bytes', () => {
  const random = new Random(3);
  const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 31 - 1];
  for (let i = 0; i < 500; i++) numbers.push(random.below(2 ** (1 + random.below(31))));
  expect([...decodeNumbers(encodeNumbers(numbers))]).toEqual(numbers);
  // Small numbers in long runs, where a large one may lie across the end of a block of bytes.
  const runs = Array.from({ length: 20_000 }, (_, i) => (i === 4095 || i > 12_000 ? 300 + (i % 7) : i % 100));
  expect([...decodeNumbers(encodeNumbers(runs))]).toEqual(runs);
  expect(encodeNumbers([0, 127, 128])).toEqual(Uint8Array.of(0, 127, 128, 1));
});
