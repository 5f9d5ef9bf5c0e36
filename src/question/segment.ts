import type { Language } from './dictionary.ts';
import { hanNumber } from './han-numbers.ts';

/** A part of a text that is written without spaces, or with particles joined to words. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly is: 'known' | 'name' | 'number' | 'unknown';
}

/** No word or name is longer. */
const MAX_LENGTH = 16;
/** What parts cost: the cheapest way through the text is taken, so that few characters are left over and words are long. */
const cost = {
  known: 1,
  particle: 1.2,
  marker: 0.5,
  number: 1.1,
  name: 0.9,
  character: 2,
  unknown: 2,
} as const;

interface Way {
  readonly cost: number;
  readonly from: number;
  readonly is: Segment['is'] | 'space';
}

/** The words and names of a text, the most probable parts by a shortest path; spaces are left out. */
export function segment(
  text: string,
  meaningOf: (part: string) => string | undefined,
  isName: (part: string) => boolean,
  language: Language,
): Segment[] {
  const ways: Way[] = [{ cost: 0, from: 0, is: 'space' }];
  for (let end = 1; end <= text.length; end++)
    ways.push(bestWay(text, end, ways, meaningOf, isName, language));
  const found: Segment[] = [];
  for (let end = text.length; end > 0; ) {
    const { from, is } = ways[end] as Way;
    if (is !== 'space') found.unshift({ start: from, end, is });
    end = from;
  }
  return joinUnknown(found);
}

function bestWay(
  text: string,
  end: number,
  ways: readonly Way[],
  meaningOf: (part: string) => string | undefined,
  isName: (part: string) => boolean,
  language: Language,
): Way {
  const before = ways[end - 1] as Way;
  if (text[end - 1] === ' ') return { cost: before.cost, from: end - 1, is: 'space' };
  let best: Way = {
    cost: before.cost + cost.character + (before.is === 'unknown' ? 0 : cost.unknown),
    from: end - 1,
    is: 'unknown',
  };
  for (let from = end - 1; from >= Math.max(0, end - MAX_LENGTH); from--) {
    const own = text.slice(from, end);
    if (own.startsWith(' ')) continue;
    const is = kindOf(own, text.slice(end), meaningOf, isName, language);
    const isLone = own.length === 1 && language === 'ko' && meaningOf(own) !== '';
    if (is === undefined || (isLone && (ways[from] as Way).is === 'unknown')) continue;
    const sum = (ways[from] as Way).cost + (is === 'particle' && language === 'zh' ? cost.marker : cost[is]);
    if (sum < best.cost || (sum === best.cost && from < best.from))
      best = { cost: sum, from, is: is === 'particle' ? 'known' : is };
  }
  return best;
}

/** In Korean a particle ends a word. */
const endsKorean = /^(?: |$|[은는이가을를의에도만와과로나서])/;

function kindOf(
  own: string,
  rest: string,
  meaningOf: (part: string) => string | undefined,
  isName: (part: string) => boolean,
  language: Language,
): 'known' | 'particle' | 'number' | 'name' | undefined {
  const meaning = meaningOf(own);
  if (meaning !== undefined) {
    const isParticle = own.length === 1 && (meaning === '' || meaning.startsWith('§'));
    const isDate = /^§(?:year|month|day)$/.test(meaning);
    if (own.length === 1 && language === 'ko' && !isDate && !endsKorean.test(rest)) return undefined;
    return isParticle ? 'particle' : 'known';
  }
  if (isName(own)) return 'name';
  return own.length > 1 && language !== 'ko' && hanNumber(own) !== undefined ? 'number' : undefined;
}

function joinUnknown(parts: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const one of parts) {
    const before = joined.at(-1);
    if (one.is === 'unknown' && before?.is === 'unknown' && before.end === one.start)
      joined[joined.length - 1] = { ...before, end: one.end };
    else joined.push(one);
  }
  return joined;
}
