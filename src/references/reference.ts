/** A reference as a list of them has it: what of it can be held against the data. */
export interface Reference {
  /** What it is called in its list: a key, or its number from 1. */
  readonly key: string;
  readonly title?: string;
  /** `Given Family` or `Family, Given`. */
  readonly authors: readonly string[];
  /** True where the list of authors ends with `and others` or `et al.` */
  readonly isCut: boolean;
  readonly year?: number;
  /** Journal or conference, as it is written. */
  readonly venue?: string;
  readonly doi?: string;
  readonly arxivId?: string;
  /** False for what could be read in part only. */
  readonly isWhole: boolean;
}

/** The members that have a value. */
export function stated<Facts extends object>(
  facts: Facts,
): { [Name in keyof Facts]?: Exclude<Facts[Name], undefined> } {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [Name in keyof Facts]?: Exclude<Facts[Name], undefined> };
}

/** The parts of a reference that are compared. */
export type ReferencePart = 'title' | 'authors' | 'year' | 'venue' | 'doi' | 'arxiv';

export type ReferenceForm = 'bibtex' | 'ris' | 'csl-json' | 'lines';

/** Which form a text has, by the name of its file or else by how it begins. */
export function formOf(text: string, name = ''): ReferenceForm {
  const [, ending = ''] = /\.(bib|ris|json)$/i.exec(name) ?? [];
  const byEnding = { bib: 'bibtex', ris: 'ris', json: 'csl-json' } as const;
  const known = byEnding[ending.toLowerCase() as keyof typeof byEnding];
  if (known !== undefined) return known;
  if (/^\s*[[{]/.test(text)) return 'csl-json';
  if (/^[ \t]*TY {1,2}- /m.test(text)) return 'ris';
  return /^[ \t]*@[ \t]*[a-z]+[ \t]*[{(]/im.test(text) ? 'bibtex' : 'lines';
}
