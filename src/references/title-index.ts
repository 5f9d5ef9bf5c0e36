import { lazily } from '../lib/lazily.ts';
import type { KindStore } from '../search/kind-store.ts';
import { compact, fold, words } from '../text/fold.ts';
import { isStopWord } from '../text/query.ts';

type Papers = KindStore<'publications'>;

/** Of titles that begin or end alike, as `Towards autonomous …` do, so many are looked at. */
const MOST_ALIKE = 40;
/** Of so many words of sense a key is made. */
const KEY_WORDS = 3;

/** How papers are found by what a reference says of them. */
export interface Titles {
  /** Rows of papers with exactly this title, whatever its case, spaces and punctuation. */
  exactly(title: string): readonly number[];
  /** Rows of papers whose title may be this one but for a slip. */
  near(title: string): readonly number[];
}

/** Titles of a store; those that are near are sought by words of all titles, which are read when the first is not found. */
export function titlesOf(store: Papers): Titles {
  const parts = lazily(() => {
    const byKey = new Map<string, number[]>();
    for (const [title, row] of store.allTitles()) for (const key of keysOf(title)) push(byKey, key, row);
    return byKey;
  });
  return {
    exactly: (title) => {
      const own = compact(title);
      return store.named(title).filter((row) => compact(store.part(row, TITLE).title) === own);
    },
    near: (title) => [
      ...new Set(keysOf(title).flatMap((key) => (parts().get(key) ?? []).slice(0, MOST_ALIKE))),
    ],
  };
}

const TITLE = ['title'] as const;

/** The first words of sense and the last: a slip stands in one of them at most. */
function keysOf(title: string): string[] {
  const own = words(fold(title)).filter((word) => !isStopWord(word));
  if (own.length < KEY_WORDS) return [];
  return [`<${own.slice(0, KEY_WORDS).join(' ')}`, `>${own.slice(-KEY_WORDS).join(' ')}`];
}

function push(map: Map<string, number[]>, key: string, row: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [row]);
  else known.push(row);
}
