import data from '../../../dataset/taxonomy/topics.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { compact, stems } from '../../text/fold.ts';
import { isStopWord } from '../../text/query.ts';

/** A field of research, as dataset/taxonomy/topics.json holds it. */
interface Topic {
  readonly id: string;
  readonly label: string;
  /** What else the field itself is called; a part of it, such as impedance control of control, is none. */
  readonly names: readonly string[];
  /** Words and phrases as they stand in titles. */
  readonly synonyms: readonly string[];
  /** Phrases in which a synonym means something else. */
  readonly except?: readonly string[];
  /** arXiv categories that by themselves put a paper here. */
  readonly arxiv_categories?: readonly string[];
}

/** Every topic, in the order in which a paper's topics are listed. */
export const topics: readonly Topic[] = data.topics;

/** Joined words of several tokens are compared only from this length on: `a UV` is no `AUV`. */
const SHORTEST_JOINED = 6;

interface Phrases {
  /** Positions in `topics` by the phrase's stems, spaced and joined. */
  readonly meant: ReadonlyMap<string, readonly number[]>;
  readonly excepted: ReadonlyMap<string, readonly number[]>;
  /** Most words that one phrase has. */
  readonly longest: number;
}

interface Hit {
  readonly topic: number;
  readonly start: number;
  readonly end: number;
}

/** Words without weight in a topic's name: `legged robots` is `legged`. */
const weightless = new Set(['robot', 'robotic', 'robotics']);

const phrases = lazily(buildPhrases);
const byCategory = lazily(buildCategories);
const byWord = lazily(() => buildWords(({ names, synonyms }) => [...names, ...synonyms]));
const byName = lazily(() => buildWords(({ names }) => names));

/**
 * Ids of the topics that a paper's title and arXiv categories speak of, in the order of the taxonomy. Whole
 * words and phrases count, whatever their case, accents, hyphens and simple plurals; `cs.RO` is no topic.
 */
export function classifyTopics(paper: {
  readonly title: string;
  readonly categories: readonly string[];
}): string[] {
  const words = stems(paper.title);
  const exceptions = hits(words, phrases().excepted);
  const found = new Set(paper.categories.flatMap((category) => byCategory().get(category) ?? []));
  for (const hit of hits(words, phrases().meant)) {
    if (!found.has(hit.topic) && !exceptions.some((exception) => covers(exception, hit)))
      found.add(hit.topic);
  }
  return [...found].sort((a, b) => a - b).map((index) => topics[index]?.id ?? '');
}

/**
 * Ids of the topics that a free word stands for, best first: an id, a label or a synonym, such as `SLAM`,
 * `legged robots` or `VLA`. Empty if it is none.
 */
export function findTopics(text: string): string[] {
  return topicsIn(byWord(), text);
}

/**
 * Ids of the topics that are called so themselves: by id, label or another name of the whole field. `impedance
 * control` is no name of `control`, though papers on it belong there. Empty if there are none.
 */
export function namedTopics(text: string): string[] {
  const ids = topicsIn(byName(), text);
  // `soft`, where nothing but `robots` was behind it.
  return ids.length > 0 ? ids : topicsIn(byName(), `${text} robot`);
}

/** Every name of a topic, for suggestions: ids first. */
export const topicNames = lazily((): readonly string[] => [
  ...topics.map(({ id }) => id),
  ...topics.flatMap(({ label, names }) => [label, ...names]),
]);

function topicsIn(known: ReadonlyMap<string, readonly string[]>, text: string): string[] {
  const words = stems(text).filter((word) => !isStopWord(word));
  const weighty = words.filter((word) => !weightless.has(word));
  const keys = [compact(text), words.join(''), weighty.join('')];
  return [...(keys.map((key) => known.get(key)).find((ids) => ids !== undefined) ?? [])];
}

/** A topic's name for people; the id itself if there is no such topic. */
export function topicLabel(id: string): string {
  return topics.find((topic) => topic.id === id)?.label ?? id;
}

/** True for the id of a topic. */
export function isTopic(id: string): boolean {
  return topics.some((topic) => topic.id === id);
}

function covers(exception: Hit, hit: Hit): boolean {
  return exception.topic === hit.topic && exception.start <= hit.start && exception.end >= hit.end;
}

function hits(words: readonly string[], index: ReadonlyMap<string, readonly number[]>): Hit[] {
  const found: Hit[] = [];
  const { longest } = phrases();
  for (let start = 0; start < words.length; start++) {
    let spaced = '';
    let joined = '';
    for (let end = start; end < words.length && end - start < longest; end++) {
      spaced = end === start ? `${words[end]}` : `${spaced} ${words[end]}`;
      joined += words[end];
      // As they stand and, unless that is too short to be safe, joined: `multi robot` and `multirobot`.
      const isSafe = end > start && joined.length >= SHORTEST_JOINED;
      const asWritten = index.get(spaced);
      const asOneWord = isSafe ? index.get(joined) : undefined;
      for (const topic of asWritten ?? []) found.push({ topic, start, end });
      for (const topic of asOneWord ?? []) found.push({ topic, start, end });
    }
  }
  return found;
}

function buildPhrases(): Phrases {
  const meant = new Map<string, number[]>();
  const excepted = new Map<string, number[]>();
  let longest = 0;
  for (const [index, { synonyms, except }] of topics.entries()) {
    for (const [list, map] of [[synonyms, meant] as const, [except ?? [], excepted] as const]) {
      for (const phrase of list) {
        const words = stems(phrase);
        longest = Math.max(longest, words.length);
        push(map, words.join(' '), index);
        push(map, words.join(''), index);
      }
    }
  }
  return { meant, excepted, longest };
}

function buildCategories(): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [index, { arxiv_categories }] of topics.entries()) {
    for (const category of arxiv_categories ?? []) push(found, category, index);
  }
  return found;
}

function buildWords(wordsOf: (topic: Topic) => readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (word: string, id: string) => {
    for (const key of new Set([compact(word), stems(word).join('')])) push(found, key, id);
  };
  for (const { id, label } of topics) for (const word of [id, label]) add(word, id);
  for (const topic of topics) for (const word of wordsOf(topic)) add(word, topic.id);
  return found;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else if (!known.includes(value)) known.push(value);
}
