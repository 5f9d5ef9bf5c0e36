import { readArxivId } from '../arxiv/identifier.ts';

/**
 * The arXiv id or DOI that a text consists of, in whatever form: `arXiv:2307.15818v2`, an abs address, a
 * doi.org address. Empty for a text that says anything else.
 */
export function identifiersIn(text: string): string[] {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || /\s/.test(trimmed.replace(/^(arxiv|doi)\s*:?\s*/i, ''))) return [];
  const [doi] = /10\.\d{4,9}\/\S+/.exec(trimmed) ?? [];
  const arxiv = readArxivId(trimmed);
  return [...(doi === undefined ? [] : [doi]), ...('id' in arxiv ? [arxiv.id] : [])];
}
