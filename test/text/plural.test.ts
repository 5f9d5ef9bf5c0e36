import { describe, expect, it } from 'vitest';
import { hasWords } from '../../src/text/matches.ts';
import { singular, stems } from '../../src/text/plural.ts';

describe('singular', () => {
  it.each([
    ['arms', 'arm'],
    ['assemblies', 'assembly'],
    ['dies', 'die'],
    ['switches', 'switch'],
    ['buses', 'buse'],
    ['axes', 'ax'],
    ['robotics', 'robotics'],
    ['atlas', 'atlas'],
    ['lens', 'lens'],
    ['bus', 'bus'],
    ['gas', 'gas'],
    ['amrs', 'amr'],
  ])('%s is %s', (word, one) => {
    expect(singular(word)).toBe(one);
  });

  it('gives a word and its plural the same form, which is what matching needs', () => {
    for (const [one, many] of [
      ['robot', 'robots'],
      ['battery', 'batteries'],
      ['gripper', 'grippers'],
      ['wrench', 'wrenches'],
      ['drone', 'drones'],
      ['vehicle', 'vehicles'],
    ] as const) {
      expect(singular(many)).toBe(singular(one));
    }
  });
});

describe('stems', () => {
  it('is empty for punctuation', () => {
    expect(stems('"-*"')).toEqual([]);
  });
});

describe('hasWords', () => {
  it.each([
    ['wheeled-humanoid', 'Humanoids', true],
    ['wheeled-humanoid', 'humanoid wheeled', true],
    ['wheeled-humanoid', 'human', false],
    ['wheeled-humanoid', 'wheeled robot', false],
    ['Société Générale', 'societe', true],
    ['anything', '...', false],
    ['', '', false],
  ])('%j has %j: %j', (value, asked, has) => {
    expect(hasWords(value, asked)).toBe(has);
  });
});
