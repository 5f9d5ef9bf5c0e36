import { readTerm, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { stems } from '../../text/fold.ts';
import { isStopWord } from '../../text/query.ts';

/** A category of robots that a text names. */
export interface CategoryRead {
  readonly phrase: string;
  /** The text without it. */
  readonly rest: string;
  /** One, or those of a family such as `arm`. */
  readonly categories: readonly string[];
}

/** Longer names of categories are rare. */
const CATEGORY_WORDS = 4;

/** In longer texts no category is sought: they are no question for one. */
const MOST_WORDS = 16;

/** The first category that a question names: who asks for the fastest humanoid wants to see no other robot. */
export function categoryIn(text: string): CategoryRead | undefined {
  const words = text.split(/\s+/);
  for (let length = Math.min(CATEGORY_WORDS, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const phrase = words.slice(at, at + length).join(' ');
      const categories = readTerm(vocabularies.robot_category, phrase);
      if (categories === undefined) continue;
      return { phrase, categories, rest: [...words.slice(0, at), ...words.slice(at + length)].join(' ') };
    }
  }
  return undefined;
}

/**
 * The one category that a question calls by its own name: `humanoid for warehouses`, `delivery robot`. Not a word that
 * also says where a robot works (`space`, `food`), and none where two are named.
 */
export function categoryCalled(text: string): string | undefined {
  if (text.split(/\s+/).length > MOST_WORDS) return undefined;
  const called = new Set<string>();
  for (let rest = text; ; ) {
    const read = categoryIn(rest);
    if (read === undefined) break;
    const [category, another] = read.categories;
    const isOwn =
      category !== undefined && another === undefined && ownNames(category).has(keyOf(read.phrase));
    if (isOwn) called.add(category);
    rest = read.rest;
  }
  const [only, another] = called;
  return another === undefined ? only : undefined;
}

/** `Autonomous mobile robot (AMR)` is called by either. */
function ownNames(category: string): ReadonlySet<string> {
  const { label = '' } = vocabularies.robot_category.terms.find(({ id }) => id === category) ?? {};
  const [, whole = label, short = label] = /^(.+) \((.+)\)$/.exec(label) ?? [];
  return new Set([whole, short].map(keyOf).flatMap((name) => [name, `${name} robot`]));
}

function keyOf(phrase: string): string {
  return stems(phrase)
    .filter((word) => !isStopWord(word))
    .join(' ');
}
