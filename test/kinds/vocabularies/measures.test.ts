import { describe, expect, it } from 'vitest';
import measures from '../../../dataset/taxonomy/measures.json' with { type: 'json' };
import { kindIndexes } from '../../../src/kinds/kinds.ts';
import { robotSpecs } from '../../../src/kinds/robots/robot.ts';
import { measuresNamed, orderPhrases, sortNamed } from '../../../src/kinds/vocabularies/measures.ts';
import { vocabularies } from '../../../src/kinds/vocabularies/vocabulary.ts';

it.each([
  ['payload_desc', 'payload_kg_desc'],
  ['Battery Life', 'runtime_h_desc'],
  ['price', 'price_asc'],
  ['cheapest', 'price_asc'],
  ['mass_kg asc', 'mass_kg_asc'],
  ['colour', undefined],
])('sort %s is %s', (text, sort) => {
  expect(sortNamed('robots', text)).toBe(sort);
});

it('names of specs are found in a question', () => {
  expect(measuresNamed('robots', 'battery life and IP rating of Spot')).toEqual(['runtime_h', 'ip_rating']);
});

describe('measures.json', () => {
  const { more: _more, less: _less, ...byKind } = measures;

  it.each(Object.entries(byKind))('%s are sorted by sorts that there are', (kind, own) => {
    const known = Object.keys(kindIndexes[kind as 'robots'].sorts);
    expect(own.length).toBeGreaterThan(0);
    const phrases = new Set(
      own.flatMap(({ most = [], least = [] }: { most?: string[]; least?: string[] }) => [...most, ...least]),
    );
    const asked = orderPhrases(kind as 'robots').flatMap(([phrase, sort]) =>
      phrases.has(phrase) ? [sort] : [],
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((sort) => !known.includes(sort))).toEqual([]);
  });

  it('categories are compared by specs that there are', () => {
    const compared = vocabularies.robot_category.terms.flatMap(({ compare = [] }) => compare);
    expect(compared).toHaveLength(vocabularies.robot_category.terms.length * 3);
    expect(compared.filter((name) => !(name in robotSpecs.shape))).toEqual([]);
  });
});
