import { describe, expect, it } from 'vitest';
import { categoryCalled } from '../../../src/tools/shared/category-in-query.ts';

describe('categoryCalled', () => {
  it.each([
    ['humanoid for warehouses', 'humanoid'],
    ['affordable quadrupeds', 'quadruped'],
    ['AMR with lift', 'amr'],
    ['delivery robot for hotels', 'delivery'],
  ])('%s', (text, category) => expect(categoryCalled(text)).toBe(category));

  it.each(['robot for small space', 'humanoid or quadruped', 'humanoid hand', 'food handling', ''])(
    '"%s" calls none',
    (text) => expect(categoryCalled(text)).toBeUndefined(),
  );
});
