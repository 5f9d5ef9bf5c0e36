import { Cite, plugins } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-csl';
import '@citation-js/plugin-ris';
import { entryOf, joinEntries } from '../../src/kinds/publications/cite.ts';
import {
  type CitationForm,
  citationForms,
  type Publication,
} from '../../src/kinds/publications/publication.ts';

/** What a parser of the form read of an entry, as items of CSL. */
export interface ReadItem {
  readonly id?: string;
  readonly 'citation-key'?: string;
  readonly type?: string;
  readonly title?: string;
  readonly author?: readonly {
    readonly family?: string;
    readonly given?: string;
    readonly literal?: string;
  }[];
  readonly issued?: { readonly 'date-parts'?: readonly (readonly number[])[] };
  readonly DOI?: string;
}

/** Reads entries as the programs of other people do. Throws where they are none. */
export function parseEntries(text: string, form: CitationForm): readonly ReadItem[] {
  const forceType = { bibtex: '@bibtex/text', ris: '@ris/file', 'csl-json': '@csl/list+object' }[form];
  const given = form === 'csl-json' ? JSON.parse(text) : text;
  return plugins.input.chain(given, { forceType, generateGraph: false, strict: true }) as readonly ReadItem[];
}

/** Sets CSL-JSON as a bibliography in a style, by citeproc. */
export function bibliography(csl: string, style = 'apa'): string {
  return new Cite(JSON.parse(csl)).format('bibliography', { template: style, format: 'text', lang: 'en-US' });
}

/** What is wrong with the entries of these papers, as a parser of each form reads them. */
export function faultsOf(papers: readonly Publication[]): string[] {
  return citationForms.flatMap((form) => {
    const read = parseEntries(
      joinEntries(
        papers.map((paper) => entryOf(paper, form)),
        form,
      ),
      form,
    );
    if (read.length !== papers.length) return [`${form}: ${papers.length} papers, ${read.length} entries`];
    return papers.flatMap((paper, i) => faultsIn(form, paper, read[i] ?? {}));
  });
}

function faultsIn(form: CitationForm, paper: Publication, read: ReadItem): string[] {
  const said = (what: string, wanted: unknown, found: unknown) =>
    wanted === found
      ? []
      : [`${form} ${paper.id}: ${what} ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];
  return [
    ...said('title', plain(paper.title), plain(read.title ?? '')),
    ...said('authors', paper.authors.length, read.author?.length),
    ...said(
      'first author',
      letters(paper.authors[0] ?? ''),
      letters(Object.values(read.author?.[0] ?? {}).join(' ')),
    ),
    ...said('year', paper.year, Number(read.issued?.['date-parts']?.[0]?.[0])),
    // The parser of RIS takes a full stop for the end of a sentence.
    ...said('DOI', paper.doi?.replace(/\.$/, ''), read.DOI?.replace(/\.$/, '')),
  ];
}

/** Letters and digits alone, without those of formulas, which a parser keeps in forms of its own. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>|\\(?:mathcal|circ|times|infty|nabla|ell|sim|geq|leq|pm)|[ℓɛεϵϕ]/g, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The letters of a name in alphabetical order, since forms write its parts in different orders. */
function letters(name: string): string {
  return [...plain(name).toLowerCase()].sort().join('');
}
