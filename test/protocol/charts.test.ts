import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chartsOf } from '../../src/protocol/charts.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { onlyRecords, openSmall, paperWith, robotWith } from '../helpers/catalogue.ts';

/** The small data are of 2026-11-20. */
const published = ['2023-12-31', '2024-01', '2024-01-05', '2025', '2026-11-02', '2026-12-01', '2024', '2019'];

describe('what the status page draws', () => {
  let catalogue: Catalogue;
  beforeAll(async () => {
    const publications = published.map((date, i) =>
      paperWith({ id: `paper-${i}`, published: date, year: Number(date.slice(0, 4)) }),
    );
    const robots = ['humanoid', 'drone', 'drone'].map((category, i) =>
      robotWith({ id: `robot-${i}`, category: category as 'humanoid' }),
    );
    catalogue = await openSmall(onlyRecords({ publications, robots }));
  });
  afterAll(() => catalogue.close());

  it('counts the papers of three years by month, to the month of the data and without gaps', () => {
    const { papersByMonth } = chartsOf(catalogue);
    expect(papersByMonth).toHaveLength(35);
    expect([papersByMonth[0], papersByMonth.at(-1)]).toEqual([
      { label: '2024-01', count: 2 },
      { label: '2026-11', count: 1 },
    ]);
    expect(papersByMonth.slice(11, 13).map(({ label }) => label)).toEqual(['2024-12', '2025-01']);
    expect(papersByMonth.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  });

  it('counts apart the papers of those years without a month', () => {
    expect(chartsOf(catalogue).papersWithoutMonth).toBe(2);
  });

  it('names the categories for people, most robots first', () => {
    expect(chartsOf(catalogue).robotsByCategory).toEqual([
      { label: 'Drone', count: 2 },
      { label: 'Humanoid', count: 1 },
    ]);
  });

  it('counts what was laid over the data once', () => {
    catalogue.put('publications', paperWith({ id: 'paper-0', published: '2026-11-03', year: 2026 }));
    expect(chartsOf(catalogue).papersByMonth.at(-1)).toEqual({ label: '2026-11', count: 2 });
  });
});
