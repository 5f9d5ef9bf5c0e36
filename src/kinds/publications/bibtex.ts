import { sanitizeLine } from '../../lib/sanitize.ts';
import { toLatex } from '../../text/latex.ts';
import type { Citation, CitedName } from './citation.ts';

const types = { article: 'article', proceedings: 'inproceedings', preprint: 'misc', other: 'misc' } as const;

/** A BibTeX entry that BibTeX and biber read, in ASCII as far as LaTeX has commands for the letters. */
export function bibtexEntry(cited: Citation): string {
  const { type, venue, doi, arxivId, arxivCategory, url } = cited;
  const fields: Readonly<Record<string, string | undefined>> = {
    title: capitalsKept(cited.title),
    author: cited.authors.map(bibtexName).join(' and '),
    journal: type === 'article' ? toLatex(venue ?? '') : undefined,
    booktitle: type === 'proceedings' ? toLatex(venue ?? '') : undefined,
    year: String(cited.year),
    doi: doi && verbatim(doi),
    eprint: arxivId && verbatim(arxivId),
    archiveprefix: arxivId && 'arXiv',
    primaryclass: arxivCategory && verbatim(arxivCategory),
    url: verbatim(url),
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`  ${name} = {${value}}`] : []));
  return `@${types[type]}{${cited.key},\n${lines.join(',\n')}\n}`;
}

/** Styles write a title in small letters: words with capitals inside, such as SLAM and LiDAR, are kept by braces. */
function capitalsKept(title: string): string {
  const words = sanitizeLine(title).match(/(?:\$[^$]*\$|\S)+/g) ?? [];
  return words
    .map((word) =>
      word.includes('$')
        ? kept(word)
        : word
            .split(/(?<=-)(?![-\u2010-\u2015])/)
            .map(kept)
            .join(''),
    )
    .join(' ');
}

/** A word, or a part of one, in braces if a style would take a capital from it, or from a command of a formula. */
function kept(word: string): string {
  const latex = toLatex(word);
  if (!/\p{Lu}/u.test(word.replace(firstSign, '')) && !/(?<!\\)\$/.test(latex)) return latex;
  // A brace before a backslash begins what BibTeX calls a special character, whose letters it changes after all.
  return latex.startsWith('\\') ? `{{}${latex}}` : `{${latex}}`;
}

const firstSign = /^[^\p{L}\p{N}$]*[\p{L}\p{N}]?/u;

function bibtexName(name: CitedName): string {
  if ('literal' in name) return `{${toLatex(name.literal)}}`;
  const parts = [name.family, name.suffix, name.given].flatMap((part) => (part ? [part] : []));
  // A name part that holds BibTeX's own separators is one word to it within braces.
  return parts.map((part) => (/,|\band\b/i.test(part) ? `{${toLatex(part)}}` : toLatex(part))).join(', ');
}

/**
 * Addresses and identifiers are read as they are: what would end or break them, or be a command where a style has them
 * typeset after all, is written by its code.
 */
function verbatim(address: string): string {
  return sanitizeLine(address).replace(/[{}\\^`"\s]/g, encodeURIComponent);
}
