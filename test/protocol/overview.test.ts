import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overviewOf } from '../../src/protocol/overview.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { onlyRecords, openSmall, paperWith, robotWith } from '../helpers/catalogue.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';

/** The small data are of 2026-11-20. */
const TODAY = '2026-11-21';
const published = ['2023-12-31', '2024-01', '2024-01-05', '2025', '2026-11-02', '2026-12-01', '2024', '1999'];

describe('what the start page says of the data', () => {
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

  it('counts the papers of years that are over alone, without gaps', () => {
    const { papersByYear } = overviewOf(catalogue, TODAY);
    expect(papersByYear.map(({ label }) => label)).toEqual(
      Array.from({ length: 20 }, (_, i) => String(2006 + i)),
    );
    expect(papersByYear.slice(-3).map(({ count }) => count)).toEqual([1, 3, 1]);
    expect(papersByYear.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  });

  it('names the categories for people, most robots first', () => {
    expect(overviewOf(catalogue, TODAY).robotsByCategory).toEqual([
      { value: 'drone', label: 'Drone', count: 2 },
      { value: 'humanoid', label: 'Humanoid', count: 1 },
    ]);
  });

  it('counts what was laid over the data once', () => {
    catalogue.put('publications', paperWith({ id: 'paper-0', published: '2025-11-03', year: 2025 }));
    expect(
      overviewOf(catalogue, TODAY)
        .papersByYear.slice(-3)
        .map(({ count }) => count),
    ).toEqual([0, 3, 2]);
  });
});

describe('what is new', () => {
  it('has the newest news, and what closes next as of a day', async () => {
    const catalogue = await fullCatalogue();
    const { news, deadlines, events, papersByYear } = overviewOf(catalogue, TODAY);
    // Of these years papers of many venues are not held: next to others they would be read as a fall.
    expect(papersByYear.filter(({ part }) => part).map(({ label }) => label)).toContain('2024');
    const dates = news.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(deadlines.length).toBeGreaterThan(1);
    for (const { id, date } of deadlines) {
      expect(date >= TODAY.slice(0, date.length)).toBe(true);
      expect(catalogue.find('challenges', id)?.deadline).toBe(date);
    }
    for (const { id, date } of events) expect(catalogue.find('challenges', id)?.event_date).toBe(date);
    expect(events.length).toBeGreaterThan(1);
    const later = overviewOf(catalogue, '2099-01-01');
    expect(later.deadlines).toEqual([]);
  });
});
