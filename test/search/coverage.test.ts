import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import data from '../../dataset/taxonomy/coverage.json' with { type: 'json' };
import { listedPapers } from '../../src/kinds/vocabularies/listed-papers.ts';
import { findVenues } from '../../src/kinds/vocabularies/venues.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { gapNote, venueGap, venueYears } from '../../src/search/coverage.ts';
import { onlyRecords, openSmall, paperWith } from '../helpers/catalogue.ts';
import { type Tools, toolsOver } from '../helpers/tools.ts';

const listed = listedPapers('RSS').get(2006) ?? 0;
const papers = [
  paperWith({ id: 'icra', journal: 'ICRA', year: 2016, published: '2016-05' }),
  paperWith({ id: 'tro', journal: 'T-RO', year: 2026, published: '2026' }),
  paperWith({ id: 'hri', journal: 'HRI', year: 2020, published: '2020' }),
  ...Array.from({ length: listed }, (_, i) =>
    paperWith({ id: `rss-${i}`, journal: 'RSS', year: 2006, published: '2006' }),
  ),
];

let catalogue: Catalogue;
let tools: Tools;
beforeAll(async () => {
  catalogue = await openSmall(onlyRecords({ publications: papers }));
  tools = toolsOver(catalogue);
});
afterAll(() => catalogue.close());

const gap = (venue: string, from?: number, to?: number) =>
  venueGap(catalogue.store('publications'), venue, from, to);

describe('venueGap', () => {
  it('counts what is held of the papers listed', () => {
    expect(gap('ICRA', 2016, 2016)).toEqual({ venue: 'ICRA', years: [2016], held: 1, listed: 693 });
  });

  it('is silent where the list is whole', () => {
    expect(gap('RSS', 2006, 2006)).toBeUndefined();
  });

  it('says of a venue without a list that it is a part', () => {
    expect(gap('HRI')).toEqual({ venue: 'HRI', years: [2020], held: 1, listed: undefined });
  });

  it('counts the years that have a list, where others have none', () => {
    const found = gap('T-RO', 2025, 2026);
    expect([found?.years, found?.listed]).toEqual([[2025], 364]);
  });

  it('names years in spans', () => {
    const found = gap('RSS', 2005, 2009);
    expect(found?.years).toEqual([2005, 2007, 2008, 2009]);
    expect(found && gapNote(found)).toBe('Of RSS 2005 and 2007 to 2009 the data hold 0 of 171 papers.');
  });

  it('counts a paper that was added later', async () => {
    const small = await openSmall(onlyRecords({ publications: papers.slice(0, 1) }));
    const store = small.store('publications');
    const held = () => venueYears(store, 'ICRA').find(({ year }) => year === 2016)?.held;
    expect(held()).toBe(1);
    store.put(paperWith({ id: 'later', journal: 'ICRA', year: 2016, published: '2016-05' }));
    expect(held()).toBe(2);
    small.close();
  });
});

describe('coverage.json', () => {
  it('lists venues by the names that papers have them under', () => {
    for (const venue of data.lists.flatMap(({ papers }) => Object.keys(papers))) {
      expect(findVenues(venue)).toEqual([venue]);
    }
  });
});

describe('search_publications', () => {
  const notes = async (args: object) => (await tools.ask('search_publications', args)).notes.join('\n');

  it('says what is lacking of the venue and year asked for', async () => {
    expect(await notes({ journal: 'ICRA 2016' })).toContain('Of ICRA 2016 the data hold 1 of 693 papers.');
    expect(await notes({ journal: 'ICRA', from: '2016', to: '2016' })).toContain('1 of 693 papers');
    expect(await notes({ journal: 'HRI' })).toContain('Of HRI 2020 the data hold a part only, one paper.');
  });

  it('says nothing of whole years, of other years or without a venue', async () => {
    expect(await notes({ journal: 'RSS 2006' })).not.toContain('the data hold');
    expect(await notes({ query: 'paper' })).not.toContain('the data hold');
  });
});
