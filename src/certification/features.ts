import data from '../../dataset/taxonomy/features.json' with { type: 'json' };
import { nearest } from '../kinds/vocabularies/vocabulary.ts';
import { lazily } from '../lib/lazily.ts';
import { compact, stems } from '../text/fold.ts';

/** A word that says what a robot has or where it is used, as certification guidance understands it. */
interface Feature {
  readonly id: string;
  /** Asked of a person who has not said: `Has it a lithium battery?` */
  readonly question: string;
  readonly aliases: readonly string[];
  /** Features that come with this one. */
  readonly implies: readonly string[];
}

interface FeatureGroup {
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
interface RobotFacts {
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

/** What most likely is so of a robot by what its description says and by what is measured of it. */
export function likelyFeatures({
  description,
  specs,
}: {
  readonly description: string;
  readonly specs: Readonly<Record<string, unknown>>;
}): InferredFeature[] {
  const said = ` ${stems(description).join(' ')} `;
  const bySay = described().flatMap(({ phrases, features }) => {
    const phrase = phrases.find((one) => said.includes(` ${one} `));
    return phrase === undefined
      ? []
      : features.map((feature) => ({ feature, because: `description says ${phrase}, so likely` }));
  });
  const measured = Object.keys(specs).flatMap((spec) =>
    spoken(byLikelySpec, spec, `spec ${spec}, so likely`),
  );
  return [...bySay, ...measured];
}

const byLikelySpec: Table = data.likely_specs;
const described = lazily(() =>
  data.described.map(({ say, features }) => ({ features, phrases: say.map((one) => stems(one).join(' ')) })),
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

/** The feature that is called so as a whole: `lidar_laser`, `Wi-Fi`, `cell`. */
export function featureCalled(text: string): string | undefined {
  return byWord().get(compact(text)) ?? byWord().get(stems(text).join(''));
}

/** The features of a kind by its id: `any-radio` is Wi-Fi, Bluetooth and others. */
export function featuresOfKind(id: string): readonly string[] | undefined {
  return data.kinds.find((kind) => kind.id === id)?.features;
}

/** The feature that a mass stands for, in grams. */
export function bandOf(inGrams: number): string | undefined {
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
