import { createHash } from 'node:crypto';
import { compact } from '../../src/text/fold.ts';

export interface Mergeable {
  id: string;
  title?: unknown;
  url?: unknown;
  aliases?: string[];
  sources?: { url: string; title: string }[];
}

/** The record under that id, if both are the same thing: same title, or no titles to compare. */
export function isSameThing(a: Mergeable, b: Mergeable): boolean {
  return compact(String(a.title ?? '')) === compact(String(b.title ?? ''));
}

/** One record out of two of the same thing: the first one's facts, completed by the second's; all sources. */
export function merged<R extends Mergeable>(first: R, second: R): R {
  const both: R = { ...second, ...first };
  both.sources = union(first.sources, second.sources, (source) => source.url);
  if (first.aliases !== undefined) both.aliases = union(first.aliases, second.aliases, (alias) => alias);
  return both;
}

/** An id for a record whose id another thing has: the end is made from its address, so that it is stable. */
export function disambiguated(record: Mergeable): string {
  return `${record.id}-${createHash('sha256').update(String(record.url)).digest('hex').slice(0, 6)}`;
}

function union<T>(
  first: readonly T[] | undefined,
  second: readonly T[] | undefined,
  key: (entry: T) => string,
): T[] {
  const known = new Set(first?.map(key));
  return [...(first ?? []), ...(second ?? []).filter((entry) => !known.has(key(entry)))];
}
