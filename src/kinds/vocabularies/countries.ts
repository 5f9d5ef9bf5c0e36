import data from '../../../dataset/taxonomy/countries.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { fold, stems, words } from '../../text/fold.ts';

interface Region {
  readonly id: string;
  readonly label: string;
  readonly aliases: readonly string[];
  /** Of a union that acts as one, as a funder does: `EU`. */
  readonly code?: string;
  /** The regions that such a union lies in. */
  readonly within?: readonly string[];
}

const regions: readonly Region[] = data.regions;

/** What a word for a country or a region stands for. */
interface CountryMatch {
  /** ISO 3166-1 alpha-2 codes, sorted, and that of a union of them. */
  readonly codes: readonly string[];
  /** `Germany`, `European Union`. */
  readonly label: string;
}

const codes = lazily(() => new Set(data.countries.map(({ code }) => code)));
const matches = lazily(buildMatches);

/**
 * The countries that a code, name, alias, demonym or region stands for, whatever its case, accents and
 * punctuation: `kr`, `South Korea`, `Korean`, `the E.U.`. Undefined if it is none.
 */
export function findCountries(text: string): CountryMatch | undefined {
  return matches().get(keyOf(text)) ?? matches().get(keyOf(stems(text).join(' ')));
}

/** True for an ISO 3166-1 alpha-2 code that is assigned to a country, in capitals. */
export function isCountry(code: string): boolean {
  return codes().has(code);
}

/** True for the code of a union of countries that acts as one: `EU`. */
export function isUnion(code: string): boolean {
  return regions.some((region) => region.code === code);
}

/** The name, aliases and demonyms of a country or a union: what a text search should find it by. */
export function countrySearchWords(code: string): string[] {
  const country = data.countries.find((candidate) => candidate.code === code);
  if (country !== undefined) return [country.name, ...country.aliases, ...country.demonyms];
  const union = regions.find((region) => region.code === code);
  return union === undefined ? [code] : [union.id, union.label, ...union.aliases];
}

/** Codes and names of countries, then of regions, as a person would write them, for suggestions. */
export const countryWords: readonly string[] = [
  ...data.countries.flatMap(({ code, name, aliases }) => [code, name, ...aliases]),
  ...regions.flatMap(({ id, label }) => [id, label]),
];

/** True for what somebody or something of a country or region is called: `German`. */
export function isDemonym(phrase: string): boolean {
  return demonyms().has(phrase);
}

const demonyms = lazily(
  () =>
    new Set([
      ...data.countries.flatMap((country) => country.demonyms),
      ...data.regions.flatMap(({ aliases }) => aliases.filter((alias) => /an$/.test(alias))),
    ]),
);

/** Every phrase for a country or region with the codes that it stands for. */
export function* countryPhrases(): Iterable<readonly [string, readonly string[]]> {
  for (const { id, label, aliases } of regions) {
    const own = codesIn(id);
    for (const phrase of [id, label, ...aliases]) yield [phrase, own];
  }
  for (const { code, name, aliases, demonyms } of data.countries)
    for (const phrase of [code, name, ...aliases, ...demonyms]) yield [phrase, [code]];
}

/** The codes of the countries of a region, and of the unions that it is or that lie in it. */
function codesIn(id: string): string[] {
  const countries = data.countries.filter((country) => country.regions.includes(id)).map(({ code }) => code);
  const unions = regions.flatMap((one) =>
    one.code !== undefined && (one.id === id || one.within?.includes(id)) ? [one.code] : [],
  );
  return [...countries, ...unions].sort();
}

function buildMatches(): ReadonlyMap<string, CountryMatch> {
  const found = new Map<string, CountryMatch>();
  for (const { id, label, aliases } of regions) {
    const codes = codesIn(id);
    for (const word of [id, label, ...aliases]) found.set(keyOf(word), { codes, label });
  }
  for (const { name, aliases, demonyms, code } of data.countries) {
    for (const word of [name, ...aliases, ...demonyms])
      addCountry(found, word, { codes: [code], label: name });
  }
  for (const { code, name } of data.countries) found.set(keyOf(code), { codes: [code], label: name });
  return found;
}

/** A word that several countries share, such as Congo, stands for all of them. */
function addCountry(found: Map<string, CountryMatch>, word: string, match: CountryMatch): void {
  const known = found.get(keyOf(word));
  if (known === undefined) found.set(keyOf(word), match);
  else if (known.label !== match.label) {
    found.set(keyOf(word), { codes: [...known.codes, ...match.codes].sort(), label: word });
  }
}

/** `St. Kitts & Nevis`, `Saint Kitts and Nevis` and `the Saint Kitts & Nevis` are one. */
function keyOf(text: string): string {
  const parts = words(fold(text)).filter((word) => word !== 'the' && word !== 'and');
  return parts.map((word) => (word === 'st' ? 'saint' : word)).join('');
}
