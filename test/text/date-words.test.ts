import { describe, expect, it } from 'vitest';
import { readDateWords } from '../../src/text/date-words.ts';

const today = '2026-03-31';

describe('readDateWords', () => {
  it.each([
    ['2024', '2024'],
    ['2024-06', '2024-06'],
    ['2024-06-30', '2024-06-30'],
    ['2024/6', '2024-06'],
    ['2024.06.07', '2024-06-07'],
    ['June 2024', '2024-06'],
    ['Sept. 2024', '2024-09'],
    ['3 March 2025', '2025-03-03'],
    ['March 3rd, 2025', '2025-03-03'],
    ['since 2024', '2024'],
    ['today', '2026-03-31'],
    ['yesterday', '2026-03-30'],
    ['last 30 days', '2026-03-01'],
    ['the past week', '2026-03-24'],
    ['2 weeks ago', '2026-03-17'],
    ['a year ago', '2025-03-31'],
    // There is no 31 February: a month before is its last day.
    ['last month', '2026-02-28'],
    ['this year', '2026'],
    ['this month', '2026-03'],
  ])('reads %s', (text, date) => {
    expect(readDateWords(text, today, 'start')).toBe(date);
  });

  it('ends a period that runs to now today', () => {
    expect(readDateWords('last 30 days', today, 'end')).toBe(today);
  });

  it.each(['', 'soon', '2024-13', '2024-02-30', '31 Feb 2024', '20240630', 'last blue moon'])(
    'reads no date in "%s"',
    (text) => {
      expect(readDateWords(text, today, 'start')).toBeUndefined();
    },
  );
});
