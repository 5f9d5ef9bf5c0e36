import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../src/text/distance.ts';
import { singular, stems } from '../../../src/text/fold.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['robot', 'robot', 0],
    ['', 'arm', 3],
    ['robot', 'robots', 1],
    ['humaniod', 'humanoid', 1],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
  ])('%j to %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});

describe('singular', () => {
  it.each([
    ['robots', 'robot'],
    ['batteries', 'battery'],
    ['boxes', 'box'],
    ['branches', 'branch'],
    ['vehicles', 'vehicle'],
    ['kinematics', 'kinematics'],
    ['apparatus', 'apparatus'],
    ['wireless', 'wireless'],
    ['analysis', 'analysis'],
    ['gps', 'gps'],
  ])('%s is %s', (plural, one) => {
    expect(singular(plural)).toBe(one);
  });
});

describe('stems', () => {
  it('folds, splits and makes singular', () => {
    expect(stems('Soft-Robot Händs')).toEqual(['soft', 'robot', 'hand']);
  });
});
