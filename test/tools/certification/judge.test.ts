import { describe, expect, it } from 'vitest';
import type { Certification } from '../../../src/kinds/certification/certification.ts';
import { judge, type Product } from '../../../src/tools/certification/applicability.ts';

type Rule = Certification['applies_to'];

const everyRobot: Rule = { categories: ['all'], features: [] };
const radio: Rule = { categories: ['all'], features: ['wifi', 'bluetooth'] };

function product(words: string, category: Product['category'] = 'amr'): Product {
  const parts = words.split(' ').filter((word) => word !== '');
  const denied = parts.filter((word) => word.startsWith('no-')).map((word) => word.slice(3));
  return {
    category,
    features: new Set(parts.filter((word) => !word.startsWith('no-'))),
    denied: new Set(denied),
  };
}

function unknownCategory(words: string): Product {
  return { ...product(words), category: undefined };
}

describe('category', () => {
  const rule: Rule = { categories: ['amr', 'warehouse'], features: [] };

  it('applies to a category of the list, and says which', () => {
    expect(judge(rule, product(''))).toEqual({ kind: 'applies', category: 'amr', features: [] });
  });

  it('does not apply to another category', () => {
    expect(judge(rule, product('', 'cobot'))).toEqual({ kind: 'no' });
  });

  it('applies to every robot where the list holds all, known category or not', () => {
    const verdict = { kind: 'applies', category: undefined, features: [] };
    expect(judge(everyRobot, product('', 'cobot'))).toEqual(verdict);
    expect(judge(everyRobot, unknownCategory(''))).toEqual(verdict);
    expect(judge({ ...everyRobot, categories: ['drone', 'all'] }, product(''))).toEqual(verdict);
  });

  it('is asked for where it alone decides', () => {
    expect(judge(rule, unknownCategory(''))).toEqual({
      kind: 'depends',
      on: 'category',
      categories: ['amr', 'warehouse'],
    });
    expect(judge({ ...rule, features: ['wifi'] }, unknownCategory('wifi')).kind).toBe('depends');
  });

  it('is not asked for where a feature is unmet as well', () => {
    expect(judge({ ...rule, features: ['wifi'] }, unknownCategory(''))).toEqual({ kind: 'no' });
    expect(judge({ ...rule, all_of: ['wifi'] }, unknownCategory(''))).toEqual({ kind: 'no' });
    expect(judge({ ...rule, none_of: ['wifi'] }, unknownCategory('wifi'))).toEqual({ kind: 'no' });
  });
});

describe('features', () => {
  it('needs one of them, and names those that are there', () => {
    expect(judge(radio, product('bluetooth gnss'))).toEqual({
      kind: 'applies',
      category: undefined,
      features: ['bluetooth'],
    });
    expect(judge(radio, product('wifi bluetooth'))).toMatchObject({ features: ['wifi', 'bluetooth'] });
  });

  it('depends on all of them while none is known', () => {
    expect(judge(radio, product('gnss'))).toEqual({
      kind: 'depends',
      on: 'features',
      features: ['wifi', 'bluetooth'],
    });
  });

  it('depends on those alone that are not denied, and is closed when all are', () => {
    expect(judge(radio, product('no-wifi'))).toMatchObject({ kind: 'depends', features: ['bluetooth'] });
    expect(judge(radio, product('no-wifi no-bluetooth'))).toEqual({ kind: 'no' });
    expect(judge(radio, product('no-wifi bluetooth')).kind).toBe('applies');
  });
});

describe('all_of', () => {
  const rule: Rule = { categories: ['all'], features: ['wifi', 'bluetooth'], all_of: ['consumer', 'home'] };

  it('needs every word', () => {
    expect(judge(rule, product('wifi consumer home'))).toEqual({
      kind: 'applies',
      category: undefined,
      features: ['wifi', 'consumer', 'home'],
    });
  });

  it('depends on the one that is missing', () => {
    expect(judge(rule, product('wifi home'))).toMatchObject({ kind: 'depends', features: ['consumer'] });
    expect(judge(rule, product('consumer home'))).toMatchObject({ features: ['wifi', 'bluetooth'] });
  });

  it('asks nothing where two conditions are open, or one is denied', () => {
    expect(judge(rule, product('wifi'))).toEqual({ kind: 'no' });
    expect(judge(rule, product('home'))).toEqual({ kind: 'no' });
    expect(judge(rule, product('wifi home no-consumer'))).toEqual({ kind: 'no' });
    expect(judge(rule, product('home no-consumer'))).toEqual({ kind: 'no' });
  });
});

describe('none_of', () => {
  const rule: Rule = { categories: ['all'], features: ['wifi'], none_of: ['home', 'medical-claim'] };

  it('applies while no such word is known', () => {
    expect(judge(rule, product('wifi')).kind).toBe('applies');
    expect(judge(rule, product('wifi no-home')).kind).toBe('applies');
  });

  it('does not apply, and asks nothing, once one is', () => {
    expect(judge(rule, product('wifi medical-claim'))).toEqual({ kind: 'no' });
    expect(judge(rule, product('home'))).toEqual({ kind: 'no' });
  });
});
