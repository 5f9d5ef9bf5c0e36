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
import { venueTitle } from '../../src/kinds/vocabularies/venues.ts';

/** What a parser of the form read of an entry, as items of CSL. */
interface ReadItem {
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
  readonly 'container-title'?: string;
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
    ...said('title', alike(paper.title, paper.title), alike(read.title ?? '', paper.title)),
    ...said('authors', paper.authors.length, read.author?.length),
    ...paper.authors.flatMap((author, i) =>
      said('author', letters(author), letters(Object.values(read.author?.[i] ?? {}).join(' '))),
    ),
    // The parser of RIS reads no venue of a conference.
    ...(form === 'ris' ? [] : said('venue', venueOf(paper), read['container-title'] ?? '')),
    ...said('year', paper.year, Number(read.issued?.['date-parts']?.[0]?.[0])),
    // The parser of RIS takes a full stop for the end of a sentence.
    ...said('DOI', paper.doi?.replace(/\.$/, ''), read.DOI?.replace(/\.$/, '')),
  ];
}

function venueOf({ journal }: Publication): string {
  return journal === undefined ? '' : venueTitle(journal);
}

/** What the parser of BibTeX leaves as it stands, since it knows of no formulas but Greek letters. */
const leftCommands: Readonly<Record<string, string>> = {
  ...{ infty: '∞', leq: '≤', geq: '≥', neq: '≠', approx: '≈', sim: '∼', nabla: '∇', partial: '∂', ell: 'ℓ' },
  ...{ times: '×', cdot: '·', in: '∈', sum: '∑', log: 'log', mathcal: '', mathbb: '' },
  ...{ tau: 'τ', omega: 'ω', mu: 'μ', alpha: 'α', pi: 'π', Gamma: 'Γ' },
};
const leftCommand = new RegExp(`\\\\(${Object.keys(leftCommands).join('|')})`, 'g');

/**
 * A title as every form of an entry should give it back, letter by letter. That a sign is raised, lowered or in another
 * shape, and which of several hyphens it was, the forms or their parsers do not keep, nor of formulas the spaces.
 */
function alike(text: string, title: string): string {
  const plain = text
    .replace(/<\/?su[bp]>/g, '')
    .replace(leftCommand, (_, name: string) => leftCommands[name] ?? name)
    .normalize('NFKC')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/\u2015/g, '—')
    .replace(/ɛ/g, 'ε')
    .replace(/\u0332/g, '\u0331')
    .normalize('NFKC');
  return /\$.+\$/.test(title) ? plain.replace(/[\s{}_^$\\]/g, '') : plain;
}

/** The letters of a name in alphabetical order, since forms write its parts in different orders. */
function letters(name: string): string {
  const all =
    alike(name, '')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]/gu) ?? [];
  return all.sort().join('');
}
