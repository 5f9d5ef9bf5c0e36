import { all, type Database, oneOf, type SqlValue, type Statement } from './sqlite.ts';

/** Shorter texts are not worth sharing. */
const MIN_SHARED_LENGTH = 12;

/**
 * JSON texts that several records have are stored once in a table of their own, and in the records as a number,
 * which is JSON too: topics of papers and the lists in which papers were found repeat often.
 */
export function createSharedTable(db: Database): void {
  db.run('CREATE TABLE "shared" ("number" INTEGER PRIMARY KEY, "text" TEXT)');
}

/** Replaces repeated texts in these columns of the rows to be stored. */
export function shareTexts(db: Database, rows: SqlValue[][], columns: readonly number[]): void {
  const times = new Map<string, number>();
  for (const text of textsOf(rows, columns)) times.set(text, (times.get(text) ?? 0) + 1);
  const numbers = new Map<string, number>();
  let last = (all(db, 'SELECT max("number") AS last FROM "shared"')[0]?.last as number | null) ?? 0;
  const insert = db.prepare('INSERT INTO "shared" ("number", "text") VALUES (?, ?)');
  for (const [text, count] of times) {
    if (count === 1 || text.length < MIN_SHARED_LENGTH) continue;
    last += 1;
    numbers.set(text, last);
    insert.run([last, text]);
  }
  insert.free();
  for (const row of rows) {
    for (const column of columns) {
      const number = numbers.get(row[column] as string);
      if (number !== undefined) row[column] = String(number);
    }
  }
}

function* textsOf(rows: readonly SqlValue[][], columns: readonly number[]): Iterable<string> {
  for (const row of rows) {
    for (const column of columns) {
      const text = row[column];
      if (typeof text === 'string') yield text;
    }
  }
}

/** Reads JSON that may be a reference to the shared table. */
export class SharedTexts {
  readonly #byNumber: Statement;
  readonly #known = new Map<number, string>();

  constructor(db: Database) {
    this.#byNumber = db.prepare('SELECT "text" FROM "shared" WHERE "number" = ?');
  }

  /** What a text of JSON stands for, made anew; lists and objects stand for themselves, a number for another text. */
  readonly parse = (json: string): unknown => JSON.parse(/^\d/.test(json) ? this.#text(Number(json)) : json);

  #text(number: number): string {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const text = oneOf(this.#byNumber, [number])?.text;
    if (typeof text !== 'string') throw new Error(`The data refer to a text ${number} that they lack.`);
    this.#known.set(number, text);
    return text;
  }
}
