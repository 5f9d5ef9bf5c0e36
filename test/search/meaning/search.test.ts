import { afterEach, describe, expect, it } from 'vitest';
import { Catalogue } from '../../../src/search/catalogue.ts';
import type { MeaningData } from '../../../src/search/meaning/stored.ts';
import { ROW_BYTES } from '../../../src/search/meaning/table.ts';
import { DIMENSIONS, packed } from '../../../src/search/meaning/vectors.ts';
import type { Database } from '../../../src/search/sqlite.ts';
import { writeDatabase } from '../../../src/search/write-database.ts';
import { parseQuery } from '../../../src/text/query.ts';
import { onlyRecords, paperWith, smallInfo, sqlite } from '../../helpers/catalogue.ts';

const papers = [
  paperWith({ id: 'a-gust', title: 'Gust rejection for quadrotors' }),
  paperWith({ id: 'b-tomato', title: 'Harvesting tomatoes' }),
  paperWith({ id: 'c-wind', title: 'Drone noise' }),
  paperWith({ id: 'd-wind', title: 'Wind tunnel drone', year: 2021 }),
];

/** A table in which each group of words has a direction of its own. */
function tableOf(...groups: readonly (readonly string[])[]): MeaningData {
  const words = new Map<string, Uint8Array>();
  for (const [place, group] of groups.entries()) {
    const vector = new Float32Array(DIMENSIONS);
    vector.fill(-0.1);
    for (let i = 0; i < 20; i++) vector[20 * place + i] = 1;
    for (const word of group) {
      const row = new Uint8Array(ROW_BYTES);
      new DataView(row.buffer).setFloat32(0, 0.1, true);
      row.set(packed(vector), 4);
      words.set(word, row);
    }
  }
  return { words, papers: new Map() };
}

const meaning = tableOf(
  ['gust', 'drifting', 'breeze'],
  ['tomato', 'harvesting', 'vegetable'],
  ['drone', 'noise'],
);

let open: Catalogue | undefined;
afterEach(() => open?.close());

async function catalogueWith(
  table: MeaningData,
  change: (db: Database) => void = () => {},
): Promise<Catalogue> {
  const engine = await sqlite();
  const records = onlyRecords({ publications: papers });
  const db = new engine.Database(
    writeDatabase(engine, records, smallInfo, { applicationId: 1, format: 1 }, { meaning: table }),
  );
  change(db);
  open = new Catalogue(db);
  return open;
}

function asked(catalogue: Catalogue, query: string) {
  const request = { text: parseQuery(query), filters: [], facets: [], limit: 10 };
  const { page, total, related } = catalogue.search('publications', request);
  return { ids: page.map((row) => catalogue.store('publications').idOf(row)), total, related };
}

describe('a record that has no word of the question', () => {
  it('is found by what it means, and counted apart', async () => {
    const catalogue = await catalogueWith(meaning);
    expect(asked(catalogue, 'drifting breeze')).toEqual({ ids: ['a-gust'], total: 0, related: 1 });
    expect(asked(catalogue, 'vegetable')).toEqual({ ids: ['b-tomato'], total: 0, related: 1 });
    expect(catalogue.meaningState).toBe('there');
  });

  it('is not where only words are excluded, or a phrase or prefix is asked for that it lacks', async () => {
    const catalogue = await catalogueWith(meaning);
    expect(asked(catalogue, 'drifting "wind tunnel"').ids).not.toContain('a-gust');
    expect(asked(catalogue, 'vegetable -tomatoes').ids).toEqual([]);
    expect(asked(catalogue, 'vegetable harv*').ids).toEqual(['b-tomato']);
  });

  it('is found once it was contributed', async () => {
    const catalogue = await catalogueWith(meaning);
    catalogue.put('publications', paperWith({ id: 'e-breeze', title: 'Breeze' }));
    expect(asked(catalogue, 'drifting').ids).toEqual(expect.arrayContaining(['e-breeze', 'a-gust']));
    catalogue.put('publications', paperWith({ id: 'e-breeze', title: 'Vegetable' }));
    expect(asked(catalogue, 'drifting').ids).toEqual(['a-gust']);
  });
});

it('titles with all the words come first', async () => {
  const catalogue = await catalogueWith(meaning);
  expect(asked(catalogue, 'wind drone').ids[0]).toBe('d-wind');
});

it.each([
  ['of one letter', 'x'],
  ['of stop words', 'the of and with'],
  ['of unknown words', 'zzqx wvut'],
  ['of signs', '🤖🤖 \u0000 —'],
  ['in several scripts', 'дрон 无人机 ドローン 드론 drone'],
  ['repeated', 'drifting '.repeat(2000)],
  ['of many words', Array.from({ length: 2000 }, (_, i) => `word${i}`).join(' ')],
])('a question %s has an answer', async (_, query) => {
  const catalogue = await catalogueWith(meaning);
  expect(() => asked(catalogue, query)).not.toThrow();
});

describe('without a table that can be read records are found by words', () => {
  it.each<[string, string, string]>([
    ['missing', 'missing', 'DROP TABLE meaning; DROP TABLE meaning_of'],
    ['half there', 'damaged', 'DROP TABLE meaning'],
    ['of another format', 'other_format', 'UPDATE meaning_of SET format = 99'],
    ['cut short', 'damaged', "UPDATE meaning_of SET vectors = x'00' WHERE kind = 'publications'"],
    ['no bytes', 'damaged', "UPDATE meaning_of SET vectors = 'text' WHERE kind = 'publications'"],
  ])('%s', async (_, state, sql) => {
    const catalogue = await catalogueWith(meaning, (db) => db.run(sql));
    expect(catalogue.meaningState).toBe(state);
    expect(asked(catalogue, 'drifting breeze')).toEqual({ ids: [], total: 0, related: 0 });
    expect(asked(catalogue, 'tomatoes')).toEqual({ ids: ['b-tomato'], total: 1, related: 0 });
  });

  it('rows that are odd are those of unknown words', async () => {
    const catalogue = await catalogueWith(meaning, (db) => db.run("UPDATE meaning SET row = x'0102'"));
    expect(catalogue.meaningState).toBe('damaged');
    expect(asked(catalogue, 'drifting breeze').ids).toEqual([]);
  });
});

it('what a snapshot holds is written again to the same bytes', async () => {
  const engine = await sqlite();
  const records = onlyRecords({ publications: papers });
  const marks = { applicationId: 1, format: 1 };
  const own = new Map([['b-tomato', packed(new Float32Array(DIMENSIONS).fill(1))]]);
  const bytes = writeDatabase(engine, records, smallInfo, marks, { meaning: { ...meaning, papers: own } });
  open = new Catalogue(new engine.Database(bytes));
  const again = writeDatabase(engine, records, smallInfo, marks, { meaning: open.meaning() });
  expect(Buffer.compare(bytes, again)).toBe(0);
  expect([...open.meaning().papers.keys()]).toEqual(['b-tomato']);
});
