import data from '../../dataset/taxonomy/features.json' with { type: 'json' };
import { nearest } from '../kinds/vocabularies/vocabulary.ts';
import { lazily } from '../lib/lazily.ts';
import { compact, fold, singular, stems, words } from '../text/fold.ts';

/** A word that says what a robot has or where it is used, as certification guidance understands it. */
export interface Feature {
  readonly id: string;
  /** Asked of a person who has not said: `Has it a lithium battery?` */
  readonly question: string;
  readonly aliases: readonly string[];
  /** Features that come with this one. */
  readonly implies: readonly string[];
}

export interface FeatureGroup {
  readonly id: string;
  readonly label: string;
  readonly features: readonly Feature[];
}

/** A feature that nobody named, and the fact that speaks for it: `category home_cleaning`, `tag rtk`. */
export interface InferredFeature {
  readonly feature: string;
  readonly because: string;
}

/** What is known of a robot; `given` and `denied` are exact feature words, as readFeatures returns them. */
export interface RobotFacts {
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Specs by name; one that is present and not zero counts. */
  readonly specs?: Readonly<Record<string, unknown>> | undefined;
  readonly given?: readonly string[] | undefined;
  readonly denied?: readonly string[] | undefined;
}

/** Masses from `from_g` grams stand for a feature, up to the next one. */
const massBands: readonly { readonly from_g: number; readonly feature: string }[] = data.masses.bands;

type Table = Readonly<Record<string, readonly string[] | undefined>>;

/** Every feature word, in groups. */
export const featureGroups: readonly FeatureGroup[] = data.groups;

const byCategory: Table = data.categories;
const byTag: Table = data.tags;
const bySpec: Table = data.specs;
const byId = new Map(featureGroups.flatMap(({ features }) => features.map((one) => [one.id, one] as const)));
const byWord = lazily(buildWords);

/** Every exact feature word, for suggestions. */
export const featureWords: readonly string[] = [...byId.keys()];

/** True for an exact feature word. */
export function isFeature(word: string): boolean {
  return byId.has(word);
}

/** The question to ask a person about a feature. Undefined if there is no such feature. */
export function featureQuestion(feature: string): string | undefined {
  return byId.get(feature)?.question;
}

/** Every feature that comes with this one, also by way of others. */
export function impliedBy(feature: string): readonly string[] {
  return implied().get(feature) ?? [];
}

/** Rules and questions ask for them hundreds of times a call. */
const implied = lazily(
  () => new Map([...byId.keys()].map((feature) => [feature, allImpliedBy(feature)] as const)),
);

function allImpliedBy(feature: string): readonly string[] {
  const found = new Set([feature]);
  for (const one of found) for (const implied of byId.get(one)?.implies ?? []) found.add(implied);
  found.delete(feature);
  return [...found];
}

/**
 * What a robot has: the features given, those that its category, tags and specs stand for, and those that come
 * with either. What is denied is left out and stands for nothing. `inferred` names each feature not given.
 */
export function inferFeatures(facts: RobotFacts): { features: Set<string>; inferred: InferredFeature[] } {
  const denied = new Set(facts.denied);
  const features = new Set<string>();
  const inferred: InferredFeature[] = [];
  const add = (feature: string, because: string | undefined) => {
    if (denied.has(feature) || features.has(feature)) return;
    features.add(feature);
    if (because !== undefined) inferred.push({ feature, because });
  };
  for (const feature of facts.given ?? []) add(feature, undefined);
  for (const { feature, because } of factsThatSpeak(facts)) add(feature, because);
  // A set hands out what is added while it is walked, so that implied features imply in turn.
  for (const feature of features) {
    for (const implied of byId.get(feature)?.implies ?? []) add(implied, `feature ${feature}`);
  }
  return { features, inferred };
}

/** A feature as it was written, and what was understood of it. */
export interface ReadInPart {
  readonly text: string;
  /** Exact words, those that are denied with `no-` before them. */
  readonly as: readonly string[];
}

export interface FeaturesRead {
  readonly given: readonly string[];
  readonly denied: readonly string[];
  /** Of which some words are known. */
  readonly inPart: readonly ReadInPart[];
  /** As they were written. */
  readonly unknown: readonly string[];
}

/**
 * Reads feature words as a person writes them: `Wi-Fi`, `no-wifi`, `without a battery`; of a phrase that is none, such as
 * `laser distance sensor`, the features that it names.
 */
