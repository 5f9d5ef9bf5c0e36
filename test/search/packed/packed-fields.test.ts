import { expect, it } from 'vitest';
import type { Publication } from '../../../src/kinds/publications/publication.ts';
import { all } from '../../../src/search/sqlite.ts';
import { writeDatabase } from '../../../src/search/write-database.ts';
import { openSmall, smallInfo, smallRecords, sqlite } from '../../helpers/catalogue.ts';

const [first, second, third] = smallRecords.publications as [Publication, Publication, Publication];

function withPapers(publications: readonly Publication[]) {
  return { ...smallRecords, publications: [...publications].sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

it('stores once what a column or another list says too', async () => {
  const engine = await sqlite();
  const marks = { applicationId: 1, format: 1 };
  const db = new engine.Database(writeDatabase(engine, smallRecords, smallInfo, marks));
  const stored = all(
    db,
    'SELECT count(title) + count(authors) + count(published) + count(year) + count(topics) AS sum FROM publications',
  );
  expect(stored).toEqual([{ sum: 0 }]);
  expect(all(db, 'SELECT count(title) AS sum FROM challenges')[0]?.sum).toBeGreaterThan(0);
  db.close();
});

it('keeps in the table what a column would not give back as it was', async () => {
  const papers = [
    { ...first, published: '2020-03', topics: ['slam', 'slam'] },
    { ...second, published: '2019', topics: [] },
    { ...third, published: '2021-12-31' },
  ];
  const catalogue = await openSmall(withPapers(papers));
  for (const paper of papers) expect(catalogue.find('publications', paper.id)).toEqual(paper);
  expect(catalogue.records().publications).toEqual(withPapers(papers).publications);
  catalogue.close();
});

it('finds papers by their title, one that was corrected by the new one alone', async () => {
  const catalogue = await openSmall();
  const store = catalogue.store('publications');
  const changed = { ...first, title: 'Quite another title, never seen before', authors: ['Ann Nobody'] };
  expect(store.named(first.title).map((row) => store.idOf(row))).toEqual([first.id]);
  expect(store.idsBeginning(first.title.slice(0, 12), 5)).toContain(first.id);
  expect([...store.inField('authors', 'nobody')]).toEqual([]);
  catalogue.put('publications', changed);
  expect([...store.inField('authors', 'nobody')]).toEqual([store.size - 1]);
  expect(store.named(first.title)).toEqual([]);
  expect(store.idsBeginning(first.title.slice(0, 20), 5)).toEqual([]);
  expect(store.named(changed.title.toUpperCase()).map((row) => store.idOf(row))).toEqual([first.id]);
  expect(store.namesLike('Quite another titel, never seen before', 3)).toEqual([first.id]);
  expect(store.namesLike(second.title.slice(0, -2), 3)).toEqual([second.id]);
  expect(catalogue.find('publications', first.id)).toEqual(changed);
  const rows = Array.from({ length: store.size }, (_, row) => row).filter((row) => store.isLive(row));
  const byNobody = store.rowsListing('authors', rows, (name) => name === 'Ann Nobody');
  expect(byNobody.map((row) => store.idOf(row))).toEqual([first.id]);
  catalogue.close();
});

it('gives back objects and lists that not every paper has, a count of zero among them', async () => {
  const papers = [
    {
      ...first,
      affiliations: ['ETH Zurich', 'INRIA'],
      countries: ['CH', 'FR'],
      citations: { count: 0, as_of: '2025-06-12', counter: 'google-scholar' as const },
    },
    { ...second, citations: { count: 12, as_of: '2026-04-20', counter: 'openalex' as const } },
    third,
  ];
  const engine = await sqlite();
  const marks = { applicationId: 1, format: 1 };
  const db = new engine.Database(writeDatabase(engine, withPapers(papers), smallInfo, marks));
  const stored = 'SELECT count(citations) + count(affiliations) + count(countries) AS sum FROM publications';
  expect(all(db, stored)).toEqual([{ sum: 0 }]);
  db.close();
  const catalogue = await openSmall(withPapers(papers));
  for (const paper of papers) expect(catalogue.find('publications', paper.id)).toEqual(paper);
  catalogue.close();
});

it('keeps in the table an object that lacks a member', async () => {
  const citations = { count: 3, as_of: '2025' } as unknown as Publication['citations'];
  const papers = [{ ...first, citations }, second, third];
  const catalogue = await openSmall(withPapers(papers));
  expect(catalogue.find('publications', first.id)?.citations).toEqual(citations);
  catalogue.close();
});
