import { fold, singular } from '../text/fold.ts';
import type { Token } from './lex.ts';

export type Operator =
  | 'and'
  | 'or'
  | 'nor'
  | 'neither'
  | 'either'
  | 'both'
  | 'not'
  | 'without'
  | 'but'
  | 'only';
/** `better`: at most where less is better. */
export type Bound = 'atMost' | 'atLeast' | 'below' | 'above' | 'between' | 'around' | 'better';
export type Dimension =
  | 'mass'
  | 'length'
  | 'speed'
  | 'time'
  | 'area'
  | 'pressure'
  | 'axes'
  | 'citations'
  | 'arms'
  | 'money';

/** What a phrase of a closed vocabulary means. */
export type Meaning =
  /**
   * `task`: a record may also say this in its own text; `capital`: only where it is written so (`US`, `HRI`); `isJoined`: only
   * behind a slash (`$500/month`).
   */
  /**
   * `announced`: words of titles are called so too, and it is meant where words before or behind it say so (`from MIT`), or
   * those behind alone (`German groups`).
   */
  /** `isDenied`: it says that the value is not there (`indoor`); `isAhead`: no name of a record that is called so is meant. */
  | {
      readonly is: 'value';
      readonly field: string;
      readonly values: readonly string[];
      readonly task?: string;
      readonly capital?: true;
      readonly isJoined?: true;
      readonly isDenied?: true;
      readonly isAhead?: true;
      readonly announced?: 'around' | 'behind';
    }
  /** At least this much of a field, by a word: `waterproof`. */
  | { readonly is: 'least'; readonly field: string; readonly min: number }
  | { readonly is: 'operator'; readonly operator: Operator }
  /** Denies what stands before it, as in Japanese. */
  | { readonly is: 'postfix'; readonly operator: 'not' | 'without' }
  /** Before a number; `field`: of which only this can be said. */
  | { readonly is: 'comparator'; readonly bound: Bound; readonly field?: string }
  /** Behind a number. */
  | { readonly is: 'suffix'; readonly bound: Bound }
  | { readonly is: 'unit'; readonly dimension: Dimension | undefined; readonly factor: number }
  | { readonly is: 'currency'; readonly code: string }
  | { readonly is: 'number'; readonly value: number }
  | { readonly is: 'scale'; readonly factor: number }
  | { readonly is: 'ordinal'; readonly rank: number }
  | { readonly is: 'order'; readonly sorts: readonly string[] }
  /** Names what a number beside it measures, or a date beside it dates. */
  | { readonly is: 'noun'; readonly field: string }
  | { readonly is: 'filler' }
  /** What follows is a record that others are to be like; `behind`: what stands before. */
  | { readonly is: 'like'; readonly behind?: true }
  /** What follows does not matter: `with or without a mop`. */
  | { readonly is: 'regardless' }
  /** Says nothing although it has words of denial in it. */
  | { readonly is: 'idiom' }
  /** A word of the field although it has an operator in it: `collision-free`, `pick and place`. */
  | { readonly is: 'plain' };

export interface Match {
  /** In tokens. */
  readonly length: number;
  readonly meanings: readonly Meaning[];
}

/** Phrases by their words, folded and singular, the longest of which counts. */
export class Lexicon {
  readonly #meanings = new Map<string, Meaning[]>();
  /** Words of the longest phrase that begins with a word. */
  readonly #longest = new Map<string, number>();

  add(phrase: string, meaning: Meaning): void {
    const words = phraseWords(phrase);
    const key = words.join(' ');
    const [first] = words;
    if (first === undefined) return;
    const known = this.#meanings.get(key);
    if (known === undefined) this.#meanings.set(key, [meaning]);
    else known.push(meaning);
    if ((this.#longest.get(first) ?? 0) < words.length) this.#longest.set(first, words.length);
  }

  /** As text that `read` reads: each meaning once, and a line a phrase with the places of its meanings. */
  write(): string {
    const places = new Map<string, number>();
    const placeOf = (meaning: Meaning) => {
      const text = JSON.stringify(meaning);
      const known = places.get(text) ?? places.size;
      places.set(text, known);
      return known;
    };
    const lines = [...this.#meanings].map(([key, meanings]) => [key, ...meanings.map(placeOf)].join('\t'));
    return [`[${[...places.keys()].join(',')}]`, ...lines].join('\n');
  }

  /** Reads what `write` wrote. */
  static read(text: string): Lexicon {
    const lexicon = new Lexicon();
    const [first = '[]', ...lines] = text.split('\n');
    const meanings = JSON.parse(first) as readonly Meaning[];
    for (const line of lines) {
      const [key = '', ...places] = line.split('\t');
      lexicon.#put(
        key,
        places.map((place) => meanings[Number(place)] as Meaning),
      );
    }
    return lexicon;
  }

  #put(key: string, meanings: Meaning[]): void {
    this.#meanings.set(key, meanings);
    const end = key.indexOf(' ');
    const first = end === -1 ? key : key.slice(0, end);
    let length = 1;
    for (let at = end; at !== -1; at = key.indexOf(' ', at + 1)) length++;
    if ((this.#longest.get(first) ?? 0) < length) this.#longest.set(first, length);
  }

  /** Every phrase that begins at a token, the longest first. */
  matches(tokens: readonly Token[], at: number): Match[] {
    const first = tokens[at];
    if (first === undefined || first.type === 'quote') return [];
    const found: Match[] = [...this.#joined(first, tokens[at + 1])];
    const forms = first.stem === first.text ? [first.stem] : [first.stem, first.text];
    for (const form of forms) {
      const most = Math.min(this.#longest.get(form) ?? 0, tokens.length - at);
      let key = '';
      for (let length = 1; length <= most; length++) {
        const token = tokens[at + length - 1] as Token;
        if (token.type === 'quote') break;
        key = length === 1 ? form : `${key} ${token.stem}`;
        const meanings =
          this.#meanings.get(key) ?? this.#meanings.get(length === 1 ? key : keyWithLast(key, token));
        if (meanings !== undefined) found.push({ length, meanings });
      }
    }
    return found.sort((a, b) => b.length - a.length);
  }

  /** `Exo skeleton`: two words that the vocabulary writes as one. */
  #joined(first: Token, second: Token | undefined): Match[] {
    if (second === undefined || first.type !== 'word' || second.type !== 'word') return [];
    if (first.text.length < MIN_JOINED || second.text.length < MIN_JOINED) return [];
    const meanings = this.#meanings.get(first.text + second.stem)?.filter(({ is }) => is === 'value');
    return meanings === undefined || meanings.length === 0 ? [] : [{ length: 2, meanings }];
  }
}

/** Shorter words are too often words of their own. */
const MIN_JOINED = 3;

function keyWithLast(key: string, { stem, text }: Token): string {
  return key.slice(0, key.length - stem.length) + text;
}

/** As tokens of the phrase would be looked up; signs stand alone. */
function phraseWords(phrase: string): string[] {
  return fold(phrase)
    .replace(/([<>=&+|~≤≥≈"″′':/²³%$€£¥₩°]|\.(?=\s|$))/g, (sign) =>
      sign === '/' ? ' ' : sign === "'" ? sign : ` ${sign} `,
    )
    .split(/[\s-]+/)
    .filter((word) => word !== '')
    .map(singular);
}
