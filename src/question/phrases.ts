import type { Kind } from '../kinds/kinds.ts';
import { lex, type Token } from './lex.ts';
import { Lexicon, type Match, type Meaning } from './lexicon.ts';
import { lexiconText } from './lexicons.ts';

const lexicons = new Map<Kind | 'general', Lexicon>();

function lexiconOf(name: Kind | 'general'): Lexicon {
  const known = lexicons.get(name) ?? Lexicon.read(lexiconText(name));
  lexicons.set(name, known);
  return known;
}

/** The phrases of one question, each looked up once. */
export class Phrases {
  readonly tokens: readonly Token[];
  readonly #own: Lexicon | undefined;
  readonly #found: (readonly Match[] | undefined)[] = [];

  /** Without a kind only words are looked up that questions about every kind are made with. */
  constructor(kind: Kind | undefined, tokens: readonly Token[]) {
    this.tokens = tokens;
    this.#own = kind && lexiconOf(kind);
  }

  /** Every phrase that begins at a token, the longest first, those of the kind before general ones. */
  at(index: number): readonly Match[] {
    const known = this.#found[index];
    if (known !== undefined) return known;
    const own = this.#own?.matches(this.tokens, index) ?? [];
    const found = [...own, ...lexiconOf('general').matches(this.tokens, index)];
    found.sort((a, b) => b.length - a.length);
    this.#found[index] = found;
    return found;
  }

  /** The longest phrase at a token with a meaning of a type. */
  find<Type extends Meaning['is']>(
    index: number,
    type: Type,
  ): { readonly value: Extract<Meaning, { is: Type }>; readonly next: number } | undefined {
    for (const { length, meanings } of this.at(index)) {
      const value = meanings.find((one): one is Extract<Meaning, { is: Type }> => one.is === type);
      if (value !== undefined) return { value, next: index + length };
    }
    return undefined;
  }
}

/** What these tokens mean together, by the vocabulary of a kind. */
export function meaningsOf(kind: Kind, tokens: readonly Token[]): readonly Meaning[] {
  return (
    lexiconOf(kind)
      .matches(tokens, 0)
      .find(({ length }) => length === tokens.length)?.meanings ?? []
  );
}

/** True for a value that is a task rather than a form: records of another value may do it too (`agricultural`, and a drone). */
export function isTask(kind: Kind, field: string, value: string): boolean {
  const meanings = meaningsOf(kind, lex(value.replaceAll('_', ' '))).filter(
    (one) => one.is === 'value' && one.field === field && one.values.includes(value),
  );
  return meanings.length > 0 && meanings.every((one) => one.is === 'value' && one.task !== undefined);
}
