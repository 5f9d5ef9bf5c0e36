import { describe, expect, it } from 'vitest';
import measures from '../../../dataset/taxonomy/measures.json' with { type: 'json' };
import { kindIndexes } from '../../../src/kinds/kinds.ts';
import { robotSpecs } from '../../../src/kinds/robots/robot.ts';
import { measuresNamed, sortNamed, superlativeIn } from '../../../src/kinds/vocabularies/measures.ts';
import { vocabularies } from '../../../src/kinds/vocabularies/vocabulary.ts';

describe('superlatives', () => {
  it.each([
    ['robots', 'fastest humanoid', 'speed_m_s_desc', 'humanoid'],
    ['robots', 'the cheapest robot dog', 'price_asc', 'robot dog'],
    ['robots', 'most expensive drone', 'price_desc', 'drone'],
    ['robots', 'drone with the longest battery life', 'runtime_h_desc', 'drone'],
    ['robots', 'cobot with highest payload capacity', 'payload_kg_desc', 'cobot'],
    ['robots', 'most precise cobot', 'repeatability_mm_asc', 'cobot'],
    ['robots', 'best repeatability', 'repeatability_mm_asc', ''],
    ['robots', 'longest-range delivery drone', 'range_km_desc', 'delivery drone'],
    ['robots', 'deepest diving ROV', 'depth_m_desc', 'ROV'],
    ['robots', 'newest humanoids', 'newest', 'humanoids'],
    ['robots', 'lightest arm', 'mass_kg_asc', 'arm'],
    ['startups', 'best funded humanoid startup', 'funding_desc', 'humanoid startup'],
    ['manufacturers', 'oldest gripper maker', 'oldest', 'gripper maker'],
    ['challenges', 'biggest prize', 'prize_desc', ''],
    ['publications', 'newest papers on slam', 'newest', 'papers on slam'],
  ] as const)('%s: %s', (kind, query, sort, rest) => {
    const read = superlativeIn(kind, query);
    expect([read?.sorts[0], read?.rest]).toEqual([sort, rest]);
  });

  it.each([
    ['robots', 'top speed of H1'],
    ['robots', 'maximum payload of UR10e'],
    ['robots', '"fastest robot"'],
    ['robots', 'test bench'],
    ['robots', 'at least 10 kg'],
    ['robots', 'best lawn mower'],
    ['publications', 'shortest path planning'],
    ['publications', 'fastest gait'],
    ['certification', 'cheapest certification'],
  ] as const)('%s: none in %s', (kind, query) => {
    expect(superlativeIn(kind, query)).toBeUndefined();
  });

  it('leave open what a word of several meanings is measured by', () => {
    expect(superlativeIn('robots', 'strongest vacuum')?.sorts).toEqual([
      'payload_kg_desc',
      'suction_pa_desc',
    ]);
  });
});

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
    const asked = own.flatMap((measure: { most?: string[]; least?: string[]; nouns: string[] }) =>
      [...(measure.most ?? []), ...(measure.least ?? [])].flatMap(
        (phrase) => superlativeIn(kind as 'robots', phrase)?.sorts ?? [],
      ),
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
