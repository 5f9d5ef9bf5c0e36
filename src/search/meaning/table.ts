import { isStopWord } from '../../text/query.ts';
import { addTimes, DIMENSIONS, unitOf, VECTOR_BYTES } from './vectors.ts';
import { meaningWords } from './words.ts';

/** The row of a word or of two words with a space between them: a number of 32 bits times a packed vector. */
export const ROW_BYTES = 4 + VECTOR_BYTES;

/** Finds the row of a word; undefined for one that the table does not have. */
export type RowOf = (word: string) => Uint8Array | undefined;

/** What a text means, of length 1, and the share of its telling words that the table has. */
export interface MeaningTable {
  readonly vector: Float32Array;
  readonly known: number;
}

/** The sum of the rows of a text's words and of each two next to each other; undefined where none of them tells anything. */
export function meaningOfWords(words: readonly string[], rowOf: RowOf): MeaningTable | undefined {
  const vector = new Float32Array(DIMENSIONS);
  const add = (word: string) => {
    const row = rowOf(word);
    if (row === undefined) return false;
    const scale = new DataView(row.buffer, row.byteOffset, 4).getFloat32(0, true);
    addTimes(vector, row.subarray(4), scale);
    return true;
  };
  let [telling, known] = [0, 0];
  for (const [i, word] of words.entries()) {
    const isKnown = add(word);
    if (!isStopWord(word)) {
      telling++;
      if (isKnown) known++;
    }
    const next = words[i + 1];
    if (next !== undefined) add(`${word} ${next}`);
  }
  return known === 0 ? undefined : { vector: unitOf(vector), known: known / telling };
}

/** What a record means: what it is called counts twice. */
export function meaningOfRecord(title: string, rest: string, rowOf: RowOf): MeaningTable | undefined {
  const called = meaningWords(title);
  return meaningOfWords([...called, ...called, ...meaningWords(rest)], rowOf);
}
