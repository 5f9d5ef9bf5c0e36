import { describe, expect, it } from 'vitest';
import { otherSpellings } from '../../src/text/spelling.ts';

describe('otherSpellings', () => {
  it.each([
    ['defence', 'defense'],
    ['behaviour', 'behavior'],
    ['behavioural', 'behavioral'],
    ['odour', 'odor'],
    ['localisation', 'localization'],
    ['optimise', 'optimize'],
    ['analysing', 'analyzing'],
    ['modelling', 'modeling'],
    ['labelled', 'labeled'],
    ['centre', 'center'],
    ['fibres', 'fibers'],
    ['catalogue', 'catalog'],
    ['anaesthesia', 'anesthesia'],
    ['greyscale', 'grayscale'],
    ['moulding', 'molding'],
    ['aluminium', 'aluminum'],
  ])('%s and %s are each the other', (british, american) => {
    expect(otherSpellings(british)).toContain(american);
    expect(otherSpellings(american)).toContain(british);
  });

  it.each(['four', 'filling', 'calling', 'robot', 'size', 'rise', 'drone'])('%s has none', (word) => {
    expect(otherSpellings(word)).toEqual([]);
  });
});
