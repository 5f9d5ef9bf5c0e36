import { isEnglish } from '../text/english.ts';
import { singular } from '../text/fold.ts';
import type { Term } from '../text/query.ts';
import type { NearWord, TermDictionary } from './term-dictionary.ts';

/** What is searched for instead of a word, or beside it where the word stands in records. */
interface Correction {
  /** As a note says it. */
  readonly shown: string;
  readonly terms: readonly Term[];
}

/** A slip that costs no more is likelier than two words written as one. */
const SLIGHT = 1.2;
/** Parts of two words written as one. */
const SHORTEST_PART = 3;
/** Longer words are no two: each place where they could be parted would be tried. */
const LONGEST_JOINED = 48;
const FEWEST_RECORDS_OF_PART = 3;
const FEWEST_RECORDS_OF_TERM = 20;

/** A word in so few of many records may be a slip of theirs, if a near one stands in so many. */
const RARE = 2;
const MANY_RECORDS = 10_000;
const COMMON = 100;
/** How near it must be, to a word that records have, and to one that they have in another form only. */
const NEAR_RARE = 1.05;
const NEAR_FORM = 0.8;

/** What is meant by a word that no record has, unless it is an ordinary word or one of other kinds' records. */
export function correctionOf(term: Term, dictionary: TermDictionary): Correction | undefined {
  if (!mayBeSlip(term, dictionary)) return undefined;
  const near = dictionary.near(term.shown, 3);
  const [nearest] = near;
  if (nearest !== undefined && nearest.cost <= SLIGHT) return asCorrection(term, near);
  const parts = partsOf(term.shown, dictionary);
  if (parts !== undefined) return { shown: parts.join(' '), terms: parts.map(plainTerm) };
  return nearest === undefined ? undefined : asCorrection(term, near);
}

/** True for a known word that may be a slip nevertheless: hardly a record has it, or only in another form. */
export function isDoubtful(term: Term, dictionary: TermDictionary): boolean {
  const records = dictionary.count(singular(term.shown));
  const isRare = records <= RARE && dictionary.records >= MANY_RECORDS;
  return (records === 0 || isRare) && mayBeSlip(term, dictionary);
}

/**
 * A common word that a slight slip makes of a doubtful one: `recall` of `recal`, which is no form of `recalled`. The word
 * itself is searched for too.
 */
export function likelierThan(term: Term, dictionary: TermDictionary): Correction | undefined {
  const records = dictionary.count(singular(term.shown));
  const [nearest] = dictionary.near(term.shown, 1, 1);
  // In hardly a record a form of it is no better than the word itself: `manipultion` beside `manipultor`.
  const isRareForm = records === 0 && dictionary.records >= MANY_RECORDS && formsOf(term, dictionary) <= RARE;
  const isRare = records > 0 || isRareForm;
  if (nearest === undefined || nearest.cost > (isRare ? NEAR_RARE : NEAR_FORM)) return undefined;
  if (isRare && nearest.records < COMMON) return undefined;
  const { terms } = asCorrection(term, [nearest]);
  const alternatives = [...term.alternatives, ...terms.flatMap((one) => one.alternatives)];
  return { shown: nearest.word, terms: [{ ...term, alternatives }] };
}

/** Of how many records the commonest form of a word is. */
function formsOf({ alternatives }: Term, dictionary: TermDictionary): number {
  return Math.max(...alternatives.flatMap(({ words }) => words).map((word) => dictionary.count(word)));
}

/** A phrase with synonyms is one term, but no word. */
const isOneWord = /^\p{L}+$/u;

function mayBeSlip({ plain, shown }: Term, dictionary: TermDictionary): boolean {
  return plain && isOneWord.test(shown) && !isEnglish(shown) && !dictionary.isUsedElsewhere(shown);
}

/** The nearest word, or those that are equally near. */
function asCorrection(term: Term, near: readonly NearWord[]): Correction {
  const [nearest] = near as readonly [NearWord];
  const meant = near.filter(({ cost }) => cost <= nearest.cost).map(({ word }) => word);
  const alternatives = meant.map((word) => ({ words: [word], prefix: false, origin: 'correction' as const }));
  return { shown: nearest.word, terms: [{ ...term, alternatives }] };
}

/** Two words that some record has side by side, written as one: `softgripper`. */
function partsOf(word: string, dictionary: TermDictionary): readonly [string, string] | undefined {
  if (word.length > LONGEST_JOINED) return undefined;
  let best: readonly [string, string] | undefined;
  let most = FEWEST_RECORDS_OF_PART - 1;
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const parts = [word.slice(0, at), word.slice(at)] as const;
    const records = Math.min(...parts.map((part) => recordsOf(part, dictionary)));
    const isMore = records > most && dictionary.areNeighbours(parts.map(singular));
    if (isMore) [best, most] = [parts, records];
  }
  return best;
}

/** Of a word of the field that is no ordinary one, many records must have it. */
function recordsOf(part: string, dictionary: TermDictionary): number {
  const records = dictionary.count(singular(part));
  return isEnglish(part) || records >= FEWEST_RECORDS_OF_TERM ? records : 0;
}

function plainTerm(word: string): Term {
  return {
    shown: word,
    plain: true,
    stop: false,
    alternatives: [{ words: [singular(word)], prefix: false, origin: 'written' }],
  };
}
