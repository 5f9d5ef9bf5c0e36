import data from '../../../dataset/taxonomy/venues.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { compact, fold, words } from '../../text/fold.ts';

/** A journal or conference, as dataset/taxonomy/venues.json holds it. */
interface Venue {
  /** The name that papers have it under: `ICRA`. */
  readonly id: string;
  /** Left out for proceedings. */
  readonly type?: string;
  /** Its full, other short and former names, without organizers and `Proceedings of`. */
  readonly names: readonly string[];
}

const venues: readonly Venue[] = data.venues;

/** Every name of a venue with the name that papers have it under. */
export function* venuePhrases(): Iterable<readonly [string, string]> {
  for (const { id, names } of venues) for (const name of [id, ...names]) yield [name, id];
}

/** Words by which the names of a venue differ from writer to writer. */
const weightless = new Set(
  'the of on for and in at a an to proceedings proceeding proc ieee rsj asme acm sice embs ras eurobotics ifrr international intl int annual'.split(
    ' ',
  ),
);
const ordinal = /^\d+(st|nd|rd|th)?$/;

const byName = lazily(() => {
  const found = new Map<string, string[]>();
  for (const { id, names } of venues) {
    for (const name of [id, ...names]) {
      for (const key of new Set([compact(name), weighty(name).join(' ')])) {
        const ids = found.get(key) ?? [];
        if (!ids.includes(id)) found.set(key, [...ids, id]);
      }
    }
  }
  return found;
});

/** The names under which papers have their journals; every other venue has proceedings. */
export const journalIds = lazily(
  () => new Set(venues.filter(({ type }) => type === 'journal').map(({ id }) => id)),
);

/** The name to cite a venue by: `ICRA` in full, with the organizer where that belongs to it. */
export function venueTitle(id: string): string {
  const names = venues.find((venue) => venue.id === id)?.names ?? [];
  if (/\s/.test(id)) return id;
  return names.find((name) => name.startsWith('IEEE')) ?? names[0] ?? id;
}

/** Every name of a venue, for suggestions. */
export const venueNames = lazily((): readonly string[] => [
  ...venues.map(({ id }) => id),
  ...venues.flatMap(({ names }) => names),
]);

/**
 * The venues that a name stands for: short, full or former, abbreviated as in lists of references, with or without
 * organizers, `Proceedings of`, an ordinal and the short name in brackets. `IEEE Trans. Robot.` is T-RO. Empty if it is
 * none.
 */
export function findVenues(text: string): readonly string[] {
  const [, bracketed = ''] = /\(([^()]{2,40})\)/.exec(text) ?? [];
  const plain = text.replace(/\([^()]*\)/g, ' ');
  for (const name of [text, plain, bracketed]) {
    const found = byName().get(compact(name)) ?? byName().get(weighty(name).join(' '));
    if (found !== undefined && compact(name) !== '') return found;
  }
  return abbreviated(weighty(plain));
}

function weighty(name: string): string[] {
  return words(fold(name)).filter((word) => !weightless.has(word) && !ordinal.test(word));
}

/** Names of as many words, each of which begins as it was written. */
function abbreviated(asked: readonly string[]): readonly string[] {
  if (asked.length < 2) return [];
  const begins = (own: readonly string[]) =>
    own.length === asked.length && own.every((word, i) => word.startsWith(asked[i] as string));
  return weightyNames()
    .filter(({ names }) => names.some(begins))
    .map(({ id }) => id);
}

/** Folding them takes longer than all else that is done with the name of a venue. */
const weightyNames = lazily(() => venues.map(({ id, names }) => ({ id, names: names.map(weighty) })));
