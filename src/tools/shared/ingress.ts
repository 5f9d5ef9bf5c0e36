import type { Ingress } from '../../search/filters/ingress.ts';
import { withoutPhrase } from '../../text/query.ts';

/** Protection that a question asks for, and the words that are left. */
export interface IngressRead {
  readonly phrase: string;
  readonly rest: string;
  readonly least: Ingress;
  /** As IEC 60529 writes it. */
  readonly rating: string;
}

// A few at most: of hundreds in a row each would be tried as the first.
const lead = String.raw`(?:\b(?:with|rated|at least|min(?:imum)?|under|or|an?|rating(?: of)?)\s+){0,4}`;
const trail = String.raw`(?:[\s-]*(?:or (?:better|higher|above|more)|and (?:above|up|higher)|rated|ratings?|certified|protection|protected|\+))*`;
const code = new RegExp(String.raw`${lead}\bIP[\s-]?([0-6X])([0-9X])[A-Z]?(?![\p{L}\p{N}])${trail}`, 'iu');

/** What everyday words mean at least: immersion, spray from every side, rain; no dust at all. */
const everyday: readonly { readonly words: RegExp; readonly least: Ingress }[] = [
  { words: /\b(?:water[- ]?proof|watertight|submersible|immersible)\b/i, least: { water: 7 } },
  {
    words: /\b(?:splash[- ]?proof|water[- ]?resistant|weather[- ]?proof|rain[- ]?proof)\b/i,
    least: { water: 4 },
  },
  { words: /\b(?:dust[- ]?proof|dust[- ]?tight)\b/i, least: { dust: 6 } },
];

/** `IP67`, `IP 65 or better`, `waterproof`: undefined where nothing of the kind is said. */
export function ingressIn(query: string): IngressRead | undefined {
  const coded = code.exec(query);
  if (coded !== null) {
    const [phrase, first = '', second = ''] = coded;
    const [dust, water] = [digit(first), digit(second)];
    return {
      phrase: phrase.trim(),
      rest: withoutPhrase(query, phrase),
      least: { dust, water },
      rating: ratingOf({ dust, water }),
    };
  }
  for (const { words, least } of everyday) {
    const [phrase] = words.exec(query) ?? [];
    if (phrase === undefined) continue;
    const asked = { ...least, words: phrase };
    return { phrase, rest: withoutPhrase(query, phrase), least: asked, rating: ratingOf(least) };
  }
  return undefined;
}

function digit(text: string): number | undefined {
  return /\d/.test(text) ? Number(text) : undefined;
}

function ratingOf({
  dust = 'X',
  water = 'X',
}: {
  readonly dust?: number | string | undefined;
  readonly water?: number | string | undefined;
}): string {
  return `IP${dust}${water}`;
}
