import { describe, expect, it } from 'vitest';
import { type Applicability, judge, type Product } from '../../src/certification/rules.ts';
import type { Certification } from '../../src/kinds/certification/certification.ts';

type Rule = Certification['applies_to'];

function product(category: Product['category'], features = '', denied = ''): Product {
  const set = (text: string) => new Set(text.split(' ').filter(Boolean));
  return { category, features: set(features), denied: set(denied) };
}

function rule(categories: string[], features = '', all_of = '', none_of = ''): Rule {
  const list = (text: string) => text.split(' ').filter(Boolean);
  return {
    categories,
    features: list(features),
    ...(all_of && { all_of: list(all_of) }),
    ...(none_of && { none_of: list(none_of) }),
  } as Rule;
}

const kind = (verdict: Applicability) => verdict.kind;

describe('judge', () => {
  it.each([
    ['any category under "all"', rule(['all']), product('amr'), 'applies'],
    ['its category', rule(['amr', 'cobot']), product('amr'), 'applies'],
    ['another category', rule(['cobot']), product('amr'), 'no'],
    ['another category, whatever its features', rule(['cobot'], 'wifi'), product('amr', 'wifi'), 'no'],
    ['one of several features', rule(['all'], 'wifi bluetooth'), product('amr', 'bluetooth'), 'applies'],
    [
      'none of the features, one not known',
      rule(['all'], 'wifi uwb'),
      product('amr', 'laser', 'wifi'),
      'depends',
    ],
    ['none of the features, all denied', rule(['all'], 'wifi uwb'), product('amr', '', 'wifi uwb'), 'no'],
    ['every word of all_of', rule(['all'], '', 'home mobile'), product('amr', 'home mobile'), 'applies'],
    ['one word of all_of not known', rule(['all'], '', 'home mobile'), product('amr', 'home'), 'depends'],
    ['one word of all_of denied', rule(['all'], '', 'home mobile'), product('amr', 'home', 'mobile'), 'no'],
    ['two words of all_of not known', rule(['all'], '', 'home mobile'), product('amr'), 'no'],
    ['a feature and a word of all_of not known', rule(['all'], 'wifi', 'home'), product('amr'), 'no'],
    [
      'a feature there, a word of all_of not known',
      rule(['all'], 'wifi', 'home'),
      product('amr', 'wifi'),
      'depends',
    ],
    ['a word of none_of', rule(['all'], 'wifi', '', 'prototype'), product('amr', 'wifi prototype'), 'no'],
    [
      'a word of none_of not known',
      rule(['all'], 'wifi', '', 'prototype'),
      product('amr', 'wifi'),
      'applies',
    ],
    ['none_of before a question', rule(['all'], 'wifi', '', 'prototype'), product('amr', 'prototype'), 'no'],
  ])('%s', (_case, conditions, described, verdict) => {
    expect(kind(judge(conditions, described))).toBe(verdict);
  });

  it('asks only for what nobody has denied', () => {
    const verdict = judge(rule(['all'], 'wifi uwb bluetooth'), product('amr', '', 'uwb'));
    expect(verdict).toMatchObject({ kind: 'depends', features: ['wifi', 'bluetooth'] });
  });

  it('says why it applies', () => {
    const verdict = judge(rule(['amr', 'cobot'], 'wifi uwb', 'home'), product('amr', 'home wifi laser'));
    expect(verdict).toMatchObject({ kind: 'applies', category: 'amr', features: ['wifi', 'home'] });
    expect(judge(rule(['all']), product('amr'))).toMatchObject({ kind: 'applies', features: [] });
  });

  it('never lets a robot of no known category meet a requirement for some categories by nothing at all', () => {
    expect(kind(judge(rule(['amr']), product(undefined)))).not.toBe('applies');
    expect(kind(judge(rule(['all']), product(undefined)))).toBe('applies');
  });
});
