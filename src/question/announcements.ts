import grammar from '../../dataset/taxonomy/grammar.json' with { type: 'json' };
import type { Item } from './items.ts';
import type { Token } from './lex.ts';
import type { Match, Meaning } from './lexicon.ts';
import type { Names } from './names.ts';

const before = new Set(grammar.announces.before);
const behind = new Set(grammar.announces.behind);

/** Which values are meant that titles have in them too: those that words around them announce. */
export class Announcements {
  readonly #tokens: readonly Token[];
  readonly #names: Names;

  constructor(tokens: readonly Token[], names: Names) {
    this.#tokens = tokens;
    this.#names = names;
  }

  /**
   * The phrases at a token without values that would have to be announced there and are not; what announces them from
   * behind belongs to them.
   */
  heard(matches: readonly Match[], at: number, items: readonly Item[]): readonly Match[] {
    if (!matches.some(({ meanings }) => meanings.some(mustBeAnnounced))) return matches;
    const heard = matches.flatMap(({ length, meanings }) => {
      const [isBehind, isBefore] = [
        this.#isAnnouncedBehind(at + length),
        this.#isAnnouncedBefore(at, length),
      ];
      const plain = meanings.filter((one) => !mustBeAnnounced(one));
      const announced = meanings.filter(mustBeAnnounced);
      const asBefore = announced.filter(
        ({ announced, field }) => announced === 'around' && (isBefore || goesOn(field, items)),
      );
      return [
        { length: length + 1, meanings: isBehind ? announced : [] },
        { length, meanings: [...plain, ...(isBehind ? [] : asBefore)] },
      ];
    });
    return heard.filter(({ meanings }) => meanings.length > 0).sort((a, b) => b.length - a.length);
  }

  #isAnnouncedBehind(at: number): boolean {
    const next = this.#tokens[at];
    return next !== undefined && behind.has(next.text);
  }

  #isAnnouncedBefore(at: number, length: number): boolean {
    const word = this.#tokens[at - 1]?.text === 'the' ? this.#tokens[at - 2] : this.#tokens[at - 1];
    // Who writes `by Brown` means the author.
    const isPerson = length === 1 && this.#names.isSurname((this.#tokens[at] as Token).text);
    return word !== undefined && before.has(word.text) && !(word.text === 'by' && isPerson);
  }
}

type Announced = Extract<Meaning, { is: 'value' }> & { readonly announced: 'around' | 'behind' };

function mustBeAnnounced(meaning: Meaning): meaning is Announced {
  return meaning.is === 'value' && meaning.announced !== undefined;
}

/** A list goes on here: `from ETH or EPFL`. */
function goesOn(field: string, items: readonly Item[]): boolean {
  const [value, joint] = items.slice(-2);
  return value?.type === 'leaf' && value.leaf.field === field && joint?.type === 'operator';
}
