import type { Kind, RecordOf } from '../../kinds/kinds.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { fold, singular, stems, words } from '../../text/fold.ts';
import { isStopWord } from '../../text/query.ts';

/** More terms are no help to whoever asks again. */
const MOST_TERMS = 8;
/** A term of fewer of the records says nothing of them together. */
const FEWEST_RECORDS = 2;

/**
 * The field of a kind's records whose terms they are called by: keywords, or else the words of their titles. The same
 * lists each time, since the statement of each is kept.
 */
const sources: { readonly [K in Kind]?: readonly [keyof RecordOf<K> & string] } = {
  robots: ['tags'],
  publications: ['title'],
  startups: ['focus'],
  news: ['headline'],
  manufacturers: ['capabilities'],
  challenges: ['topics'],
  certification: ['title'],
};

/** A term with its stems, and how many of the records have it. */
interface Found {
  readonly term: string;
  readonly parts: readonly string[];
  records: number;
}

/** Up to eight terms that several of these records use and the question does not, the most telling first. */
export function relatedTerms<K extends Kind>(
  store: KindStore<K>,
  kind: K,
  rows: readonly number[],
  question: string,
): string[] {
  const fields: readonly [keyof RecordOf<K> & string] | undefined = sources[kind];
  if (fields === undefined) return [];
  const [field] = fields;
  const found = new Map<string, Found>();
  for (const row of rows) {
    const value = store.part(row, fields)[field];
    const own = Array.isArray(value)
      ? keywordsOf(value as readonly string[])
      : phrasesOf(String(value ?? ''));
    for (const [key, one] of own) {
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...one, records: 1 });
      else known.records += 1;
    }
  }
  const asked = new Set(stems(question));
  const isNew = ({ parts, records }: Found) =>
    records >= FEWEST_RECORDS && !parts.some((part) => asked.has(part));
  const known = new Map<string, number>();
  return mostTelling([...found.values()].filter(isNew), (part) => {
    const information = known.get(part) ?? Math.log(store.size / (1 + store.countInField(field, part)));
    known.set(part, information);
    return information;
  });
}

type Terms = ReadonlyMap<string, Pick<Found, 'term' | 'parts'>>;

function keywordsOf(keywords: readonly string[]): Terms {
  return new Map(keywords.map((term) => [term, { term, parts: stems(term) }]));
}

/** Words of a title, and each two of them that stand side by side. */
function phrasesOf(title: string): Terms {
  const list = words(fold(title));
  const terms = new Map<string, Pick<Found, 'term' | 'parts'>>();
  for (let length = 1; length <= 2; length++) {
    for (let at = 0; at + length <= list.length; at++) {
      const own = list.slice(at, at + length);
      if (own.some((word) => isStopWord(word) || !/\p{L}{3}/u.test(word))) continue;
      const parts = own.map(singular);
      terms.set(parts.join(' '), { term: own.join(' '), parts });
    }
  }
  return terms;
}

/** By how many of the records have a term, and how few others; a word of a phrase that is listed is not listed again. */
function mostTelling(found: readonly Found[], information: (part: string) => number): string[] {
  const worth = new Map(
    found.map((one) => [one, one.records * one.parts.reduce((sum, part) => sum + information(part), 0)]),
  );
  const listed: Found[] = [];
  for (const one of found.toSorted((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0))) {
    if (listed.length === MOST_TERMS) break;
    if (listed.some(({ parts }) => one.parts.every((part) => parts.includes(part)))) continue;
    listed.push(one);
  }
  return listed.map(({ term }) => term);
}
