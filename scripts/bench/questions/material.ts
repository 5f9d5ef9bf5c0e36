import type { Kind, RecordOf } from '../../../src/kinds/kinds.ts';
import type { KindStore } from '../../../src/search/kind-store.ts';
import { fold, words } from '../../../src/text/fold.ts';

/** Words and phrases of texts, by how many of the texts have them. */
export interface Material {
  readonly rare: readonly string[];
  readonly common: readonly string[];
  readonly phrases: readonly string[];
}

/** Rare: in 2 to 10 texts. Common: in at least `common` of them. Phrases: two neighbours, in 3 texts or more. */
export function materialOf(texts: readonly string[], common: number): Material {
  const single = new Map<string, number>();
  const pairs = new Map<string, number>();
  for (const text of texts) {
    const list = words(fold(text)).filter((word) => word.length > 3);
    for (const word of new Set(list)) add(single, word);
    const neighbours = words(fold(text));
    const found = neighbours.slice(1).map((word, i) => `${neighbours[i]} ${word}`);
    for (const pair of new Set(found)) add(pairs, pair);
  }
  return {
    rare: between(single, 2, 10),
    common: between(single, common, Number.POSITIVE_INFINITY),
    phrases: between(pairs, 3, Number.POSITIVE_INFINITY).filter((pair) => pair.length > 10),
  };
}

/** Every record of a kind. */
export function recordsOf<K extends Kind>(store: KindStore<K>): RecordOf<K>[] {
  return Array.from({ length: store.size }, (_, index) => store.record(index));
}

/** A word with two neighbouring letters swapped. */
export function slipOf(word: string): string {
  const at = Math.floor(word.length / 2);
  return word.slice(0, at - 1) + word[at] + word[at - 1] + word.slice(at + 1);
}

function add(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}

/** Sorted, so that the same data give the same list. */
function between(counts: ReadonlyMap<string, number>, least: number, most: number): string[] {
  return [...counts]
    .filter(([, count]) => count >= least && count <= most)
    .map(([word]) => word)
    .sort();
}
