import { expect, it } from 'vitest';
import { Catalogue } from '../../src/search/catalogue.ts';
import { priceFilter } from '../../src/search/filters/by-kind.ts';
import { writeDatabase } from '../../src/search/write-database.ts';
import { robotWith, smallInfo, smallRecords, sqlite } from '../helpers/catalogue.ts';

it('a snapshot that was written before a field and a column were thought of is searched, with both unknown', async () => {
  const engine = await sqlite();
  const bytes = writeDatabase(engine, smallRecords, smallInfo, { applicationId: 1, format: 1 });
  const db = new engine.Database(bytes);
  db.run(
    "ALTER TABLE robots DROP COLUMN price; DELETE FROM columns WHERE kind = 'robots' AND name = 'price_min'",
  );
  const catalogue = new Catalogue(db);
  const store = catalogue.store('robots');
  expect(store.record(0)).not.toHaveProperty('price');
  const affordable = () =>
    store.search({
      filters: [priceFilter(store, { name: 'max_price_usd', max: 1000, lease: false })],
      facets: [],
      limit: 10,
    });
  expect(affordable()).toMatchObject({
    total: 0,
    unknownCounts: { excluded_unknown_price: smallRecords.robots.length },
  });
  catalogue.put(
    'robots',
    robotWith({ id: 'cheap', price: { usd_min: 500, kind: 'list', source: 'https://example.org/price' } }),
  );
  expect(affordable()).toMatchObject({ total: 1, page: [smallRecords.robots.length] });
  expect(catalogue.records().robots).toHaveLength(smallRecords.robots.length + 1);
  catalogue.close();
});
