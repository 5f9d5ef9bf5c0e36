import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Dataset } from '../../src/data/dataset/read.ts';
import type { Kind } from '../../src/kinds/kinds.ts';
import { fold, singular, words } from '../../src/text/fold.ts';
import type { Answerer } from './answers.ts';
import { kindOfTool } from './faults.ts';

const K1 = 1.2;
const B = 0.75;
const DEPTH = 10;

/** The stop words of Lucene's English analyser. */
const stopWords = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this ' +
    'to was will with'
  ).split(' '),
);

interface Title {
  readonly id: string;
  readonly text: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/**
 * The baseline that has to be beaten: bare BM25 (Robertson and Zaragoza, 2009, section 3.2) over titles, with the maker
 * before a robot's name. It reads the words of every argument, knows no filter, and shows the first ten.
 */
export function bm25Titles(records: Dataset['records']): Answerer {
  const indexes = new Map<Kind, readonly Title[]>();
  return async (tool, args) => {
    const kind = kindOfTool[tool];
    if (kind === undefined) throw new Error(`There is no search ${tool}.`);
    const titles = indexes.get(kind) ?? records[kind].map(titleOf);
    indexes.set(kind, titles);
    const ranked = rank(titles, termsOf(textsOf(args).join(' ')));
    const shown = ranked.slice(0, DEPTH);
    const text = shown.map(({ id, text: title }) => `${id} | ${title}`).join('\n');
    return {
      ids: shown.map(({ id }) => id),
      total: ranked.length,
      notes: [],
      text,
      tokens: countTokens(text),
    };
  };
}

function rank(titles: readonly Title[], query: readonly string[]): Title[] {
  const average = titles.reduce((sum, { length }) => sum + length, 0) / titles.length;
  const scores = new Map<Title, number>();
  for (const word of new Set(query)) {
    const holding = titles.filter(({ counts }) => counts.has(word));
    const idf = Math.log(1 + (titles.length - holding.length + 0.5) / (holding.length + 0.5));
    for (const title of holding) {
      const count = title.counts.get(word) ?? 0;
      const saturated = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * title.length) / average));
      scores.set(title, (scores.get(title) ?? 0) + idf * saturated);
    }
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([title]) => title);
}

function titleOf(record: Dataset['records'][Kind][number]): Title {
  const name = 'title' in record ? record.title : 'headline' in record ? record.headline : record.name;
  const text = 'manufacturer' in record ? `${record.manufacturer.name} ${name}` : name;
  const terms = termsOf(text);
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { id: record.id, text, counts, length: terms.length };
}

/** Words in the singular, without stop words. */
function termsOf(text: string): string[] {
  return words(fold(text)).flatMap((word) => (stopWords.has(word) ? [] : [singular(word)]));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
