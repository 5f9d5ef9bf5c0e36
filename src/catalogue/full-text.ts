import type { Kind, RecordOf } from '../records/kinds.ts';
import { indexText, variantText } from '../text/index-text.ts';
import type { Alternative, Term } from '../text/query.ts';
import type { KindIndex } from './kind-index.ts';
import { all, type Database, type Statement } from './sqlite.ts';

/** Rows that match a text, by row number, each with its score (higher is better). */
export interface Hits {
  readonly rows: number[];
  readonly scores: number[];
  /** The part of what was asked that the row has, by information: 1 if it has every term as written. */
  readonly coverage: number[];
}

const k1 = 1.2;
const b = 0.75;
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

  /** Rows in which at least one term is found. */
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
    if (terms.length === 0) return { rows: [], scores: [], coverage: [] };
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
  private hits: Hits = { rows: [], scores: [], coverage: [] };
  private weights: readonly number[] = [];
  private phrases: readonly { readonly term: number; readonly weight: number }[] = [];
  /** What the current row has of each term: the weight of its best alternative, or 0. */
  private found = new Float64Array(0);
  /** The greatest information that each term can give. */
  private most = new Float64Array(0);

  constructor(db: Database) {
    db.create_function('collect_hit', (docid: number, info: Uint8Array) => {
      const { score, coverage } = this.measure(info);
      this.hits.rows.push(docid);
      // Four decimals are finer than any difference that matters, and keep cursors short.
      this.hits.scores.push(Math.round(score * 1e4) / 1e4);
      this.hits.coverage.push(coverage);
      return 0;
    });
  }

  begin(terms: readonly Term[], weights: readonly number[]): void {
    this.hits = { rows: [], scores: [], coverage: [] };
    this.weights = weights;
    this.phrases = terms.flatMap((term, i) => term.alternatives.map(({ weight }) => ({ term: i, weight })));
    this.found = new Float64Array(terms.length);
    this.most = new Float64Array(terms.length);
  }

  end(): Hits {
    return this.hits;
  }

  /** `info` is matchinfo in the format pcnalx (SQLite FTS3/4, section 4.1). */
  private measure(info: Uint8Array): { score: number; coverage: number } {
    const view = new Uint32Array(info.buffer, info.byteOffset, info.byteLength / 4);
    const columns = view[1] as number;
    const records = view[2] as number;
    this.found.fill(0);
    this.most.fill(0);
    let score = 0;
    for (let p = 0; p < this.phrases.length; p++) {
      const { term, weight } = this.phrases[p] as { term: number; weight: number };
      const { frequency, inRecords } = this.frequency(view, p, columns);
      const idf = Math.log(1 + (records - inRecords + 0.5) / (inRecords + 0.5));
      // The commonest phrase of a term says how much the term tells.
      const told = inRecords === 0 ? 0 : idf;
      const most = this.most[term] as number;
      if (told > 0) this.most[term] = most === 0 ? told : Math.min(most, told);
      if (frequency === 0) continue;
      score += weight * idf * ((frequency * (k1 + 1)) / (frequency + k1));
      this.found[term] = Math.max(this.found[term] as number, weight);
    }
    return { score, coverage: this.coverage() };
  }

  /** How often a phrase stands in the row, weighted by field and field length, and in how many records. */
  private frequency(view: Uint32Array, phrase: number, columns: number) {
    const lengths = 3 + columns;
    const hits = lengths + columns;
    let frequency = 0;
    let inRecords = 0;
    for (let c = 0; c < columns; c++) {
      const at = hits + 3 * (phrase * columns + c);
      inRecords = Math.max(inRecords, view[at + 2] as number);
      const count = view[at] as number;
      if (count === 0) continue;
      const mean = Math.max(1, view[3 + c] as number);
      // Weighted term frequency of all fields is saturated once (BM25F), so that a word in the name and in the
      // description does not count as two independent findings.
      frequency +=
        ((this.weights[c] as number) * count) / (1 - b + (b * (view[lengths + c] as number)) / mean);
    }
    return { frequency, inRecords };
  }

  private coverage(): number {
    let found = 0;
    let all = 0;
    for (let t = 0; t < this.most.length; t++) {
      all += this.most[t] as number;
      found += (this.most[t] as number) * (this.found[t] as number);
    }
    return all === 0 ? 0 : found / all;
  }
}
