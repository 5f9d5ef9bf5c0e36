import data from '../../../dataset/taxonomy/affiliations.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { compact } from '../../text/fold.ts';

/** An institution, as dataset/taxonomy/affiliations.json holds it: those of many papers, reviewed. */
interface Affiliation {
  /** The name that papers have it under. */
  readonly id: string;
  /** Short and former names, and those in other languages. */
  readonly names?: readonly string[];
}

const affiliations: readonly Affiliation[] = data.affiliations;

/** Every name of an institution with the name that papers have it under. */
export function* affiliationPhrases(): Iterable<readonly [string, string]> {
  for (const { id, names = [] } of affiliations) for (const name of [id, ...names]) yield [name, id];
}

const byName = lazily(() => {
  const found = new Map<string, string>();
  for (const [name, id] of affiliationPhrases()) found.set(keyOf(name), id);
  return found;
});

/** The institution that a name stands for, whatever its case, accents and punctuation; undefined if it is none. */
export function findAffiliation(text: string): string | undefined {
  return byName().get(keyOf(text));
}

/** Names of institutions for suggestions. */
export const affiliationNames = lazily(() => [...affiliationPhrases()].map(([name]) => name));

/** `The University of Tokyo` and `University of Tokyo` are one. */
function keyOf(name: string): string {
  return compact(name.replace(/^the\s+/i, ''));
}
