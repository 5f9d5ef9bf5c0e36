import { describe, expect, it } from 'vitest';
import type { Kind } from '../../src/kinds/kinds.ts';
import {
  createTables,
  prepareInsert,
  prepareReader,
  toRow,
  withoutImplied,
} from '../../src/search/records.ts';
import { sqlite } from '../helpers/catalogue.ts';

const { Database } = await sqlite();

/** A record as it comes out of the table that it was put into. */
function stored(kind: Kind, record: object): object {
  const db = new Database();
  createTables(db);
  const insert = prepareInsert(db, kind);
  insert.run(toRow(kind, record as never, 1));
  insert.free();
  const read = prepareReader(db, kind, JSON.parse)(1) ?? {};
  db.close();
  return read;
}

const facts = { id: 'x', title: 'X' };
const list = { url: 'https://github.com/someone/lists', title: 'papers.json' };

describe('a paper', () => {
  it.each([
    [
      'on arXiv alone',
      { aliases: ['2401.02117'], arxiv_id: '2401.02117', url: 'https://arxiv.org/abs/2401.02117' },
      ['arxiv_id', 'id', 'title'],
    ],
    [
      'with a DOI, written in capitals',
      {
        aliases: ['10.1109/tro.2024.1'],
        doi: '10.1109/TRO.2024.1',
        url: 'https://doi.org/10.1109/TRO.2024.1',
      },
      ['doi', 'id', 'title'],
    ],
    [
      'with both, shown at arXiv',
      {
        aliases: ['2401.02117', '10.1109/tro.2024.1'],
        arxiv_id: '2401.02117',
        doi: '10.1109/TRO.2024.1',
        url: 'https://arxiv.org/abs/2401.02117',
      },
      ['arxiv_id', 'doi', 'id', 'title'],
    ],
    ['with neither', { aliases: [], url: 'https://example.org/x' }, ['id', 'title', 'url']],
    [
      'with an alias and a page of its own',
      { aliases: ['2401.02117', 'paper-1'], arxiv_id: '2401.02117', url: 'https://example.org/x' },
      ['aliases', 'arxiv_id', 'id', 'title', 'url'],
    ],
  ])('%s', (_name, given, kept) => {
    const paper = { ...facts, ...given };
    const short = withoutImplied('publications', paper);
    expect(Object.keys(short).sort()).toEqual(kept);
    expect(stored('publications', paper)).toEqual(paper);
  });
});

it("names a record's own pages among its sources by a mark", () => {
  const paper = {
    ...facts,
    aliases: [],
    url: 'https://example.org/x',
    venue_url: 'https://venue.example/x',
    sources: [
      { url: 'https://example.org/x', title: 'X' },
      list,
      { url: 'https://venue.example/x', title: 'V' },
    ],
  };
  const short = withoutImplied('publications', paper);
  expect((short.sources as { url: string }[]).map(({ url }) => url)).toEqual(['=', list.url, '+']);
  expect(stored('publications', paper)).toEqual(paper);
  const same = { ...paper, venue_url: paper.url };
  expect(stored('publications', same)).toEqual(same);
});

it('leaves other kinds whole', () => {
  const robot = {
    id: 'x',
    name: 'X',
    url: 'https://a.example/x',
    sources: [{ url: 'https://a.example/x', title: 'X' }],
  };
  expect(stored('robots', robot)).toEqual(robot);
  const plain = { id: 'x', name: 'X' };
  expect(stored('robots', plain)).toEqual(plain);
});
