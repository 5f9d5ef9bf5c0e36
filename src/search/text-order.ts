import { fold } from '../text/fold.ts';
import { type Database, oneOf, type Statement } from './sqlite.ts';

const letters = 9;
const radix = 40;

/** How many numbers stand for a text. */
export const textOrderParts = 3;
const ranks = letters * textOrderParts;

/**
 * The beginning of a text as numbers that sort like it: three times nine folded letters or digits. Texts that
 * differ later are ordered by id.
 */
export function textOrder(text: string): number[] {
  const folded = fold(text);
  const order = [0, 0, 0];
  let taken = 0;
  let spaces = 0;
  for (let i = 0; i < folded.length && taken < ranks; i++) {
    const rank = rankOf(folded.charCodeAt(i));
    if (rank === spaceRank) spaces += taken > 0 ? 1 : 0;
    else if (rank !== undefined) {
      // Spaces count between what can be read, not behind it.
      for (; spaces > 0 && taken < ranks; spaces--) append(order, taken++, spaceRank);
      if (taken < ranks) append(order, taken++, rank);
    }
  }
  while (taken < ranks) append(order, taken++, 0);
  return order;
}

function append(order: number[], place: number, rank: number): void {
  const part = Math.floor(place / letters);
  order[part] = (order[part] as number) * radix + rank;
}

const spaceRank = 1;

function rankOf(code: number): number | undefined {
  if (code === 0x20) return spaceRank;
  if (code >= 0x30 && code <= 0x39) return code - 0x2e;
  return code >= 0x61 && code <= 0x7a ? code - 0x61 + 12 : undefined;
}

/** So many rows are asked for one by one; more are faster read at once. */
const fewRows = 200;

/**
 * The order of a kind's records by a text field. Few ask for it, so that it is made from the records when somebody
 * does: stored, it would be a large part of the file.
 */
export class TextOrder {
  private readonly all: Statement;
  private readonly one: Statement;
  /** The numbers of each row, counted from 0, one after the other. */
  private numbers: Float64Array | undefined;
  private readonly known = new Map<number, readonly number[]>();

  constructor(db: Database, kind: string, field: string) {
    this.all = db.prepare(
      `SELECT group_concat("row", char(10)) AS "rows", group_concat(coalesce("${field}", ''), char(10)) AS texts FROM "${kind}"`,
    );
    this.one = db.prepare(`SELECT "${field}" AS text FROM "${kind}" WHERE "row" = ?`);
  }

  /** A number of a row that is there; `rows` as many as there are now. */
  at(index: number, part: number, rows: number): number {
    if (this.numbers === undefined && this.known.size >= fewRows) this.numbers = this.read(rows);
    const at = index * textOrderParts + part;
    if (this.numbers !== undefined && at < this.numbers.length) return this.numbers[at] as number;
    const order = this.known.get(index) ?? textOrder(String(oneOf(this.one, [index + 1])?.text ?? ''));
    this.known.set(index, order);
    return order[part] as number;
  }

  private read(rows: number): Float64Array {
    const numbers = new Float64Array(rows * textOrderParts);
    // A step of a statement costs more than all that is done with a row here.
    const all = oneOf(this.all, []);
    const texts = String(all?.texts ?? '').split('\n');
    for (const [i, row] of String(all?.rows ?? '')
      .split('\n')
      .entries()) {
      numbers.set(textOrder(texts[i] ?? ''), (Number(row) - 1) * textOrderParts);
    }
    return numbers;
  }
}
