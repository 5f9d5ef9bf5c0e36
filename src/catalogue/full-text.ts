import type { Kind, RecordOf } from '../records/kinds.ts';
import { foldedText, indexText, variantText } from '../text/index-text.ts';
import type { Alternative, Term } from '../text/query.ts';
import type { KindIndex } from './kind-index.ts';
import { all, type Database, numbers, type Statement } from './sqlite.ts';

/** Rows that match a text, by row number, each with its score (higher is better). */
export interface Hits {
  readonly rows: number[];
  readonly scores: number[];
  /** The part of what was asked that the row has, by information: 1 if it has every term as written. */
  readonly coverage: number[];
}

const k1 = 1.2;
const b = 0.75;
/** What a further alternative of a term adds, as a part of its own score. */
const confirmation = 0.5;
/** The variant column's weight; a variant is worth a little less than the word as it stands. */
const variantWeight = 3;

/** DDL of a kind's full-text table. It stores the index alone: the text comes from the record. */
export function createTextTable(db: Database, index: KindIndex): void {
  const fields = textFields(index);
  db.run(
    `CREATE VIRTUAL TABLE "${index.kind}_text" USING fts4(content="", tokenize=simple, ${fields.join(', ')})`,
  );
}

function textFields(index: KindIndex): string[] {
  return [...index.text.map((field) => field.name), 'variants'];
}

/** A prepared INSERT that takes what `toTextRow` gives. */
export function prepareTextInsert(db: Database, index: KindIndex): Statement {
  const fields = textFields(index);
  const slots = ['?', ...fields.map(() => '?')].join(', ');
  return db.prepare(`INSERT INTO "${index.kind}_text" (docid, ${fields.join(', ')}) VALUES (${slots})`);
}

/** The row number and the text of every field, folded. */
export function toTextRow<K extends Kind>(
  index: KindIndex<K>,
  record: RecordOf<K>,
  row: number,
): (string | number)[] {
  const texts = index.text.map((field) => field.of(record));
  const variants = index.text.map((field, i) => (field.variants ? variantText(texts[i] ?? '') : ''));
  const forms = index.text.map((field, i) => (field.verbatim ? foldedText : indexText)(texts[i] ?? ''));
  return [row, ...forms, variants.filter((text) => text !== '').join(' ')];
}

/** What BM25 needs to know of the whole index. */
interface FieldStatistics {
  readonly records: number;
  readonly weights: readonly number[];
  /** In words. */
  readonly meanLengths: readonly number[];
}

type CountRecords = (word: string) => number;

/** Full-text search of one kind by BM25 (Robertson and Zaragoza, 2009), weighted by field. */
export class FullText {
  private readonly db: Database;
  private readonly table: string;
  private readonly weights: readonly number[];
  private readonly fields: readonly string[];

  private readonly countRecords: CountRecords;
  private known: FieldStatistics | undefined;

  /** `countRecords` tells in how many records a word stands. */
  constructor(db: Database, index: KindIndex, countRecords: CountRecords) {
    this.db = db;
    this.countRecords = countRecords;
    this.table = `${index.kind}_text`;
    this.weights = [...index.text.map((field) => field.weight), variantWeight];
    this.fields = textFields(index);
  }

  /** Rows in which every term is found. */
  every(terms: readonly Term[], collector: HitCollector): Hits {
    return this.run(terms, ' AND ', collector);
  }

  /** Rows in which at least one term is found. */
  some(terms: readonly Term[], collector: HitCollector): Hits {
    return this.run(terms, ' OR ', collector);
  }

  /** Rows whose field has the word; the variants of names stand in the field `variants`. */
  inField(field: string, word: string): number[] {
    if (!this.fields.includes(field)) throw new Error(`${this.table} has no field ${field}`);
    // A word is letters and digits only, so it cannot be read as query syntax.
    return this.rowsOf(`${field}:${word}`);
  }

  /** Rows in which at least one term is found, without their scores. */
  rowsWith(terms: readonly Term[]): number[] {
    return terms.length === 0 ? [] : this.rowsOf(terms.map(matchTerm).join(' OR '));
  }

  /** Rows in which the words stand next to each other. */
  withPhrase(words: readonly string[]): number[] {
    return this.rowsOf(`"${words.join(' ')}"`);
  }

  private rowsOf(match: string): number[] {
    return numbers(this.db, `SELECT docid FROM "${this.table}" WHERE "${this.table}" MATCH ?`, [match]);
  }

  private run(terms: readonly Term[], operator: string, collector: HitCollector): Hits {
    if (terms.length === 0) return { rows: [], scores: [], coverage: [] };
    collector.begin(terms, this.statistics, this.countRecords);
    const match = terms.map(matchTerm).join(operator);
    // The function says no to every row once it has it, so that one step of the statement sees them all.
    const info = `matchinfo("${this.table}", 'ly')`;
    const sql = `SELECT 1 FROM "${this.table}" WHERE "${this.table}" MATCH ? AND collect_hit(docid, ${info})`;
    all(this.db, sql, [match]);
    return collector.end();
  }

  /** Number of records and mean length of each field; they hold for the index, so one row tells. */
  private get statistics(): FieldStatistics {
    this.known ??= this.readStatistics();
    return this.known;
  }

