import { findMarked, readAddress } from './address.ts';
import { type ArxivReading, numberPattern, readNumber } from './number.ts';

/** Longer texts hold no identifier that a person has at hand. */
const longest = 2000;

/** Characters that come along when text is copied from a page, and show nothing. */
const invisible = /[\p{Cf}\p{Cc}]+/gu;

const bare = new RegExp(String.raw`^(?:arxiv\s*[:.]?\s*)?(${numberPattern})(?:\s*\[[\w.-]+\])?$`, 'i');
const doi = /^(?:doi:?\s*)?10\.48550\/arxiv\.(.+)$/i;
const scheme = /^[a-z][a-z0-9+.-]*:/i;
const hostFirst = /^(?:[a-z0-9-]+\.)+[a-z]{2,}\//i;

/**
 * Finds the arXiv identifier in what a person has at hand: `2401.02117v3`, `arXiv:cs/0612047`, an abs, pdf, html
 * or listing address, a DOI `10.48550/arXiv.…`, the address of a mirror or of a search for the paper, a citation
 * that names it. Addresses of other schemes than http(s) are refused, whatever they contain.
 */
export function readArxivId(given: string): ArxivReading {
  if (given.length > longest) return { problem: `is longer than ${longest} characters` };
  const text = tidy(given);
  const plain = bare.exec(text)?.[1];
  if (plain !== undefined) return readNumber(plain);
  const fromDoi = doi.exec(text)?.[1];
  if (fromDoi !== undefined) return readNumber(fromDoi);
  if (/^https?:/i.test(text)) {
    return URL.canParse(text) ? readAddress(new URL(text)) : { problem: 'is no address that can be read' };
  }
  if (hostFirst.test(text) && URL.canParse(`https://${text}`)) return readAddress(new URL(`https://${text}`));
  if (scheme.test(text) && !/^(?:arxiv|doi|eprint):/i.test(text)) {
    return { problem: 'is no http(s) address and no arXiv identifier' };
  }
  return findMarked(text) ?? readNumber(text);
}

function tidy(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .trim()
    .replace(/^[<("'\s]+/, '')
    .replace(/[>)"'\s.,;]+$/, '')
    .replace(/^\/\//, 'https://');
}
