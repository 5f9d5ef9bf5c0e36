import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../scripts/harness/random.ts';
import { type KindIndex, kindIndexes } from '../../src/kinds/kinds.ts';
import { FullText } from '../../src/search/full-text.ts';
import { all, type Database } from '../../src/search/sqlite.ts';
import { createLengthTable, TermIndex, textFields, writeTerms } from '../../src/search/term-index.ts';
import { sqlite } from '../helpers/catalogue.ts';

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

/** Draws rows and writes them into FTS4's index, which tells what must be found. */
function insert(from: number, count: number): string[][][] {
  const slots = ['?', ...fields.map(() => '?')].join(', ');
  const statement = db.prepare(`INSERT INTO fts (docid, ${fields.join(', ')}) VALUES (${slots})`);
  const rows = Array.from({ length: count }, (_, i) => {
    const drawn = fields.map(() => Array.from({ length: random.below(12) }, word));
    statement.run([from + i, ...drawn.map((own) => own.join(' '))]);
    return drawn;
  });
  statement.free();
  return rows;
}

/** What FTS4 itself finds. */
function matching(query: string): number[] {
  return all(db, 'SELECT docid FROM fts WHERE fts MATCH ? ORDER BY docid', [query]).map(
    ({ docid }) => docid as number,
  );
}

beforeAll(async () => {
  const { Database } = await sqlite();
  db = new Database();
  db.run(`CREATE VIRTUAL TABLE fts USING fts4(content="", tokenize=simple, ${fields.join(', ')})`);
  words = Array.from(
    { length: 3_000 },
    (_, i) => random.word(letters.join(''), 1 + random.below(6)) + (i % 7),
  );
  words.push('x'.repeat(300), 'x'.repeat(301));
  db.run('BEGIN');
  const rows = insert(1, stored);
  createLengthTable(db);
  writeTerms(db, 'publications', rows);
  db.run('COMMIT');
  text = new FullText(db, index, stored);
});
afterAll(() => db.close());

const asTerm = (query: string[], prefix = false) => ({
  shown: '',
  plain: true,
  stop: false,
  alternatives: [{ words: query, prefix, origin: 'written' as const }],
});

function compareWithSqlite(): void {
  for (const wanted of [...words.slice(0, 120), 'nowhere', 'a', '']) {
    if (wanted === '') continue;
    const found = matching(`"${wanted}"`);
    const kept = found.filter((row) => row <= stored).length;
    expect(text.count(wanted), wanted).toBe(Math.max(kept, Math.min(found.length, 1)));
    const having = text.rowsWith([asTerm([wanted])], [], stored + 40);
    expect(
      [...having.keys()].filter((row) => having[row] === 1),
      wanted,
    ).toEqual(found);
    for (const field of fields.slice(0, 2)) {
      expect([...text.inField(field, wanted)], wanted).toEqual(matching(`${field}:${wanted}`));
    }
  }
  for (let i = 0; i < 100; i++) {
    const pair = [word(), word()];
    expect(Array.from(text.withPhrase(pair)), pair.join(' ')).toEqual(matching(`"${pair.join(' ')}"`));
    const prefix = word().slice(0, 1 + random.below(3));
    // Half a letter is none.
    if (/[\ud800-\udfff]$/.test(prefix)) continue;
    const began = matching(`"${prefix}*"`);
    expect(text.beginning(prefix).words.length > 0).toBe(began.length > 0);
    if (text.beginning(prefix).isCut) continue;
    expect(Array.from(text.some([asTerm([prefix], true)]).rows), prefix).toEqual(began);
    const phrase = [pair[0] as string, prefix];
    expect(Array.from(text.every([asTerm(phrase, true)]).rows)).toEqual(matching(`"${phrase.join(' ')}*"`));
  }
}

function compareLengths(index: TermIndex): void {
  const lengths = index.lengths();
  const info = all(db, `SELECT docid, matchinfo(fts, 'l') AS l FROM fts WHERE fts MATCH ?`, [
    `"${words[0]}"`,
  ]);
  expect(info.length).toBeGreaterThan(100);
  for (const { docid, l } of info) {
    const own = (docid as number) * fields.length;
    const stated = new Uint32Array((l as Uint8Array).slice().buffer);
    expect([...lengths.subarray(own, own + fields.length)]).toEqual([...stated]);
  }
}

describe('finds what an FTS4 index over the same words finds', () => {
  it('in the rows of the snapshot', () => {
    compareWithSqlite();
    compareLengths(new TermIndex(db, 'publications', fields.length));
  });

  it('in rows that were added since, too', () => {
    const lengths = new TermIndex(db, 'publications', fields.length);
    for (const [i, row] of insert(stored + 1, 40).entries()) {
      text.add(stored + 1 + i, row);
      lengths.add(stored + 1 + i, row);
    }
    compareWithSqlite();
    compareLengths(lengths);
  });
});