export function readFeatures(texts: readonly string[]): FeaturesRead {
  const given = new Set<string>();
  const denied = new Set<string>();
  const inPart: ReadInPart[] = [];
  const unknown: string[] = [];
  const ofKinds: string[] = [];
  for (const text of texts) {
    const kind = kindDenied(text);
    if (kind !== undefined) {
      ofKinds.push(...kind);
      continue;
    }
    const whole = readFeature(text);
    const read = whole === undefined ? featuresIn(text) : [whole];
    for (const one of read) (one.denied ? denied : given).add(one.feature);
    if (read.length === 0) unknown.push(text);
    else if (whole === undefined) inPart.push({ text, as: read.map(asWord) });
  }
  // "Wi-Fi, no radio" means no other one.
  const present = new Set([...given].flatMap((feature) => [feature, ...impliedBy(feature)]));
  for (const feature of ofKinds) if (!present.has(feature)) denied.add(feature);
  return { given: [...given], denied: [...denied], inPart, unknown };
}

function asWord({ feature, denied }: FeatureRead): string {
  return denied ? `no-${feature}` : feature;
}

/** All features of a kind that somebody says is not there: `no radio` is neither Wi-Fi nor Bluetooth. */
function kindDenied(text: string): readonly string[] | undefined {
  const negated = negatedIn(text);
  return negated === undefined ? undefined : kindsByWord().get(compact(negated));
}

const kindsByWord = lazily(
  () =>
    new Map(
      data.kinds
        .toReversed()
        .flatMap(({ words, features }) => words.map((word) => [compact(word), features] as const)),
    ),
);

/** A feature that is given while it, or one that comes with it, is denied. */
export function contradictionIn(
  given: readonly string[],
  denied: readonly string[],
): { readonly feature: string; readonly denied: string } | undefined {
  for (const feature of given) {
    const refused = [feature, ...impliedBy(feature)].find((word) => denied.includes(word));
    if (refused !== undefined) return { feature, denied: refused };
  }
  return undefined;
}

/** At most `max` features with a word that is a slip away from this one. */
export function nearestFeatures(text: string, max: number): string[] {
  const { names, ids } = named();
  const near = new Set(nearest(text, names, max));
  return [...new Set(ids.filter((_, i) => near.has(names[i] as string)))].slice(0, max);
}

/** Every word for a feature, and the feature of each. */
const named = lazily(() => {
  const all = [...byId.values()].flatMap(({ id, aliases }) => [id, ...aliases].map((name) => ({ name, id })));
  return { names: all.map(({ name }) => name), ids: all.map(({ id }) => id) };
});

interface FeatureRead {
  readonly feature: string;
  readonly denied: boolean;
}

/** No feature is called by more words, and in a longer text none is looked for. */
const MOST_WORDS = 4;
const LONGEST_PHRASE = 24;
/** Aliases that by themselves say something, and within a phrase often something else: `battery cell`. */
const onlyWhole = new Set('cell plant house work line public street import radio online unit is'.split(' '));

/** The features that a phrase names, each part of it denied or not: `4G and GPS but no Wi-Fi`. */
function featuresIn(text: string): FeatureRead[] {
  const read = new Map<string, FeatureRead>();
  for (const clause of text.replace(ismBand, ' ').split(/[,;/+&]|\b(?:and|or|but|with|plus)\b/i)) {
    const list = words(fold(clause));
    if (list.length > LONGEST_PHRASE) continue;
    const denied = /^\s*(?:has\s+no|without|not|non|no)\b/i.test(clause);
    for (let at = 0; at < list.length; ) {
      const found = longestAt(list, at);
      if (found !== undefined) read.set(found.feature, { feature: found.feature, denied });
      at += found?.length ?? 1;
    }
  }
  return [...read.values()];
}

/** Its digits without the point are those of a radar at 24 GHz; alone it is some radio. */
const ismBand = /\b2\.4[\s-]*ghz\b/gi;
const ismRadio = /^\s*2\.4[\s-]*ghz(?:\s+radio)?\s*$/i;

/** What features and masses begin with: most words are neither, and folding each in four ways takes long. */
const starts = lazily(() => new Set([...byWord().keys()].map((word) => word.slice(0, 2))));
const startOfMass = /^(?:\d|weigh|mass|under|below|less|up|about|around|over|above|more|at)/;

