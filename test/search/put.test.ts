import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { ascending } from '../../src/search/sort.ts';
import { parseQuery } from '../../src/text/query.ts';
import { openSmall, robotWith, smallRecords } from '../helpers/catalogue.ts';

const added = robotWith({
  id: 'mueller-hopper-9',
  name: 'Hopper 9',
  manufacturer: { id: 'mueller', name: 'Müller', country: 'CH' },
  category: 'space',
  tags: ['hopping'],
  price: { usd_min: 7, kind: 'list', source: 'https://example.org/page' },
});

let catalogue: Catalogue;
beforeEach(async () => {
  catalogue = await openSmall();
});
afterEach(() => catalogue.close());

function ask(query: string | undefined, category?: string) {
  const store = catalogue.store('robots');
  const outcome = catalogue.search('robots', {
    ...(query !== undefined && { text: parseQuery(query) }),
    filters:
      category === undefined ? [] : [{ name: 'category', pass: store.words('category').having([category]) }],
    facets: [{ name: 'category', column: store.words('category'), filter: 'category' }],
    limit: 50,
  });
  return { ...outcome, ids: outcome.page.map((index) => store.idOf(index)) };
}
const countOf = (category: string) =>
  ask(undefined).facets.category?.find(({ value }) => value === category)?.count;

describe('a new record', () => {
  beforeEach(() => catalogue.put('robots', added));

  it.each([
    'hopper',
    'Hopper 9',
    'hopper9',
    'muller',
    'mueller',
    'hopping',
    'Müller Hopper 9',
    'mueller-hopper-9',
  ])('is found by %s', (query) => {
    expect(ask(query).ids[0]).toBe('mueller-hopper-9');
  });

  it('is found by filter, counted in facets and in totals, and read back', () => {
    expect(ask(undefined, 'space').ids).toEqual(['mueller-hopper-9']);
    expect(countOf('space')).toBe(1);
    expect(ask(undefined).total).toBe(smallRecords.robots.length + 1);
    expect(catalogue.counts().robots).toBe(smallRecords.robots.length + 1);
    expect(catalogue.find('robots', 'mueller-hopper-9')).toEqual(added);
    expect(catalogue.namesLike('robots', 'Hoper 9', 3)).toEqual(['mueller-hopper-9']);
  });

  it('takes its place in the order of ids and of prices', () => {
    const ids = [...smallRecords.robots.map(({ id }) => id), added.id].sort();
    const store = catalogue.store('robots');
    const sorted = (sort: ReturnType<typeof ascending>[]) =>
      catalogue.search('robots', { filters: [], facets: [], sort, limit: 50 }).page.map((i) => store.idOf(i));
    expect(sorted([])).toEqual(ids);
    expect(sorted([ascending(store.numbers('price_min'))])[0]).toBe(added.id);
  });
});

describe('a changed record', () => {
  const [before = added] = smallRecords.robots.filter(({ id }) => id === 'unitree-g1');
  const changed = { ...before, name: 'Gee One', category: 'space' as const, tags: ['zeppelin'] };
  beforeEach(() => catalogue.put('robots', changed));

  it('takes the place of the older one everywhere', () => {
    expect(catalogue.find('robots', 'unitree-g1')).toEqual(changed);
    expect(catalogue.counts().robots).toBe(smallRecords.robots.length);
    expect(ask(undefined).ids.filter((id) => id === 'unitree-g1')).toHaveLength(1);
    expect(ask('zeppelin').ids).toEqual(['unitree-g1']);
    expect(ask(undefined, 'space').ids).toEqual(['unitree-g1']);
    expect(ask(undefined, 'humanoid').ids).not.toContain('unitree-g1');
    const humanoids = smallRecords.robots.filter(({ category }) => category === 'humanoid').length;
    expect(countOf('humanoid')).toBe(humanoids - 1);
  });

  it('is known by its new name only', () => {
    expect(catalogue.find('robots', 'Gee One')?.id).toBe('unitree-g1');
    expect(catalogue.find('robots', 'Unitree Robotics G1')).toBeUndefined();
  });

  it('can be changed again and again', () => {
    for (let i = 1; i <= 20; i++) catalogue.put('robots', { ...changed, name: `Gee ${i}` });
    expect(catalogue.find('robots', 'unitree-g1')?.name).toBe('Gee 20');
    expect(catalogue.counts().robots).toBe(smallRecords.robots.length);
    expect(ask('zeppelin').total).toBe(1);
  });

  it('leaves the records of other kinds alone', () => {
    for (const { id } of smallRecords.publications) expect(catalogue.find('publications', id)).toBeDefined();
  });
});
