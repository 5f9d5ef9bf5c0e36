import { bibtexEntry } from '../kinds/publications/bibtex.ts';
import { citationOf } from '../kinds/publications/citation.ts';
import type { Publication } from '../kinds/publications/publication.ts';
import type { Difference } from './check-reference.ts';
import { type BibtexEntry, parseBibtex } from './read-bibtex.ts';
import { cslItems, type RisLine, risRecords } from './read-others.ts';
import type { ReferenceForm, ReferencePart } from './reference.ts';

/** A paper and what a reference has otherwise. */
export interface Correction {
  readonly paper: Publication;
  readonly differences: readonly Difference[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A list of references with what differs as the data have it, and everything else as it was. `corrections` are by the
 * place of the reference; what the data cannot say stays. Lists of lines stay as they are.
 */
export function mendReferences(
  text: string,
  form: ReferenceForm,
  corrections: ReadonlyMap<number, Correction>,
): string {
  switch (form) {
    case 'bibtex':
      return applied(
        text,
        parseBibtex(text).flatMap((entry, i) => bibtexEdits(entry, corrections.get(i))),
      );
    case 'ris':
      return applied(
        text,
        risRecords(text).flatMap(({ lines }, i) => risEdits(lines, corrections.get(i))),
      );
    case 'csl-json':
      return mendedJson(text, corrections);
    case 'lines':
      return text;
  }
}

function applied(text: string, edits: readonly Edit[]): string {
  let [mended, at] = ['', 0];
  for (const { start, end, text: instead } of [...edits].sort((a, b) => a.start - b.start)) {
    mended += text.slice(at, start) + instead;
    at = end;
  }
  return mended + text.slice(at);
}

/** The fields of BibTeX in which a part may stand, those of `cite` first. */
const bibtexFields: Readonly<Record<ReferencePart, readonly string[]>> = {
  title: ['title'],
  authors: ['author'],
  year: ['year', 'date'],
  venue: ['journal', 'booktitle', 'journaltitle'],
  doi: ['doi'],
  arxiv: ['eprint'],
};

function bibtexEdits(entry: BibtexEntry, correction: Correction | undefined): Edit[] {
  if (correction === undefined) return [];
  const [cited] = parseBibtex(bibtexEntry(citationOf(correction.paper)));
  return partsKnown(correction).flatMap((part) => {
    const names = bibtexFields[part];
    const own = names.map((name) => entry.fields.get(name)).find((field) => field !== undefined);
    const held = names.map((name) => cited?.fields.get(name)).find((field) => field !== undefined);
    return own === undefined || held === undefined
      ? []
      : [{ start: own.start, end: own.end, text: `{${held.raw}}` }];
  });
}

const risTags: Readonly<Record<ReferencePart, readonly string[]>> = {
  title: ['TI', 'T1', 'CT'],
  authors: ['AU', 'A1'],
  year: ['PY', 'Y1', 'DA'],
  venue: ['JO', 'JF', 'T2', 'JA', 'BT'],
  doi: ['DO'],
  arxiv: [],
};

function risEdits(lines: readonly RisLine[], correction: Correction | undefined): Edit[] {
  if (correction === undefined) return [];
  return partsKnown(correction).flatMap((part) => {
    const tag = risTags[part].find((each) => lines.some((line) => line.tag === each));
    const own = lines.filter((line) => line.tag === tag);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return [];
    const values = valuesOf(part, correction.paper);
    return [{ start: first.start, end: last.end, text: values.join(`\n${tag}  - `) }];
  });
}

function mendedJson(text: string, corrections: ReadonlyMap<number, Correction>): string {
  const json: unknown = JSON.parse(text);
  for (const [i, item] of cslItems(json).entries()) {
    const correction = corrections.get(i);
    if (correction === undefined) continue;
    const own = item as Record<string, unknown>;
    for (const part of partsKnown(correction)) {
      const [value = ''] = valuesOf(part, correction.paper);
      if (part === 'title') own.title = value;
      else if (part === 'venue') own['container-title'] = value;
      else if (part === 'doi') own.DOI = value;
      else if (part === 'year') own.issued = { 'date-parts': [[Number(value)]] };
      else if (part === 'authors') own.author = correction.paper.authors.map(cslName);
    }
  }
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

function cslName(name: string): object {
  const at = name.lastIndexOf(' ');
  return at === -1 ? { literal: name } : { given: name.slice(0, at), family: name.slice(at + 1) };
}

/** What differs and is in the data. */
function partsKnown({ differences }: Correction): ReferencePart[] {
  return differences.filter(({ held }) => held !== undefined).map(({ part }) => part);
}

function valuesOf(part: ReferencePart, paper: Publication): readonly string[] {
  switch (part) {
    case 'title':
      return [paper.title];
    case 'authors':
      return paper.authors;
    case 'year':
      return [String(paper.year)];
    case 'venue':
      return [paper.journal ?? ''];
    case 'doi':
      return [paper.doi ?? ''];
    case 'arxiv':
      return [paper.arxiv_id ?? ''];
  }
}