/** The words are folded, so that what they make together is joined instead of folded again for each length. */
function longestAt(list: readonly string[], at: number): { feature: string; length: number } | undefined {
  const first = list[at] ?? '';
  const mayBeMass = startOfMass.test(first);
  if (first.length > 1 && !starts().has(first.slice(0, 2)) && !mayBeMass) return undefined;
  for (let length = Math.min(MOST_WORDS, list.length - at); length > 0; length--) {
    const own = list.slice(at, at + length);
    const stem = own.map(singular).join('');
    if (length === 1 && onlyWhole.has(stem)) continue;
    const feature = featureOf(own.join(''), stem) ?? (mayBeMass ? massIn(own.join(' ')) : undefined);
    if (feature !== undefined) return { feature, length };
  }
  return undefined;
}

/** One feature word and whether it is denied; undefined if it is none. */
export function readFeature(text: string): FeatureRead | undefined {
  const plain = findFeature(text);
  if (plain !== undefined) return { feature: plain, denied: false };
  const opposite = oppositesByWord().get(compact(text));
  if (opposite !== undefined) return { feature: opposite, denied: true };
  const negated = negatedIn(text);
  const feature = negated === undefined ? undefined : findFeature(negated);
  return feature === undefined ? undefined : { feature, denied: true };
}

/** What says that a feature is not there without a `no`: `indoor` is not outdoors. */
const oppositesByWord = lazily(
  () =>
    new Map(
      data.opposites.flatMap(({ words, denies }) => words.map((word) => [compact(word), denies] as const)),
    ),
);

/** What a text says is not there: `battery` of `without a battery`. */
function negatedIn(text: string): string | undefined {
  return /^\s*(?:has\s+no|without|not|non|no|!)[\s_-]*(?:an?\s+|any\s+|the\s+)?(.+)$/i.exec(text)?.[1];
}

function findFeature(written: string): string | undefined {
  const text = written.replace(ismRadio, 'radio');
  return featureOf(compact(text), stems(text).join('')) ?? massIn(text);
}

function featureOf(joined: string, stem: string): string | undefined {
  return byWord().get(joined) ?? byWord().get(stem);
}

const grams: Readonly<Record<string, number>> = {
  g: 1,
  k: 1000,
  o: 28.349523125,
  l: 453.59237,
  p: 453.59237,
};
const mass =
  /^\s*(?:weighs?|weighing|weight|mass)?(?:\s+of)?\s*(under|below|less than|up to|about|around|over|above|more than|at least)?\s*(\d{1,6}(?:[.,]\d{1,3})?)\s*(g|grams?|kg|kilos?|kilograms?|oz|ounces?|lbs?|pounds?)\s*$/i;

/** The band that a mass is in: `900 g`, `weighs 0.9 kg`, `55 lb`. */
function massIn(text: string): string | undefined {
  const [, bound = '', number = '', unit = ''] = mass.exec(text) ?? [];
  const inGrams = Number(number.replace(',', '.')) * (grams[unit.charAt(0).toLowerCase()] ?? Number.NaN);
  return bandOf(/under|below|less/i.test(bound) ? inGrams - 1 : inGrams);
}

function bandOf(inGrams: number): string | undefined {
  return massBands.findLast(({ from_g }) => inGrams >= from_g && inGrams > 0)?.feature;
}

function factsThatSpeak({ category, tags, specs }: RobotFacts): InferredFeature[] {
  const found = category === undefined ? [] : spoken(byCategory, category, `category ${category}`);
  for (const tag of tags ?? []) found.push(...spoken(byTag, tag, `tag ${tag}`));
  for (const [spec, value] of Object.entries(specs ?? {})) {
    if (spec === 'mass_kg' && category !== undefined && data.masses.categories.includes(category)) {
      const feature = bandOf(Number(value) * 1000);
      if (feature !== undefined) found.push({ feature, because: `spec ${spec}` });
    }
    if (value !== undefined && value !== null && value !== 0)
      found.push(...spoken(bySpec, spec, `spec ${spec}`));
  }
  return found;
}

function spoken(table: Table, key: string, because: string): InferredFeature[] {
  const features = Object.hasOwn(table, key) ? (table[key] ?? []) : [];
  return features.map((feature) => ({ feature, because }));
}

function buildWords(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (word: string, id: string) => {
    for (const key of [compact(word), stems(word).join('')]) if (!found.has(key)) found.set(key, id);
  };
  for (const id of byId.keys()) add(id, id);
  for (const { id, aliases } of byId.values()) for (const alias of aliases) add(alias, id);
  return found;
}
