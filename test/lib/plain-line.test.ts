import { expect, it } from 'vitest';
import { plainLine } from '../../src/lib/plain-line.ts';

it('text from outside becomes a part of one line, whatever stands in it', () => {
  expect(plainLine('a\u001b[2J\r\nb\u2028c\u009bd', 100)).toBe('a [2J b c d');
  expect(plainLine('x'.repeat(1_000), 10)).toBe('x'.repeat(10));
  expect(plainLine('Größe 机器人', 100)).toBe('Größe 机器人');
});
