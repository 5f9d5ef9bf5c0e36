import { fold } from '../text/fold.ts';
import { type Database, oneOf } from './sqlite.ts';

/** What of a text decides its place from A to Z: folded letters, digits and the spaces between them. */
export function alphabeticalKey(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9 ]/g, '')
    .trim();
}

/** The place of each of `rows` rows, counted from 0, from A to Z by a text field; equal texts share one. */
export function alphabeticalRanks(db: Database, kind: string, field: string, rows: number): Float64Array {
  // A step of a statement costs more than all that is done with a row here.
  const statement = db.prepare(
    `SELECT group_concat("row", char(10)) AS "rows", group_concat(coalesce("${field}", ''), char(10)) AS texts FROM "${kind}"`,
  );
  const all = oneOf(statement, []);
  statement.free();
  const texts = String(all?.texts ?? '').split('\n');
  const ids = String(all?.rows ?? '').split('\n');
  const keys = texts.map((text, i) => ({ key: alphabeticalKey(text), index: Number(ids[i]) - 1 }));
  keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const ranks = new Float64Array(rows);
  let rank = 0;
  for (const [i, { key, index }] of keys.entries()) {
    if (key !== keys[i - 1]?.key) rank = i;
    ranks[index] = rank;
  }
  return ranks;
}
