import {
  type EverydayPhrase,
  everydayIn,
  longestSynonym,
  synonymsOf,
} from '../kinds/vocabularies/phrases.ts';
import type { Alternative, Term } from '../text/query.ts';
import { wordForms } from '../text/word-forms.ts';
import type { TermDictionary } from './term-dictionary.ts';

type Phrase = readonly string[];

/** Two words are one written apart if both are as long, and so many records have the one. */
const SHORTEST_JOINED = 3;
const FEWEST_RECORDS_JOINED = 2;

/**
 * Domain stop words, which every record of a kind could have, are searched for only where the query has no other
 * word.
 */
export function withoutDomainStopWords(
  terms: readonly Term[],
  domainStopWords: ReadonlySet<string>,
): readonly Term[] {
  const isDomainStopWord = ({ plain, alternatives }: Term) =>
    plain &&
    alternatives.some(({ words: [word = '', ...more] }) => more.length === 0 && domainStopWords.has(word));
  const rest = terms.filter((term) => !isDomainStopWord(term));
  return rest.some((term) => !term.stop) ? rest : terms;
}

/**
 * Adds alternatives to plain words: synonyms of single words and of phrases, other forms, and what everyday phrases
 * mean. Alternatives that no record has are left out, except the words as they were written.
 */
export function expand(terms: readonly Term[], dictionary: TermDictionary): Term[] {
  const said = everydayOf(terms);
  const expanded: Term[] = [];
  for (let at = 0; at < terms.length; ) {
    const phrase = said.get(at);
    // What is said in several words is one thing that is asked for.
    if (phrase !== undefined && phrase.at.length > 1) {
      const group = phrase.at.map((place) => terms[place] as Term);
      if (phrase.at[0] === at)
        expanded.push(
          ...orWords(group, phraseTerm(group, phrase.meanings, dictionary, isDenied(terms, at)), dictionary),
        );
      at += 1;
      continue;
    }
    if (phrase?.idiom !== undefined) {
      expanded.push(idiomTerm(terms[at] as Term, phrase.idiom, phrase.meanings, dictionary));
      at += 1;
      continue;
    }
    const length = phraseLength(terms, at);
    const group = terms.slice(at, at + length);
    const meanings = group.flatMap((_, i) => said.get(at + i)?.meanings ?? []);
    const [first] = group;
    at += length;
    if (length > 1) expanded.push(...orWords(group, phraseTerm(group, meanings, dictionary), dictionary));
    else if (first?.stop === false) {
      const joined = joinedWith(terms, at - 1, dictionary);
      expanded.push(wordTerm(first, [...meanings, ...joined], dictionary));
    }
  }
  return expanded.map((term) => withHints(term, dictionary));
}

/** A phrase of which no record has anything is its words: `gutter cleaning` is cleaning too. */
function orWords(group: readonly Term[], phrase: Term, dictionary: TermDictionary): readonly Term[] {
  const isKnown = phrase.alternatives.some(({ words }) => words.every((word) => dictionary.count(word) > 0));
  const own = group.filter(({ stop }) => !stop);
  return isKnown || own.every((term) => dictionary.count(firstWord(term)) === 0)
    ? [phrase]
    : own.map((term) => wordTerm(term, [], dictionary));
}

/** The everyday phrases by the places of their words; those that share a word are one. */
function everydayOf(terms: readonly Term[]): ReadonlyMap<number, EverydayPhrase> {
  const said = new Map<number, EverydayPhrase>();
  for (const phrase of everydayIn(terms.map((term) => (term.plain ? firstWord(term) : '')))) {
    const others = [...new Set(phrase.at.flatMap((place) => said.get(place) ?? []))];
    const all = [phrase, ...others];
    const at = [...new Set(all.flatMap((one) => one.at))].sort((a, b) => a - b);
    const idiom = at.length === 1 ? all.find((one) => one.idiom !== undefined)?.idiom : undefined;
    const whole = {
      at,
      meanings: all.flatMap(({ meanings }) => meanings),
      ...(idiom !== undefined && { idiom }),
    };
    for (const place of at) said.set(place, whole);
  }
  return said;
}

/** Length in words of the phrase with synonyms that begins here; 1 if there is none. */
function phraseLength(terms: readonly Term[], at: number): number {
  for (let length = Math.min(longestSynonym(), terms.length - at); length > 1; length--) {
    const group = terms.slice(at, at + length);
    if (group.every((term) => term.plain) && synonymsOf(group.map(firstWord)).length > 0) return length;
  }
  return 1;
}

/** A word that was written as two, this one and its neighbour: `exo skeleton`, `under water`. */
function joinedWith(terms: readonly Term[], at: number, dictionary: TermDictionary): Phrase[] {
  return [at - 1, at].flatMap((left) => {
    const pair = terms.slice(Math.max(0, left), left + 2);
    const parts = pair.map(firstWord);
    const isPair = left >= 0 && pair.length === 2 && pair.every(({ plain }) => plain);
    if (!isPair || parts.some((part) => part.length < SHORTEST_JOINED)) return [];
    const whole = parts.join('');
    return dictionary.count(whole) >= FEWEST_RECORDS_JOINED ? [[whole]] : [];
  });
}

