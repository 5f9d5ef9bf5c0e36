import type { Postings } from './postings.ts';

/** One way to satisfy a term. */
export interface Phrase {
  readonly weight: number;
  /** Document frequency, as far as it is known. */
  readonly records: number;
  readonly postings: Postings;
  /** True for what does not satisfy the term. */
  readonly isHint?: true;
}

/** A term and what it is worth. */
export interface Weighed {
  readonly phrases: readonly Phrase[];
  /** By phrase. */
  readonly idfs: readonly number[];
  /** Of the information of all terms. */
  readonly share: number;
}

/** Where rows are few beside all there are, they are sorted instead of looked for among all. */
export const FEW_OF = 16;

/** The terms with what each is worth among so many records, those in the fewest rows first. */
export function weigh(terms: readonly (readonly Phrase[])[], records: number): Weighed[] {
  const idfs = terms.map((phrases) => idfsOf(phrases, records));
  const information = terms.map((phrases, t) => informationOf(phrases, idfs[t] as number[]));
  const all = information.reduce((sum, value) => sum + value, 0);
  return byRarity(terms).map((t) => ({
    phrases: terms[t] as readonly Phrase[],
    idfs: idfs[t] as number[],
    share: all === 0 ? 0 : (information[t] as number) / all,
  }));
}

/** No alternative carries more information than the word as written, however rare it is itself. */
function idfsOf(phrases: readonly Phrase[], all: number): number[] {
  const idfs = phrases.map(({ records }) => inverseFrequency(all, records));
  const [written] = phrases;
  const [own = 0] = idfs;
  const most = written === undefined || written.records === 0 ? Number.POSITIVE_INFINITY : own;
  return idfs.map((idf) => Math.min(most, idf));
}

/** The indexes of the terms, those in the fewest rows first. */
function byRarity(terms: readonly (readonly Phrase[])[]): number[] {
  const rows = terms.map(rowsOf);
  return terms.map((_, t) => t).sort((a, b) => (rows[a] as number) - (rows[b] as number));
}

/** Index terms make no word a common one. */
export function rowsOf(phrases: readonly Phrase[]): number {
  return phrases.reduce(
    (sum, { postings: { rows, positions } }) => sum + (positions.length === 0 ? 0 : rows.length),
    0,
  );
}

function inverseFrequency(records: number, having: number): number {
  return Math.log(1 + Math.max(0, records - having + 0.5) / (having + 0.5));
}

/** A term carries as much information as its most frequent phrase that occurs at all. */
function informationOf(phrases: readonly Phrase[], idfs: readonly number[]): number {
  const known = idfs.filter((_, p) => (phrases[p]?.records ?? 0) > 0);
  return known.length === 0 ? 0 : Math.min(...known);
}

/** Of each term the postings that satisfy it. */
export function satisfying(terms: readonly (readonly Phrase[])[]): Postings[][] {
  return terms.map((phrases) => phrases.flatMap(({ postings, isHint }) => (isHint ? [] : [postings])));
}

/** The rows, ascending, that each term has by at least one of its postings. */
export function rowsWithEvery(terms: readonly (readonly Postings[])[]): Int32Array {
  const bySize = [...terms].sort((a, b) => sizeOf(a) - sizeOf(b));
  const [first = []] = bySize;
  const [only, another] = first;
  if (only === undefined) return new Int32Array(0);
  if (another === undefined && terms.length === 1) return only.rows;
  const last = Math.max(...first.map(({ rows }) => rows.at(-1) ?? 0));
  // How many terms a row has, as long as it has all so far.
  const having = new Uint8Array(last + 1);
  for (const [place, term] of bySize.entries()) {
    for (const { rows } of term) {
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i] as number;
        if (having[row] === place) having[row] = place + 1;
      }
    }
  }
  return marked(having, terms.length, first);
}

/** The rows with this mark, ascending; all are in the postings. */
function marked(marks: Uint8Array, mark: number, postings: readonly Postings[]): Int32Array {
  const size = sizeOf(postings);
  const found = new Int32Array(Math.min(size, marks.length));
  let count = 0;
  if (size * FEW_OF > marks.length) {
    for (let row = 0; row < marks.length; row++) if (marks[row] === mark) found[count++] = row;
    return found.subarray(0, count);
  }
  for (const { rows } of postings) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      if (marks[row] !== mark) continue;
      marks[row] = 0;
      found[count++] = row;
    }
  }
  return found.subarray(0, count).sort();
}

function sizeOf(postings: readonly Postings[]): number {
  return postings.reduce((sum, { rows }) => sum + rows.length, 0);
}
