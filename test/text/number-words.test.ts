import { describe, expect, it } from 'vitest';
import { inDigits } from '../../src/text/number-words.ts';

describe('numbers in words that count something are written in digits', () => {
  it.each([
    ['under fifty thousand dollars', 'under 50 thousand dollars'],
    ['more than half a billion', 'more than 0.5 billion'],
    ['a quarter of a million', '0.25 million'],
    ['two and a half million', '2.5 million'],
    ['one hundred and fifty thousand dollars', '150 thousand dollars'],
    ['arm with half a metre reach', 'arm with 0.5 metre reach'],
    ['at least twenty-five kilos', 'at least 25 kilos'],
    ['between five and ten kilos', 'between 5 and 10 kilos'],
    ['flies more than an hour', 'flies more than 1 hour'],
    ['carry a tonne', 'carry 1 tonne'],
  ])('%s', (text, digits) => {
    expect(inDigits(text)).toBe(digits);
  });

  it.each(['Six Robotics', 'a robot', 'five finger hand', 'one of the best', '1X', 'a few hours'])(
    '%s counts nothing that is measured',
    (text) => {
      expect(inDigits(text)).toBe(text);
    },
  );
});
