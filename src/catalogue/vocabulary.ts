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
  private candidates: ReadonlyMap<number, readonly Candidate[]> | undefined;

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
    const letters = letterBits(word);
    const found: NearWord[] = [];
    for (let length = word.length - bound; length <= word.length + bound; length++) {
      for (const candidate of this.byLength().get(length) ?? []) {
        // Each slip changes the set of letters by two at the most: most words need no closer look.
        if (bitCount(letters ^ candidate.letters) > 2 * bound || candidate.word === word) continue;
        const distance = editDistance(word, candidate.word);
        if (distance <= bound) found.push({ word: candidate.word, records: candidate.records, distance });
      }
    }
    return found
      .sort((a, b) => rank(word, a) - rank(word, b) || b.records - a.records || (a.word < b.word ? -1 : 1))
      .slice(0, max);
  }

  /** Every word without digits, by length; read when the first unknown word comes. */
  private byLength(): ReadonlyMap<number, readonly Candidate[]> {
    if (this.candidates !== undefined) return this.candidates;
    const sql = `SELECT term, documents FROM ${this.table} WHERE col = '*'`;
    const groups = new Map<number, Candidate[]>();
    for (const { term, documents } of all(this.db, sql)) {
      const word = term as string;
      if (word.length < 3 || /\d/.test(word)) continue;
      const group = groups.get(word.length) ?? [];
      group.push({ word, records: documents as number, letters: letterBits(word) });
      groups.set(word.length, group);
    }
    this.candidates = groups;
    return groups;
  }

  /** To be called when records were added. */
  forget(): void {
    this.candidates = undefined;
    this.known.clear();
  }
}

interface Candidate {
  readonly word: string;
  readonly records: number;
  readonly letters: number;
}

/** Which of the letters a to z a word has, a bit each. */
function letterBits(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i) - 97;
    if (code >= 0 && code < 26) bits |= 1 << code;
  }
  return bits;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** First letters are seldom wrong. */
function rank(word: string, near: NearWord): number {
  return near.distance + (near.word[0] === word[0] ? 0 : 0.5);
}
