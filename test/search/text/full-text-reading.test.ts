import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KindIndex } from '../../../src/kinds/kinds.ts';
import { kindIndexes } from '../../../src/kinds/kinds.ts';
import { all, type Database } from '../../../src/search/sqlite.ts';
import { createLengthTable, FieldLengths, writeLengths } from '../../../src/search/text/field-lengths.ts';
import { FullText } from '../../../src/search/text/full-text.ts';
import { createTextTable, prepareTextInsert, textFields } from '../../../src/search/text/text-table.ts';
import { sqlite } from '../../helpers/catalogue.ts';
import { Random } from '../../helpers/random.ts';

const stored = 3_000;
const index = kindIndexes.publications as unknown as KindIndex;
const fields = textFields(index);
/** Words that share beginnings, some of them longer than a node would like, some beyond ASCII. */
const letters = ['a', 'b', 'ab', 'é', '日', '𝛼', 'z9'];

let db: Database;
let text: FullText;
let words: string[];
const random = new Random(20_261_121);

/** Few words are in most rows, and many in few. */
function word(): string {
  return words[Math.floor(words.length * random.next() ** 4)] as string;
}

function insert(from: number, count: number): void {
  const statement = prepareTextInsert(db, index);
  for (let row = from; row < from + count; row++) {
    const texts = fields.map(() => Array.from({ length: random.below(12) }, word).join(' '));
    statement.run([row, ...texts]);
  }
  statement.free();
}

/** What FTS4 itself finds. */
function matching(query: string): number[] {
  return all(db, 'SELECT docid FROM publications_text WHERE publications_text MATCH ? ORDER BY docid', [
    query,
  ]).map(({ docid }) => docid as number);
}

beforeAll(async () => {
  const { Database } = await sqlite();
  db = new Database();
  createTextTable(db, index);
  words = Array.from(
    { length: 3_000 },
    (_, i) => random.word(letters.join(''), 1 + random.below(6)) + (i % 7),
  );
  words.push('x'.repeat(300), 'x'.repeat(301));
  db.run('BEGIN');
  insert(1, stored);
  db.run('COMMIT');
  db.run(`INSERT INTO publications_text (publications_text) VALUES ('optimize')`);
  createLengthTable(db);
  writeLengths(db, 'publications');
  text = new FullText(db, index, stored);
});
afterAll(() => db.close());

const asTerm = (query: string[], prefix = false) => ({
  shown: '',
  plain: true,
  stop: false,
  alternatives: [{ words: query, prefix, weight: 1 }],
});

function compareWithSqlite(): void {
  for (const wanted of [...words.slice(0, 120), 'nowhere', 'a', '']) {
    if (wanted === '') continue;
    const found = matching(`"${wanted}"`);
    const kept = found.filter((row) => row <= stored).length;
    expect(text.count(wanted), wanted).toBe(Math.max(kept, Math.min(found.length, 1)));
    expect([...text.rowsWith([asTerm([wanted])])], wanted).toEqual(found);
    for (const field of fields.slice(0, 2)) {
      expect(text.inField(field, wanted), wanted).toEqual(matching(`${field}:${wanted}`));
    }
  }
  for (let i = 0; i < 100; i++) {
    const pair = [word(), word()];
    expect(Array.from(text.withPhrase(pair)), pair.join(' ')).toEqual(matching(`"${pair.join(' ')}"`));
    const prefix = word().slice(0, 1 + random.below(3));
    // Half a letter is none.
    if (/[\ud800-\udfff]$/.test(prefix)) continue;
    const began = matching(`"${prefix}*"`);
    expect(text.hasPrefix(prefix)).toBe(began.length > 0);
    expect(Array.from(text.some([asTerm([prefix], true)]).rows), prefix).toEqual(began);
    const phrase = [pair[0] as string, prefix];
    expect(Array.from(text.every([asTerm(phrase, true)]).rows)).toEqual(matching(`"${phrase.join(' ')}*"`));
  }
}

describe('reads off the tables of FTS4 what FTS4 finds', () => {
  it('in one segment', () => {
    expect(all(db, 'SELECT count(*) AS n FROM publications_text_segdir')[0]?.n).toBe(1);
    compareWithSqlite();
  });

  it('in rows that were added since, which stand in segments of their own', () => {
    for (let i = 0; i < 40; i++) insert(stored + 1 + i, 1);
    text.forget();
    expect(all(db, 'SELECT count(*) AS n FROM publications_text_segdir')[0]?.n).toBeGreaterThan(3);
    compareWithSqlite();
  });

  it('and how long each field is, as matchinfo tells it', () => {
    const lengths = new FieldLengths(db, 'publications', fields.length).upTo(stored + 40);
    const info = all(
      db,
      `SELECT docid, matchinfo(publications_text, 'l') AS l FROM publications_text WHERE publications_text MATCH ?`,
      [`"${words[0]}"`],
    );
    expect(info.length).toBeGreaterThan(100);
    for (const { docid, l } of info) {
      const own = (docid as number) * fields.length;
      const stated = new Uint32Array((l as Uint8Array).slice().buffer);
      expect([...lengths.subarray(own, own + fields.length)]).toEqual([...stated]);
    }
  });
});
