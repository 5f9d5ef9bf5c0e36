import data from '../../../dataset/taxonomy/not-held.json' with { type: 'json' };
import { lazily } from '../../lib/lazily.ts';
import { fold, singular, stems } from '../../text/fold.ts';
import type { Kind } from '../kinds.ts';

interface NotHeld {
  readonly phrases: readonly (readonly string[])[];
  readonly what: string;
}

/** What a question asks for that no field holds, and where it says so. */
export interface MissingField {
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

const byKind = lazily(() => {
  const read = (groups: readonly { readonly say: readonly string[]; readonly what: string }[]): NotHeld[] =>
    groups.map(({ say, what }) => ({ what, phrases: say.map(stems) }));
  return new Map(Object.entries(data).map(([kind, groups]) => [kind, read(groups)]));
});

/** What a question about records of a kind asks for that no field of them holds: `profit or revenue` of startups. */
export function missingFieldsIn(kind: Kind, question: string): readonly MissingField[] {
  const own = [...question.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => {
    return { word: singular(fold(word)), start: index, end: index + word.length };
  });
  return (byKind().get(kind) ?? []).flatMap(({ phrases, what }) =>
    phrases.flatMap((phrase) =>
      own.flatMap(({ start }, at) => {
        const last = own[at + phrase.length - 1];
        const isSaid = last !== undefined && phrase.every((word, i) => own[at + i]?.word === word);
        return isSaid ? [{ what, start, end: last.end }] : [];
      }),
    ),
  );
}
