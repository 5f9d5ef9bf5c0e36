import { expect, it } from 'vitest';
import { wordForms } from '../../src/text/word-forms.ts';

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
