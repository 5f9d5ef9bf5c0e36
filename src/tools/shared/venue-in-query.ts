import { findVenues } from '../../kinds/vocabularies/venues.ts';
import { fold } from '../../text/fold.ts';

/** A journal or conference that a question names, and the question without it. */
export interface VenueRead {
  readonly phrase: string;
  readonly rest: string;
  /** As an argument would have it: with the year, if one stands there. */
  readonly venue: string;
}

/** Longer names are cut, and in longer texts no venue is sought: they are titles. */
const LONGEST = 9;
const MOST_WORDS = 24;
/** A short name that titles have so often is a word of the field as well: `trust in HRI`. */
const OFTEN_IN_TITLES = 20;

/** Words of which one stands in the name of a venue that is no ordinary phrase: `Soft Robotics` is one. */
const isCalledVenue =
  /\b(?:transactions|trans|journal|conference|letters|symposium|magazine|proceedings|workshop)\b/i;
/** Behind these a venue is meant whatever it is called. */
const announces =
  /^(?:(?:published|appeared|presented|printed) (?:in|at)|(?:the )?(?:journal|conference|proceedings of))$/i;
const isPlace = /^(?:in|at|from)$/i;
const isYear = /^(?:19|20)\d\d$/;

/**
 * The venue that a question names: `cable robots in IEEE Transactions on Robotics`, `grasping at ICRA 2023`, `published in Soft
 * Robotics`. `inTitles` tells how many titles have a word.
 */
export function venueIn(query: string, inTitles: (word: string) => number): VenueRead | undefined {
  const words = query.split(/\s+/).filter((word) => word !== '');
  if (words.length > MOST_WORDS || query.includes('"')) return undefined;
  for (let length = Math.min(LONGEST, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const name = clean(words.slice(at, at + length).join(' '));
      const before = words.slice(Math.max(0, at - 2), at).map(clean);
      if (isMeant(name, before, inTitles) && findVenues(name).length > 0)
        return readAt(words, at, length, name);
    }
  }
  return undefined;
}

function clean(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}).]+$/gu, '');
}

function isMeant(name: string, before: readonly string[], inTitles: (word: string) => number): boolean {
  if (name === '' || /^(?:in|at|from|the|of|on|for)\b/i.test(name)) return false;
  if (announces.test(before.join(' ')) || announces.test(before.at(-1) ?? '')) return true;
  if (name.includes(' ')) return isCalledVenue.test(name);
  const isShort = (name.match(/\p{Lu}/gu)?.length ?? 0) > 1 && isPlace.test(before.at(-1) ?? '');
  return isShort && inTitles(fold(name)) < OFTEN_IN_TITLES;
}

/** What stands before a name and belongs to it, and the year behind. */
const belongsBefore = /^(?:in|at|from|of|the|journal|published|appeared|presented|printed)$/i;

function readAt(words: readonly string[], at: number, length: number, name: string): VenueRead {
  const year = clean(words[at + length] ?? '');
  const end = at + length + (isYear.test(year) ? 1 : 0);
  let start = at;
  while (start > 0 && belongsBefore.test(clean(words[start - 1] as string))) start--;
  return {
    phrase: words.slice(start, end).join(' '),
    rest: [...words.slice(0, start), ...words.slice(end)].join(' '),
    venue: isYear.test(year) ? `${name} ${year}` : name,
  };
}
