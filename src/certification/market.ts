import {
  type CountryKeys,
  countriesOf,
  countryKeys,
  findCountries,
} from '../kinds/vocabularies/countries.ts';
import { lazily } from '../lib/lazily.ts';
import { compact } from '../text/fold.ts';
import { schemeElsewhereOf } from './elsewhere.ts';

/** The market that a text names: that of the EU, or one of which the data hold nothing. */
export interface Market {
  readonly phrase: string;
  /** The text without it, and without the words of selling before it. */
  readonly rest: string;
  readonly scheme?: 'EU';
  /** A sentence on where to ask instead. */
  readonly elsewhere?: string;
}

const europe = new Set([
  'eu',
  'ce',
  'ce mark',
  'ce marking',
  'ce marked',
  'ce certification',
  'ce certificate',
  'europe',
  'european',
]);
const members = lazily(() => new Set(findCountries('EU')?.codes));
/** Names of markets are no longer. */
const MOST_WORDS = 3;
/** What is said before a market: `sold in`, `for the`. */
const LEAD =
  /(?:^|\s)(?:(?:to be )?(?:sold|sell|selling|sale|use|used|import(?:ed|ing)?|export(?:ed|ing)?|launch(?:ed|ing)?|market(?:ed)?|placed) )?(?:in|into|to|for|on|within|across)(?: the)?\s*$/i;

/** The first market in a text: `sold in Germany`, `CE marking`, `rules in Japan`; none where the US is named too. */
export function marketIn(text: string): Market | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.some(isUnitedStates)) return undefined;
  const keys = words.map((word) => ({ ...countryKeys(word), name: compact(word) }));
  for (let length = Math.min(MOST_WORDS, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const phrase = words
        .slice(at, at + length)
        .join(' ')
        .replace(/[?.,;:!]+$/, '');
      const read = marketOf(phrase, keys.slice(at, at + length));
      if (read === undefined) continue;
      const before = words.slice(0, at).join(' ').replace(LEAD, '');
      const behind = words
        .slice(at + length)
        .join(' ')
        .replace(/^(?:market|union)\b\s*/i, '');
      return { phrase, rest: `${before} ${behind}`.trim(), ...read };
    }
  }
  return undefined;
}

function isUnitedStates(word: string): boolean {
  return /^(?:US|USA|U\.S\.A?\.?|American?|FCC|FDA|UL|OSHA|FAA)\W*$/.test(word);
}

interface MarketKeys extends CountryKeys {
  readonly name: string;
}

function marketOf(
  phrase: string,
  keys: readonly MarketKeys[],
): Pick<Market, 'scheme' | 'elsewhere'> | undefined {
  if (europe.has(phrase.toLowerCase())) return { scheme: 'EU' };
  // `in` and `it` are words, and codes of countries.
  const isWord = /^[a-z]{1,3}$/.test(phrase) && phrase !== 'uk';
  const joined = (key: keyof MarketKeys) => keys.map((word) => word[key]).join('');
  const elsewhere = isWord ? undefined : schemeElsewhereOf(joined('name'));
  if (elsewhere !== undefined) return { elsewhere };
  const place = isWord ? undefined : countriesOf({ own: joined('own'), singular: joined('singular') });
  const codes = place?.codes ?? [];
  return codes.length > 0 && codes.every((code) => members().has(code)) ? { scheme: 'EU' } : undefined;
}
