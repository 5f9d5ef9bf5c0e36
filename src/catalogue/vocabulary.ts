import type { Kind } from '../records/kinds.ts';
import { editDistance } from '../text/distance.ts';
import { all, type Database, oneOf, type Statement } from './sqlite.ts';

export interface NearWord {
  readonly word: string;
  readonly distance: number;
  /** Records that have it. */
  readonly records: number;
}

/** The words that the full-text index of a kind holds. */
export class Vocabulary {
  private readonly db: Database;
  private readonly table: string;
  private readonly known = new Map<string, number>();
  private lookup: Statement | undefined;

  /** Records in the snapshot. */
  readonly records: number;

  constructor(db: Database, kind: Kind) {
    this.db = db;
    this.table = `temp."${kind}_terms"`;
    this.records = all(db, `SELECT max("row") AS last FROM "${kind}"`)[0]?.last as number;
    db.run(`CREATE VIRTUAL TABLE IF NOT EXISTS ${this.table} USING fts4aux(main, "${kind}_text")`);
  }

  /** Records that have the word. */
  count(word: string): number {
    let count = this.known.get(word);
    if (count === undefined) {
      this.lookup ??= this.db.prepare(`SELECT documents FROM ${this.table} WHERE term = ? AND col = '*'`);
      count = (oneOf(this.lookup, [word])?.documents as number | undefined) ?? 0;
      // Words of strangers are not kept without bound.
      if (this.known.size > 50_000) this.known.clear();
      this.known.set(word, count);
    }
    return count;
  }

  /** True if some record has a word that begins so. */
  hasPrefix(prefix: string): boolean {
    const sql = `SELECT 1 AS found FROM ${this.table} WHERE term >= ? AND term < ? LIMIT 1`;
    return all(this.db, sql, [prefix, `${prefix}\u{10ffff}`]).length > 0;
  }

  /**
   * The words that one may be a slip of, nearest and commonest first: one edit for four or five letters, two
   * from six on. Numbers and words with digits are no slips.
   */
  near(word: string, max: number): NearWord[] {
    if (word.length < 4 || /\d/.test(word)) return [];
    const bound = word.length < 6 ? 1 : 2;
    const sql = `SELECT term, documents FROM ${this.table} WHERE col = '*' AND length(term) BETWEEN ? AND ?`;
    return all(this.db, sql, [word.length - bound, word.length + bound])
      .map(({ term, documents }) => ({
        word: term as string,
        records: documents as number,
        distance: editDistance(word, term as string),
      }))
      .filter(({ distance, word: near }) => distance > 0 && distance <= bound && !/\d/.test(near))
      .sort((a, b) => rank(word, a) - rank(word, b) || b.records - a.records || (a.word < b.word ? -1 : 1))
      .slice(0, max);
  }

  /** To be called when records were added. */
  forget(): void {
    this.known.clear();
  }
}

/** First letters are seldom wrong. */
function rank(word: string, near: NearWord): number {
  return near.distance + (near.word[0] === word[0] ? 0 : 0.5);
}
