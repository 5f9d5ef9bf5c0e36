import { describe, expect, it } from 'vitest';
import { isEnglish } from '../../src/text/english.ts';
import { slipCost } from '../../src/text/slips.ts';

describe('slipCost', () => {
  it.each([
    ['a swap', 'skidl', 'skild', 'skill'],
    ['doubled letters', 'appolo', 'apollo', 'apply'],
    ['a letter at another place', 'kathib', 'khatib', 'kathrin'],
    ['vowels', 'franca', 'franka', 'frank'],
    ['letters that sound alike', 'fanuk', 'fanuc', 'fanus'],
    ['a first letter that is right', 'bostan', 'boston', 'nostan'],
  ])('%s makes a slip likelier', (_, written, meant, other) => {
    expect(slipCost(written, meant)).toBeLessThan(slipCost(written, other));
  });

  it('is 0 for the word itself', () => expect(slipCost('gripper', 'gripper')).toBe(0));
});

describe('isEnglish', () => {
  it.each(['bushes', 'profit', 'colour', 'color', 'tuned', 'compare'])('%s is a word', (word) => {
    expect(isEnglish(word)).toBe(true);
  });
  it.each(['lerning', 'batery', 'recal', 'unitre', 'lidar', '宇树'])('%s is none', (word) => {
    expect(isEnglish(word)).toBe(false);
  });
});
