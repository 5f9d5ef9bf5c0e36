import { readArxivId } from '../arxiv/identifier.ts';
import { withoutTrailing } from '../text/trailing.ts';
import { decoded } from './lex.ts';

/** Addresses under which a paper stands, each with the one form that the data have. */
const addresses: readonly (readonly [RegExp, (found: readonly string[]) => string])[] = [
  [
    /openreview\.net\/(?:pdf|forum|attachment)\?(?:[^#]*&)?id=([\w-]+)/i,
    ([id = '']) => `https://openreview.net/forum?id=${id}`,
  ],
  [
    /proceedings\.mlr\.press\/(v\d+)\/([\w-]+?)(?:\.html|\/|\.pdf|$)/i,
    ([volume = '', paper = '']) => `https://proceedings.mlr.press/${volume}/${paper}.html`,
  ],
  [
    /ieeexplore\.ieee\.org\/(?:abstract\/)?document\/(\d+)/i,
    ([number = '']) => `https://ieeexplore.ieee.org/document/${number}/`,
  ],
];

/** The one form of an identifier or address of a paper: `2303.04137`, `10.1109/tro.2019.2897865`, an address as the data have it. */
export function readIdentifier(written: string): string {
  const text = withoutTrailing(decoded(written), /[)\].,;:!?'"]/);
  const [doi] = /10\.\d{4,9}\/[^\s?#]+/.exec(text) ?? [];
  if (doi !== undefined && !/arxiv\.org/i.test(text)) return doi.toLowerCase();
  for (const [pattern, make] of addresses) {
    const match = pattern.exec(text);
    if (match !== null) return make(match.slice(1));
  }
  const arxiv = readArxivId(text);
  return 'id' in arxiv ? arxiv.id : text;
}
