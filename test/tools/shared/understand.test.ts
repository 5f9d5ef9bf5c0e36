import { describe, expect, it } from 'vitest';
import { understand } from '../../../src/tools/shared/understand.ts';

describe('understand', () => {
  it.each([
    [
      'carry 10 kg up stairs under 50k',
      { payload_kg: { min: 10 } },
      { max_price_usd: 49_999.99 },
      'up stairs',
    ],
    ['cobot with 10 kg payload', { payload_kg: { min: 10 } }, {}, 'cobot with'],
    ['lift 22 lbs', { payload_kg: { min: 9.979 } }, {}, ''],
    ['quadruped weighing less than 15 kg', { mass_kg: { max: 14.999 } }, {}, 'quadruped'],
    ['7 dof arm', { dof: { min: 7, max: 7 } }, {}, 'arm'],
    ['1300 mm reach', { reach_mm: { min: 1300 } }, {}, ''],
    ['cobot reach over 1.3 m', { reach_mm: { min: 1300.001 } }, {}, 'cobot'],
    ['arm over 2M', {}, { min_price_usd: 2_000_000.01 }, 'arm'],
    ['arm over $2 m', {}, { min_price_usd: 2_000_000.01 }, 'arm'],
    ['robot over 7.2 km/h', { speed_m_s: { min: 2.001 } }, {}, 'robot'],
    ['dives to 300 m', { depth_m: { min: 300 } }, {}, ''],
    ['lawn mower below $1,500', {}, { max_price_usd: 1499.99 }, 'lawn mower'],
    ['humanoid over 20000 dollars', {}, { min_price_usd: 20_000.01 }, 'humanoid'],
    ['at least 20 kg payload', { payload_kg: { min: 20 } }, {}, ''],
    ['payload >= 20 kg', { payload_kg: { min: 20 } }, {}, ''],
    ['over 20 kg payload', { payload_kg: { min: 20.001 } }, {}, ''],
    ['more than 6 axes', { dof: { min: 6.001 } }, {}, ''],
    ['no more than 5 hours', { runtime_h: { max: 5 } }, {}, ''],
    ['between 10 and 20 kg payload', { payload_kg: { min: 10, max: 20 } }, {}, ''],
    ['10-16 kg payload', { payload_kg: { min: 10, max: 16 } }, {}, ''],
    ['reach of 1300 mm or more', { reach_mm: { min: 1300 } }, {}, ''],
    ['at most $20,000', {}, { max_price_usd: 20_000 }, ''],
    ['between $10k and $20k', {}, { min_price_usd: 10_000, max_price_usd: 20_000 }, ''],
  ])('%s', (query, specs, price, rest) => {
    const { specs: read, rest: left, phrases, ...bounds } = understand(query);
    expect([read, bounds, left]).toEqual([specs, price, rest]);
    expect(phrases.length).toBeGreaterThan(0);
  });

  it.each([
    'G1',
    'UR10e',
    'da Vinci 5',
    'MiR 250',
    'Model 3000',
    'Roomba j9+',
    'under 3',
    'jumps over 1.3 m',
    '510(k)',
    'KR 10 R1100',
  ])('leaves %s as it is', (query) => {
    expect(understand(query)).toEqual({ rest: query, specs: {}, phrases: [] });
  });
});
