import type { Kind, KindIndex, RecordOf } from '../../kinds/kinds.ts';
import { lazily } from '../../lib/lazily.ts';
import { BoundedCache } from '../bounded-cache.ts';
import { type Database, oneOf, type Statement } from '../sqlite.ts';
import { storedVectors } from './stored.ts';
import { type MeaningTable, meaningOfRecord, meaningOfWords, ROW_BYTES, type RowOf } from './table.ts';
import { meaningTexts } from './texts.ts';
import { DIMENSIONS, PackedVectors, packed } from './vectors.ts';
import { meaningWords } from './words.ts';

/** Rows of so many words, and what so many texts mean, are kept. */
const CACHED_WORDS = 2000;
const CACHED_TEXTS = 50;
/** Beyond so many different signs a vector says something else. */
const FURTHEST = DIMENSIONS / 2;
/** So many times as many rows as are wanted are put in order first: some do not pass. */
const SPARE = 2;

/** What the records of a kind mean: rows from 0 on. Nothing is read before it is asked for. */
export class RecordMeanings<K extends Kind> {
  readonly #db: Database;
  readonly #index: KindIndex<K>;
  readonly #stored: () => PackedVectors | undefined;
  /** Of rows that were added. */
  readonly #added: RecordOf<K>[] = [];
  #addedVectors: PackedVectors | undefined;
  #byWord: Statement | undefined;
  readonly #rows = new BoundedCache<string, Uint8Array | undefined>(CACHED_WORDS);
  readonly #texts = new BoundedCache<string, MeaningTable | undefined>(CACHED_TEXTS);

  /** `rows` are those of the snapshot. */
  constructor(db: Database, index: KindIndex<K>, rows: number) {
    this.#db = db;
    this.#index = index;
    this.#stored = lazily(() => {
      const bytes = storedVectors(db, index.kind, rows);
      return bytes && new PackedVectors(bytes);
    });
  }

  /** False where the snapshot has no table, or one that this program cannot read: then records are found by words alone. */
  get areThere(): boolean {
    return this.#stored() !== undefined;
  }

  /** What a text means; undefined where none of its words is known. */
  of(text: string): MeaningTable | undefined {
    if (!this.areThere) return undefined;
    return this.#texts.get(text, () => meaningOfWords(meaningWords(text), this.#rowOf));
  }

  /** What a record means. */
  ofRow(row: number): Float32Array {
    const [vectors, own] = this.#at(row);
    return vectors.unit(own);
  }

  /** A record behind all others. */
  add(record: RecordOf<K>): void {
    this.#added.push(record);
    this.#addedVectors = undefined;
  }

  /** The cosine of what a row means and a vector, from -1 to 1. */
  cosine(row: number, vector: Float32Array): number {
    const [vectors, own] = this.#at(row);
    return vectors.cosine(own, vector);
  }

  /** At most so many rows that pass a test, those that seem nearest to a vector first, by signs; added ones before all. */
  near(vector: Float32Array, most: number, isWanted: (row: number) => boolean): Int32Array {
    const stored = this.#stored();
    if (stored === undefined) return new Int32Array(0);
    const found: number[] = [];
    const take = (rows: Iterable<number>) => {
      for (const row of rows) {
        if (found.length === most) return;
        if (isWanted(row)) found.push(row);
      }
    };
    take(this.#added.map((_, place) => stored.rows + place));
    const { starts, rowsUpTo } = byDistance(stored.distances(vector));
    const few = starts.findIndex((before) => before >= SPARE * most);
    const bound = few === -1 ? FURTHEST + 1 : Math.min(few, FURTHEST + 1);
    const first = rowsUpTo(bound);
    take(first);
    // Where hardly a row passes the test, all that may be near are looked at.
    if (found.length < most && bound <= FURTHEST) take(rowsUpTo(FURTHEST + 1).subarray(first.length));
    return Int32Array.from(found);
  }

  /** Where the vector of a row stands. */
  #at(row: number): [PackedVectors, number] {
    const stored = this.#stored() as PackedVectors;
    if (row < stored.rows) return [stored, row];
    this.#addedVectors ??= this.#vectorsOfAdded();
    return [this.#addedVectors, row - stored.rows];
  }

  #vectorsOfAdded(): PackedVectors {
    const vectors = this.#added.map((record) => {
      const { title, rest } = meaningTexts(this.#index, record);
      return packed(meaningOfRecord(title, rest, this.#rowOf)?.vector ?? new Float32Array(DIMENSIONS));
    });
    return new PackedVectors(new Uint8Array(vectors.flatMap((bytes) => [...bytes])));
  }

  readonly #rowOf: RowOf = (word) => this.#rows.get(word, this.#readRow);

  readonly #readRow: RowOf = (word) => {
    this.#byWord ??= this.#db.prepare('SELECT row FROM meaning WHERE word = ?');
    const row = oneOf(this.#byWord, [word])?.row;
    return row instanceof Uint8Array && row.length === ROW_BYTES ? row : undefined;
  };
}

/** How many rows are nearer than each distance, and the rows nearer than one in the order of their distances. */
function byDistance(distances: Uint8Array) {
  const starts = new Int32Array(DIMENSIONS + 2);
  for (let row = 0; row < distances.length; row++) {
    const next = (distances[row] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  const rowsUpTo = (bound: number): Int32Array => {
    const places = starts.slice();
    const rows = new Int32Array(starts[bound] as number);
    for (let row = 0; row < distances.length; row++) {
      const distance = distances[row] as number;
      if (distance >= bound) continue;
      const place = places[distance] as number;
      rows[place] = row;
      places[distance] = place + 1;
    }
    return rows;
  };
  return { starts, rowsUpTo };
}
