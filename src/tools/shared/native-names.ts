import type { Kind } from '../../kinds/kinds.ts';
import type { Catalogue } from '../../search/catalogue.ts';
import type { Row } from '../tool.ts';
import { oneLine } from './answer.ts';

/** Arguments in which a maker may be named. */
const naming = ['query', 'manufacturer', 'entity'] as const;

/** A word with Chinese, Japanese or Korean characters: `石头科技`, `HD현대로보틱스`. */
const nativeWord = /[\p{L}\p{N}]*[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}][\p{L}\p{N}]*/gu;

/** A text with more of them is no list of makers. */
const MOST_NAMES = 8;

interface Read {
  readonly args: Row;
  readonly notes: readonly string[];
}

/**
 * The arguments with makers' names in their own script as the other kinds write them: only the records of makers hold
 * both.
 */
export function withLatinNames(kind: Kind, args: Row, catalogue: Catalogue): Read {
  if (kind === 'manufacturers') return { args, notes: [] };
  const makers = catalogue.store('manufacturers');
  const notes: string[] = [];
  const read: Record<string, unknown> = { ...args };
  for (const name of naming) {
    const text = read[name];
    if (typeof text !== 'string' || (text.match(nativeWord)?.length ?? 0) > MOST_NAMES) continue;
    read[name] = text.replace(nativeWord, (word) => {
      const [row, another] = catalogue.store(kind).named(word).length > 0 ? [] : makers.named(word);
      if (row === undefined || another !== undefined) return word;
      const known = makers.record(row).name;
      notes.push(`Read ${name} "${oneLine(word)}" as ${oneLine(known)}.`);
      return ` ${known} `;
    });
    if (read[name] !== text) read[name] = (read[name] as string).trim();
  }
  return notes.length === 0 ? { args, notes } : { args: read, notes };
}
