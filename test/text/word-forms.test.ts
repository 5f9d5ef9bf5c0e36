import { describe, expect, it } from 'vitest';
import { isMixed, takeUmlautsBack, variantWords, wordForms } from '../../src/text/word-forms.ts';

it.each([
  ['grasp', 'grasping'],
  ['grasping', 'grasp'],
  ['locomotion', 'locomotive'],
  ['locomotive', 'locomotion'],
  ['plan', 'planning'],
  ['planning', 'plan'],
  ['sense', 'sensing'],
  ['sensing', 'sense'],
  ['manipulation', 'manipulator'],
  ['fold', 'folding'],
])('%s has the form %s', (word, form) => {
  expect(wordForms(word)).toContain(form);
});

it.each([
  ['bear', 'bearing'],
  ['bearing', 'bear'],
  ['spring', 'spr'],
  ['planning', 'plane'],
  ['speed', 'spe'],
  ['ur10e', 'ur10'],
  ['arm', 'arming'],
])('%s has not the form %s', (word, form) => {
  expect(wordForms(word)).not.toContain(form);
});

const variants = (text: string) => variantWords(text).sort();

describe('variantWords', () => {
  it.each([
    ['Quad-Ruped', ['quadruped']],
    ['pick-and-place', ['pickandplace']],
    ['non‐breaking – dash', ['nonbreaking']],
    ['UR 10e', ['ur10e']],
    ['Go 2 Pro', ['2pro', 'go2']],
    ['Müller', ['mueller']],
    ['Mu\u0308ller', ['mueller']],
    ['Björk Åse', ['bjoerk']],
    ['Mueller', ['muller']],
    ['does toe', []],
    ['plain words', []],
    ['', []],
  ])('%s is also found as %j', (text, expected) => {
    expect(variants(text)).toEqual(expected);
  });

  it('names each form once', () => {
    expect(variants('Go 2, go 2, GO 2')).toContain('go2');
    expect(variants('Go 2, go 2, GO 2').filter((form) => form === 'go2')).toHaveLength(1);
  });
});

describe('isMixed', () => {
  it.each([
    ['ur', '10e', true],
    ['10', 'kg', true],
    ['ur', 'e', false],
    ['1', '0', false],
    ['', 'a', false],
  ])('%j and %j: %j', (left, right, mixed) => {
    expect(isMixed(left, right)).toBe(mixed);
  });
});

describe('takeUmlautsBack', () => {
  it.each([
    ['mueller', 'muller'],
    ['schroeder', 'schroder'],
    ['jaeger', 'jager'],
    ['does', 'does'],
    ['robot', 'robot'],
  ])('%s is %j', (word, back) => {
    expect(takeUmlautsBack(word)).toBe(back);
  });
});
