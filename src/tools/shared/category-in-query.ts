import { readTerm, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { stems } from '../../text/fold.ts';
import { isStopWord, MAX_TERMS } from '../../text/query.ts';

/** A category of robots that a text names. */
interface CategoryRead {
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

/**
 * The first category that a question names: who asks for the fastest humanoid wants to see no other robot. Words behind
 * those that are searched for do not count.
 */
function categoryIn(text: string): CategoryRead | undefined {
  const words = text.split(/\s+/);
  const read = Math.min(words.length, MAX_TERMS);
  for (let length = Math.min(CATEGORY_WORDS, read); length > 0; length--) {
    for (let at = 0; at + length <= read; at++) {
      const phrase = words.slice(at, at + length).join(' ');
      const categories = readTerm(vocabularies.robot_category, phrase);
      if (categories === undefined) continue;
      return { phrase, categories, rest: [...words.slice(0, at), ...words.slice(at + length)].join(' ') };
    }
  }
  return undefined;
}

/** Every category that a text names by one of its words, in no order; none of a text too long to be a question. */
export function categoriesIn(text: string): readonly string[] {
  return [...new Set(readsIn(text).flatMap(({ categories }) => categories))];
}

function readsIn(text: string): readonly CategoryRead[] {
  const reads: CategoryRead[] = [];
  if (text.split(/\s+/).length > MOST_WORDS) return reads;
  for (let read = categoryIn(text); read !== undefined; read = categoryIn(read.rest)) reads.push(read);
  return reads;
}

/**
 * The one category that a question calls by its own name: `humanoid for warehouses`, `delivery robot`. Not a word that
 * also says where a robot works (`space`, `food`), and none where two are named.
 */
export function categoryCalled(text: string): string | undefined {
  const called = new Set<string>();
  for (const { categories, phrase } of readsIn(text)) {
    const [category, another] = categories;
    const isOwn = category !== undefined && another === undefined && ownNames(category).has(keyOf(phrase));
    if (isOwn) called.add(category);
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
