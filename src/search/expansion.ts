import {
  everydayMeanings,
  longestEveryday,
  longestSynonym,
  synonymsOf,
} from '../kinds/vocabularies/phrases.ts';
import { findTopics } from '../kinds/vocabularies/topics.ts';
import { lazily } from '../lib/lazily.ts';
import { stems } from '../text/fold.ts';
import type { Alternative, Term } from '../text/query.ts';
import { wordForms } from '../text/word-forms.ts';
import type { TermDictionary } from './term-dictionary.ts';

const longest = lazily(() => Math.max(longestSynonym(), longestEveryday()));

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
 * Adds alternatives to plain words: synonyms of single words and of phrases, and other forms. Alternatives that no
 * record has are left out, except the words as they were written.
 */
export function expand(terms: readonly Term[], dictionary: TermDictionary): Term[] {
  const expanded: Term[] = [];
  for (let at = 0; at < terms.length; ) {
    const length = phraseLength(terms, at);
    const group = terms.slice(at, at + length);
    at += length;
    if (length > 1) expanded.push(phraseTerm(group, dictionary));
    else if (group[0]?.stop === false) expanded.push(wordTerm(group[0], dictionary));
  }
  return expanded;
}

/** Length in words of the phrase with synonyms that begins here; 1 if there is none. */
function phraseLength(terms: readonly Term[], at: number): number {
  for (let length = Math.min(longest(), terms.length - at); length > 1; length--) {
    const group = terms.slice(at, at + length);
    if (group.every((term) => term.plain) && hasMeanings(group.map(firstWord))) return length;
  }
  return 1;
}

function hasMeanings(words: readonly string[]): boolean {
  return synonymsOf(words).length > 0 || everydayMeanings(words).length > 0;
}

function firstWord(term: Term): string {
  return term.alternatives[0]?.words[0] ?? '';
}

function phraseTerm(group: readonly Term[], dictionary: TermDictionary): Term {
  const words = group.map(firstWord);
  const asWritten: Alternative = { words, prefix: false, origin: 'written' };
  return {
    shown: words.join(' '),
    plain: true,
    stop: false,
    alternatives: [asWritten, ...known(synonyms(words), dictionary)],
  };
}

function wordTerm(term: Term, dictionary: TermDictionary): Term {
  if (!term.plain) return term;
  const word = firstWord(term);
  const [asWritten, ...variants] = term.alternatives;
  const forms = wordForms(word).map((form) => ({ words: [form], prefix: false, origin: 'form' as const }));
  const more = [...variants, ...synonyms([word]), ...forms];
  return { ...term, alternatives: [...(asWritten ? [asWritten] : []), ...known(more, dictionary)] };
}

/** Adds the research topic that a term names, for partial matches. */
export function broaden(terms: readonly Term[], dictionary: TermDictionary): Term[] {
  return terms.map((term) => {
    const phrases = term.alternatives
      .filter(({ origin }) => origin === 'written')
      .map(({ words }) => words.join(' '));
    const topics = phrases.flatMap((phrase) => findTopics(phrase).slice(0, 1));
    const named = topics.map((id) => ({ words: stems(id), prefix: false, origin: 'topic' as const }));
    return { ...term, alternatives: [...term.alternatives, ...known(named, dictionary)] };
  });
}

function synonyms(words: readonly string[]): Alternative[] {
  return [
    ...synonymsOf(words).map((phrase) => ({ words: phrase, prefix: false, origin: 'synonym' as const })),
    ...everydayMeanings(words).map((phrase) => ({
      words: phrase,
      prefix: false,
      origin: 'everyday' as const,
    })),
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
