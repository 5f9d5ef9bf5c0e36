import { type Kind, kinds } from '../kinds/kinds.ts';
import { editDistance } from '../text/distance.ts';
import { slipCost } from '../text/slips.ts';
import { BoundedCache } from './bounded-cache.ts';
import type { FullText } from './full-text.ts';
import { all, type Database, oneOf, type Statement } from './sqlite.ts';

export interface NearWord {
  readonly word: string;
  /** How unlikely the slip is, in edits. */
  readonly cost: number;
  /** Its document frequency. */
  readonly records: number;
}

/** Shorter words are no candidates for spelling correction, and words with digits are names of things. */
const MIN_WORD_LENGTH = 3;

const LINE_BREAK = 10;

/** The nearest words of so many are cached: one call asks for the same ones in several arguments. */
const CACHED_NEAR = 200;

/** Stores the words of every kind's index by length, since reading them from the index itself is slow. */
export function writeTermDictionary(db: Database, kinds: readonly Kind[]): void {
  db.run(
    'CREATE TABLE vocabulary (kind TEXT, length INTEGER, lines TEXT, PRIMARY KEY (kind, length)) WITHOUT ROWID',
  );
  for (const kind of kinds) {
    const byLength = new Map<number, string[]>();
    for (const { term, records } of all(db, `SELECT term, records FROM "${kind}_terms" ORDER BY term`)) {
      const word = String(term);
      if (word.length < MIN_WORD_LENGTH || /\d/.test(word)) continue;
      const lines = byLength.get(word.length) ?? [];
      byLength.set(word.length, lines);
      lines.push(`${word} ${records}`);
    }
    for (const [length, lines] of byLength) {
      db.run('INSERT INTO vocabulary VALUES (?, ?, ?)', [kind, length, lines.join('\n')]);
    }
  }
}

/** The words that the full-text index of a kind holds. */
export class TermDictionary {
  readonly #db: Database;
  readonly #kind: Kind;
  readonly #text: Pick<FullText, 'count' | 'beginning' | 'withPhrase'>;
  readonly #candidates = new Map<number, Candidates>();
  /** The nearest words of a word, by it and how far they may be. */
  readonly #near = new BoundedCache<string, readonly NearWord[]>(CACHED_NEAR);
  #elsewhere: Statement | undefined;

  /** Records in the snapshot. */
  readonly records: number;

  constructor(
    db: Database,
    kind: Kind,
    records: number,
    text: Pick<FullText, 'count' | 'beginning' | 'withPhrase'>,
  ) {
    this.#db = db;
    this.#kind = kind;
    this.records = records;
    this.#text = text;
  }

  /** Document frequency in the snapshot; 1 if only added records have the word, 0 if none. */
  count(word: string): number {
    return this.#text.count(word);
  }

  /** True if some record has a word with this prefix. */
  hasPrefix(prefix: string): boolean {
    return this.#text.beginning(prefix).words.length > 0;
  }

  /** True if the words stand next to each other in some record. */
  areNeighbours(words: readonly string[]): boolean {
    return words.every((word) => this.count(word) > 0) && this.#text.withPhrase(words).length > 0;
  }

  /** True for a word that another kind's records use: it is no slip. Papers are many and have slips: two must use it. */
  isUsedElsewhere(word: string): boolean {
    this.#elsewhere ??= this.#db.prepare(
      kinds
        .filter((kind) => kind !== this.#kind)
        .map(
          (kind) =>
            `SELECT 1 FROM "${kind}_terms" WHERE term = ?1 AND records >= ${kind === 'publications' ? 2 : 1}`,
        )
        .join(' UNION ALL '),
    );
    return oneOf(this.#elsewhere, [word]) !== undefined;
  }

  /**
   * Spelling corrections of a word, likeliest first: of four letters one edit away, of more two, as far as such slips
   * are common, and at `most` so many. Numbers and words with digits are not corrected.
   */
  near(word: string, max: number, most = 2): NearWord[] {
    return this.#near.get(`${most} ${word}`, () => this.#findNear(word, most)).slice(0, max);
  }

  #findNear(word: string, most: number): readonly NearWord[] {
    if (word.length < 4 || /\d/.test(word)) return [];
    const bound = word.length < 5 ? 1 : most;
    const letters = letterBits(word, 0, word.length);
    // Every word that is short enough would seem near to one of another script.
    if (letters === 0) return [];
    const found: (NearWord & { readonly rank: number })[] = [];
    for (let length = word.length - bound; length <= word.length + bound; length++) {
      const group = this.#ofLength(length);
      // An insertion or deletion changes the set of letters by one, any other edit by two at most.
      const apart = 2 * bound - Math.abs(length - word.length);
      for (let i = 0; i < group.starts.length; i++) {
        if (bitCount(letters ^ (group.letters[i] as number)) > apart) continue;
        const start = group.starts[i] as number;
        const candidate = group.lines.slice(start, start + length);
        if (candidate === word || editDistance(word, candidate, bound) > bound) continue;
        const cost = slipCost(word, candidate);
        if (cost > mostCost(word.length)) continue;
        const records = Number.parseInt(group.lines.slice(start + length + 1, start + length + 12), 10);
        found.push({ word: candidate, records, cost, rank: cost - FREQUENCY_SHARE * Math.log10(records) });
      }
    }
    return found.sort((a, b) => a.rank - b.rank || (a.word < b.word ? -1 : 1));
  }

  /** All words of a length without digits in the snapshot; read when a correction first needs them. */
  #ofLength(length: number): Candidates {
    const known = this.#candidates.get(length);
    if (known !== undefined) return known;
    const sql = 'SELECT lines FROM vocabulary WHERE kind = ? AND length = ?';
    const stored = all(this.#db, sql, [this.#kind, length])[0]?.lines;
    const group = candidatesIn(typeof stored === 'string' ? stored : '', length);
    this.#candidates.set(length, group);
    return group;
  }
}

/** Words of one length, a line each, each followed by its document frequency: where they begin, and their letters. */
interface Candidates {
  readonly lines: string;
  readonly starts: Int32Array;
  readonly letters: Int32Array;
}

function candidatesIn(lines: string, length: number): Candidates {
  const most = Math.ceil(lines.length / (length + 2));
  const starts = new Int32Array(most);
  const letters = new Int32Array(most);
  let count = 0;
  for (let start = 0; start < lines.length; ) {
    starts[count] = start;
    letters[count++] = letterBits(lines, start, start + length);
    // A frequency has a few digits: looking for the line break by a call takes longer than by steps.
    let end = start + length + 1;
    while (end < lines.length && lines.charCodeAt(end) !== LINE_BREAK) end++;
    start = end + 1;
  }
  return { lines, starts: starts.subarray(0, count), letters: letters.subarray(0, count) };
}

/** The set of letters a to z in a part of a text, one bit each. */
function letterBits(text: string, from: number, to: number): number {
  let bits = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i) - 97;
    if (code >= 0 && code < 26) bits |= 1 << code;
  }
  return bits;
}

/** Sums the bits of pairs, then of fours, and so on (Warren, Hacker's Delight, section 5-1). */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333);
  return Math.imul((fours + (fours >> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** What a word gains as a correction for being ten times as frequent, in edits. */
const FREQUENCY_SHARE = 0.25;

/** Longer words may have more slips, and still be meant: `acme` is not `came`, nor `zorba` `zebra`. */
function mostCost(letters: number): number {
  return letters < 6 ? (letters < 5 ? 1.05 : 1.15) : 2.1;
}
