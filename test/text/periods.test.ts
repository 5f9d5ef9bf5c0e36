import { describe, expect, it } from 'vitest';
import { periodIn } from '../../src/text/periods.ts';

const today = '2026-11-23';

describe('periodIn', () => {
  it.each([
    ['grasping since 2018', '2018', undefined, 'grasping'],
    ['grasping in 2018', '2018', '2018', 'grasping'],
    ['grasping from March 2021', '2021-03', '2021-03', 'grasping'],
    ['grasping after 2019', '2020', undefined, 'grasping'],
    ['grasping before 2015', undefined, '2014', 'grasping'],
    ['grasping until 2015', undefined, '2015', 'grasping'],
    ['grasping from 2020 on', '2020', undefined, 'grasping'],
    ['grasping, 2019 or later', '2019', undefined, 'grasping,'],
    ['grasping between 2015 and 2018', '2015', '2018', 'grasping'],
    ['grasping 2015-2018', '2015', '2018', 'grasping'],
    ['grasping in the 2010s', '2010', '2019', 'grasping'],
    ['grasping in the last two years', '2024-11-23', today, 'grasping'],
    ['last 30 days of grasping', '2026-10-24', today, 'of grasping'],
    ['acquisitions since March 2024', '2024-03', undefined, 'acquisitions'],
    ['acquisitions after December 2024', '2025-01', undefined, 'acquisitions'],
    ['acquisitions since September', '2026-09', undefined, 'acquisitions'],
    ['acquisitions in December', '2025-12', '2025-12', 'acquisitions'],
    ["last month's acquisitions", '2026-10-23', today, 'acquisitions'],
    ['acquisitions last quarter', '2026-07', '2026-09', 'acquisitions'],
    ['acquisitions in Q1 2026', '2026-01', '2026-03', 'acquisitions'],
    ['acquisitions in the second half of 2025', '2025-07', '2025-12', 'acquisitions'],
    ['acquisitions this week', '2026-11-23', today, 'acquisitions'],
    ['contests next year', '2027', '2027', 'contests'],
    ['contests next month', '2026-12', '2026-12', 'contests'],
    ['contests in the next 3 months', today, '2027-02-23', 'contests'],
  ])('%s', (question, from, to, rest) => {
    const read = periodIn(question, today);
    expect([read?.from, read?.to, read?.rest]).toEqual([from, to, rest]);
  });

  it.each([
    'ICRA 2022 grasping',
    'reach from 2000 mm',
    'robots under 2000 usd',
    '2401.12345',
    '"since 2018"',
    'past research',
    'this robot',
    'the next robot',
    'marching in formation',
  ])('%s names none', (question) => expect(periodIn(question, today)).toBeUndefined());
});