  private readStatistics(): FieldStatistics {
    const sql = `SELECT matchinfo("${this.table}", 'na') AS info FROM "${this.table}" WHERE "${this.table}" MATCH ? LIMIT 1`;
    const sample = all(this.db, `SELECT term FROM temp."${this.table.replace('_text', '_terms')}" LIMIT 1`)[0]
      ?.term;
    const info = sample === undefined ? undefined : all(this.db, sql, [`"${sample}"`])[0]?.info;
    if (!(info instanceof Uint8Array)) return { records: 0, weights: this.weights, meanLengths: [] };
    const [records = 0, ...meanLengths] = new Uint32Array(info.slice().buffer);
    return { records, weights: this.weights, meanLengths };
  }
}

function matchTerm(term: Term): string {
  return `(${term.alternatives.map(matchAlternative).join(' OR ')})`;
}

/** Words hold letters and digits only, so quoting is all the escaping there is to do. */
function matchAlternative(alternative: Alternative): string {
  return `"${alternative.words.join(' ')}${alternative.prefix ? '*' : ''}"`;
}

/**
 * The SQL function `collect_hit(docid, matchinfo)`: computes the score of a row where SQLite stands, so
 * that no row is stepped through from outside. One a database, used by one search at a time.
 */
export class HitCollector {
  private hits: Hits = { rows: [], scores: [], coverage: [] };
  private weights: readonly number[] = [];
  private meanLengths: readonly number[] = [];
  private phrases: readonly Phrase[] = [];
  /** What each term tells if it is found; sums to 1. */
  private shares: readonly number[] = [];
  /** What the current row has of each term: the weight of its best alternative, or 0. */
  private found = new Float64Array(0);
  /** What the current row scores by each term. */
  private best = new Float64Array(0);

  constructor(db: Database) {
    db.create_function('collect_hit', (docid: number, info: Uint8Array) => {
      this.measure(docid, info);
      return 0;
    });
  }

  begin(terms: readonly Term[], statistics: FieldStatistics, countRecords: CountRecords): void {
    this.hits = { rows: [], scores: [], coverage: [] };
    this.weights = statistics.weights;
    this.meanLengths = statistics.meanLengths;
    const groups = terms.map((term, i) => phrasesOf(term, i, statistics.records, countRecords));
    this.phrases = groups.flat();
    const told = groups.map(tellsOf);
    const all = told.reduce((sum, value) => sum + value, 0);
    this.shares = told.map((value) => (all === 0 ? 0 : value / all));
    this.found = new Float64Array(terms.length);
    this.best = new Float64Array(terms.length);
  }

  end(): Hits {
    return this.hits;
  }

  /** `info` is matchinfo in the format ly (SQLite FTS3/4, section 4.1): field lengths, then hits by phrase. */
  private measure(docid: number, info: Uint8Array): void {
    const view = new Uint32Array(info.buffer, info.byteOffset, info.byteLength / 4);
    const fields = this.weights.length;
    this.found.fill(0);
    this.best.fill(0);
    for (let p = 0; p < this.phrases.length; p++) {
      let frequency = 0;
      for (let c = 0; c < fields; c++) {
        const count = view[fields + p * fields + c] as number;
        if (count === 0) continue;
        const length = (view[c] as number) / Math.max(1, this.meanLengths[c] ?? 1);
        // Weighted term frequency of all fields is saturated once (BM25F), so that a word in the name and in
        // the description does not count as two independent findings.
        frequency += ((this.weights[c] as number) * count) / (1 - b + b * length);
      }
      if (frequency === 0) continue;
      const { term, weight, idf } = this.phrases[p] as Phrase;
      // Alternatives are one term said differently: the best counts, and the others confirm it a little.
      const score = weight * idf * ((frequency * (k1 + 1)) / (frequency + k1));
      const best = this.best[term] as number;
      this.best[term] = Math.max(best, score) + confirmation * Math.min(best, score);
      this.found[term] = Math.max(this.found[term] as number, weight);
    }
    let score = 0;
    for (let t = 0; t < this.best.length; t++) score += this.best[t] as number;
    this.hits.rows.push(docid);
    // Four decimals are finer than any difference that matters, and keep cursors short.
    this.hits.scores.push(Math.round(score * 1e4) / 1e4);
    this.hits.coverage.push(this.coverage());
  }

  private coverage(): number {
    let covered = 0;
    for (let t = 0; t < this.found.length; t++)
      covered += (this.shares[t] as number) * (this.found[t] as number);
    return covered;
  }
}

interface Phrase {
  readonly term: number;
  readonly weight: number;
  readonly idf: number;
  readonly records: number;
}

/** No alternative tells more than the word as it was written, however rare it is itself. */
function phrasesOf(term: Term, index: number, all: number, countRecords: CountRecords): Phrase[] {
  const phrases = term.alternatives.map(({ words, prefix, weight }) => {
    // A phrase stands in no more records than its rarest word; a prefix in as many as it likes.
    const records = prefix ? 1 : Math.min(...words.map(countRecords));
    return { term: index, weight, records, idf: inverseFrequency(all, records) };
  });
  const [written] = phrases;
  const most = written === undefined || written.records === 0 ? Number.POSITIVE_INFINITY : written.idf;
  return phrases.map((phrase) => ({ ...phrase, idf: Math.min(most, phrase.idf) }));
}

function inverseFrequency(records: number, having: number): number {
  return Math.log(1 + Math.max(0, records - having + 0.5) / (having + 0.5));
}

/** A term tells as much as its commonest phrase that stands anywhere. */
function tellsOf(phrases: readonly Phrase[]): number {
  const known = phrases.filter(({ records }) => records > 0).map(({ idf }) => idf);
  return known.length === 0 ? 0 : Math.min(...known);
}
