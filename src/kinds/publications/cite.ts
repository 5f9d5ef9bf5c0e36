import { bibtexEntry } from './bibtex.ts';
import { type Citation, citationOf } from './citation.ts';
import { cslItem } from './csl.ts';
import type { CitationForm, Publication } from './publication.ts';
import { risEntry } from './ris.ts';

const entries: { readonly [F in CitationForm]: (cited: Citation) => string | object } = {
  bibtex: bibtexEntry,
  ris: risEntry,
  'csl-json': cslItem,
};

/** The entry of a paper in one form: text, or an object of CSL-JSON. */
export function entryOf(paper: Publication, form: CitationForm): string | object {
  return entries[form](citationOf(paper));
}

/** Entries as one file holds them. */
export function joinEntries(all: readonly (string | object)[], form: CitationForm): string {
  return form === 'csl-json' ? JSON.stringify(all, null, 2) : all.join('\n\n');
}
