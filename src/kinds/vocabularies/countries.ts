import data from '../../../dataset/taxonomy/countries.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { fold, stems, words } from '../../text/fold.ts';

/** What a word for a country or a region stands for. */
interface CountryMatch {
  /** ISO 3166-1 alpha-2 codes, sorted. */
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

/** A country's name, aliases and demonyms: what a text search should find it by. */
export function countrySearchWords(code: string): string[] {
  const country = data.countries.find((candidate) => candidate.code === code);
  return country === undefined ? [code] : [country.name, ...country.aliases, ...country.demonyms];
}

/** Codes and names of countries, then of regions, as a person would write them, for suggestions. */
export const countryWords: readonly string[] = [
  ...data.countries.flatMap(({ code, name, aliases }) => [code, name, ...aliases]),
  ...data.regions.flatMap(({ id, label }) => [id, label]),
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
  for (const { id, label, aliases } of data.regions) {
    const own = data.countries.filter(({ regions }) => regions.includes(id)).map(({ code }) => code);
    for (const phrase of [id, label, ...aliases]) yield [phrase, own];
  }
  for (const { code, name, aliases, demonyms } of data.countries)
    for (const phrase of [code, name, ...aliases, ...demonyms]) yield [phrase, [code]];
}

function buildMatches(): ReadonlyMap<string, CountryMatch> {
  const found = new Map<string, CountryMatch>();
  for (const { id, label, aliases } of data.regions) {
    const codes = data.countries.filter(({ regions }) => regions.includes(id)).map(({ code }) => code);
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
