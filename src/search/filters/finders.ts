import type { Reads } from '../../kinds/definition.ts';
import { affiliationNames, findAffiliation } from '../../kinds/vocabularies/affiliations.ts';
import { countryWords, findCountries } from '../../kinds/vocabularies/countries.ts';
import { everydayMeanings, keywordAliasesOf, synonymsOf } from '../../kinds/vocabularies/phrases.ts';
import { findVenues, venueNames } from '../../kinds/vocabularies/venues.ts';
import { readTerm, termNames, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { formsNamedBy, type NameForms, nameForms } from '../../text/company-names.ts';
import { compact, stems } from '../../text/fold.ts';
import { isStopWord } from '../../text/query.ts';
import type { WordColumn } from '../word-column.ts';

/** What the words of an argument may name. */
export interface Finder<Value> {
  /** What a text names exactly, by another form or by an alias; empty if it names nothing. */
  find(text: string): readonly Value[];
  /** Names of which a misspelt one may be meant, the values themselves first. */
  spellings(): readonly string[];
  /** True where the words of a name mean nothing else, so that a near one is meant whatever else has them. */
  readonly isName?: boolean;
  /** True where records are also about a value that they do not have: whoever gave them keywords chose some. */
  readonly isOpen?: boolean;
}

/** The words of a column that a text may name. Words in `weightless` are left out of what is asked. */
export function finderOf(
  reads: Exclude<Reads, 'author' | 'topic' | 'certification'> | undefined,
  column: WordColumn,
  weightless: readonly string[],
): Finder<string> {
  switch (reads) {
    case undefined:
      return { ...keywordFinder(column, new Set(weightless)), isOpen: true };
    case 'code':
      return keywordFinder(column, new Set(weightless));
    case 'country':
      return { find: (text) => findCountries(text)?.codes ?? [], spellings: () => countryWords };
    case 'name':
      return nameFinder(column);
    case 'affiliation':
      return affiliationFinder(column);
    case 'venue':
      return { find: (text) => venuesNamed(column, text), spellings: venueNames, isName: true };
    default: {
      const vocabulary = vocabularies[reads];
      return {
        find: (text) => readTerm(vocabulary, text) ?? [],
        spellings: () => termNames(vocabulary),
      };
    }
  }
}

/** The names that a word of a column stands for, the one for people last: `unitree|Unitree`. */
export function namesOf(word: string): readonly string[] {
  return word.split('|');
}

function nameFinder(column: WordColumn): Finder<string> {
  const { dictionary } = column;
  return {
    find(text) {
      const key = compact(text);
      const { core } = nameForms(text);
      const known = namesIn(column);
      // `Unitree` and `Unitree Robotics` are one.
      const isSame = (own: KnownName) => own.key === key || (core !== '' && own.forms.core === core);
      const same = dictionary.filter((_, code) => known[code]?.some(isSame));
      if (same.length > 0) return same;
      const isNamed = formsNamedBy(text);
      return dictionary.filter((_, code) => known[code]?.some(({ forms }) => isNamed(forms)));
    },
    spellings: () => spellingsIn(column),
    isName: true,
  };
}

/** Institutions of the reviewed list by any of their names, others by their own. */
function affiliationFinder(column: WordColumn): Finder<string> {
  const names = nameFinder(column);
  return {
    find(text) {
      const known = findAffiliation(text);
      return known === undefined ? names.find(text) : [known];
    },
    spellings: affiliationNames,
    isName: true,
  };
}

const spellingsIn = oncePerWord((word) => namesOf(word).at(-1) as string);

interface KnownName {
  readonly key: string;
  readonly forms: NameForms;
}

/** Folding the names of all words costs milliseconds. */
const namesIn = oncePerWord((word) =>
  namesOf(word).map((own): KnownName => ({ key: compact(own), forms: nameForms(own) })),
);

function venuesNamed(column: WordColumn, text: string): readonly string[] {
  const known = findVenues(text);
  if (known.length > 0) return known;
  const [forms, isNamed] = [formsIn(column), formsNamedBy(text)];
  return column.dictionary.filter((_, code) => isNamed(forms[code] as NameForms));
}

const formsIn = oncePerWord(nameForms);

/**
 * Keywords that have every word asked for, or every word of a synonym (`BLDC motors` for `brushless-motors`); where
 * none has the words themselves, also those of what they mean in everyday speech.
 */
function keywordFinder(column: WordColumn, weightless: ReadonlySet<string>): Finder<string> {
  return {
    find(text) {
      const whole = stems(text);
      const weighty = whole.filter((word) => !weightless.has(word) && !isStopWord(word));
      if (weighty.length === 0) return column.dictionary.filter((word) => compact(word) === compact(text));
      const asked = [whole, weighty];
      // Who writes a keyword as the records do means no wider one.
      const isExact = stemsOf(column).some(
        (own) => own.size === whole.length && whole.every((word) => own.has(word)),
      );
      if (isExact) return keywordsWith(column, [weighty, ...asked.flatMap(synonymsOf)]);
      const isKeyword = keywordsWith(column, [weighty]).length > 0;
      const meanings = isKeyword ? [] : asked.flatMap(everydayMeanings);
      return keywordsWith(column, [weighty, ...asked.flatMap(keywordAliasesOf), ...meanings]);
    },
    spellings: () => column.dictionary,
  };
}

function keywordsWith(column: WordColumn, phrases: readonly (readonly string[])[]): string[] {
  const present = stemsOf(column);
  return column.dictionary.filter((_, code) =>
    phrases.some((phrase) => phrase.every((word) => present[code]?.has(word))),
  );
}

const stemsOf = oncePerWord((word): ReadonlySet<string> => new Set(stems(word)));

/** What is derived of each word of a column, by code, derived once: a dictionary only grows. */
export function oncePerWord<Derived>(
  derive: (word: string) => Derived,
): (column: WordColumn) => readonly Derived[] {
  const byColumn = new WeakMap<WordColumn, Derived[]>();
  return (column) => {
    const known = byColumn.get(column) ?? [];
    for (const word of column.dictionary.slice(known.length)) known.push(derive(word));
    byColumn.set(column, known);
    return known;
  };
}
