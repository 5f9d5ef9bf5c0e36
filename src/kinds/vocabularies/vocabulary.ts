import data from '../../../dataset/taxonomy/vocabulary.json' with { type: 'json' };
import { editDistance } from '../../text/distance.ts';
import { compact, stems } from '../../text/fold.ts';
import { isStopWord } from '../../text/query.ts';

/** One exact value and the words a person may use for it. */
interface Term {
  readonly id: string;
  readonly label: string;
  readonly aliases: readonly string[];
  /** Of a category of robots: the specs that its buyers compare first. */
  readonly compare?: readonly string[];
}

/** A word that stands for several values: `arm` for industrial_arm and cobot. */
interface Family {
  readonly label: string;
  readonly aliases: readonly string[];
  readonly terms: readonly string[];
}

interface Vocabulary {
  /** Words without weight here: `robot` in `humanoid robot`. */
  readonly ignore: readonly string[];
  readonly terms: readonly Term[];
  readonly families: readonly Family[];
}

export type VocabularyName = keyof typeof data;

/** Every forgiving enumeration by name, as dataset/taxonomy/vocabulary.json holds it. */
export const vocabularies: Readonly<Record<VocabularyName, Vocabulary>> = data;

const readers = new Map<Vocabulary, ReadonlyMap<string, string[]>>();

/**
 * The exact values that a word stands for, whatever its case, plural, hyphens, underscores and accents:
 * `Humanoid Robots` is `['humanoid']`, `arms` is `['industrial_arm', 'cobot']`. Undefined if it is none.
 */
export function readTerm(vocabulary: Vocabulary, text: string): string[] | undefined {
  // Most callers name an exact value, for which the reader need not be made.
  if (vocabulary.terms.some(({ id }) => id === text)) return [text];
  const reader = readerOf(vocabulary);
  const parts = stems(text);
  const weighty = parts.filter((part) => !vocabulary.ignore.includes(part) && !isStopWord(part));
  const found = reader.get(compact(text)) ?? reader.get(parts.join('')) ?? reader.get(weighty.join(''));
  return found && [...found];
}

/** The exact value's name for people: `Autonomous mobile robot (AMR)` for `amr`; the value itself if unknown. */
export function termLabel(vocabulary: Vocabulary, id: string): string {
  return vocabulary.terms.find((term) => term.id === id)?.label ?? id;
}

const namesByVocabulary = new WeakMap<Vocabulary, readonly string[]>();

/** Exact values, and behind them what else they are called: one list, which must not be written to. */
export function termNames(vocabulary: Vocabulary): readonly string[] {
  const { terms } = vocabulary;
  const names = namesByVocabulary.get(vocabulary) ?? [
    ...terms.map(({ id }) => id),
    ...terms.flatMap(({ aliases }) => aliases),
  ];
  namesByVocabulary.set(vocabulary, names);
  return names;
}

/** Every word for an exact value, its families' included: what a text search should find it by. */
export function termWords(vocabulary: Vocabulary, id: string): string[] {
  const term = vocabulary.terms.find((candidate) => candidate.id === id);
  const families = vocabulary.families.filter(({ terms }) => terms.includes(id));
  return [id, ...[term, ...families].flatMap((found) => (found ? [found.label, ...found.aliases] : []))];
}

/** Longer texts are no slip of any candidate. */
const LONGEST_NEAR = 80;

/**
 * At most `max` candidates that look like a slip of the keyboard away from the text, nearest first: at most `bound`
 * letters.
 */
export function nearest(text: string, candidates: readonly string[], max: number, bound?: number): string[] {
  const wanted = compact(text.slice(0, LONGEST_NEAR));
  const most = bound ?? Math.max(1, Math.floor(wanted.length / 3));
  const near: { candidate: string; distance: number }[] = [];
  for (const [i, key] of keysOf(candidates).entries()) {
    const distance = distanceBetween(wanted, key, most);
    if (distance <= most) near.push({ candidate: candidates[i] as string, distance });
  }
  near.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return near.slice(0, max).map(({ candidate }) => candidate);
}

const keysByList = new WeakMap<readonly string[], readonly string[]>();

/** The candidates as they are compared. Folding takes longer than comparing: of a list that stays it is done once. */
function keysOf(candidates: readonly string[]): readonly string[] {
  const known = keysByList.get(candidates);
  // A list may grow.
  if (known?.length === candidates.length) return known;
  const keys = candidates.map(compact);
  keysByList.set(candidates, keys);
  return keys;
}

/** A beginning of four letters and more counts as one slip: `categ` is near to `category`. */
function distanceBetween(wanted: string, candidate: string, bound: number): number {
  const isBeginning = wanted.length >= 4 && candidate.startsWith(wanted);
  if (isBeginning && candidate !== wanted) return 1;
  return editDistance(wanted, candidate, bound);
}

function readerOf(vocabulary: Vocabulary): ReadonlyMap<string, string[]> {
  const known = readers.get(vocabulary);
  if (known !== undefined) return known;
  const reader = new Map<string, string[]>();
  for (const { label, aliases, terms } of vocabulary.families) {
    addWords(reader, vocabulary, [label, ...aliases], [...terms]);
  }
  for (const { id, label, aliases } of vocabulary.terms)
    addWords(reader, vocabulary, [label, ...aliases], [id]);
  // Exact values come last: no alias of another may hide them.
  for (const { id } of vocabulary.terms) addWords(reader, vocabulary, [id], [id]);
  readers.set(vocabulary, reader);
  return reader;
}

function addWords(
  reader: Map<string, string[]>,
  vocabulary: Vocabulary,
  texts: readonly string[],
  ids: string[],
): void {
  for (const text of texts) {
    const parts = stems(text);
    const weighty = parts.filter((part) => !vocabulary.ignore.includes(part) && !isStopWord(part));
    for (const key of [compact(text), parts.join('')]) reader.set(key, ids);
    const shorter = weighty.join('');
    if (shorter !== '' && !reader.has(shorter)) reader.set(shorter, ids);
  }
}
