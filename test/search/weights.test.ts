import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindIndexes, kinds } from '../../src/kinds/kinds.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { fieldWeight, recencyBonus, staticRankOf, staticRanks } from '../../src/search/weights.ts';
import { onlyRecords, openSmall, robotWith } from '../helpers/catalogue.ts';
import { rawRecords } from '../helpers/raw-records.ts';

describe('static rank', () => {
  it('is made of columns that the kind has', () => {
    for (const kind of kinds) {
      const names = (staticRanks[kind] ?? []).flatMap(({ sum }) => Object.keys(sum));
      const types = names.map((name) => kindIndexes[kind].columns[name]?.type);
      expect(names.length, kind).toBeGreaterThan(0);
      expect(
        types.every((type) => type === 'number' || type === 'date'),
        kind,
      ).toBe(true);
    }
  });

  it('adds weighted facts, unknown ones as 0, each part down to its least', () => {
    const facts: Record<string, number[]> = {
      unavailable: [0, 1],
      confidence: [2, Number.NaN],
      specs_known: [30, 1],
      price_known: [1, 1],
      certification_count: [0, 0],
    };
    expect([...staticRankOf('robots', 2, (name) => facts[name] ?? [])]).toEqual([8 - 20, 500 - 4]);
  });

  let catalogue: Catalogue;
  beforeAll(async () => {
    const robots = [
      robotWith({ id: 'a-prototype', status: 'prototype', specs: { payload_kg: 1, mass_kg: 1 } }),
      robotWith({ id: 'b-little', status: 'available', specs: {} }),
      robotWith({ id: 'c-much', status: 'available', specs: { payload_kg: 1 } }),
    ];
    const certification = rawRecords('certification') as never;
    catalogue = await openSmall(onlyRecords({ robots, certification }));
  });
  afterAll(() => catalogue.close());
  const inOrder = (kind: 'robots' | 'certification') =>
    catalogue
      .search(kind, { filters: [], facets: [], limit: 500 })
      .page.map((index) => catalogue.store(kind).idOf(index));

  it('puts what one can have first, and of that what most is known of', () => {
    expect(inOrder('robots')).toEqual(['c-much', 'b-little', 'a-prototype']);
  });

  it('sorts requirements by obligation before phase', () => {
    const ids = inOrder('certification');
    const at = (id: string) => ids.indexOf(id);
    expect(at('dot-lithium-transport-un383')).toBeLessThan(at('ul-3300-service-robots'));
    expect(at('fcc-permissive-changes')).toBeLessThan(at('fda-presubmission'));
    expect(at('dot-lithium-transport-un383')).toBeGreaterThan(-1);
    expect(at('fcc-permissive-changes')).toBeGreaterThan(-1);
  });
});

it('weighs a field that nobody named as 1, and newness up to half a unit', () => {
  expect([
    fieldWeight('robots', 'name'),
    fieldWeight('robots', 'new'),
    fieldWeight('news', 'variants'),
  ]).toEqual([6, 1, 3]);
  expect([0, 20_000_101, 20_130_000, 20_270_000].map(recencyBonus)).toEqual([0, 0, 0.25, 0.5]);
});
