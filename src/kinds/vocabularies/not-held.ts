import data from '../../../dataset/taxonomy/not-held.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { fold, words } from '../../text/fold.ts';
import type { Kind } from '../kinds.ts';

interface NotHeld {
  readonly phrases: readonly string[];
  readonly what: string;
}

const byKind = lazily(() => {
  const read = (groups: readonly { readonly say: readonly string[]; readonly what: string }[]): NotHeld[] =>
    groups.map(({ say, what }) => ({ what, phrases: say.map(inWords) }));
  return new Map(Object.entries(data).map(([kind, groups]) => [kind, read(groups)]));
});

/** What a question about records of a kind asks for that no field of them holds: `profit or revenue` of startups. */
export function notHeldIn(kind: Kind, question: string): readonly string[] {
  const asked = inWords(question);
  return (byKind().get(kind) ?? [])
    .filter(({ phrases }) => phrases.some((phrase) => asked.includes(phrase)))
    .map(({ what }) => what);
}

/** Whole words only: with a space on both sides. */
function inWords(text: string): string {
  return ` ${words(fold(text)).join(' ')} `;
}
