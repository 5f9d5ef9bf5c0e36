import data from '../../../dataset/taxonomy/measures.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import type { Kind } from '../kinds.ts';

/** What records of a kind are compared by, and how people say so. */
interface Measure {
  /** The spec or field, as a sort by it is called without its direction. */
  readonly by: string;
  /** The sorts, where they have names of their own. */
  readonly desc?: string;
  readonly asc?: string;
  /** True where the best are the small ones, as prices are. */
  readonly less_is_best?: boolean;
  readonly nouns: readonly string[];
  /** Phrases that ask for the largest and the smallest. Without them it is shown where it is named, not sorted by. */
  readonly most?: readonly string[];
  readonly least?: readonly string[];
}

const measures: { readonly [K in Kind]?: readonly Measure[] } = data;

interface Reader {
  readonly named: RegExp;
  readonly sorts: ReadonlyMap<string, readonly string[]>;
  readonly byNoun: ReadonlyMap<string, string>;
  /** By every word for it, with its direction and without. */
  readonly sortNames: ReadonlyMap<string, string>;
}

/** The measures that a query names, as `speed_m_s` in `speed of H1`. */
export function measuresNamed(kind: Kind, query: string): string[] {
  return measuresIn(kind, query).map(({ by }) => by);
}

/** The same, and where they stand. */
export function measuresIn(
  kind: Kind,
  query: string,
): { readonly by: string; readonly start: number; readonly end: number }[] {
  const known = query === '' ? undefined : readerOf(kind);
  if (known === undefined) return [];
  return [...query.matchAll(known.named)].flatMap(({ 0: noun, index }) => {
    const by = known.byNoun.get(keyOf(noun));
    return by === undefined ? [] : [{ by, start: index, end: index + noun.length }];
  });
}

/** A query without the measures that it names: `H1` of `H1 speed`. */
export function withoutMeasures(kind: Kind, query: string): string {
  const known = readerOf(kind);
  return known === undefined ? query : query.replace(known.named, ' ').trim();
}

/** The sort that a text names otherwise than exactly: `payload_desc`, `battery life`, `cheapest`. */
export function sortNamed(kind: Kind, text: string): string | undefined {
  const known = readerOf(kind);
  const key = keyOf(text.trim());
  return known?.sorts.get(key)?.[0] ?? known?.sortNames.get(key);
}

/** Every phrase that asks for an order of a kind's records, with the name of the sort. */
export function orderPhrases(kind: Kind): readonly (readonly [string, string])[] {
  return (measures[kind] ?? []).flatMap(superlativesOf);
}

/** Every noun for what records of a kind are compared by, with the sort that puts the best first. */
export function measureSorts(kind: Kind): readonly (readonly [string, string])[] {
  return (measures[kind] ?? []).flatMap((measure) =>
    measure.most === undefined ? [] : measure.nouns.map((noun) => [noun, sortsBy(measure).best] as const),
  );
}

const readers = Object.fromEntries(
  Object.entries(measures).map(([kind, own]) => [kind, lazily(() => makeReader(own))]),
);

function readerOf(kind: Kind): Reader | undefined {
  return readers[kind]?.();
}

function makeReader(own: readonly Measure[]): Reader {
  const sorts = new Map<string, string[]>();
  for (const [phrase, sort] of own.flatMap(superlativesOf)) {
    sorts.set(phrase, [...(sorts.get(phrase) ?? []), sort]);
  }
  const byNoun = new Map(own.flatMap(({ by, nouns }) => nouns.map((noun) => [noun, by])));
  return {
    named: new RegExp(String.raw`\b(?:${anyOf(byNoun.keys())})\b`, 'gi'),
    sorts,
    sortNames: new Map(own.flatMap(sortNamesOf)),
    byNoun,
  };
}

/** Every phrase that asks for the first by a measure, with the name of the sort. */
function superlativesOf(measure: Measure): [string, string][] {
  const { nouns, most, least } = measure;
  if (most === undefined || least === undefined) return [];
  const { desc, asc, best } = sortsBy(measure);
  const joined = (words: readonly string[], sort: string) =>
    nouns.flatMap((noun) =>
      words.map((word): [string, string] => [`${word} ${noun}`, word === 'best' ? best : sort]),
    );
  return [
    ...most.map((phrase): [string, string] => [phrase, desc]),
    ...least.map((phrase): [string, string] => [phrase, asc]),
    ...joined(data.more, desc),
    ...joined(data.less, asc),
  ];
}

/** What a caller may write for the name of a sort: `payload`, `payload desc`, `payload kg asc`. */
function sortNamesOf(measure: Measure): [string, string][] {
  if (measure.most === undefined) return [];
  const { desc, asc, best } = sortsBy(measure);
  return [measure.by, ...measure.nouns].map(keyOf).flatMap((noun): [string, string][] => [
    [noun, best],
    [`${noun} desc`, desc],
    [`${noun} asc`, asc],
  ]);
}

function sortsBy({ by, desc = `${by}_desc`, asc = `${by}_asc`, less_is_best = false }: Measure) {
  return { desc, asc, best: less_is_best ? asc : desc };
}

/** The longest first, so that `longest battery life` is not read as `longest`. */
function anyOf(phrases: Iterable<string>): string {
  const byLength = [...phrases].sort((a, b) => b.length - a.length);
  return byLength.map((phrase) => phrase.replaceAll(' ', String.raw`[\s-]+`)).join('|');
}

function keyOf(phrase: string): string {
  return phrase.toLowerCase().replace(/[\s_-]+/g, ' ');
}
