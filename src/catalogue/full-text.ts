import type { Kind, RecordOf } from '../records/kinds.ts';
import { indexText, variantText } from '../text/index-text.ts';
import type { Alternative, Term } from '../text/query.ts';
import type { KindIndex } from './kind-index.ts';
import { all, type Database, type Statement } from './sqlite.ts';

/** Rows that match a text, by row number, each with its score (higher is better). */
export interface Hits {
  readonly rows: number[];
  readonly scores: number[];
}

const k1 = 1.2;
const b = 0.75;
/** The variant column's weight; a variant is worth a little less than the word as it stands. */
const variantWeight = 3;
/** More than any sum of weights: the number of terms found decides first. */
const perTermFound = 1000;

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
  return [row, ...texts.map(indexText), variants.filter((text) => text !== '').join(' ')];
}

/** Full-text search of one kind by BM25 (Robertson and Zaragoza, 2009), weighted by field. */
export class FullText {
  private readonly db: Database;
  private readonly table: string;
  private readonly weights: readonly number[];
  private readonly fields: readonly string[];

  constructor(db: Database, index: KindIndex) {
    this.db = db;
    this.table = `${index.kind}_text`;
    this.weights = [...index.text.map((field) => field.weight), variantWeight];
    this.fields = textFields(index);
  }

  /** Rows in which every term is found. */
  every(terms: readonly Term[], collector: HitCollector): Hits {
    return this.run(terms, ' AND ', collector);
  }

  /** Rows in which at least one term is found; those with more of them score higher. */
  some(terms: readonly Term[], collector: HitCollector): Hits {
    return this.run(terms, ' OR ', collector);
  }

  /** Rows whose field has the word; the variants of names stand in the field `variants`. */
  inField(field: string, word: string): number[] {
    if (!this.fields.includes(field)) throw new Error(`${this.table} has no field ${field}`);
    // A word is letters and digits only, so it cannot be read as query syntax.
    const sql = `SELECT docid FROM "${this.table}" WHERE "${this.table}" MATCH ?`;
    return all(this.db, sql, [`${field}:${word}`]).map((row) => row.docid as number);
  }

  private run(terms: readonly Term[], operator: string, collector: HitCollector): Hits {
    if (terms.length === 0) return { rows: [], scores: [] };
    collector.begin(terms, this.weights);
    const match = terms.map(matchTerm).join(operator);
    // The function says no to every row once it has it, so that one step of the statement sees them all.
    const info = `matchinfo("${this.table}", 'pcnalx')`;
    const sql = `SELECT 1 FROM "${this.table}" WHERE "${this.table}" MATCH ? AND collect_hit(docid, ${info})`;
    all(this.db, sql, [match]);
    return collector.end();
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
  private rows: number[] = [];
  private scores: number[] = [];
  private weights: readonly number[] = [];
  private termOfPhrase: number[] = [];
  private phraseWeight: number[] = [];

  constructor(db: Database) {
    db.create_function('collect_hit', (docid: number, info: Uint8Array) => {
      this.rows.push(docid);
      // Four decimals are finer than any difference that matters, and keep cursors short.
      this.scores.push(Math.round(this.score(info) * 1e4) / 1e4);
      return 0;
    });
  }

  begin(terms: readonly Term[], weights: readonly number[]): void {
    this.rows = [];
    this.scores = [];
    this.weights = weights;
    this.termOfPhrase = terms.flatMap((term, i) => term.alternatives.map(() => i));
    this.phraseWeight = terms.flatMap((term) => term.alternatives.map(({ weight }) => weight));
  }

  end(): Hits {
    return { rows: this.rows, scores: this.scores };
  }

  /** `info` is matchinfo in the format pcnalx (SQLite FTS3/4, section 4.1). */
  private score(info: Uint8Array): number {
    const view = new Uint32Array(info.buffer, info.byteOffset, info.byteLength / 4);
    const phrases = view[0] as number;
    const columns = view[1] as number;
    const records = view[2] as number;
    const lengths = 3 + columns;
    const hits = lengths + columns;
    let sum = 0;
    let found = 0;
    let lastTerm = -1;
    for (let p = 0; p < phrases; p++) {
      let frequency = 0;
      let inRecords = 0;
      for (let c = 0; c < columns; c++) {
        const at = hits + 3 * (p * columns + c);
        inRecords = Math.max(inRecords, view[at + 2] as number);
        const count = view[at] as number;
        if (count === 0) continue;
        const mean = Math.max(1, view[3 + c] as number);
        const length = view[lengths + c] as number;
        // Weighted term frequency of all fields is saturated once (BM25F), so that a word in the name and
        // in the description does not count as two independent findings.
        frequency += ((this.weights[c] as number) * count) / (1 - b + (b * length) / mean);
      }
      if (frequency === 0) continue;
      const idf = Math.log(1 + (records - inRecords + 0.5) / (inRecords + 0.5));
      sum += (this.phraseWeight[p] as number) * idf * ((frequency * (k1 + 1)) / (frequency + k1));
      const term = this.termOfPhrase[p] as number;
      if (term !== lastTerm) found++;
      lastTerm = term;
    }
    return sum + perTermFound * found;
  }
}

/** How many terms a score says were found. */
export function termsFound(score: number): number {
  return Math.floor(score / perTermFound);
}

/** The part of a score that tells rows with as many terms apart. */
export function withoutTerms(score: number): number {
  return score - perTermFound * termsFound(score);
}
