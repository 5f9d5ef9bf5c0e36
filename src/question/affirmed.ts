import type { Kind } from '../kinds/kinds.ts';
import type { KindStore } from '../search/kind-store.ts';
import { fold, stems } from '../text/fold.ts';
import { parseQuery } from '../text/query.ts';

/** The records of more are not read: what they are found by is what they say. */
const MAX_READ = 300;

/**
 * Rows whose own text affirms that they have a thing, which `needs no boundary wire`, `wire-free` and `targetless` do not.
 * Of words that no record has next to each other each has to be there.
 */
export function affirmingRows(kind: Kind, store: KindStore<Kind>, thing: string): Int32Array {
  // Of a paper the title is all that is its own.
  if (kind === 'publications') return rowsWithTitle(store, thing);
  const options = { incomplete: 'never', isScored: false } as const;
  const own = stems(thing);
  const quoted = [`"${own.join(' ')}"`, own.map((word) => `"${word}"`).join(' ')];
  const found = quoted.map((text) => store.match(parseQuery(text), options).rows);
  const rows = found.find(({ length }) => length > 0) ?? new Int32Array(0);
  return rows.length > MAX_READ ? rows : rows.filter(affirms(thing, store));
}

/** Rows whose title has every word of a phrase. */
export function rowsWithTitle(store: KindStore<Kind>, phrase: string): Int32Array {
  const [first, ...others] = stems(phrase).map((word) => store.inField('title', word));
  const sets = others.map((rows) => new Set(rows));
  return (first ?? new Int32Array(0)).filter((row) => sets.every((rows) => rows.has(row)));
}

function affirms(thing: string, store: KindStore<Kind>): (row: number) => boolean {
  const name = stems(thing)
    .map((word) => (word.endsWith('y') ? `${word.slice(0, -1)}(?:y|ies)` : `${word}(?:e?s)?`))
    .join(String.raw`[\s-]+`);
  if (name === '') return () => true;
  const says = new RegExp(String.raw`\b${name}(?!\w*(?:less\b|[\s-]+free\b))`, 'i');
  const denies = new RegExp(
    String.raw`\b(?:no|not|without|non|free of|instead of|rather than|lacks?)[\s-]+(?:[\w-]+[\s-]+){0,2}${name}`,
    'i',
  );
  return (row) => {
    const { sources: _, ...own } = store.record(row);
    const text = fold(JSON.stringify(own));
    return says.test(text) && !denies.test(text);
  };
}
