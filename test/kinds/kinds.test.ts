import { describe, expect, it } from 'vitest';
import { isKind, kinds, recordSchemas } from '../../src/kinds/kinds.ts';
import { numericSpecs, robot } from '../../src/kinds/robots/robot.ts';
import { smallRecords } from '../helpers/catalogue.ts';

const [paper] = smallRecords.publications;
const g1 = smallRecords.robots.find(({ id }) => id === 'unitree-g1');

describe.each(kinds)('%s', (kind) => {
  const [first] = smallRecords[kind] as readonly object[];

  it('takes a real record as it stands', () => {
    expect(recordSchemas[kind].parse(first)).toEqual(first);
  });

  it('refuses a field that it does not know', () => {
    const parsed = recordSchemas[kind].safeParse({ ...first, colour: 'red' });
    expect(parsed.error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['colour'] });
  });

  it('wants an id and a source', () => {
    const { id: _id, ...nameless } = first as { id: string };
    expect(recordSchemas[kind].safeParse(nameless).success).toBe(false);
    expect(recordSchemas[kind].safeParse({ ...first, sources: [] }).success).toBe(false);
  });

  it('takes no null for a fact that is absent', () => {
    const optional = Object.entries(recordSchemas[kind].shape).find(
      ([, schema]) => schema.safeParse(undefined).success,
    );
    if (optional === undefined) return;
    expect(recordSchemas[kind].safeParse({ ...first, [optional[0]]: null }).success).toBe(false);
  });
});

describe('a robot', () => {
  it.each([
    { category: 'robot' },
    { status: 'sold' },
    { released: '2025-02-30' },
    { specs: { mass_kg: -1 } },
    { specs: { mass_kg: '35' } },
    { specs: { weight_kg: 35 } },
    { specs: { ip_rating: 'IP6' } },
    { price: { usd_min: 1, kind: 'gift', source: 'https://a.b' } },
    { certifications: [{ scheme: 'FCC', status: 'held', source: 'https://a.b' }] },
    { manufacturer: { id: 'x', name: 'X' } },
  ])('refuses %j', (change) => {
    expect(robot.safeParse({ ...g1, ...change }).success).toBe(false);
  });

  it('can be asked for by every spec but the text one', () => {
    expect(numericSpecs).toContain('payload_kg');
    expect(numericSpecs).not.toContain('ip_rating');
    expect(numericSpecs).toHaveLength(16);
  });
});

describe('a publication', () => {
  it.each([
    { authors: [] },
    { year: 2026.5 },
    { arxiv_id: '2401.02117v1' },
    { doi: 'doi:10.1/x' },
    { topics: ['A b'] },
  ])('refuses %j', (change) => {
    expect(recordSchemas.publications.safeParse({ ...paper, ...change }).success).toBe(false);
  });
});

it('knows kinds from other words', () => {
  expect(['robots', 'certification', 'robot', 'toString', '__proto__', ''].map(isKind)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