function firstWord(term: Term): string {
  return term.alternatives[0]?.words[0] ?? '';
}

/** Words that say that what is named behind them is not there. */
const denials = new Set(['without', 'no', 'not', 'sans', 'ohne', 'sin']);

/** True for a phrase such as `without boundary wire`, of which the words by themselves say the contrary. */
function isDenied(terms: readonly Term[], at: number): boolean {
  return [at - 1, at].some((place) => denials.has(terms[place]?.shown ?? ''));
}

function phraseTerm(
  group: readonly Term[],
  meanings: readonly Phrase[],
  dictionary: TermDictionary,
  isDenied = false,
): Term {
  const words = group.map(firstWord);
  const telling = withoutCommonParts(words, meanings, dictionary);
  const asWritten: Alternative = { words, prefix: false, origin: 'written' };
  const rarest = meanings.length === 0 ? [] : rarestOf(group, dictionary);
  const meant = known([...synonyms(words, telling), ...(isDenied ? [] : rarest)], dictionary);
  return {
    shown: words.join(' '),
    plain: true,
    stop: false,
    alternatives: isDenied && meant.length > 0 ? meant : [asWritten, ...meant],
  };
}

/** The word by which a phrase is about something: `strawberry` of `picking strawberries`, not `picking`. */
function rarestOf(group: readonly Term[], dictionary: TermDictionary): Alternative[] {
  const own = group.filter(({ stop }) => !stop).map(firstWord);
  const [first = ''] = own;
  const rarest = own.reduce((a, b) => (dictionary.count(b) < dictionary.count(a) ? b : a), first);
  return isCommon(rarest, dictionary) ? [] : [{ words: [rarest], prefix: false, origin: 'part' }];
}

/** What a phrase means, but for its own words that many records have: not all that cleans cleans pools. */
function withoutCommonParts(
  words: readonly string[],
  meanings: readonly Phrase[],
  dictionary: TermDictionary,
): readonly Phrase[] {
  return meanings.filter(
    ([word = '', another]) => another !== undefined || !words.includes(word) || !isCommon(word, dictionary),
  );
}

const COMMON_SHARE = 0.05;

/** A word that many records have does not stand for a phrase or an idiom with it: not every robot is a robot dog. */
function isCommon(word: string, dictionary: TermDictionary): boolean {
  return dictionary.count(word) > COMMON_SHARE * dictionary.records;
}

function idiomTerm(term: Term, idiom: Phrase, meanings: readonly Phrase[], dictionary: TermDictionary): Term {
  const word = firstWord(term);
  const part = isCommon(word, dictionary) ? [] : [{ words: [word], prefix: false, origin: 'part' as const }];
  const meant = known([...synonyms(idiom, meanings), ...part], dictionary);
  if (meant.length === 0) return wordTerm(term, meanings, dictionary);
  const asWritten: Alternative = { words: idiom, prefix: false, origin: 'written' };
  return { shown: idiom.join(' '), plain: true, stop: false, alternatives: [asWritten, ...meant] };
}

function wordTerm(term: Term, meanings: readonly Phrase[], dictionary: TermDictionary): Term {
  if (!term.plain) return term;
  const word = firstWord(term);
  const [asWritten, ...variants] = term.alternatives;
  const forms = wordForms(word).map((form) => ({ words: [form], prefix: false, origin: 'form' as const }));
  const more = [...variants, ...synonyms([word], meanings), ...forms];
  return { ...term, alternatives: [...(asWritten ? [asWritten] : []), ...known(more, dictionary)] };
}

function synonyms(words: readonly string[], meanings: readonly Phrase[]): Alternative[] {
  return [
    ...synonymsOf(words).map((phrase) => ({ words: phrase, prefix: false, origin: 'synonym' as const })),
    ...meanings.map((phrase) => ({ words: phrase, prefix: false, origin: 'everyday' as const })),
  ];
}

function known(alternatives: readonly Alternative[], dictionary: TermDictionary): Alternative[] {
  const seen = new Set<string>();
  return alternatives.filter(({ words }) => {
    const key = words.join(' ');
    if (seen.has(key) || !words.every((word) => dictionary.count(word) > 0)) return false;
    seen.add(key);
    return true;
  });
}

/** A meaning that more records have is a field of its own. */
const WIDE = 1000;

/** Marks the fields that an everyday phrase hints at where it means something in them: not every humanoid folds laundry. */
function withHints(term: Term, dictionary: TermDictionary): Term {
  const records = ({ words }: Alternative) => Math.min(...words.map((word) => dictionary.count(word)));
  const isWide = (one: Alternative) => one.origin === 'everyday' && records(one) > WIDE;
  if (!term.alternatives.some(isWide)) return term;
  const isTelling = term.alternatives.some((one) => !isWide(one) && records(one) > 0);
  if (!isTelling) return term;
  return {
    ...term,
    alternatives: term.alternatives.map((one) => (isWide(one) ? { ...one, isHint: true } : one)),
  };
}
